#define _GNU_SOURCE
#include "LinuxShims.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
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

int klv_memfd_seal_shrinking(int fd) { return fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_SEAL); }

int klv_memfd_seal_content(int fd) {
  return fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
}

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

bool klv_contains(const void *bytes, size_t length, const void *part, size_t part_length) {
  return memmem(bytes, length, part, part_length) != NULL;
}

int klv_usable_cores(void) {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) < 0 ? -1 : CPU_COUNT(&set);
}

int klv_current_core(void) { return sched_getcpu(); }

bool klv_forbid_current_core(pid_t thread, klv_cores *before) {
  cpu_set_t cores;
  int core = sched_getcpu();
  if (core < 0 || sched_getaffinity(thread, sizeof cores, &cores) < 0 || !CPU_ISSET(core, &cores)) return false;
  memcpy(before, &cores, sizeof cores);
  CPU_CLR(core, &cores);
  return CPU_COUNT(&cores) > 0 && sched_setaffinity(thread, sizeof cores, &cores) == 0;
}

int klv_allow_cores(pid_t thread, const klv_cores *cores) {
  _Static_assert(sizeof *cores == sizeof(cpu_set_t), "klv_cores has as many bits as cpu_set_t");
  return sched_setaffinity(thread, sizeof *cores, (const cpu_set_t *)cores);
}

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

void klv_reserve_heap(size_t bytes) {
  // The variable is volatile, because the compiler may otherwise remove the calls of malloc and free.
  void *volatile memory = malloc(bytes);
  free(memory);
}

int klv_unbuffer_output(void) { return setvbuf(stdout, NULL, _IONBF, 0); }

int klv_set_name(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }

int klv_set_parent_death_signal(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }

int klv_set_batch_policy(void) { return sched_setscheduler(0, SCHED_BATCH, &(struct sched_param){0}); }

int klv_socket_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends); }

int klv_stream_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }

// A message that carries one byte and one descriptor.
struct descriptor_message {
  struct iovec bytes;
  char byte;
  union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
};

static struct msghdr message_header(struct descriptor_message *message) {
  memset(message, 0, sizeof *message);
  message->bytes = (struct iovec){.iov_base = &message->byte, .iov_len = 1};
  return (struct msghdr){.msg_iov = &message->bytes, .msg_iovlen = 1, .msg_control = message->control.space,
                         .msg_controllen = sizeof message->control.space};
}

int klv_send_descriptor(int socket, int descriptor) {
  struct descriptor_message message;
  struct msghdr header = message_header(&message);
  message.control.header = (struct cmsghdr){
      .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof descriptor)};
  memcpy(CMSG_DATA(&message.control.header), &descriptor, sizeof descriptor);
  return sendmsg(socket, &header, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

static int receive_descriptor(int socket, int flags) {
  struct descriptor_message message;
  struct msghdr header = message_header(&message);
  ssize_t received;
  do received = recvmsg(socket, &header, flags | MSG_CMSG_CLOEXEC); while (received < 0 && errno == EINTR);
  if (received < 0) return -1;
  int first = -1, count = 0;
  for (struct cmsghdr *control = CMSG_FIRSTHDR(&header); control; control = CMSG_NXTHDR(&header, control)) {
    if (control->cmsg_level != SOL_SOCKET || control->cmsg_type != SCM_RIGHTS) continue;
    // Look for a second descriptor too, because the padding after the first descriptor has space for another one.
    for (size_t offset = 0; CMSG_LEN(offset + sizeof(int)) <= control->cmsg_len; offset += sizeof(int)) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(control) + offset, sizeof descriptor);
      if (count++ == 0) first = descriptor; else close(descriptor);
    }
  }
  if (count == 1 && !(header.msg_flags & MSG_CTRUNC)) return first;
  if (count > 0) close(first);
  errno = count == 0 ? ENOMSG : EBADMSG;
  return -1;
}

int klv_receive_descriptor(int socket) { return receive_descriptor(socket, MSG_DONTWAIT); }

int klv_wait_for_descriptor(int socket) { return receive_descriptor(socket, 0); }

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

const int klv_no_access_time = O_NOATIME;

// The memory that the child of klv_read_only_folder shares with its parent.
struct folder_request { const char *path; int descriptor, error; };

static int make_read_only_folder(void *argument) {
  struct folder_request *request = argument;
  // Use /proc as the mount point: the folder exists on every system, and this function needs none of its files.
  static const char place[] = "/proc";
  // Make all mounts private first. Otherwise the new mount would also appear in the parent's mount namespace, of which
  // the child's namespace is a copy.
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 && mount(request->path, place, NULL, MS_BIND, NULL) == 0 &&
      klv_mount_add(place, MOUNT_ATTR_RDONLY) == 0)
    request->descriptor = open(place, O_PATH | O_DIRECTORY | O_CLOEXEC);
  request->error = errno;
  return 0;
}

int klv_read_only_folder(const char *path, int in_user_namespace) {
  _Alignas(16) char stack[16 * 1024];
  struct folder_request request = {.path = path, .descriptor = -1, .error = 0};
  // As with vfork(2), the child shares memory and descriptors with the parent, which waits for the child.
  // CLONE_UNTRACED hides the child from a debugger, because the debugger must follow a later child that runs a
  // keyboard.
  const int like_vfork = CLONE_VM | CLONE_VFORK | CLONE_FILES | CLONE_UNTRACED;
  int flags = like_vfork | CLONE_NEWNS | (in_user_namespace ? CLONE_NEWUSER : 0);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int child = clone(make_read_only_folder, stack + sizeof stack, flags, &request);
  int error = child < 0 ? errno : 0;
  while (child > 0 && waitpid(child, NULL, __WCLONE) < 0 && errno == EINTR) continue;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error ? error : request.error;
  return request.descriptor;
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

const char *klv_file_of_code(const void *address) {
  Dl_info information;
  return dladdr(address, &information) ? information.dli_fname : NULL;
}

int klv_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_CLOEXEC); }
