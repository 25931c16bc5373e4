/*
 * A library that imports UserDefaults.standard of Foundation. The reference is weak, so the library loads without
 * Foundation.
 */
extern char user_defaults[] __asm__("$s10Foundation12UserDefaultsC8standardACvgZ") __attribute__((weak));

void *imported_user_defaults = user_defaults;
