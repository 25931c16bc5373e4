#define _GNU_SOURCE
#include "LinuxShims.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int klv_futex_wait(const uint32_t *word, uint32_t expected, int64_t nanoseconds) {
  struct timespec timeout = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  return (int)syscall(SYS_futex, word, FUTEX_WAIT, expected, nanoseconds < 0 ? NULL : &timeout, NULL, 0);
}

int klv_futex_wake(uint32_t *word) { return (int)syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0); }

int klv_memfd_create(const char *name) { return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING); }

int klv_memfd_seal(int fd) { return fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL); }

int klv_memfd_is_sealed(int fd) {
  int seals = fcntl(fd, F_GET_SEALS), wanted = F_SEAL_SHRINK | F_SEAL_GROW;
  return seals < 0 ? -1 : (seals & wanted) == wanted;
}

int klv_eventfd_create(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

int klv_eventfd_signal(int fd) {
  uint64_t one = 1;
  return write(fd, &one, sizeof one) == sizeof one ? 0 : -1;
}

int klv_eventfd_drain(int fd) {
  uint64_t count;
  struct iovec into = {.iov_base = &count, .iov_len = sizeof count};
  return preadv2(fd, &into, 1, -1, RWF_NOWAIT) == sizeof count ? 0 : -1;
}

int klv_poll(struct pollfd *descriptors, unsigned int count, int64_t nanoseconds) {
  struct timespec timeout = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
  return ppoll(descriptors, count, nanoseconds < 0 ? NULL : &timeout, NULL);
}

int klv_usable_cores(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) < 0 ? -1 : CPU_COUNT(&set);
}

int klv_current_core(void) { return sched_getcpu(); }

int klv_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int klv_pidfd_send_signal(int pidfd, int signal) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, signal, NULL, 0);
}

int klv_look_at_death(int pidfd, siginfo_t *information, struct rusage *usage) {
  return (int)syscall(SYS_waitid, P_PIDFD, pidfd, information, WEXITED | WNOWAIT, usage);
}

int klv_wait_for_children(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) < 0) return -1;
  if (action.sa_handler != SIG_IGN && !(action.sa_flags & SA_NOCLDWAIT)) return 0;
  action.sa_handler = action.sa_handler == SIG_IGN ? SIG_DFL : action.sa_handler;
  action.sa_flags &= ~SA_NOCLDWAIT;
  return sigaction(SIGCHLD, &action, NULL);
}

int klv_set_name(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

int klv_set_parent_death_signal(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }

int klv_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

int klv_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int klv_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}

int klv_close_from(unsigned int first) { return (int)syscall(SYS_close_range, first, ~0U, 0); }

uint64_t klv_heap_in_use(void) {
  struct mallinfo2 heap = mallinfo2();
  return heap.uordblks + heap.hblkhd;
}

int klv_open_beneath(int dirfd, const char *path, uint64_t flags) {
  struct open_how how = {
      .flags = flags | O_CLOEXEC,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV,
  };
  return (int)syscall(SYS_openat2, dirfd, path, &how, sizeof how);
}

int klv_name_beneath(int dirfd, const char *path) { return klv_open_beneath(dirfd, path, O_PATH | O_NOFOLLOW); }

int klv_follow_beneath(int dirfd, const char *path) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
  return (int)syscall(SYS_openat2, dirfd, path, &how, sizeof how);
}

int klv_name_at(int dirfd, const char *name) { return openat(dirfd, name, O_PATH | O_NOFOLLOW | O_CLOEXEC); }

int64_t klv_file_system(int fd) {
  struct statfs system;
  return fstatfs(fd, &system) < 0 ? -1 : (uint32_t)system.f_type;
}

int klv_exchange_names(int dirfd, const char *one, const char *other) {
  return renameat2(dirfd, one, dirfd, other, RENAME_EXCHANGE);
}

static void klv_keep_silent(const char *file, int line, const char *function, int error, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)error, (void)format;
}

klv_message_handler klv_silent_message_handler(void) { return klv_keep_silent; }

int klv_cell_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
