#define _GNU_SOURCE
#include "TrappedCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__x86_64__)
#define RESULT(context) ((context)->uc_mcontext.gregs[REG_RAX])
#define ARGUMENT(context, n) ((uint64_t)(context)->uc_mcontext.gregs[(const int[]){REG_RDI, REG_RSI, REG_RDX, REG_R10}[n]])
#elif defined(__aarch64__)
#define RESULT(context) ((context)->uc_mcontext.regs[0])
#define ARGUMENT(context, n) ((uint64_t)(context)->uc_mcontext.regs[n])
#endif

enum { served_limit = 4, path_limit = 256, number_limit = 1024 };
// The result for a system call that the handler cannot answer. The value differs from every errno of the kernel.
enum { not_served = -65536 };
static struct { char path[path_limit]; int descriptor; } served[served_limit];
static int paths_are_real;
static int serves_thread_state;
static char shown_folder[path_limit];
static int16_t answers[number_limit];
static klv_trap_note note_refusal;
static void *note_context;
static int is_installed;

int klv_trap_serve(const char *path, int descriptor) {
  for (int index = 0; index < served_limit; index++)
    if (served[index].path[0] == 0 && strlen(path) < path_limit) {
      strcpy(served[index].path, path);
      served[index].descriptor = descriptor;
      return 0;
    }
  return -1;
}

void klv_trap_serve_thread_state(void) { serves_thread_state = 1; }

void klv_trap_paths_are_real(void) { paths_are_real = 1; }

int klv_trap_show_folder(const char *path) {
  if (strlen(path) >= path_limit) return -1;
  strcpy(shown_folder, path);
  return 0;
}

void klv_trap_forget_library(int descriptor) {
  for (int index = 0; index < served_limit; index++)
    if (served[index].descriptor == descriptor) served[index].path[0] = 0;
}

void klv_trap_answer(uint32_t number, int error) {
  if (number < number_limit) answers[number] = (int16_t)error;
}

static int matches(const char *pattern, const char *path) {
  const char *star = strchr(pattern, '*');
  if (!star) return strcmp(pattern, path) == 0;
  size_t before = (size_t)(star - pattern), after = strlen(star + 1), length = strlen(path);
  return length >= before + after && memcmp(pattern, path, before) == 0 &&
         strcmp(path + length - after, star + 1) == 0;
}

// The index of the element of `served` that matches a path, or -1 if no element matches.
static int served_place(const char *path) {
  for (int index = 0; path && index < served_limit; index++)
    if (served[index].path[0] && matches(served[index].path, path)) return index;
  return -1;
}

// Whether `flags` opens a file only for reading, and without O_CLOEXEC. If a process may open files by their paths, the
// filter also traps calls with such flags.
static int is_plain(uint64_t flags) {
  const uint64_t never = O_PATH | (O_TMPFILE & ~O_DIRECTORY);
  return (flags & (O_ACCMODE | O_TRUNC | O_CLOEXEC | never)) == O_RDONLY;
}

static int is_shown_folder(const char *path) { return path && shown_folder[0] && strcmp(path, shown_folder) == 0; }

static int is_thread_state(const char *path) { return path && serves_thread_state && matches("/proc/*/stat", path); }

// Opens a file with the fixed state of a running thread. The file is an event, because all events have the same inode
// number. A read returns the eight bytes of the event's counter.
static long open_thread_state(uint64_t flags) {
  static const char state[8] = "1 (k) R ";
  int file = (int)syscall(SYS_eventfd2, 0, EFD_NONBLOCK | (flags & O_CLOEXEC ? EFD_CLOEXEC : 0));
  if (file < 0) return -errno;
  if (write(file, state, sizeof state) < 0) return close(file), -EIO;
  return file;
}

static long open_served(int folder, const char *path, uint64_t flags, mode_t mode) {
  // CoreFoundation opens the folder of klv_trap_show_folder in each process, so do not record the call as an attempt of
  // the keyboard.
  if (is_shown_folder(path)) return -EACCES;
  if (paths_are_real) {
    if (!is_plain(flags)) return not_served;
    int file = (int)syscall(SYS_openat, folder, path, (int)flags | O_CLOEXEC, mode);
    if (file >= 0) return fcntl(file, F_SETFD, 0), file;
    if (errno != ENOENT || !is_thread_state(path)) return -errno;
  }
  if (is_thread_state(path) && is_plain(flags & ~(uint64_t)O_CLOEXEC)) return open_thread_state(flags);
  int place = served_place(path);
  if (place < 0 || (flags & (O_ACCMODE | O_PATH | O_DIRECTORY | O_CREAT)) != O_RDONLY) return not_served;
  int copy = fcntl(served[place].descriptor, flags & O_CLOEXEC ? F_DUPFD_CLOEXEC : F_DUPFD, 0);
  if (copy < 0) return -errno;
  lseek(copy, 0, SEEK_SET);
  return copy;
}

