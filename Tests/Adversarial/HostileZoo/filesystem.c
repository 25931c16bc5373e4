/* Attacks that open files in unusual ways, or that query the file system. */
#include "zoo.h"

#include <pthread.h>
#include <sched.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/xattr.h>

BEHAVIOR(F40, "opens a file by openat2, with every resolve flag") {
  const char *path = zoo_argument("secret");
  for (uint64_t resolve = 0; resolve < 0x40; resolve++) {
    struct {
      uint64_t flags, mode, resolve;
    } how = {.flags = O_RDONLY, .resolve = resolve};
    long file = syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
    if (file < 0) {
      zoo_refused(errno);
    } else {
      zoo_escaped("openat2");
      close((int)file);
    }
  }
}

BEHAVIOR(F41, "opens its descriptors again, with other rights") {
  for (int file = 0; file < 16; file++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    int again = open(path, O_RDWR | O_NONBLOCK);
    if (again >= 0)
      zoo_escaped("/proc/self/fd"), close(again);
    else
      zoo_refused(errno);
    snprintf(path, sizeof path, "/dev/fd/%d", file);
    again = open(path, O_RDONLY | O_NONBLOCK);
    if (again >= 0)
      zoo_escaped("/dev/fd"), close(again);
    else
      zoo_refused(errno);
  }
  zoo_read_file("/dev/stdin");
}

BEHAVIOR(F42, "opens a file without access to its content (O_PATH), an unnamed file (O_TMPFILE) and a folder") {
  TRY(open(zoo_argument("secret"), O_PATH));
  TRY(open(zoo_argument("folder"), O_TMPFILE | O_RDWR, 0600));
  TRY(open(zoo_argument("folder"), O_RDONLY | O_DIRECTORY));
  TRY(open("/", O_PATH | O_DIRECTORY));
  TRY(syscall(SYS_creat, zoo_path("folder", "/planted"), 0600));
  TRY(openat(AT_FDCWD, "/dev/shm", O_TMPFILE | O_RDWR, 0600));
}

BEHAVIOR(F43, "writes to files that it may only read") {
  const char *const paths[] = {"/dev/urandom", zoo_library()};
  static const int flags[] = {O_RDWR, O_WRONLY, O_WRONLY | O_APPEND, O_RDWR | O_CREAT, O_RDONLY | O_TRUNC, O_RDONLY};
  for (int path = 0; path < 2; path++) {
    for (size_t index = 0; index < sizeof flags / sizeof *flags; index++) {
      int file = open(paths[path], flags[index], 0644);
      if (file < 0) {
        zoo_refused(errno);
        continue;
      }
      if (flags[index] & O_TRUNC) zoo_contained("opened with O_TRUNC");
      if (write(file, "zoo", 3) == 3) zoo_escaped("wrote %s", paths[path]);
      if (ftruncate(file, 1) == 0) zoo_escaped("cut %s", paths[path]);
      if (fchmod(file, 0777) == 0) zoo_escaped("fchmod %s", paths[path]);
      if (fchown(file, getuid(), getgid()) == 0) zoo_escaped("fchown %s", paths[path]);
      if (fallocate(file, 0, 0, 4096) == 0) zoo_escaped("fallocate %s", paths[path]);
      void *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      if (shared != MAP_FAILED) zoo_escaped("mapped %s writable", paths[path]);
      close(file);
    }
  }
}

BEHAVIOR(F44, "opens forbidden files by paths that resemble allowed paths") {
  const char *const paths[] = {
      "/dev/urandom/../../etc/passwd",
      "/dev/../etc/passwd",
      "//etc/passwd",
      "/etc/./passwd",
      "/proc/self/root/etc/passwd",
      "/proc/self/cwd/Package.swift",
      "/proc/thread-self/root/etc/passwd",
      "/proc/1/root/etc/passwd",
      "/proc/../../../../../../etc/passwd",
      zoo_path("bundle", "/../../v/secret.txt"),
  };
  for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) zoo_read_file(paths[index]);
}

static char raced[4096];
static _Atomic bool racing;
static _Atomic long rounds;

static void *race(void *argument) {
  const char *secret = argument;
  const char allowed[] = "/dev/urandom";
  size_t length = strlen(secret) + 1;
  while (racing) {
    memcpy(raced, secret, length);
    rounds++;
    sched_yield();
    memcpy(raced, allowed, sizeof allowed);
    sched_yield();
  }
  return NULL;
}

