// TrappedCalls: the answers to system calls that the seccomp filter traps. When the filter traps a system call, the
// kernel sends SIGSYS instead of making the call.
//
// If a call opens one of a few known files, the handler returns a copy of a descriptor that is already open. The
// handler also answers stat(2) of the known files and of the folder of klv_trap_show_folder, and returns a fixed status
// of standard output and standard error. For a process that may
// open files by their paths, the handler opens files for reading. All other trapped calls fail with an error
// (Sandbox.md#trap-handler). The handler grants no rights: if a keyboard replaces the handler or blocks the signal, the
// kernel still refuses the call.
#ifndef KLAVA_TRAPPED_CALLS_H
#define KLAVA_TRAPPED_CALLS_H

#include <stdint.h>

/// Makes each call that opens `path` return a copy of the descriptor, with the file offset at the start. A `*` in the
/// path matches any text. Returns -1 if four paths are served already, or if the path has more than 255 bytes.
int klv_trap_serve(const char *path, int descriptor);
/// Makes each call that opens `/proc/*/stat` return a new file with a fixed state: a running thread.
void klv_trap_serve_thread_state(void);
/// Makes the handler itself open files for reading. Call this function in a process that may open files by their paths.
/// The handler opens a file with O_CLOEXEC, which the filter allows, and then clears the close-on-exec flag. The
/// handler serves the state of a thread only if no file has this path.
void klv_trap_paths_are_real(void);
/// Makes stat(2) of `path`, and of `/`, report a folder. Opening `path` fails with EACCES. Returns -1 if the path has
/// more than 255 bytes.
int klv_trap_show_folder(const char *path);
/// Makes the handler stop returning copies of a descriptor that a call of klv_trap_serve named.
void klv_trap_forget_library(int descriptor);
/// Sets the errno that a trapped system call returns. The default is ENOSYS.
void klv_trap_answer(uint32_t number, int error);
/// A function that records a refused call: its number, and its path if it has one.
typedef void (*klv_trap_note)(void *context, uint32_t number, const char *path);
/// Makes the handler report every refusal to `note`. NULL stops the reports.
void klv_trap_tell(klv_trap_note note, void *context);
/// Records a refusal that the filter makes without a trap. Returns 1 if the handler is installed and has a note
/// function, else 0.
int klv_trap_refuses(uint32_t number);
/// Installs the handler for SIGSYS.
int klv_trap_install(void);

#endif
