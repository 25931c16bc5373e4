/* Attacks that end the process, let it hang, or keep the host from ending it. */
#include "zoo.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <time.h>

BEHAVIOR(M04, "recurses without end") {
  /* Call through a pointer, so that the compiler cannot turn the recursion into a loop. */
  void (*volatile again)(void) = zoo_run_M04;
  volatile char room[1024];
  room[0] = 1;
  again();
  room[1] = room[0];
}

BEHAVIOR(M05, "writes to address 0") { *(volatile int *)NULL = 1; }

BEHAVIOR(M06, "aborts") { abort(); }

BEHAVIOR(M07, "exits with status 0, without its exit handlers") { _exit(0); }

BEHAVIOR(M08, "spins") {
  for (volatile int count = 0;; count++) {
  }
}

BEHAVIOR(M09, "sleeps for twelve seconds") {
  struct timespec rest = {12, 0};
  while (nanosleep(&rest, &rest) < 0 && errno == EINTR) {
  }
}

BEHAVIOR(M12, "blocks and ignores all signals, and sleeps") {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
  for (;;) sleep(1);
}

BEHAVIOR(M13, "ignores the signal of its processor time limit, and spins") {
  signal(SIGXCPU, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGCONT, SIG_IGN);
  for (volatile int count = 0;; count++) {
  }
}

static void hang_at_exit(void) {
  for (;;) sleep(1);
}

BEHAVIOR(M14, "hangs when it must exit") {
  atexit(hang_at_exit);
  zoo_contained("registered");
}

BEHAVIOR(M15, "floods its output") {
  static char line[4096];
  memset(line, 'z', sizeof line);
  for (int count = 0; count < 4096; count++) {
    (void)!write(1, line, sizeof line);
    (void)!write(2, line, sizeof line);
  }
  zoo_contained("32 MiB");
}

BEHAVIOR(M60, "exits with status 0, with its exit handlers") { exit(0); }

BEHAVIOR(M61, "stops itself") {
  raise(SIGSTOP);
  zoo_contained("went on");
}

BEHAVIOR(M62, "kills itself as the kernel does when memory runs out") { raise(SIGKILL); }

BEHAVIOR(M63, "jumps to address 0") {
  void (*volatile nowhere)(void) = NULL;
  nowhere();
}

BEHAVIOR(M64, "runs an invalid instruction") { __asm__ volatile("ud2"); }

BEHAVIOR(M65, "reads beyond the end of a file") {
  int file = zoo_open_library();
  if (file < 0) zoo_refused(errno);
  volatile char *start = mmap(NULL, 64 << 20, PROT_READ, MAP_PRIVATE, file, 0);
  if (start == MAP_FAILED) return zoo_refused(errno);
  (void)start[(64 << 20) - 1];
}

BEHAVIOR(M66, "removes its stack, so that the kernel cannot deliver a signal") {
  stack_t nothing = {.ss_flags = SS_DISABLE};
  sigaltstack(&nothing, NULL);
  __asm__ volatile("xor %%esp, %%esp\n\tpush %%rax" ::: "memory");
}

BEHAVIOR(M67, "ends the first thread and continues in another") {
  extern void *zoo_sleep(void *);
  pthread_t thread;
  if (pthread_create(&thread, NULL, zoo_sleep, NULL) != 0) zoo_contained("no thread");
  syscall(SYS_exit, 0);
}

void *zoo_sleep(void *argument) {
  for (;;) sleep(1);
  return argument;
}

BEHAVIOR(M68, "waits for a futex that no thread wakes") {
  static int word;
  syscall(SYS_futex, &word, 0, 0, NULL, NULL, 0);
}

BEHAVIOR(M69, "holds the dynamic loader's lock without end") {
  /* dl_iterate_phdr holds the loader's lock while it calls this function, which never returns. */
  extern int dl_iterate_phdr(int (*)(void *, size_t, void *), void *);
  extern int zoo_never_return(void *, size_t, void *);
  dl_iterate_phdr(zoo_never_return, NULL);
}

int zoo_never_return(void *information, size_t size, void *context) {
  (void)information;
  (void)size;
  (void)context;
  for (;;) sleep(1);
}

BEHAVIOR(M70, "divides by zero") {
  volatile int zero = 0, seven = 7;
  seven = seven / zero;
}

BEHAVIOR(M71, "traps to a debugger that is not attached") { __asm__ volatile("int3"); }

BEHAVIOR(M72, "reads a non-canonical address") { (void)*(volatile char *)0x8000000000000000; }

BEHAVIOR(M73, "leaves its turn by longjmp to an invalid target") {
  pthread_exit(NULL);
}

BEHAVIOR(M74, "exits with the status that means a signal") { _exit(128 + 31); }

BEHAVIOR(M75, "exits with the status with which the runner reports a missing layer") { _exit(80); }

BEHAVIOR(M77, "exits with the status of a stopped process") {
  _exit(128 + 19);
}

BEHAVIOR(M78, "exits with the status that means a kill from outside") { _exit(128 + 9); }

BEHAVIOR(I04, "checks whether its memory can be written to a core file") {
  struct rlimit limit;
  if (getrlimit(RLIMIT_CORE, &limit) < 0) zoo_refused(errno);
  if (limit.rlim_cur != 0 || limit.rlim_max != 0) zoo_escaped("core files of %ld bytes", (long)limit.rlim_max);
  long dumpable = syscall(SYS_prctl, 3 /* GET_DUMPABLE */, 0, 0, 0, 0);
  if (dumpable == 1) zoo_escaped("dumpable");
  zoo_contained("no core file");
}

BEHAVIOR(I16, "reads its limits") {
  static const struct {
    int limit;
    const char *name;
    unsigned long most;
  } limits[] = {{RLIMIT_DATA, "data", 256UL << 20},     {RLIMIT_NOFILE, "files", 64},
                {RLIMIT_FSIZE, "file size", 8UL << 20}, {RLIMIT_MEMLOCK, "locked memory", 0},
                {RLIMIT_RTPRIO, "priority", 0},         {RLIMIT_MSGQUEUE, "message queues", 1UL << 20}};
  for (size_t index = 0; index < sizeof limits / sizeof *limits; index++) {
    struct rlimit limit;
    if (syscall(SYS_prlimit64, 0, limits[index].limit, NULL, &limit) < 0) zoo_refused(errno);
    else if (limit.rlim_max > limits[index].most) zoo_escaped("%s", limits[index].name);
  }
  zoo_contained("all are small");
}
