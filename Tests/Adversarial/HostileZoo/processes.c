/* Attacks that make processes and threads, or that leave the process group. The host kills this group. */
#include "zoo.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/ptrace.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

/* Reports whether the attack made a child. The child ends at once. */
static void try_child(const char *words, long child) {
  if (child == 0) _exit(0);
  zoo_try(words, child);
  if (child > 0) waitpid((pid_t)child, NULL, __WALL);
}


BEHAVIOR(P01, "forks with clone, fork and vfork") {
  try_child("clone", syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  try_child("fork", syscall(SYS_fork));
  try_child("fork()", fork());
  try_child("clone with another parent", syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0));
  try_child("untraced clone", syscall(SYS_clone, CLONE_UNTRACED | SIGCHLD, 0, 0, 0, 0));
  pid_t child = vfork();
  if (child == 0) _exit(0);
  zoo_try("vfork", child);
}

BEHAVIOR(P02, "forks with clone3") {
  uint64_t arguments[11] = {[4] = SIGCHLD};
  try_child("clone3", syscall(SYS_clone3, arguments, sizeof arguments));
}

BEHAVIOR(P03, "replaces itself with another program") {
  char *const arguments[] = {"true", NULL};
  TRY(execve("/bin/true", arguments, environ));
}

BEHAVIOR(P04, "runs a shell") {
  int result = system("true");
  if (result == 0) return zoo_escaped("system");
  if (result < 0) return zoo_refused(errno);
  zoo_contained("status %d", result);
}

BEHAVIOR(P05, "spawns a program") {
  pid_t child = 0;
  char *const arguments[] = {"true", NULL};
  int result = posix_spawn(&child, "/bin/true", NULL, NULL, arguments, environ);
  if (result != 0) return zoo_refused(result);
  zoo_escaped("posix_spawn");
  waitpid(child, NULL, 0);
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void *wait_at_gate(void *argument) {
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
  return argument;
}

BEHAVIOR(P18, "starts two hundred threads") {
  enum { wanted = 200 };
  static pthread_t threads[wanted];
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 65536);
  pthread_mutex_lock(&gate);
  int count = 0, result = 0;
  while (count < wanted && (result = pthread_create(&threads[count], &attributes, wait_at_gate, NULL)) == 0) count++;
  pthread_mutex_unlock(&gate);
  for (int index = 0; index < count; index++) pthread_join(threads[index], NULL);
  if (count == wanted) return zoo_escaped("%d threads", count);
  zoo_refused(result);
}

BEHAVIOR(P30, "starts a process that outlives it") {
  pid_t child = fork();
  if (child == 0) {
    setsid();
    if (fork() != 0) _exit(0);
    for (int file = 0; file < 64; file++) close(file);
    /* The child sleeps longer than the test waits for surviving processes to end. */
    for (int second = 0; second < 120; second++) sleep(1);
    _exit(0);
  }
  zoo_try("fork", child);
  /* When the first child has ended, the second child has no parent. */
  if (child > 0) waitpid(child, NULL, 0);
}

BEHAVIOR(P31, "leaves its session and its process group") {
  TRY(setsid());
  TRY(setpgid(0, 0));
  TRY(setpgid(0, getpid()));
}

BEHAVIOR(P59, "waits for any process") {
  siginfo_t information;
  TRY(waitid(P_ALL, 0, &information, WEXITED | WNOHANG));
  TRY(wait4(-1, NULL, WNOHANG, NULL));
}

BEHAVIOR(P95, "requests tracing of itself") { TRY(ptrace(PTRACE_TRACEME, 0, NULL, NULL)); }

BEHAVIOR(P96, "makes threads without the C library") {
  static char stack[65536];
  static const unsigned long usual = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
  static const unsigned long unusual[] = {
      CLONE_VM,
      CLONE_VM | CLONE_VFORK | SIGCHLD,
      CLONE_FILES | SIGCHLD,
      usual,
      usual | CLONE_IO,
      usual | CLONE_NEWUTS,
      usual | CLONE_NEWNET,
      usual | CLONE_NEWUSER,
      usual | CLONE_PTRACE,
      usual | CLONE_UNTRACED,
      usual | CLONE_PIDFD,
  };
  for (size_t index = 0; index < sizeof unusual / sizeof *unusual; index++) {
    /* The new thread makes only the system call that ends it, and never uses its stack. */
    long result;
    register long r10 __asm__("r10") = 0;
    register long r8 __asm__("r8") = 0;
    __asm__ volatile(
        "syscall\n\ttest %%rax, %%rax\n\tjnz 1f\n\tmov $60, %%eax\n\txor %%edi, %%edi\n\tsyscall\n1:"
        : "=a"(result)
        : "a"(SYS_clone), "D"(unusual[index]), "S"(stack + sizeof stack - 64), "d"(0), "r"(r10), "r"(r8)
        : "rcx", "r11", "memory");
    errno = (int)-result;
    char words[32];
    snprintf(words, sizeof words, "clone %#lx", unusual[index]);
    zoo_try(words, result < 0 ? -1 : result);
  }
}

BEHAVIOR(P97, "changes which files and namespaces its threads share") {
  TRY(unshare(CLONE_FILES | CLONE_FS));
}

BEHAVIOR(P98, "sets a thread name with terminal control characters, which the kernel's log shows") {
  const char *name = "\033]0;root\a\xe2\x80\xae";
  char found[16] = "";
  /* The sandbox may let the call succeed without an effect: libraries that name threads expect no error. */
  if (syscall(SYS_prctl, 15 /* SET_NAME */, name, 0, 0, 0) < 0) zoo_refused(errno);
  syscall(SYS_prctl, 16 /* GET_NAME */, found, 0, 0, 0);
  if (strcmp(found, name) == 0) zoo_escaped("its own name");
  /* The C library sets the name of another thread through a file in /proc. */
  pthread_t thread;
  pthread_mutex_lock(&gate);
  int result = pthread_create(&thread, NULL, wait_at_gate, NULL);
  if (result != 0) return zoo_refused(result);
  result = pthread_setname_np(thread, "chosen");
  pthread_mutex_unlock(&gate);
  pthread_join(thread, NULL);
  if (result != 0) return zoo_refused(result);
  zoo_escaped("a thread's name");
}

BEHAVIOR(P99, "starts a timer that sends signals") {
  timer_t timer;
  struct itimerval value = {{0, 1000}, {0, 1000}};
  struct sigevent event = {.sigev_notify = SIGEV_NONE};
  signal(SIGALRM, SIG_IGN);
  TRY(syscall(SYS_timer_create, 0, &event, &timer));
  TRY(syscall(SYS_setitimer, 0, &value, NULL));
  value = (struct itimerval){{0, 0}, {0, 0}};
  syscall(SYS_setitimer, 0, &value, NULL);
}
