#ifndef KLAVA_KIT_MAIN_BUNDLE_H
#define KLAVA_KIT_MAIN_BUNDLE_H

#include <klava/keyboard.h>

// Gives `Bundle.main` of Foundation the manifest, if the process has Foundation. Call this function in the turn that
// loads the keyboard, because the host offers no resources before that turn.
void klavakit_fill_main_bundle(klv_host *host);

#endif
