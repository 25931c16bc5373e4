/* Attacks that bypass the seccomp filter. */
#include "zoo.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <ucontext.h>

static volatile int signals;

static void answer_signal(int signal, siginfo_t *information, void *context) {
  (void)signal;
  (void)information;
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = 0x5a5a;
  signals++;
}

static void replace_handler(int flags) {
  struct sigaction action = {.sa_sigaction = answer_signal, .sa_flags = SA_SIGINFO | flags};
  sigaction(SIGSYS, &action, NULL);
}

BEHAVIOR(S01, "replaces the handler of SIGSYS, then opens a file") {
  replace_handler(0);
  long file = syscall(SYS_openat, AT_FDCWD, zoo_argument("secret"), O_RDONLY);
  if (signals > 0) return zoo_contained("its own handler answered the call");
  zoo_try("open", file);
}

BEHAVIOR(S02, "blocks SIGSYS, then opens a file") {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  zoo_read_file(zoo_argument("secret"));
}

BEHAVIOR(S03, "ignores SIGSYS, then opens a file") {
  signal(SIGSYS, SIG_IGN);
  zoo_read_file(zoo_argument("secret"));
}

BEHAVIOR(S04, "blocks SIGSYS, then makes a socket") {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  TRY(socket(AF_INET, SOCK_STREAM, 0));
}

BEHAVIOR(S05, "gives the handler a stack at an invalid address") {
  stack_t stack = {.ss_sp = (void *)4096, .ss_size = 65536};
  TRY(sigaltstack(&stack, NULL) - 1);
  replace_handler(SA_ONSTACK);
  zoo_read_file(zoo_argument("secret"));
}

BEHAVIOR(S06, "gives the host's handler a stack that a thread uses too") {
  static char memory[65536];
  stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
  sigaltstack(&stack, NULL);
  zoo_read_file(zoo_argument("secret"));
}

BEHAVIOR(S07, "calls the handler of the host directly, with a forged context") {
  struct sigaction action = {0};
  if (sigaction(SIGSYS, NULL, &action) < 0) return zoo_refused(errno);
  if (action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN) return zoo_contained("there is none");
  static ucontext_t context;
  static siginfo_t information;
  const int calls[] = {SYS_openat, SYS_open, SYS_execve, SYS_socket, SYS_newfstatat};
  for (size_t index = 0; index < sizeof calls / sizeof *calls; index++) {
    memset(&context, 0, sizeof context);
    memset(&information, 0, sizeof information);
    information.si_signo = SIGSYS;
    information.si_code = 1 /* SYS_SECCOMP */;
    information.si_syscall = calls[index];
    information.si_arch = 0xc000003e;
    greg_t *registers = context.uc_mcontext.gregs;
    const char *path = zoo_argument("secret");
    registers[REG_RAX] = calls[index];
    registers[REG_RDI] = calls[index] == SYS_open || calls[index] == SYS_execve ? (greg_t)path : AT_FDCWD;
    registers[REG_RSI] = (greg_t)path;
    action.sa_sigaction(SIGSYS, &information, &context);
    if (registers[REG_RAX] >= 0 && registers[REG_RAX] != calls[index])
      zoo_escaped("system call %d answered %lld", calls[index], registers[REG_RAX]);
    else
      zoo_contained("an error each time");
  }
}

BEHAVIOR(S08, "sends itself SIGSYS without a refused call") {
  raise(SIGSYS);
  zoo_contained("lives on");
}

static long install(const struct sock_filter *code, unsigned short length, unsigned flags) {
  struct sock_fprog program = {.len = length, .filter = (struct sock_filter *)code};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

BEHAVIOR(S09, "adds a filter that allows everything, then opens a file and makes a socket") {
  const struct sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  if (install(allow, 1, SECCOMP_FILTER_FLAG_TSYNC) < 0) zoo_contained("no filter: %s", strerrorname_np(errno));
  zoo_read_file(zoo_argument("secret"));
  TRY(socket(AF_INET, SOCK_STREAM, 0));
}

BEHAVIOR(S10, "adds a filter that returns success for calls that the host's filter refuses") {
  const struct sock_filter fake[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 0)};
  if (install(fake, 1, 0) < 0) return zoo_refused(errno);
  zoo_contained("its calls return success and have no effect");
}

