// KeyboardABI: the C headers that a keyboard and its loader agree on.
//
// For:    keyboards in C, KlavaKit, and the loader.
// Never:  contains code. KeyboardABI.c includes the headers, so the compiler checks their static assertions in every
//         build.
// Start:  `include/klava/keyboard.h`. `include/klava/host_functions.h` contains the table of the host functions.
//         `include/klava/error_names.h` contains the names of the error codes.
#include "klava/error_names.h"
#include "klava/host_functions.h"
#include "klava/keyboard.h"
