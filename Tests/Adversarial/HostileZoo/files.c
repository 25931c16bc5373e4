/* Attacks that use the paths of files that do not belong to the keyboard. */
#include "zoo.h"

#include <dirent.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/time.h>
#include <utime.h>

BEHAVIOR(F01, "opens /etc/passwd") { zoo_read_file("/etc/passwd"); }

BEHAVIOR(F02, "opens a file of the user") { zoo_read_file(zoo_argument("secret")); }

BEHAVIOR(F03, "makes a file in its own bundle") {
  zoo_write_file(zoo_path("bundle", "/planted"), O_WRONLY | O_CREAT | O_EXCL);
}

BEHAVIOR(F04, "makes a file in a folder that is writable for everyone") {
  zoo_write_file(zoo_path("folder", "/planted"), O_WRONLY | O_CREAT | O_EXCL);
}

BEHAVIOR(F05, "leaves its data container by `..`") {
  char path[4096];
  snprintf(path, sizeof path, "%s/../../../../../../../../../../../../../../../..%s", zoo_argument("container"),
           zoo_argument("secret"));
  zoo_read_file(path);
}

BEHAVIOR(F06, "reads through a symbolic link in its data container") {
  const char *link = zoo_path("container", "/link");
  TRY(symlink(zoo_argument("secret"), link));
  zoo_read_file(link);
}

BEHAVIOR(F07, "links a file of the user into its data container") {
  const char *path = zoo_path("container", "/hard");
  TRY(link(zoo_argument("secret"), path));
  TRY(linkat(AT_FDCWD, zoo_argument("secret"), AT_FDCWD, path, AT_SYMLINK_FOLLOW));
}

BEHAVIOR(F08, "renames a file out of its data container, and a file of the user into it") {
  TRY(rename(zoo_path("container", "/kept.txt"), zoo_path("folder", "/planted")));
  TRY(renameat2(AT_FDCWD, zoo_argument("secret"), AT_FDCWD, zoo_path("container", "/taken"), 0));
}

BEHAVIOR(F10, "looks for a file of the user without opening it") {
  const char *path = zoo_argument("secret");
  struct stat status;
  char extended[256];
  TRY(syscall(SYS_stat, path, &status));
  TRY(syscall(SYS_lstat, path, &status));
  TRY(syscall(SYS_newfstatat, AT_FDCWD, path, &status, 0));
  TRY(syscall(SYS_statx, AT_FDCWD, path, 0, 0x7ff, extended));
  TRY(syscall(SYS_access, path, R_OK));
  TRY(syscall(SYS_faccessat, AT_FDCWD, path, R_OK));
  TRY(syscall(SYS_faccessat2, AT_FDCWD, path, R_OK, 0));
  TRY(stat(path, &status));
}

BEHAVIOR(F11, "learns from an error whether a file exists") {
  const char *const paths[] = {zoo_argument("secret"), zoo_path("secret", "-which-is-not-there"),
                               zoo_path("secret", "/below-a-file"), "/root/.ssh/id_rsa", "/proc/1/mem"};
  int first = 0;
  for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
    errno = 0;
    int file = open(paths[index], O_RDONLY | O_DIRECTORY);
    if (file >= 0) close(file);
    if (index == 0) first = errno;
    if (errno != first) zoo_escaped("%s instead of %s", strerrorname_np(errno), strerrorname_np(first));
  }
  zoo_refused(first);
}

BEHAVIOR(F12, "reads which program another process runs") {
  char path[64], program[256];
  snprintf(path, sizeof path, "/proc/%ld/exe", zoo_number("victim"));
  TRY(readlink(path, program, sizeof program));
  TRY(readlinkat(AT_FDCWD, path, program, sizeof program));
}

BEHAVIOR(F14, "changes the mode, times and owner of a file of the user") {
  const char *path = zoo_argument("secret");
  TRY(chmod(path, 0400));
  TRY(fchmodat(AT_FDCWD, path, 0400, 0));
  TRY(syscall(452 /* fchmodat2 */, AT_FDCWD, path, 0400, 0));
  TRY(syscall(SYS_utime, path, &(struct utimbuf){0, 0}));
  TRY(syscall(SYS_utimes, path, (struct timeval[2]){{0, 0}, {0, 0}}));
  TRY(syscall(SYS_futimesat, AT_FDCWD, path, (struct timeval[2]){{0, 0}, {0, 0}}));
  TRY(utimensat(AT_FDCWD, path, NULL, 0));
  TRY(chown(path, getuid(), getgid()));
  TRY(lchown(path, getuid(), getgid()));
  TRY(fchownat(AT_FDCWD, path, getuid(), getgid(), 0));
}

BEHAVIOR(F16, "truncates a file of the user") {
  TRY(truncate(zoo_argument("secret"), 0));
  TRY(open(zoo_argument("secret"), O_RDONLY | O_TRUNC));
  TRY(open(zoo_argument("secret"), O_WRONLY | O_TRUNC));
}