BEHAVIOR(S11, "adds a filter that passes system calls to a listener") {
  const struct sock_filter notify[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  TRY(install(notify, 1, SECCOMP_FILTER_FLAG_NEW_LISTENER));
  TRY(install(notify, 1, SECCOMP_FILTER_FLAG_LOG));
}

BEHAVIOR(S12, "requests seccomp's strict mode and the features of the kernel's filter") {
  uint32_t action = SECCOMP_RET_TRAP;
  char sizes[8];
  TRY(syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action));
  TRY(syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, sizes));
}

BEHAVIOR(S13, "makes a Landlock ruleset") {
  uint64_t attributes[3] = {1};
  TRY(syscall(SYS_landlock_create_ruleset, attributes, sizeof attributes, 0));
  TRY(syscall(SYS_landlock_create_ruleset, NULL, 0, 1));
  TRY(syscall(SYS_landlock_restrict_self, -1, 0));
}

BEHAVIOR(S14, "makes a system call by its x32 number") { TRY(syscall(0x40000000 + 39)); }

BEHAVIOR(S15, "makes a socket by its x32 number") { TRY(syscall(0x40000000 + SYS_socket, 1, 1, 0)); }

BEHAVIOR(S16, "uses system call numbers with bits above the lower 32") {
  const char *path = zoo_argument("secret");
  for (int bit = 32; bit < 63; bit++) {
    long number = SYS_open | 1L << bit;
    long result = zoo_raw(number, (long)path, O_RDONLY, 0, 0, 0, 0);
    errno = (int)-result;
    zoo_try("open", result < 0 ? -1 : result);
    result = zoo_raw(SYS_socket | 1L << bit, 1, 1, 0, 0, 0, 0);
    errno = (int)-result;
    zoo_try("socket", result < 0 ? -1 : result);
  }
}

BEHAVIOR(S17, "opens a file through the 32-bit entry (int 0x80)") {
  /* The path must be in the first 4 GiB of addresses. */
  char *low = mmap((void *)0x10000000, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (low == MAP_FAILED || (uintptr_t)low > UINT32_MAX) return zoo_refused(errno);
  strcpy(low, zoo_argument("secret"));
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(5 /* open */), "b"(low), "c"(0), "d"(0) : "memory");
  errno = (int)-result;
  zoo_try("open", result < 0 ? -1 : result);
}

BEHAVIOR(S18, "makes a socket through the 32-bit entry (int 0x80)") {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(359 /* socket */), "b"(1), "c"(1), "d"(0) : "memory");
  errno = (int)-result;
  zoo_try("socket", result < 0 ? -1 : result);
}

/*
 * 32-bit code: calls getpid through the 32-bit entry, then exit(77). The code is in the library, which may be mapped
 * executable.
 */
__asm__(".pushsection .text\n.balign 16\nzoo_code32:\n.code32\n"
        "mov $20, %eax\nint $0x80\nmov $77, %ebx\nmov $1, %eax\nint $0x80\nhlt\n.code64\n.popsection");
extern const char zoo_code32[] __attribute__((visibility("hidden")));
extern const char __ehdr_start[] __attribute__((visibility("hidden")));

BEHAVIOR(S19, "jumps into 32-bit code, whose system calls have the numbers of another architecture") {
  /* Segment 0x23 is the 32-bit code segment. The code of this segment must be in the first 4 GiB of addresses. */
  int file = zoo_open_library();
  if (file < 0) zoo_refused(errno);
  size_t offset = (size_t)(zoo_code32 - __ehdr_start);
  char *low = mmap((void *)0x20000000, 8192, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, (off_t)(offset & ~4095UL));
  if (low == MAP_FAILED || (uintptr_t)low > UINT32_MAX) return zoo_refused(errno);
  struct __attribute__((packed)) {
    uint32_t address;
    uint16_t segment;
  } target = {(uint32_t)(uintptr_t)low + (uint32_t)(offset & 4095), 0x23};
  __asm__ volatile("ljmp *%0" ::"m"(target));
}

BEHAVIOR(S20, "makes system calls with all unassigned numbers") {
  for (long number = 470; number < 1100; number++) {
    long result = zoo_raw(number, 0, 0, 0, 0, 0, 0);
    if (result >= 0)
      zoo_escaped("system call %ld", number);
    else
      zoo_refused((int)-result);
  }
  long result = zoo_raw(-1, 0, 0, 0, 0, 0, 0);
  zoo_refused((int)-result);
}

