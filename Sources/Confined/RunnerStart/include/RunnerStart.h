// RunnerStart: what must be so in the runner's process before any library of it is initialized.
//
// For:    libdispatch, which counts the processors when it is mapped and makes as many threads for each quality of service:
//         on a large machine more than a keyboard may have, and it waits for ever for those that it does not get
//         (Sandbox.md#libdispatch-threads).
// Never:  anything that can be done later.
#ifndef KLAVA_RUNNER_START_H
#define KLAVA_RUNNER_START_H

/// Gives the process back the processors that were hidden from its libraries: they are there to be used, but not to be
/// counted.
void klv_show_processors(void);

#endif
