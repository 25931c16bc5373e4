/* Ends its process while the library is opened. */
#include <stdlib.h>
__attribute__((constructor)) static void constructor(void) { abort(); }
