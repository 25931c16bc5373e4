/*
 * A library without a valid klv_keyboard. ENTRY selects the fault. 0: there is no klv_keyboard. 1: klv_keyboard is a
 * function instead of a record. 2: klv_keyboard is a record of another ABI version. Any other number: klv_keyboard is a
 * record without `create`.
 */
#include <klava/keyboard.h>
#if ENTRY == 0
extern int something_else;
#elif ENTRY == 1
#define klv_keyboard klv_keyboard_data
#undef klv_keyboard
KLV_EXPORT void entry_function(void) __asm__("klv_keyboard");
void entry_function(void) {}
#elif ENTRY == 2
const klv_keyboard_entry klv_keyboard = {(KLV_ABI_MAJOR + 1) << 16, sizeof(klv_keyboard_entry), NULL, NULL, NULL, NULL};
#else
const klv_keyboard_entry klv_keyboard = {KLV_ABI_VERSION, sizeof(klv_keyboard_entry), NULL, NULL, NULL, NULL};
#endif
