/* Attacks through inherited descriptors, and through too many descriptors. */
#include "zoo.h"

#include <dirent.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>

/* The number of descriptors to open: many times a keyboard's limit, but below the usual limit of a user. */
enum { wanted_descriptors = 512 };

BEHAVIOR(F28, "injects input into an inherited terminal (TIOCSTI) and controls it") {
  int error = 0;
  for (int file = 0; file < 64; file++) {
    char letter = 'z';
    int number = 0;
    if (ioctl(file, TIOCSTI, &letter) == 0) zoo_escaped("TIOCSTI %d", file);
    if (file < 3) zoo_refused(errno);
    error = errno;
    if (ioctl(file, TIOCSCTTY, 1) == 0) zoo_escaped("TIOCSCTTY %d", file);
    if (ioctl(file, TIOCLINUX, &letter) == 0) zoo_escaped("TIOCLINUX %d", file);
    if (ioctl(file, TIOCGWINSZ, &number) == 0) zoo_escaped("TIOCGWINSZ %d", file);
  }
  zoo_refused(error == EBADF ? EBADF : error);
}

BEHAVIOR(I01, "searches for descriptors that it did not open") {
  char found[200] = "";
  for (int file = 0; file < 4096; file++) {
    struct stat status;
    if (fstat(file, &status) < 0) continue;
    int flags = fcntl(file, F_GETFL);
    const char *kind = S_ISREG(status.st_mode)    ? "file"
                       : S_ISCHR(status.st_mode)  ? "device"
                       : S_ISDIR(status.st_mode)  ? "folder"
                       : S_ISFIFO(status.st_mode) ? "pipe"
                       : S_ISSOCK(status.st_mode) ? "socket"
                                                  : "other";
    size_t length = strlen(found);
    snprintf(found + length, sizeof found - length, "%s%s%s", length > 0 ? " " : "", kind,
             (flags & O_ACCMODE) == O_RDONLY ? "-read" : "");
    if (S_ISDIR(status.st_mode) || S_ISSOCK(status.st_mode)) zoo_escaped("descriptor %d is a %s", file, kind);
    if (S_ISREG(status.st_mode) && (flags & O_ACCMODE) != O_RDONLY) zoo_escaped("descriptor %d can be written", file);
  }
  zoo_contained("%s", found);
}

