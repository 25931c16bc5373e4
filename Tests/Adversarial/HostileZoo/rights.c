/* Attacks that gain privileges or change the machine. */
#include "zoo.h"

#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>

BEHAVIOR(P13, "makes itself traceable and its memory dumpable") {
  TRY(syscall(SYS_prctl, 4 /* SET_DUMPABLE */, 1, 0, 0, 0));
  if (syscall(SYS_prctl, 3 /* GET_DUMPABLE */, 0, 0, 0, 0) == 1) zoo_escaped("dumpable");
}

BEHAVIOR(P14, "makes user namespaces, in which it would be root") { TRY(unshare(CLONE_NEWUSER)); }

BEHAVIOR(P15, "becomes root") { TRY(syscall(SYS_setuid, 0)); }

BEHAVIOR(P16, "mounts a file system") {
  TRY(mount("none", zoo_argument("folder"), "tmpfs", 0, NULL));
  umount2(zoo_argument("folder"), MNT_DETACH);
}

BEHAVIOR(P17, "enters another namespace") { TRY(setns(0, 0)); }

BEHAVIOR(P19, "requests the highest scheduling priority (SCHED_FIFO)") {
  struct sched_param parameters = {.sched_priority = 1};
  TRY(sched_setscheduler(0, SCHED_FIFO, &parameters));
  TRY(sched_setparam(0, &parameters));
  uint64_t attributes[6] = {48 | 6UL << 32 /* DEADLINE */, 0, 0, 10000000, 20000000, 20000000};
  TRY(syscall(SYS_sched_setattr, 0, attributes, 0));
}

BEHAVIOR(P20, "makes a system call through the 32-bit entry (int 0x80)") {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(20 /* getpid */) : "memory");
  zoo_escaped("getpid answered %s", result > 0 ? "a number" : "an error");
}

BEHAVIOR(P24, "sets up io_uring") {
  char parameters[120] = "";
  TRY(syscall(SYS_io_uring_setup, 1, parameters));
}

BEHAVIOR(P25, "enters and registers an io_uring that it did not create") {
  TRY(syscall(SYS_io_uring_enter, 0, 0, 0, 0, NULL, 0));
}

