/*
 * A library that imports a function of Foundation: Bundle.main with BUNDLE, and otherwise UserDefaults.standard. The
 * reference is weak, so the library loads without Foundation.
 */
#ifdef BUNDLE
#define NAME "$s10Foundation6BundleC4mainACvgZ"
#else
#define NAME "$s10Foundation12UserDefaultsC8standardACvgZ"
#endif

extern char imported[] __asm__(NAME) __attribute__((weak));

void *imported_function = imported;
