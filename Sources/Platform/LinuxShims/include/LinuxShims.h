// LinuxShims: what Swift cannot say of Linux. Each function is a few lines: a variadic system call, or an atomic access to
// memory that two processes share. Nothing here decides anything. Each answers -1 and sets errno as the kernel does.
#ifndef KLAVA_LINUX_SHIMS_H
#define KLAVA_LINUX_SHIMS_H

#include "KeyboardJournal.h"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "Confinement.h"
#include "FaultHandler.h"
#include "TerminalSignals.h"
#include "TrappedCalls.h"

// Atomic access to a 32-bit word in shared memory. The word must be aligned to four bytes.
static inline uint32_t klv_load_acquire(const uint32_t *word) { return __atomic_load_n(word, __ATOMIC_ACQUIRE); }
static inline void klv_store_release(uint32_t *word, uint32_t value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }
static inline uint32_t klv_exchange(uint32_t *word, uint32_t value) {
  return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}
static inline void klv_fence(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
/// Tells the core that this is a spin loop.
static inline void klv_spin_hint(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// Sleeps while *word is `expected`, at most `nanoseconds` (negative: without end). 0 when woken, -1 otherwise.
int klv_futex_wait(const uint32_t *word, uint32_t expected, int64_t nanoseconds);
/// Wakes at most one sleeper; the number woken.
int klv_futex_wake(uint32_t *word);

/// memfd_create(2) with sealing allowed and close-on-exec.
int klv_memfd_create(const char *name);
/// Seals a memfd against being shrunk, grown or sealed again.
int klv_memfd_seal(int fd);
/// Seals a memfd against any change.
int klv_memfd_seal_content(int fd);
/// 1 where a memfd is sealed against being shrunk and grown, 0 where it is not.
int klv_memfd_is_sealed(int fd);

/// eventfd(2), non-blocking and close-on-exec.
int klv_eventfd_create(void);
/// Adds one to an eventfd's counter, which makes it readable.
int klv_eventfd_signal(int fd);
/// Makes an eventfd unreadable again. Never blocks, even where whoever shares the descriptor took O_NONBLOCK off it.
int klv_eventfd_drain(int fd);
/// ppoll(2) for at most `nanoseconds` (negative: without end).
int klv_poll(struct pollfd *descriptors, unsigned int count, int64_t nanoseconds);
/// How many cores this thread may run on.
int klv_usable_cores(void);
/// The core on which this thread runs at this moment, asked without a system call; -1 where that is not known.
int klv_current_core(void);

/// pidfd_open(2).
int klv_pidfd_open(pid_t pid);
/// pidfd_send_signal(2).
int klv_pidfd_send_signal(int pidfd, int signal);
/// waitid(2) for a child that has ended, which stays to be waited for; `usage` is what it and all it waited for used.
int klv_look_at_death(int pidfd, siginfo_t *information, struct rusage *usage);
/// Has the kernel keep the ends of children until somebody asks, where whoever started this program had it forget them.
int klv_wait_for_children(void);
/// prctl(PR_SET_NAME): the name of this thread, and of those that it makes.
int klv_set_name(const char *name);
/// prctl(PR_SET_PDEATHSIG).
int klv_set_parent_death_signal(int signal);
/// socketpair(2) of messages between two processes, close-on-exec.
int klv_socket_pair(int ends[2]);
/// Sends a descriptor through such a socket (SCM_RIGHTS).
int klv_send_descriptor(int socket, int descriptor);
/// Receives the descriptor that was sent through such a socket, close-on-exec. Never waits.
///
/// Returns -1 if no message has come, or if the message does not bring exactly one descriptor; the function then closes
/// all that came.
int klv_receive_descriptor(int socket);
/// pipe2(2), close-on-exec, neither end ever blocks.
int klv_pipe(int ends[2]);
/// posix_spawn_file_actions_addclosefrom_np(3).
int klv_spawn_close_from(posix_spawn_file_actions_t *actions, int first);
/// posix_spawn_file_actions_addchdir_np(3).
int klv_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder);
/// close_range(2) of `first` and all above.
int klv_close_from(unsigned int first);

/// Bytes that malloc has given out and not got back, by mallinfo2(3).
uint64_t klv_heap_in_use(void);

/// openat2(2) beneath `dirfd`: no symbolic link, no magic link, no other file system, nothing outside. Close-on-exec.
int klv_open_beneath(int dirfd, const char *path, uint64_t flags);
/// As klv_open_beneath, but the name alone: opens nothing, so that any kind of file can be asked what it is (O_PATH).
int klv_name_beneath(int dirfd, const char *path);
/// As klv_name_beneath, but follows symbolic links that stay inside: EXDEV where one leads out, ELOOP where they loop.
int klv_follow_beneath(int dirfd, const char *path);
/// O_NOATIME.
extern const int klv_no_access_time;
/// A descriptor (O_PATH) of a folder through a read-only mount that nothing else uses. Reading through it leaves access times
/// as they are, whoever owns the files. A short-lived child makes the mount in a mount namespace, and in a user namespace
/// if `in_user_namespace` is not 0.
int klv_read_only_folder(const char *path, int in_user_namespace);
/// openat(2) of a name alone: opens no file, follows no link at its end, sets off no automatic mount (O_PATH).
int klv_name_at(int dirfd, const char *name);
/// The kind of the file system that an open file is in, by fstatfs(2); -1 where that fails.
int64_t klv_file_system(int fd);
/// Two names in one folder trade places, in one step (renameat2, RENAME_EXCHANGE).
int klv_exchange_names(int dirfd, const char *one, const char *other);

/* A function that takes a message in the manner of printf(3), behind where it comes from and an error. */
typedef void (*klv_message_handler)(const char *file, int line, const char *function, int error, const char *format, ...);
/* One that does nothing with it: a variadic function, which Swift cannot write. */
klv_message_handler klv_silent_message_handler(void);

/// wcwidth(3): the cells of a terminal that a character takes in the present locale, -1 for one that cannot be shown.
int klv_cell_width(uint32_t scalar);

#endif
