// KeyboardABI: the C headers that a keyboard and its loader agree on. There is no code here: this file makes the compiler
// check the headers' static assertions whenever the package is built. Start with include/klava/keyboard.h.
#include "klava/host_functions.h"
#include "klava/keyboard.h"
