#ifndef KLAVA_KIT_MISLEADING_CALLS_H
#define KLAVA_KIT_MISLEADING_CALLS_H

#include <klava/keyboard.h>

// Adds a line to the log for each imported function of Foundation that returns a wrong value in a keyboard, without an
// error. Call this function in the turn that loads the keyboard.
void klavakit_report_misleading_calls(klv_host *host);

#endif
