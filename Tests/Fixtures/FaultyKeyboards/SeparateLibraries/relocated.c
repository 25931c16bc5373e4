/* A library with a text relocation: its code contains an address. */
extern int fault;
__attribute__((visibility("hidden"))) int *relocated(void) { return &fault; }