BEHAVIOR(I05, "sends descriptors through its descriptors (SCM_RIGHTS)") {
  char control[CMSG_SPACE(sizeof(int))] = "";
  struct iovec bytes = {"z", 1};
  struct msghdr message = {
      .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  for (int file = 0; file < 64; file++)
    if (sendmsg(file, &message, MSG_NOSIGNAL) >= 0) zoo_escaped("descriptor %d", file);
  TRY(sendmsg(0, &message, MSG_NOSIGNAL));
}

BEHAVIOR(I06, "closes one direction of the connection to the host") {
  for (int file = 0; file < 64; file++)
    if (shutdown(file, SHUT_WR) == 0) zoo_escaped("shutdown %d", file);
  TRY(shutdown(3, SHUT_RDWR));
}

BEHAVIOR(M10, "duplicates a descriptor until the limit") {
  int count = 0;
  while (count < wanted_descriptors && dup(0) >= 0) count++;
  if (count == wanted_descriptors) return zoo_escaped("%d descriptors", count);
  zoo_refused(errno);
}

BEHAVIOR(D40, "closes descriptors 0 to 63") {
  for (int file = 0; file < 64; file++) close(file);
  zoo_contained("closed");
}

BEHAVIOR(D41, "writes to descriptors 0 to 63") {
  static const char text[] = "\033]0;zoo\a{\"zoo\": 1}\r\n\x9b" "2J";
  for (int round = 0; round < 16; round++)
    for (int file = 0; file < 64; file++)
      if (write(file, text, sizeof text) < 0 && pwrite(file, text, sizeof text, 0) > 0)
        zoo_contained("writing at an offset of descriptor %d succeeded", file);
  zoo_contained("written");
}

BEHAVIOR(D42, "creates events, timers and watches until the limit") {
  int count = 0;
  while (count < wanted_descriptors && eventfd(0, 0) >= 0) count++;
  if (count >= wanted_descriptors) zoo_escaped("%d events", count);
  zoo_refused(errno);
  for (int file = 5; file < wanted_descriptors + 64; file++) close(file);
  for (count = 0; count < wanted_descriptors && timerfd_create(CLOCK_MONOTONIC, 0) >= 0;) count++;
  if (count >= wanted_descriptors) zoo_escaped("%d timers", count);
  zoo_refused(errno);
  for (int file = 5; file < wanted_descriptors + 64; file++) close(file);
  for (count = 0; count < wanted_descriptors && epoll_create1(0) >= 0;) count++;
  if (count >= wanted_descriptors) zoo_escaped("%d watchers", count);
  zoo_refused(errno);
}

BEHAVIOR(D43, "replaces descriptors of the host by the keyboard's standard input") {
  for (int file = 0; file < 16; file++) {
    if (dup2(0, file) >= 0 && file != 0) zoo_escaped("dup2 onto %d", file);
    if (dup3(0, file, 0) >= 0) zoo_escaped("dup3 onto %d", file);
  }
  TRY(dup2(0, 40));
  TRY(dup3(0, 41, 0));
}

BEHAVIOR(D44, "closes a descriptor of the host so that a descriptor of the keyboard gets the number") {
  close(4);
  if (eventfd(0, 0) < 0) return zoo_refused(errno);
  zoo_contained("the keyboard's event has the number");
}

BEHAVIOR(D45, "changes its descriptors by fcntl") {
  static const int commands[] = {8 /* SETOWN */,       10 /* SETSIG */,   15 /* SETOWN_EX */, 1024 /* SETLEASE */,
                                 1026 /* NOTIFY */,    1031 /* PIPESZ */, 1033 /* ADD_SEALS */, 1036 /* HINT */,
                                 1038 /* FILE_HINT */, 38 /* OFD_SETLKW */};
  for (size_t index = 0; index < sizeof commands / sizeof *commands; index++)
    for (int file = 0; file < 8; file++) {
      if (fcntl(file, commands[index], 0) == 0)
        zoo_escaped("command %d", commands[index]);
      else if (errno != EBADF)
        zoo_refused(errno);
    }
  TRY(fcntl(0, F_DUPFD, 100));
}

BEHAVIOR(D46, "makes the descriptors of the host blocking and signal-driven") {
  for (int file = 0; file < 8; file++) fcntl(file, F_SETFL, 0);
  for (int file = 0; file < 8; file++)
    if (fcntl(file, F_SETFL, O_ASYNC) == 0 && (fcntl(file, F_GETFL) & O_ASYNC)) zoo_escaped("O_ASYNC on %d", file);
  for (int file = 0; file < 8; file++)
    if (fcntl(file, F_SETFL, O_DIRECT) == 0 && (fcntl(file, F_GETFL) & O_DIRECT)) zoo_escaped("O_DIRECT on %d", file);
  /* A full event counter blocks its writer unless the descriptor is nonblocking. */
  const uint64_t most = UINT64_MAX - 1;
  for (int file = 3; file < 8; file++) (void)!write(file, &most, sizeof most);
  zoo_contained("done");
}

BEHAVIOR(D47, "drains the event counter of the host and wakes the host without reason, from a thread") {
  extern void *zoo_disturb(void *);
  extern int pthread_create(unsigned long *, const void *, void *(*)(void *), void *);
  unsigned long thread;
  int result = pthread_create(&thread, NULL, zoo_disturb, NULL);
  if (result != 0) return zoo_refused(result);
  zoo_contained("under way");
}

void *zoo_disturb(void *argument) {
  const uint64_t one = 1;
  uint64_t count;
  for (;;)
    for (int file = 3; file < 6; file++) {
      (void)!write(file, &one, sizeof one);
      struct pollfd ready = {.fd = file, .events = POLLIN};
      if (poll(&ready, 1, 0) == 1) (void)!read(file, &count, sizeof count);
    }
  return argument;
}

BEHAVIOR(D48, "lists folders through its descriptors") {
  static char entries[4096];
  for (int file = 0; file < 64; file++) {
    if (syscall(SYS_getdents64, file, entries, sizeof entries) >= 0) zoo_escaped("descriptor %d", file);
    if (syscall(SYS_getdents, file, entries, sizeof entries) >= 0) zoo_escaped("descriptor %d", file);
    struct stat status;
    if (fstatat(file, "..", &status, 0) == 0) zoo_escaped("above descriptor %d", file);
    int above = openat(file, "..", O_RDONLY | O_DIRECTORY);
    if (above >= 0) zoo_escaped("opened above descriptor %d", file), close(above);
  }
  TRY(syscall(SYS_getdents64, 1, entries, sizeof entries));
}

BEHAVIOR(D49, "reads signals from a descriptor and waits for the exit of its own process") {
  uint64_t signals = UINT64_MAX;
  TRY(syscall(SYS_signalfd4, -1, &signals, 8, 0));
  TRY(syscall(SYS_signalfd, -1, &signals, 8));
}

BEHAVIOR(D50, "wakes the machine from sleep and uses clocks of other processes, by timers") {
  TRY(timerfd_create(8 /* REALTIME_ALARM */, 0));
  TRY(timerfd_create(9 /* BOOTTIME_ALARM */, 0));
  TRY(timerfd_create((clockid_t)(~(unsigned)zoo_number("victim") << 3 | 2), 0));
}

BEHAVIOR(D51, "locks files of other programs") {
  for (int file = 0; file < 8; file++)
    if (syscall(SYS_flock, file, 2 | 4) == 0) zoo_escaped("flock %d", file);
  TRY(syscall(SYS_flock, 0, 2 | 4));
}

BEHAVIOR(D52, "leaves a message for another keyboard in the locks of a shared device") {
  struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_start = 0x5a00, .l_len = 1};
  int chance = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
  if (chance < 0) zoo_refused(errno);
  for (int file = 0; file < 8; file++) {
    if (fcntl(file, F_SETLK, &lock) == 0)
      zoo_escaped("a lock on descriptor %d", file);
    else if (errno != EBADF)
      zoo_refused(errno);
    lock.l_type = F_WRLCK;
    if (fcntl(file, F_GETLK, &lock) == 0) zoo_escaped("asked for locks on descriptor %d", file);
    lock.l_type = F_RDLCK;
  }
}

