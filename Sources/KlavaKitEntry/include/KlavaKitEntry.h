// KlavaKitEntry: the one symbol that a keyboard exports, for keyboards written in Swift. The functions that it names are
// KlavaKit's (Sources/KlavaKit/ControllerEntry.swift); Swift itself cannot define a constant C record.
#ifndef KLAVA_KIT_ENTRY_H
#define KLAVA_KIT_ENTRY_H
#endif