BEHAVIOR(P26, "counts events of the processor (perf)") {
  struct {
    uint32_t type, size;
    uint64_t config, rest[14];
  } attributes = {.type = 1, .size = 128};
  TRY(syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
}

BEHAVIOR(P27, "handles page faults (userfaultfd)") { TRY(syscall(SYS_userfaultfd, 1)); }

BEHAVIOR(P32, "raises its limits") {
  struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
  TRY(setrlimit(RLIMIT_CORE, &limit));
  TRY(setrlimit(RLIMIT_DATA, &limit));
  TRY(prlimit(0, RLIMIT_CORE, &limit, NULL));
  TRY(prlimit(getpid(), RLIMIT_NOFILE, &limit, NULL));
}

BEHAVIOR(P35, "reads its user and group") {
  if (getuid() == 0 || geteuid() == 0) return zoo_escaped("root");
  zoo_contained("no root");
}

static void try_prctl(const char *words, long option, long a, long b) {
  zoo_try(words, syscall(SYS_prctl, option, a, b, 0, 0));
}

BEHAVIOR(P60, "changes all settings of prctl") {
  try_prctl("PR_SET_PDEATHSIG", 1, 0, 0);
  try_prctl("PR_SET_KEEPCAPS", 8, 1, 0);
  try_prctl("PR_SET_TIMING", 14, 0, 0);
  try_prctl("PR_SET_SECCOMP", 22, 2, 0);
  try_prctl("PR_SET_TSC", 26, 1, 0);
  try_prctl("PR_SET_SECUREBITS", 28, 0, 0);
  try_prctl("PR_SET_TIMERSLACK", 29, 1, 0);
  try_prctl("PR_TASK_PERF_EVENTS_ENABLE", 32, 0, 0);
  try_prctl("PR_MCE_KILL", 33, 0, 0);
  try_prctl("PR_SET_MM", 35, 8, 4096);
  try_prctl("PR_SET_CHILD_SUBREAPER", 36, 1, 0);
  try_prctl("PR_SET_NO_NEW_PRIVS off", 38, 0, 0);
  try_prctl("PR_SET_THP_DISABLE", 41, 0, 0);
  try_prctl("PR_CAP_AMBIENT", 47, 2, 0);
  try_prctl("PR_SET_SPECULATION_CTRL", 53, 0, 2);
  try_prctl("PR_SET_IO_FLUSHER", 57, 1, 0);
  try_prctl("PR_SET_SYSCALL_USER_DISPATCH", 59, 0, 0);
  try_prctl("PR_SCHED_CORE", 62, 1, 0);
  try_prctl("PR_SET_MDWE", 65, 0, 0);
  try_prctl("PR_SET_MEMORY_MERGE", 67, 1, 0);
  try_prctl("PR_SET_PTRACER", 0x59616d61, -1, 0);
}

BEHAVIOR(P61, "redirects system calls to its own handler (user dispatch)") {
  static volatile char selector = 0;
  TRY(syscall(SYS_prctl, 59, 1, 0, 0, &selector));
}

BEHAVIOR(P62, "sets a personality in which memory is executable") { TRY(syscall(SYS_personality, 0x0440000)); }

BEHAVIOR(P63, "stores data in the kernel's keyrings (add_key)") {
  TRY(syscall(SYS_add_key, "user", "zoo", "z", 1, -2));
}

BEHAVIOR(P64, "reads the session's keyring (keyctl)") { TRY(syscall(SYS_keyctl, 0, -3, 0)); }

BEHAVIOR(P65, "requests a key (request_key)") { TRY(syscall(SYS_request_key, "user", "zoo", NULL, 0)); }

BEHAVIOR(P66, "loads a program into the kernel (bpf)") {
  char attributes[64] = "";
  TRY(syscall(SYS_bpf, 5, attributes, sizeof attributes));
}

BEHAVIOR(P67, "loads a module into the kernel") { TRY(syscall(SYS_init_module, NULL, 0, "")); }

BEHAVIOR(P68, "loads another kernel (kexec)") { TRY(syscall(SYS_kexec_load, 0, 0, NULL, 0)); }

BEHAVIOR(P69, "restarts the machine") { TRY(syscall(SYS_reboot, 1, 2, 3, NULL)); }

BEHAVIOR(P70, "changes the host and domain name of the machine") { TRY(syscall(SYS_sethostname, NULL, -1)); }

BEHAVIOR(P71, "sets the clock") { TRY(syscall(SYS_clock_settime, 0, NULL)); }

BEHAVIOR(P72, "sets the time of day") { TRY(syscall(SYS_settimeofday, (void *)8, NULL)); }

BEHAVIOR(P73, "changes the speed of the clock") { TRY(syscall(SYS_adjtimex, NULL)); }

BEHAVIOR(P74, "opens the I/O ports of the machine (iopl)") { TRY(syscall(SYS_iopl, 3)); }

BEHAVIOR(P75, "opens one I/O port (ioperm)") { TRY(syscall(SYS_ioperm, 0x60, 1, 1)); }

BEHAVIOR(P76, "writes a local descriptor table (modify_ldt)") {
  char entry[16] = "";
  TRY(syscall(SYS_modify_ldt, 1, entry, sizeof entry));
}

BEHAVIOR(P77, "gives itself capabilities (capset)") {
  uint32_t header[2] = {0x20080522, 0}, data[6] = {0xffffffff, 0xffffffff};
  TRY(syscall(SYS_capset, header, data));
}

BEHAVIOR(P78, "changes its group") { TRY(syscall(SYS_setgid, 0)); }

BEHAVIOR(P79, "sets its three user identifiers to root") { TRY(syscall(SYS_setresuid, 0, 0, 0)); }

BEHAVIOR(P80, "changes its supplementary groups") { TRY(syscall(SYS_setgroups, 0, NULL)); }

BEHAVIOR(P81, "opens files as another user (setfsuid)") { TRY(syscall(SYS_setfsuid, 0)); }

BEHAVIOR(P82, "reads the kernel's log") { TRY(syscall(SYS_syslog, 10, NULL, 0)); }

BEHAVIOR(P83, "opens a file system to mount (fsopen)") { TRY(syscall(SYS_fsopen, "tmpfs", 0)); }

BEHAVIOR(P84, "copies a tree of mounts (open_tree)") { TRY(syscall(SYS_open_tree, AT_FDCWD, "/", 1)); }

BEHAVIOR(P85, "moves a mount") { TRY(syscall(SYS_move_mount, -1, "", -1, "", 4)); }

BEHAVIOR(P86, "changes a mount's attributes") { TRY(syscall(SYS_mount_setattr, -1, "", 0x1000, NULL, 0)); }

BEHAVIOR(P87, "unmounts a file system") { TRY(umount2(zoo_argument("folder"), MNT_DETACH)); }

BEHAVIOR(P88, "changes the root mount (pivot_root)") { TRY(syscall(SYS_pivot_root, ".", ".")); }

BEHAVIOR(P89, "turns on swap, accounting and quotas") {
  TRY(syscall(SYS_swapon, "/nowhere", 0));
}

BEHAVIOR(P90, "turns on process accounting") { TRY(syscall(SYS_acct, "/nowhere")); }
