/* A library that no keyboard may list as needed. */
int needed_by_a_keyboard(void) { return 1; }