// Standard output and standard error are a pipe to the keyboard's log. The inode number of a pipe comes from a counter
// of the whole machine, so the process gets a fixed status of this pipe.
static long status_of(int descriptor, struct stat *status) {
  if (descriptor != STDOUT_FILENO && descriptor != STDERR_FILENO)
    return syscall(SYS_fstat, descriptor, status) < 0 ? -errno : 0;
  *status = (struct stat){.st_mode = S_IFIFO | 0600, .st_nlink = 1, .st_blksize = 4096};
  return 0;
}

static long status_served(int folder, const char *path, struct stat *status, uint64_t flags) {
  if (is_shown_folder(path) || (shown_folder[0] && path && strcmp(path, "/") == 0)) {
    *status = (struct stat){.st_mode = S_IFDIR | 0555, .st_nlink = 2};
    return 0;
  }
  if (is_thread_state(path)) {
    *status = (struct stat){.st_mode = S_IFREG | 0444, .st_nlink = 1};
    return 0;
  }
  int place = served_place(path), is_empty = path && path[0] == 0;
  int descriptor = is_empty && (flags & AT_EMPTY_PATH) ? folder : place < 0 ? -1 : served[place].descriptor;
  if (descriptor < 0) return is_empty ? -EBADF : not_served;
  return status_of(descriptor, status);
}

// The path argument of a system call, or NULL. For a call that creates a Unix socket, the result is the name of the
// socket's family. The C library creates such a socket to look up a host or a user. The name of a socket family is
// never the path of a file.
static const char *path_of(uint32_t number, const ucontext_t *context) {
  switch (number) {
#if defined(__x86_64__)
    case SYS_open: case SYS_stat: case SYS_lstat: case SYS_access: case SYS_readlink: case SYS_unlink:
    case SYS_rename: case SYS_mkdir: case SYS_rmdir: case SYS_chmod: case SYS_chown: case SYS_lchown:
    case SYS_utime: case SYS_utimes: case SYS_symlink: case SYS_link: case SYS_mknod:
#endif
    case SYS_truncate: case SYS_chdir: case SYS_statfs: case SYS_setxattr: case SYS_getxattr: case SYS_listxattr:
      return (const char *)ARGUMENT(context, 0);
    case SYS_openat: case SYS_newfstatat: case SYS_faccessat: case SYS_faccessat2: case SYS_readlinkat:
    case SYS_unlinkat: case SYS_renameat: case SYS_renameat2: case SYS_mkdirat: case SYS_fchmodat:
    case SYS_fchownat: case SYS_utimensat: case SYS_linkat: case SYS_mknodat:
      return (const char *)ARGUMENT(context, 1);
    case SYS_socket: return ARGUMENT(context, 0) == AF_UNIX ? "AF_UNIX" : NULL;
    default: return NULL;
  }
}

static void answer_trap(int signal, siginfo_t *information, void *data) {
  (void)signal;
  ucontext_t *context = data;
  int error = errno;
  uint32_t number = (uint32_t)information->si_syscall;
  const char *path = path_of(number, context);
  long result = not_served;
  switch (number) {
#if defined(__x86_64__)
    case SYS_open: result = open_served(AT_FDCWD, path, ARGUMENT(context, 1), ARGUMENT(context, 2)); break;
#endif
    case SYS_openat:
      result = open_served((int)ARGUMENT(context, 0), path, ARGUMENT(context, 2), ARGUMENT(context, 3));
      break;
    case SYS_fstat: result = status_of((int)ARGUMENT(context, 0), (struct stat *)ARGUMENT(context, 1)); break;
    case SYS_newfstatat:
      result = status_served((int)ARGUMENT(context, 0), path, (struct stat *)ARGUMENT(context, 2), ARGUMENT(context, 3));
      break;
    default: break;
  }
  if (result == not_served) {
    result = -(number < number_limit && answers[number] ? answers[number] : ENOSYS);
    if (note_refusal) note_refusal(note_context, number, path);
  }
  RESULT(context) = result;
  errno = error;
}

void klv_trap_tell(klv_trap_note note, void *context) {
  note_refusal = note;
  note_context = context;
}

int klv_trap_refuses(uint32_t number) {
  if (!is_installed || !note_refusal) return 0;
  note_refusal(note_context, number, NULL);
  return 1;
}

int klv_trap_install(void) {
  struct sigaction action = {.sa_sigaction = answer_trap, .sa_flags = SA_SIGINFO | SA_RESTART};
  is_installed = sigaction(SIGSYS, &action, NULL) == 0;
  return is_installed ? 0 : -1;
}
