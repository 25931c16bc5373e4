// RunnerStart: prepares the runner's process before any of its libraries is initialized.
//
// For:    libdispatch. It counts the processors when it is loaded, and creates that many threads for each
//         quality-of-service class. On a machine with many processors, these threads exceed the keyboard's limit, and
//         libdispatch waits forever for the missing ones (Sandbox.md#libdispatch-threads).
// Never:  does anything that can be done later.
// Start:  `RunnerStart.c`; `ProcessCalls.c` for functions of the C library that the runner replaces.
#ifndef KLAVA_RUNNER_START_H
#define KLAVA_RUNNER_START_H

/// Lets the process use all processors again. libdispatch has already counted the reduced number.
void klv_show_processors(void);

#endif
