#ifndef KLAVA_KIT_MAIN_BUNDLE_H
#define KLAVA_KIT_MAIN_BUNDLE_H

#include <klava/keyboard.h>

// Copies the manifest to Foundation's `Bundle.main`, if the process has loaded Foundation. Call this function in the
// turn that loads the keyboard, because the host offers no resources before that turn.
void klavakit_fill_main_bundle(klv_host *host);

#endif
