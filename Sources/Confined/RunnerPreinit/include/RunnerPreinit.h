// RunnerPreinit: prepares the runner's process before any of its libraries is initialized.
//
// For: libdispatch. When libdispatch is loaded, it counts the processors. For each quality-of-service class,
//         libdispatch creates as many threads as there are processors. On a machine with many processors, the threads
//         of libdispatch exceed the keyboard's limit, and libdispatch waits forever for the missing threads
//         (Sandbox.md#libdispatch-threads).
// Never:  does anything that the runner could do later.
// Start:  `RunnerPreinit.c`; `ProcessCalls.c` and `ProcessDescription.c` for functions of the C library that the runner
//         replaces.
#ifndef KLAVA_RUNNER_PREINIT_H
#define KLAVA_RUNNER_PREINIT_H

#include <stdint.h>

/// Lets the process use all processors again. Call this function after libdispatch has counted the processors.
void klv_show_processors(void);

/// Sets the values that Foundation gets from the C library. `path` is the path of the executable (at most 255 bytes),
/// and `bytes` is the memory of the machine. Before a call of this function, Foundation gets the system's values.
void klv_describe_process(const char *path, uint64_t bytes);

#endif
