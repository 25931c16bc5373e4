// KlavaKitEntry: the one symbol that a keyboard exports, for keyboards written in Swift. The functions that it names are
// KlavaKit's (Sources/SDK/KlavaKit/ControllerEntry.swift); Swift itself cannot define a constant C record.
#ifndef KLAVA_KIT_ENTRY_H
#define KLAVA_KIT_ENTRY_H

/// The controller box that this thread is calling; NULL outside of a call.
void *_Nullable klavakit_current_box(void);
/// Sets the controller box that this thread is calling, and returns the previous one.
void *_Nullable klavakit_exchange_current_box(void *_Nullable box);

#endif