BEHAVIOR(F45, "changes a path while the trap handler reads it") {
  const char *secret = zoo_argument("secret");
  strcpy(raced, "/dev/urandom");
  racing = true;
  rounds = 0;
  pthread_t thread;
  if (pthread_create(&thread, NULL, race, (void *)secret) != 0) return zoo_contained("without a thread");
  bool has_escaped = false;
  /* Both threads yield. Otherwise, on one core, neither thread would run between the other thread's steps. */
  for (int count = 0; !has_escaped && (rounds < 5000 || count < 5000) && count < 400000; count++) {
    sched_yield();
    int file = open(raced, O_RDONLY);
    if (file < 0) continue;
    char bytes[12] = "";
    if (read(file, bytes, 11) > 0 && memcmp(bytes, "the victim'", 11) == 0) has_escaped = true;
    close(file);
  }
  racing = false;
  pthread_join(thread, NULL);
  if (has_escaped)
    zoo_escaped("read the other path's file");
  else
    zoo_contained("in %s rounds", rounds >= 5000 ? "enough" : "too few");
}

BEHAVIOR(F46, "opens addresses that contain no path") {
  char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(page, '/', 8192);
  TRY(open(page, O_RDONLY | O_PATH));
  munmap(page + 4096, 4096);
  TRY(open(page + 4090, O_RDONLY | O_PATH));
  TRY(syscall(SYS_open, NULL, O_RDONLY));
  TRY(syscall(SYS_open, (const char *)1, O_RDONLY));
  TRY(syscall(SYS_open, (const char *)UINTPTR_MAX, O_RDONLY));
  TRY(openat(99, "relative", O_RDONLY));
  TRY(syscall(SYS_newfstatat, 99, "", (void *)8, 0x1000));
}

BEHAVIOR(F47, "gets handles for files") {
  struct {
    unsigned size;
    int type;
    unsigned char bytes[128];
  } handle = {.size = 128};
  int mount = 0;
  TRY(syscall(SYS_name_to_handle_at, AT_FDCWD, zoo_argument("secret"), &handle, &mount, 0));
}

BEHAVIOR(F48, "opens a file by its handle") {
  struct {
    unsigned size;
    int type;
    unsigned char bytes[8];
  } handle = {.size = 8, .type = 1, .bytes = {2}};
  TRY(syscall(SYS_open_by_handle_at, AT_FDCWD, &handle, O_RDONLY));
}

BEHAVIOR(F49, "watches a folder with inotify") {
  int watcher = (int)syscall(SYS_inotify_init1, 0);
  if (watcher < 0) return zoo_refused(errno);
  TRY(syscall(SYS_inotify_add_watch, watcher, zoo_argument("folder"), 0xfff));
  close(watcher);
}

BEHAVIOR(F50, "watches a file system with fanotify") { TRY(syscall(SYS_fanotify_init, 0x200, O_RDONLY)); }

BEHAVIOR(F51, "reads, lists and sets extended attributes") {
  const char *path = zoo_argument("secret");
  char value[64];
  TRY(setxattr(path, "user.zoo", "1", 1, 0));
  TRY(lsetxattr(path, "user.zoo", "1", 1, 0));
  TRY(getxattr(path, "user.zoo", value, sizeof value));
  TRY(lgetxattr(path, "user.zoo", value, sizeof value));
  TRY(listxattr(path, value, sizeof value));
  TRY(llistxattr(path, value, sizeof value));
  TRY(removexattr(path, "user.zoo"));
  TRY(syscall(463 /* setxattrat */, AT_FDCWD, path, 0, "user.zoo", NULL, 0));
}

BEHAVIOR(F52, "reads the state of file systems") {
  struct statfs status;
  char text[256];
  TRY(statfs("/", &status));
  TRY(fstatfs(0, &status));
  TRY(syscall(SYS_ustat, 0, text));
  TRY(syscall(139 /* sysfs */, 3));
  TRY(syscall(457 /* statmount */, NULL, NULL, 0, 0));
  TRY(syscall(458 /* listmount */, NULL, NULL, 0, 0));
}

