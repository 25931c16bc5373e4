// LinuxShims: Linux calls that Swift cannot express.
//
// For:    variadic system calls, atomic access to memory that two processes share, and signal handlers.
// Never:  contains a policy. Like a system call, each function returns -1 and sets errno on failure.
// Start:  `LinuxShims.h` for single calls; `Confinement.h`, `FaultHandler.h`, `KeyboardJournal.h`, `TerminalSignals.h`
//         and `TrappedCalls.h` for one topic each.
#ifndef KLAVA_LINUX_SHIMS_H
#define KLAVA_LINUX_SHIMS_H

#include "KeyboardJournal.h"

#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
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
/// Tells the processor core that the calling thread waits in a loop.
static inline void klv_spin_hint(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

/// Sleeps while *word is `expected`, but at most `nanoseconds`. A negative number means no limit. Returns 0 if woken,
/// else -1.
int klv_futex_wait(const uint32_t *word, uint32_t expected, int64_t nanoseconds);
/// Wakes at most one sleeper. Returns the number of woken sleepers.
int klv_futex_wake(uint32_t *word);

/// memfd_create(2), close-on-exec, with sealing allowed.
int klv_memfd_create(const char *name);
/// Seals a memfd against shrinking, growing and more seals.
int klv_memfd_seal(int fd);
/// Seals a memfd against shrinking and more seals. The memfd can still grow.
int klv_memfd_seal_shrinking(int fd);
/// Seals a memfd against any change.
int klv_memfd_seal_content(int fd);
/// 1 if a memfd is sealed against shrinking and growing, else 0.
int klv_memfd_is_sealed(int fd);

/// eventfd(2), non-blocking and close-on-exec.
int klv_eventfd_create(void);
/// Adds one to the counter of an eventfd, which makes the eventfd readable.
int klv_eventfd_signal(int fd);
/// Resets the counter of an eventfd. Never blocks, even if the process at the other end removed O_NONBLOCK from the
/// descriptor.
int klv_eventfd_drain(int fd);
/// ppoll(2) for at most `nanoseconds`. A negative number means no limit.
int klv_poll(struct pollfd *descriptors, unsigned int count, int64_t nanoseconds);
/// memmem(3): whether the bytes at `bytes` contain the bytes at `part`.
bool klv_contains(const void *bytes, size_t length, const void *part, size_t part_length);
/// The number of cores on which this thread may run.
int klv_usable_cores(void);
/// The core on which this thread runs now, read without a system call; -1 if unknown.
int klv_current_core(void);
/// The cores on which a thread may run, one bit for each core.
typedef struct klv_cores {
  unsigned long words[1024 / (8 * sizeof(unsigned long))];
} klv_cores;
/// Forbids another thread to run on the core of this thread, and stores the cores on which the other thread could run
/// before. Returns false, and changes nothing, if the other thread may not run on this core or only on this core, or if
/// a system call fails.
bool klv_forbid_current_core(pid_t thread, klv_cores *before);
/// Sets the cores on which another thread may run.
int klv_allow_cores(pid_t thread, const klv_cores *cores);

/// pidfd_open(2).
int klv_pidfd_open(pid_t pid);
/// pidfd_send_signal(2).
int klv_pidfd_send_signal(int pidfd, int signal);
/// waitid(2) for a child that has ended. The child remains a zombie, so that the caller can wait for the child again.
/// `usage` gets the resource use of the child and of its waited-for children.
int klv_look_at_death(int pidfd, siginfo_t *information, struct rusage *usage);
/// Makes the kernel keep the exit status of children until this program waits for them. With SIG_IGN or SA_NOCLDWAIT
/// for SIGCHLD, the kernel discards exit statuses, and a program can inherit SIG_IGN from the program that started it.
int klv_wait_for_children(void);
/// setvbuf(3) with _IONBF: each call that writes to the standard output writes without a delay.
int klv_unbuffer_output(void);
/// Leaves at least `bytes` bytes free at the end of the heap. The number must be less than 128 KiB. After a keyboard
/// has reached its limit of memory or of mappings, the heap cannot grow. Even then, the runner needs memory to send a
/// message to the host.
void klv_reserve_heap(size_t bytes);
/// prctl(PR_SET_NAME): sets the name of this thread and of the threads that it creates.
int klv_set_name(const char *name);
/// prctl(PR_SET_PDEATHSIG).
int klv_set_parent_death_signal(int signal);
/// sched_setscheduler(SCHED_BATCH) for this thread: when this thread wakes up, it does not preempt a running thread.
int klv_set_batch_policy(void);
/// socketpair(2) of Unix sockets that carry messages, close-on-exec.
int klv_socket_pair(int ends[2]);
/// socketpair(2) of Unix sockets that carry bytes, close-on-exec.
int klv_stream_pair(int ends[2]);
/// Sends a descriptor through a socket of klv_socket_pair (SCM_RIGHTS).
int klv_send_descriptor(int socket, int descriptor);
/// Receives a descriptor through a socket of klv_socket_pair, close-on-exec. Never waits.
///
/// If there is no message, or if the message does not carry exactly one descriptor, returns -1 and closes all received
/// descriptors.
int klv_receive_descriptor(int socket);
/// Like klv_receive_descriptor, but waits for the message. The function returns -1 if the other end of the socket was
/// closed.
int klv_wait_for_descriptor(int socket);
/// pipe2(2), close-on-exec; both ends are non-blocking.
int klv_pipe(int ends[2]);
/// posix_spawn_file_actions_addclosefrom_np(3).
int klv_spawn_close_from(posix_spawn_file_actions_t *actions, int first);
/// posix_spawn_file_actions_addchdir_np(3).
int klv_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder);
/// close_range(2) from `first` upwards.
int klv_close_from(unsigned int first);

