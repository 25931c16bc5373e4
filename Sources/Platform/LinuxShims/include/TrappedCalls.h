// TrappedCalls: what a confined process answers in the place of the kernel. The filter turns refused calls into SIGSYS; the
// handler here serves a few files that were opened beforehand, and answers everything else with an error
// (Sandbox.md#trap-handler). It grants nothing: whoever replaces it, or blocks the signal, has the call refused all the
// same.
#ifndef KLAVA_TRAPPED_CALLS_H
#define KLAVA_TRAPPED_CALLS_H

#include <stdint.h>

/// Serves opens of exactly this path with copies of a descriptor, read from the start; at most four. -1 past that.
/// A path that ends in `*` stands for all that begin with what is before it and end with what is after it.
int klv_trap_serve(const char *path, int descriptor);
/// Has plain opens for reading done, with O_CLOEXEC, which gets through the filter; what serves a path then counts only
/// where there is no file.
void klv_trap_paths_are_real(void);
/// Serves no opens of this descriptor any more.
void klv_trap_withdraw(int descriptor);
/// Answers the system call of this number, once trapped, with this errno; ENOSYS is the answer to all others.
void klv_trap_answer(uint32_t number, int error);
/// Takes note of a refused call: its number, and its path where it has one.
typedef void (*klv_trap_note)(void *context, uint32_t number, const char *path);
/// From now on every refusal is told to `note`, unless that is NULL.
void klv_trap_tell(klv_trap_note note, void *context);
/// For what the filter refuses without a trap: tells of a refusal, and answers 1, where the handler is installed and refusals
/// are told; else 0.
int klv_trap_refuses(uint32_t number);
/// Installs the handler of SIGSYS.
int klv_trap_install(void);

#endif