BEHAVIOR(S21, "makes the newest and the oldest system calls") {
  static const short numbers[] = {
      134 /* uselib */,        156 /* sysctl */,       174 /* create_module */, 177 /* kernel_syms */,
      180 /* nfsservctl */,    181 /* getpmsg */,      183 /* afs */,           184 /* tuxcall */,
      185 /* security */,      205 /* thread_area */,  212 /* cookie */,        214 /* epoll_ctl_old */,
      236 /* vserver */,       441 /* epoll_pwait2 */, 449 /* futex_waitv */,   451 /* cachestat */,
      453 /* shadow stack */,  454 /* futex_wake */,   455 /* futex_wait */,    456 /* futex_requeue */,
      459 /* lsm_get_self */,  460 /* lsm_set_self */, 461 /* lsm_list */,      462 /* mseal */};
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    /* The arguments are invalid addresses. So a call has no effect, even if the kernel implements the call. */
    long result = zoo_raw(numbers[index], 8, 8, 8, 8, 8, 8);
    if (result >= 0)
      zoo_escaped("system call %d", numbers[index]);
    else
      zoo_refused((int)-result);
  }
}

BEHAVIOR(S22, "changes the processor's state (arch_prctl)") {
  unsigned long base;
  TRY(syscall(SYS_arch_prctl, 0x1004 /* GET_GS */, &base));
  TRY(syscall(SYS_arch_prctl, 0x1001 /* SET_GS */, 0));
  TRY(syscall(SYS_arch_prctl, 0x1012 /* CPUID off */, 1));
}

static void *call_from_thread(void *result) {
  errno = 0;
  *(int *)result = socket(AF_INET, SOCK_STREAM, 0) < 0 ? errno : 0;
  return NULL;
}

BEHAVIOR(S23, "makes system calls from a thread that it started") {
  pthread_t thread;
  int error = 0, result = pthread_create(&thread, NULL, call_from_thread, &error);
  if (result != 0) return zoo_refused(result);
  pthread_join(thread, NULL);
  if (error == 0) return zoo_escaped("socket");
  zoo_refused(error);
}

BEHAVIOR(S24, "restarts an interrupted system call as another call") {
  long result = zoo_raw(SYS_restart_syscall, 0, 0, 0, 0, 0, 0);
  if (result >= 0) return zoo_escaped("restart_syscall");
  zoo_refused((int)-result);
}

BEHAVIOR(S25, "returns from a signal that did not arrive, with registers that it chose") {
  /* A signal frame of zeros: the kernel accepts it, and the process continues at address 0. */
  __asm__ volatile("sub $1024, %%rsp\n\tmov %%rsp, %%rdi\n\tmov $128, %%ecx\n\txor %%eax, %%eax\n\trep stosq\n\t"
                   "mov $15, %%eax\n\tsyscall" ::: "rax", "rcx", "rdi", "r11", "memory");
}

BEHAVIOR(S26, "makes the system call that every filter lets pass (uretprobe)") {
  long result = zoo_raw(335, 0, 0, 0, 0, 0, 0);
  if (result >= 0) return zoo_escaped("uretprobe");
  zoo_refused((int)-result);
}

BEHAVIOR(S27, "reads the time through the vsyscall page") {
  long (*volatile old_time)(long *) = (long (*)(long *))0xffffffffff600400;
  if (old_time(NULL) > 0) return zoo_contained("only the time");
  zoo_contained("an error");
}

static int kept_file = -1;
static _Atomic bool has_filter;

static void *keep_filter(void *argument) {
  const struct sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  install(allow, 1, 0);
  has_filter = true;
  for (;;) sleep(1);
  return argument;
}

static void map_kept_file(void) {
  void *code = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, kept_file, 0);
  if (code == MAP_FAILED) return zoo_refused(errno);
  zoo_escaped("a file mapped executable");
}

BEHAVIOR(S28, "adds a filter in a thread, and maps its library's file while it is loaded") {
  kept_file = zoo_open_library();
  pthread_t thread;
  int result = pthread_create(&thread, NULL, keep_filter, NULL);
  if (result != 0) return zoo_refused(result);
  while (!has_filter) {
  }
  zoo_later(map_kept_file);
  zoo_contained("prepared");
}

BEHAVIOR(S29, "keeps its library's file open and maps it while it is loaded") {
  kept_file = zoo_open_library();
  zoo_later(map_kept_file);
  zoo_contained("prepared");
}