/// The bytes that malloc has allocated and not freed, by mallinfo2(3).
uint64_t klv_heap_in_use(void);

/// openat2(2) beneath `dirfd`, close-on-exec. Refuses symbolic links, magic links, other file systems, and paths that
/// leave `dirfd`.
int klv_open_beneath(int dirfd, const char *path, uint64_t flags);
/// Like klv_open_beneath, with O_PATH. The caller can stat any kind of file through the descriptor, but cannot read it.
int klv_name_beneath(int dirfd, const char *path);
/// Like klv_name_beneath, but follows symbolic links inside `dirfd`. Fails with EXDEV for a link that leaves `dirfd`,
/// and with ELOOP for a loop of links.
int klv_follow_beneath(int dirfd, const char *path);
/// O_NOATIME.
extern const int klv_no_access_time;
/// A descriptor (O_PATH) of a folder through a separate read-only mount. Reading through this descriptor does not
/// change access times, even of files of other users. A short-lived child makes the mount in a mount namespace, and in
/// a user namespace if `in_user_namespace` is not 0.
int klv_read_only_folder(const char *path, int in_user_namespace);
/// openat(2) with O_PATH: does not follow a final symbolic link, and triggers no automount. The caller can stat the
/// file through the descriptor, but cannot read it.
int klv_name_at(int dirfd, const char *name);
/// The type of the file system that contains an open file, by fstatfs(2); -1 on failure.
int64_t klv_file_system(int fd);
/// Swaps two names in one folder atomically (renameat2, RENAME_EXCHANGE).
int klv_exchange_names(int dirfd, const char *one, const char *other);

/* A message handler: the source of the message, an errno, and the message with arguments as for printf(3). */
typedef void (*klv_message_handler)(const char *file, int line, const char *function, int error, const char *format, ...);
/* A message handler that does nothing. This handler is in C, because Swift cannot define a variadic C function. */
klv_message_handler klv_silent_message_handler(void);

/// wcwidth(3): the number of terminal cells of a character in the current locale; -1 for a nonprintable character.
int klv_cell_width(uint32_t scalar);

/// dladdr(3): the path of the program or shared library that contains an address; NULL if there is none.
const char *klv_file_of_code(const void *address);

/// accept4(2) with SOCK_CLOEXEC, without the client's address.
int klv_accept(int socket);

#endif
