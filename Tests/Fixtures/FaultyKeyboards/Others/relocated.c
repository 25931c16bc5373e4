/* Has an address in its code. */
extern int fault;
__attribute__((visibility("hidden"))) int *relocated(void) { return &fault; }
