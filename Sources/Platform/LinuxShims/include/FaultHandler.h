// FaultHandler: ends a process after a fault, before the kernel logs anything about the fault.
//
// For a fault without a handler, the kernel logs a line with up to 64 bytes of memory (debug.exception-trace). To
// prevent these lines, the handler of this file catches each fault and exits.
//
// A keyboard must not be able to replace the handler. For some faults, such as a bad signal frame, the kernel logs a
// line even if the process has a handler. With its own handler, a keyboard could survive such faults and make the
// kernel log many lines.
//
// To protect the handler, its position-independent code is copied to a separate page at a fixed, low address. The page
// also contains the handler's data, and the code never jumps out of the page. The seccomp filter refuses each system
// call that would map, change or unmap memory below KLV_LOWEST_ADDRESS. Under the filter, sigaction(2) has no effect
// for the signals of faults.
#ifndef KLAVA_FAULT_HANDLER_H
#define KLAVA_FAULT_HANDLER_H

#include <stdint.h>

/// The address of the handler's page.
#define KLV_FAULT_PAGE 0x100000
/// The lowest address that a confined process may pass to a call that changes its mappings.
#define KLV_LOWEST_ADDRESS 0x200000
/// The number to which the signal's number is added to get the exit status of a fault, as in shells.
#define KLV_FAULT_STATUS 128

/// The maximum number of recorded addresses.
#define KLV_END_FRAMES 32

/// The state of a process when a signal ended it.
typedef struct klv_end_record {
  /// The range of addresses at which the keyboard's library is mapped; empty until it is mapped.
  uint64_t library_start;
  uint64_t library_end;
  /// The limits that the process had reached, as KLV_SHORT_OF_… flags.
  uint32_t short_of;
  /// The number of addresses in `frames`.
  uint32_t frame_count;
  /// The address of the interrupted instruction, then words of the stack that may be return addresses, the innermost
  /// first.
  uint64_t frames[KLV_END_FRAMES];
} klv_end_record;

/// Installs the handler for SIGSEGV, SIGBUS, SIGILL, SIGFPE and SIGTRAP. When the process gets one of these five
/// signals, it exits with KLV_FAULT_STATUS plus the signal's number. The handler runs on the alternate stack if the
/// thread has one. If `record` is not NULL, the handler fills in this record before the process exits. Call this
/// function on the first thread. Returns -1 on failure.
int klv_fault_watch(klv_end_record *record);
/// The signal of the fault that an exit status reports; 0 if the status reports no fault.
int klv_fault_of_status(int status);

#endif
