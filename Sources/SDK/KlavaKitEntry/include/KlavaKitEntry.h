// KlavaKitEntry: the C code that defines the symbol `klv_keyboard`, which each keyboard in Swift exports.
//
// For:    KlavaKit. Swift cannot define a constant C record, so this module defines the record in C.
// Never:  contains a keyboard's code. The functions in the record are in `ControllerEntry.swift` of KlavaKit.
// Start:  `KlavaKitEntry.c`.
#ifndef KLAVA_KIT_ENTRY_H
#define KLAVA_KIT_ENTRY_H

#include <stdbool.h>

/// The `ControllerBox` of the controller that the host is calling on this thread; NULL outside of a call by the host.
void *_Nullable klavakit_current_box(void);
/// Sets the `ControllerBox` that `klavakit_current_box` returns on this thread, and returns the previous box.
void *_Nullable klavakit_exchange_current_box(void *_Nullable box);
/// Whether a host has created a keyboard in this process.
bool klavakit_has_host(void);

#endif