BEHAVIOR(F53, "makes, removes and exchanges folders and names") {
  TRY(mkdir(zoo_path("folder", "/made"), 0755));
  TRY(mkdirat(AT_FDCWD, zoo_path("container", "/made"), 0755));
  TRY(rmdir(zoo_path("folder", "/input")));
  TRY(unlink(zoo_argument("secret")));
  TRY(unlinkat(AT_FDCWD, zoo_path("folder", "/movable.txt"), 0));
  TRY(syscall(SYS_renameat, AT_FDCWD, zoo_path("folder", "/movable.txt"), AT_FDCWD, zoo_path("folder", "/moved.txt")));
  TRY(renameat2(AT_FDCWD, zoo_argument("secret"), AT_FDCWD, zoo_path("folder", "/movable.txt"), 2 /* EXCHANGE */));
}

BEHAVIOR(F54, "reads about the machine and itself in /proc and /sys") {
  static const char *const paths[] = {
      "/proc/self/maps",   "/proc/self/auxv",     "/proc/self/cmdline", "/proc/self/status",
      "/proc/self/mem",    "/proc/self/mountinfo", "/proc/self/limits",  "/proc/self/pagemap",
      "/proc/meminfo",     "/proc/cpuinfo",       "/proc/net/tcp",      "/proc/net/unix",
      "/proc/version",     "/proc/loadavg",       "/proc/uptime",       "/proc/kallsyms",
      "/etc/localtime",    "/etc/hostname",       "/etc/machine-id",    "/proc/sys/kernel/random/boot_id",
      "/sys/class/net",    "/sys/class/dmi/id/product_uuid"};
  for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
    int file = open(paths[index], O_RDONLY);
    if (file < 0)
      zoo_refused(errno);
    else
      zoo_escaped("%s", paths[index] + 1), close(file);
  }
  char target[4096];
  TRY(syscall(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", target, sizeof target));
  TRY(readlink("/proc/self/cwd", target, sizeof target));
  // The runner itself answers this call. The answer must not name the runner's folder.
  ssize_t length = readlink("/proc/self/exe", target, sizeof target - 1);
  target[length < 0 ? 0 : length] = 0;
  if (strstr(target, "klava-runner")) zoo_escaped("%s", target);
}

BEHAVIOR(F55, "copies data between descriptors without reading it") {
  int secret = open(zoo_argument("secret"), O_RDONLY);
  int ends[2] = {-1, -1};
  if (pipe(ends) < 0) zoo_refused(errno);
  TRY(syscall(SYS_sendfile, ends[1], secret, NULL, 16));
  TRY(syscall(SYS_splice, secret, NULL, ends[1], NULL, 16, 0));
  TRY(syscall(SYS_copy_file_range, secret, NULL, ends[1], NULL, 16, 0));
  struct {
    const void *start;
    size_t length;
  } bytes = {"zoo", 3};
  TRY(syscall(SYS_vmsplice, ends[1], &bytes, 1, 0));
  TRY(syscall(SYS_tee, ends[0], ends[1], 16, 0));
}

BEHAVIOR(F56, "reads attributes of files with the newest system calls") {
  char attributes[64] = "";
  for (long number = 463; number <= 475; number++) {
    long result = syscall(number, AT_FDCWD, zoo_argument("secret"), attributes, sizeof attributes, 0, 0);
    if (result >= 0)
      zoo_escaped("system call %ld", number);
    else
      zoo_refused(errno);
  }
}

BEHAVIOR(F57, "does asynchronous input and output (aio)") {
  unsigned long context = 0;
  TRY(syscall(SYS_io_setup, 8, &context));
}

BEHAVIOR(F58, "writes to files that control the kernel") {
  static const char *const paths[] = {"/proc/sys/kernel/core_pattern", "/proc/self/oom_score_adj",
                                      "/proc/self/coredump_filter",    "/proc/self/comm",
                                      "/proc/self/uid_map",            "/proc/self/setgroups",
                                      "/sys/fs/cgroup/cgroup.procs",   "/proc/sysrq-trigger"};
  for (size_t index = 0; index < sizeof paths / sizeof *paths; index++) {
    int file = open(paths[index], O_WRONLY);
    if (file < 0)
      zoo_refused(errno);
    else
      zoo_escaped("%s", paths[index] + 1), close(file);
  }
}

BEHAVIOR(F59, "reads its working folder") {
  char path[4096] = "";
  if (getcwd(path, sizeof path) == NULL) return zoo_refused(errno);
  if (strcmp(path, "/") == 0) return zoo_contained("in /");
  zoo_escaped("%s", path);
}

BEHAVIOR(F60, "reads the user's name in the path of its library") {
  if (strcmp(zoo_library(), zoo_argument("library")) == 0) return zoo_escaped("its bundle's path");
  zoo_contained("%s", zoo_library());
}
