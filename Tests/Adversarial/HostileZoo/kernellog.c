/*
 * Attacks that write typed text to the kernel's log. Other users may read and forward the log. The argument "mark" is a
 * text of the test that stands for the typed text.
 */
#include "zoo.h"

#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/prctl.h>

/* The first eight bytes of the mark. */
static uint64_t number(void) {
  uint64_t result;
  memcpy(&result, zoo_argument("mark"), sizeof result);
  return result;
}

BEHAVIOR(K01, "adds a filter that logs calls, so that the kernel's log shows a thread name that the keyboard chose") {
  struct sock_filter log[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_getppid, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_LOG),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {.len = sizeof log / sizeof *log, .filter = log};
  TRY(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program));
  TRY(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program));
  TRY(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program));
  prctl(PR_SET_NAME, zoo_argument("mark"));
  for (int call = 0; call < 20; call++) syscall(SYS_getppid);
}

static void *fault(void *unused) {
  /* The kernel does not log a fault of a process that has a handler for the fault's signal. */
  signal(SIGSEGV, SIG_DFL);
  prctl(PR_SET_NAME, zoo_argument("mark"));
  *(volatile int *)8 = 1;
  return unused;
}

BEHAVIOR(K02, "crashes in a thread with a name that it chooses") {
  pthread_t thread;
  int result = pthread_create(&thread, NULL, fault, NULL);
  if (result != 0) return zoo_refused(result);
  pthread_join(thread, NULL);
}

BEHAVIOR(K03, "passes a shift count that the kernel prints (FUTEX_WAKE_OP)") {
  static uint32_t words[2];
  const int variants[] = {0, FUTEX_PRIVATE_FLAG, FUTEX_CLOCK_REALTIME, FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME};
  const int shift = -(int)(number() >> 56 & 127) - 1;
  const unsigned operation = FUTEX_OP((FUTEX_OP_ADD | FUTEX_OP_OPARG_SHIFT), shift & 0xfff, FUTEX_OP_CMP_EQ, 0);
  for (size_t index = 0; index < sizeof variants / sizeof *variants; index++)
    TRY(syscall(SYS_futex, &words[0], FUTEX_WAKE_OP | variants[index], 1, 1, &words[1], operation));
}

/* ---- Surviving faults ------------------------------------------------------------------------------------------ */

static sigjmp_buf back;
static char stack[65536];

static void survive(int signal) {
  (void)signal;
  siglongjmp(back, 1);
}

static void take_faults(void) {
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&other, NULL);
  struct sigaction action = {.sa_handler = survive, .sa_flags = SA_ONSTACK | SA_NODEFER};
  const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) sigaction(signals[index], &action, NULL);
}

static void in_a_row(const char *words, void (*attempt)(void)) {
  volatile int survived = 0;
  take_faults();
  for (volatile int count = 0; count < 30; count++)
    if (sigsetjmp(back, 1) == 0) attempt();
    else survived++;
  zoo_escaped("%d %s survived", survived, words);
}

static void return_badly(void) {
  __asm__ volatile("mov %0, %%rsp\n\tmov $15, %%eax\n\tsyscall" ::"r"(number()) : "rax", "rcx", "r11", "memory");
}

BEHAVIOR(K04, "repeatedly returns from signals with bad frames, whose addresses the kernel prints") {
  in_a_row("bad frames", return_badly);
}

static _Alignas(4096) char page[4096];

/* Runs bytes of the mark as code: the kernel logs the bytes around the address of a fault. */
static void run_bytes(void) {
  const char *mark = zoo_argument("mark");
  for (size_t index = 0; index < sizeof page; index++) page[index] = mark[index % strlen(mark)];
  void (*volatile code)(void);
  const char *middle = page + sizeof page / 2;
  memcpy((void *)&code, &middle, sizeof middle);
  code();
}

BEHAVIOR(K05, "repeatedly crashes at bytes that it chooses") { in_a_row("faults", run_bytes); }

