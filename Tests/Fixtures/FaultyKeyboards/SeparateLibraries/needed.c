/* A library that no keyboard may name in DT_NEEDED. */
int needed_by_a_keyboard(void) { return 1; }
