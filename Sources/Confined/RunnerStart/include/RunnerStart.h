// RunnerStart: prepares the runner's process before any of its libraries is initialized.
//
// For:    libdispatch. It counts the processors when it is mapped, and creates that many threads for each quality of
//         service. On a large machine these exceed the keyboard's limit, and libdispatch waits forever for the
//         missing threads (Sandbox.md#libdispatch-threads).
// Never:  does anything that can be done later.
// Start:  `RunnerStart.c`; `ProcessCalls.c` for functions of the C library that the runner replaces.
#ifndef KLAVA_RUNNER_START_H
#define KLAVA_RUNNER_START_H

/// Gives the process back the processors that were hidden from its libraries. The process may use them; libdispatch
/// no longer counts them.
void klv_show_processors(void);

#endif