BEHAVIOR(K06, "crashes at bytes that it chooses, without a handler") {
  signal(SIGSEGV, SIG_DFL);
  signal(SIGILL, SIG_DFL);
  run_bytes();
}

static void trap(void) { __asm__ volatile("int3"); }
static void run_nothing(void) { __asm__ volatile("ud2"); }
static void divide(void) {
  __asm__ volatile("xor %%ecx, %%ecx\n\tmov $1, %%eax\n\tcltd\n\tidiv %%ecx" ::: "rax", "rcx", "rdx");
}

static void write_nowhere(void) { *(volatile int *)8 = 1; }

BEHAVIOR(K07, "repeatedly writes to an invalid address") { in_a_row("faults", write_nowhere); }
BEHAVIOR(K08, "traps, repeatedly") { in_a_row("traps", trap); }
BEHAVIOR(K09, "repeatedly runs an invalid instruction") { in_a_row("faults", run_nothing); }
BEHAVIOR(K10, "repeatedly divides by zero") { in_a_row("faults", divide); }

BEHAVIOR(K11, "blocks the signals of faults and crashes at bytes that it chooses") {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  signal(SIGSEGV, SIG_DFL);
  run_bytes();
}

static void read_old_calls(void) {
  uint64_t chosen = number();
  __asm__ volatile("mov %0, %%rsi\n\tmov %0, %%rdi\n\tmov $0xffffffffff600000, %%rax\n\tmov (%%rax), %%rcx" ::"r"(chosen)
                   : "rax", "rcx", "rsi", "rdi", "memory");
}

BEHAVIOR(K12, "repeatedly reads the vsyscall page with chosen register values, which the kernel prints") {
  in_a_row("faults", read_old_calls);
}

/* With UMIP, the kernel emulates this instruction and logs the emulation. No filter prevents that. */
BEHAVIOR(K13, "runs an instruction that the kernel emulates and prints (UMIP)") {
  char table[16];
  __asm__ volatile("mov %%rsp, %%rbx\n\tmov %1, %%rsp\n\tsgdt (%0)\n\tmov %%rbx, %%rsp" ::"r"(table), "r"(number())
                   : "rbx", "memory");
  zoo_contained("the kernel printed at most one register");
}

BEHAVIOR(K14, "replaces the fault handler by other code") {
  struct sigaction found;
  if (sigaction(SIGSEGV, NULL, &found) < 0) return zoo_refused(errno);
  char *code = (char *)((uintptr_t)found.sa_handler & ~65535UL), *own = (char *)((uintptr_t)page & ~4095UL);
  const size_t size = 65536;
  const int placed = MAP_PRIVATE | MAP_FIXED;
  if (code == NULL) return zoo_escaped("there is none");
  TRY(mprotect(code, size, PROT_READ | PROT_WRITE));
  TRY(mprotect(code - 65536, 2 * size, PROT_READ | PROT_WRITE));
  TRY(madvise(code, size, MADV_DONTNEED));
  TRY((long)mremap(own, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, code) == -1 ? -1 : 0);
  TRY((long)mremap(code, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, own) == -1 ? -1 : 0);
  TRY((long)mmap(code, size, PROT_READ | PROT_WRITE, placed | MAP_ANONYMOUS, -1, 0) == -1 ? -1 : 0);
  for (int file = 0; file < 32; file++)
    TRY((long)mmap(code, 4096, PROT_READ | PROT_EXEC, placed, file, 0) == -1 ? -1 : 0);
  TRY(munmap(code, size));
  TRY(munmap((void *)65536, 1 << 24));
  struct sigaction none = {.sa_handler = SIG_DFL};
  if (sigaction(SIGSEGV, &none, NULL) == 0 && sigaction(SIGSEGV, NULL, &none) == 0 && none.sa_handler == SIG_DFL)
    zoo_escaped("no handler");
}
