/* A library that ends its process while the loader opens it. */
#include <stdlib.h>
__attribute__((constructor)) static void constructor(void) { abort(); }
