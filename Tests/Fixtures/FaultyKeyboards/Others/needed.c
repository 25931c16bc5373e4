/* A library that no keyboard may need. */
int needed_by_a_keyboard(void) { return 1; }