BEHAVIOR(D53, "leaves a number for its next process in the inode numbers of pipes") {
  int ends[2] = {-1, -1};
  struct stat status;
  for (int round = 0; round < 2; round++) {
    int made = round == 0 ? (int)syscall(SYS_pipe2, ends, 0)
#ifdef SYS_pipe
                          : (int)syscall(SYS_pipe, ends);
#else
                          : -1;
#endif
    if (made < 0) {
      zoo_refused(errno);
      continue;
    }
    if (fstat(ends[0], &status) == 0) zoo_escaped("inode %lu", (unsigned long)status.st_ino);
    close(ends[0]);
    close(ends[1]);
  }
}

BEHAVIOR(D54, "reads how many pipes and files in memory the machine made, from the inode numbers of its descriptors") {
  static char state[64];
  int copies[4];
  int thread = open("/proc/1/stat", O_RDONLY);
  for (int file = 0; file < 16; file++) {
    copies[0] = file;
    copies[1] = dup(file);
    copies[2] = fcntl(file, F_DUPFD, 0);
    copies[3] = fcntl(file, F_DUPFD_CLOEXEC, 0);
    for (int copy = 0; copy < 4; copy++) {
      struct stat status[3] = {0};
      fstat(copies[copy], &status[0]);
      syscall(SYS_fstat, copies[copy], &status[1]);
      syscall(SYS_newfstatat, copies[copy], "", &status[2], AT_EMPTY_PATH);
      for (int call = 0; call < 3; call++) {
        int is_counted = S_ISFIFO(status[call].st_mode) || (S_ISREG(status[call].st_mode) && status[call].st_nlink == 0);
        if (is_counted && status[call].st_ino != 0)
          zoo_escaped("inode %lu of descriptor %d", (unsigned long)status[call].st_ino, file);
      }
      if (copy > 0 && copies[copy] >= 0) close(copies[copy]);
    }
  }
  zoo_contained("%zd bytes of the state", thread < 0 ? -1 : read(thread, state, sizeof state));
}
