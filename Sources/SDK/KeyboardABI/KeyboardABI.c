// KeyboardABI: the C headers that a keyboard and its loader agree on.
//
// For:    keyboards in C, KlavaKit, and the loader.
// Never:  contains code. This file makes the compiler check the static assertions of the headers in every build.
// Start:  `include/klava/keyboard.h`; `include/klava/host_functions.h` is the table of the host functions, and
//         `include/klava/error_names.h` has the names of the errors.
#include "klava/error_names.h"
#include "klava/host_functions.h"
#include "klava/keyboard.h"
