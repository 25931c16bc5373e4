// FaultHandler: ends a process at a fault of its own, before the kernel prints anything about it.
//
// The kernel's log gets a line with up to 64 bytes of memory for a fault that no handler takes (debug.exception-trace). So
// the handler here takes each and exits. It must not be replaced either: some lines are printed for a process that has a
// handler as well, such as for a bad signal frame, and a process that survived them could print line after line. So the
// handler is a copy of position-independent code in a page of its own at a fixed, low address, which it never leaves and
// which holds all that it reads. The seccomp filter lets no call map, change or give back memory below
// KLV_LOWEST_ADDRESS, and has sigaction(2) do nothing for these signals.
#ifndef KLAVA_FAULT_HANDLER_H
#define KLAVA_FAULT_HANDLER_H

#include <stdint.h>

/// Where the page of the handler is.
#define KLV_FAULT_PAGE 0x100000
/// The lowest address that a confined process may name in a call that changes its mappings.
#define KLV_LOWEST_ADDRESS 0x200000
/// What the handler adds to a signal's number for the exit status, as shells do.
#define KLV_FAULT_STATUS 128

/// From now on SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGTRAP end the process with the status KLV_FAULT_STATUS plus the
/// signal's number, on the alternate stack where the thread has one. What the process was short of (KLV_SHORT_OF_…) is
/// added to `short_at_end` first, if it is not NULL. -1 if that cannot be had.
int klv_fault_watch(uint32_t *short_at_end);
/// The signal of the fault that an exit status stands for; 0 where it stands for none.
int klv_fault_of_status(int status);

#endif