BEHAVIOR(F17, "makes a named pipe, a socket and a device node") {
  TRY(mkfifo(zoo_path("folder", "/fifo"), 0666));
  TRY(mknod(zoo_path("container", "/fifo"), S_IFIFO | 0666, 0));
  TRY(mknodat(AT_FDCWD, zoo_path("folder", "/socket"), S_IFSOCK | 0666, 0));
  TRY(mknod(zoo_path("folder", "/memory"), S_IFCHR | 0666, makedev(1, 1)));
}

BEHAVIOR(F18, "changes its working folder and its root") {
  TRY(chdir("/"));
  TRY(chdir(zoo_argument("folder")));
  for (int file = 0; file < 64; file++)
    if (fchdir(file) == 0) zoo_escaped("fchdir(%d)", file);
  TRY(fchdir(0));
}

BEHAVIOR(F19, "changes its root") { TRY(chroot(zoo_argument("folder"))); }

BEHAVIOR(F21, "writes a file of 32 MiB into its data container") {
  int file = open(zoo_path("container", "/large"), O_WRONLY | O_CREAT, 0644);
  if (file < 0) return zoo_refused(errno);
  const size_t length = 4 << 20;
  char *bytes = calloc(1, length);
  size_t written = 0;
  while (written < 8 * length) {
    ssize_t count = write(file, bytes, length);
    if (count < 0) break;
    written += (size_t)count;
  }
  if (written < 8 * length) zoo_refused(errno);
  if (written > length) zoo_escaped("%zu bytes", written);
}

BEHAVIOR(F22, "makes six hundred files in its data container") {
  int made = 0;
  for (int index = 0; index < 600; index++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/many-%d", zoo_argument("container"), index);
    int file = open(path, O_WRONLY | O_CREAT, 0644);
    if (file >= 0) made++, close(file);
  }
  if (made == 600) return zoo_escaped("600 files");
  zoo_refused(errno);
}

BEHAVIOR(F23, "reads its own environment in /proc") { zoo_read_file("/proc/self/environ"); }

BEHAVIOR(F24, "reads the counts of interrupts, which reveal key strokes") {
  zoo_read_file("/proc/interrupts");
  zoo_read_file("/proc/stat");
  zoo_read_file("/proc/softirqs");
}

BEHAVIOR(F25, "opens the devices of keyboards") {
  zoo_read_file("/dev/input/event0");
  zoo_read_file("/dev/input/by-path/platform-i8042-serio-0-event-kbd");
  zoo_read_file(zoo_path("folder", "/input/event0"));
}

BEHAVIOR(F26, "opens cameras, microphones, screens, disks and memory") {
  static const char *const paths[] = {"/dev/video0",    "/dev/snd/timer", "/dev/snd/pcmC0D0c", "/dev/fb0",
                                      "/dev/dri/card0", "/dev/uinput",    "/dev/mem",          "/dev/kmsg",
                                      "/dev/port",      "/dev/vda",       "/dev/vcs1",         "/dev/hidraw0"};
  for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
    int file = open(paths[index], O_RDONLY | O_NONBLOCK);
    if (file < 0)
      zoo_refused(errno);
    else
      zoo_escaped("%s", paths[index]), close(file);
  }
}

BEHAVIOR(F27, "injects input into the user's terminal") {
  const char *const paths[] = {zoo_argument("terminal"), "/dev/tty", "/dev/console"};
  for (int index = 0; index < 3; index++) {
    int file = open(paths[index], O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (file < 0) {
      zoo_refused(errno);
      continue;
    }
    zoo_escaped("%s", paths[index]);
    /* Type only into the victim's terminal, because the other terminals may belong to a user. */
    if (index == 0) TRY(write(file, "zoo", 3));
    if (index == 0) TRY(ioctl(file, TIOCSTI, "z"));
    close(file);
  }
  TRY(open("/dev/ptmx", O_RDWR | O_NOCTTY));
}

BEHAVIOR(F29, "leaves a message in named shared memory") {
  char name[64];
  snprintf(name, sizeof name, "/klava-zoo-%d", getpid());
  int file = shm_open(name, O_RDWR | O_CREAT, 0600);
  if (file < 0) return zoo_refused(errno);
  zoo_try("shm_open", write(file, "zoo", 3));
  shm_unlink(name);
}

static void list(const char *path) {
  DIR *folder = opendir(path);
  if (folder == NULL) return zoo_refused(errno);
  int count = 0;
  while (readdir(folder) != NULL) count++;
  zoo_escaped("%d names in %s", count, path);
  closedir(folder);
}

BEHAVIOR(F31, "lists folders") {
  list("/");
  list("/home");
  list("/proc");
  list("/tmp");
  list(".");
  list(zoo_argument("folder"));
}

BEHAVIOR(F32, "reads and writes another keyboard's data container") {
  zoo_read_file(zoo_path("other", "/kept.txt"));
  zoo_write_file(zoo_path("other", "/kept.txt"), O_WRONLY);
  zoo_write_file(zoo_path("other", "/planted"), O_WRONLY | O_CREAT);
}
