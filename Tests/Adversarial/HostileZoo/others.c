/* Attacks on other processes: finding, reading, changing and ending them. */
#include "zoo.h"

#include <sched.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>

static pid_t victim(void) { return (pid_t)zoo_number("victim"); }
static void *victim_memory(void) { return (void *)zoo_number("memory"); }

BEHAVIOR(P06, "sends signal 0 to learn whether another process runs") { TRY(kill(victim(), 0)); }

BEHAVIOR(P07, "traces another process") { TRY(ptrace(PTRACE_SEIZE, victim(), NULL, NULL)); }

BEHAVIOR(P08, "reads another process's memory") {
  char bytes[16] = "";
  struct iovec here = {bytes, sizeof bytes}, there = {victim_memory(), sizeof bytes};
  TRY(process_vm_readv(victim(), &here, 1, &there, 1, 0));
}

BEHAVIOR(P10, "opens another process's memory as a file") {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", victim());
  int file = open(path, O_RDWR);
  if (file < 0) return zoo_refused(errno);
  char bytes[16];
  TRY(pread(file, bytes, sizeof bytes, (off_t)zoo_number("memory")));
}

BEHAVIOR(P11, "reads another process's command line and environment") {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/cmdline", victim());
  zoo_read_file(path);
  snprintf(path, sizeof path, "/proc/%d/environ", victim());
  zoo_read_file(path);
}

BEHAVIOR(P12, "counts processes by looking for their folders") {
  struct stat status;
  int found = 0;
  for (int process = 1; process < 4096; process++) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d", process);
    if (syscall(SYS_stat, path, &status) == 0) found++;
    if (access(path, F_OK) == 0) found++;
  }
  if (found > 0)
    zoo_escaped("processes");
  else
    zoo_refused(errno);
}

static void count_signal(int signal, siginfo_t *information, void *context) {
  (void)signal;
  (void)information;
  (void)context;
}

static void catch_system_calls(void) {
  struct sigaction action = {.sa_sigaction = count_signal, .sa_flags = SA_SIGINFO};
  sigaction(SIGSYS, &action, NULL);
}

BEHAVIOR(P29, "catches SIGSYS, then traces") {
  catch_system_calls();
  TRY(ptrace(PTRACE_SEIZE, victim(), NULL, NULL));
}

BEHAVIOR(P33, "reads another process's limits") {
  struct rlimit limit;
  TRY(prlimit(victim(), RLIMIT_NOFILE, NULL, &limit));
  TRY(prlimit((pid_t)zoo_number("host"), RLIMIT_NOFILE, NULL, &limit));
}

/* Waits for a lock whose owner is another thread. The kernel must find that thread, to raise its priority. */
static int wait_for_owner(long owner) {
  static uint32_t word;
  word = (uint32_t)owner;
  struct timespec moment = {1, 0};
  return syscall(SYS_futex, &word, 6 /* LOCK_PI */, 0, &moment, NULL, 0) < 0 ? errno : 0;
}

BEHAVIOR(P38, "finds processes by waiting for locks") {
  int there = wait_for_owner(victim()), nowhere = wait_for_owner(4000000);
  if (there != nowhere) return zoo_escaped("%s instead of %s", strerrorname_np(there), strerrorname_np(nowhere));
  zoo_refused(there);
}

BEHAVIOR(P40, "opens a descriptor for another process (pidfd)") { TRY(syscall(SYS_pidfd_open, victim(), 0)); }

BEHAVIOR(P41, "copies a descriptor from another process") { TRY(syscall(SYS_pidfd_getfd, 0, 0, 0)); }

BEHAVIOR(P42, "sends a signal through a pidfd") { TRY(syscall(SYS_pidfd_send_signal, 0, 0, NULL, 0)); }

BEHAVIOR(P43, "writes another process's memory") {
  struct iovec here = {"zoo", 3}, there = {victim_memory(), 3};
  TRY(process_vm_writev(victim(), &here, 1, &there, 1, 0));
}

BEHAVIOR(P44, "compares the kernel's objects (kcmp)") { TRY(syscall(SYS_kcmp, getpid(), victim(), 1, 0, 0)); }

BEHAVIOR(P45, "terminates another process") { TRY(kill(victim(), SIGTERM)); }

BEHAVIOR(P46, "sends a signal to all processes") { TRY(kill(-1, 0)); }

BEHAVIOR(P47, "sends a signal to its process group, and so to its parent") { TRY(kill(0, 0)); }

BEHAVIOR(P48, "sends a signal to the host") { TRY(kill((pid_t)zoo_number("host"), 0)); }

BEHAVIOR(P49, "sends a signal to a thread of another process") { TRY(syscall(SYS_tgkill, victim(), victim(), 0)); }

BEHAVIOR(P50, "sends a signal to a thread by its number alone") { TRY(syscall(SYS_tkill, victim(), 0)); }

BEHAVIOR(P51, "queues a forged signal") {
  siginfo_t information = {.si_signo = SIGUSR1, .si_code = SI_QUEUE};
  TRY(syscall(SYS_rt_sigqueueinfo, victim(), SIGUSR1, &information));
}

BEHAVIOR(P52, "queues a forged signal for a thread") {
  siginfo_t information = {.si_signo = SIGUSR1, .si_code = SI_QUEUE};
  TRY(syscall(SYS_rt_tgsigqueueinfo, victim(), victim(), SIGUSR1, &information));
}

BEHAVIOR(P53, "changes another process's priority") {
  /* The call may succeed without an effect. The test checks the victim's priority. */
  if (setpriority(PRIO_PROCESS, (id_t)victim(), 19) < 0) return zoo_refused(errno);
  zoo_contained("answered with success");
}

BEHAVIOR(P54, "finds processes by reading their priorities") {
  errno = 0;
  int priority = getpriority(PRIO_PROCESS, (id_t)victim());
  if (errno != 0) zoo_refused(errno);
  int first = errno;
  errno = 0;
  getpriority(PRIO_PROCESS, 4000000);
  if (errno != first) zoo_escaped("the victim is there, with priority %d", priority);
  if (errno == 0 && first == 0) zoo_contained("the same answer for both processes");
}

BEHAVIOR(P55, "finds processes by reading on which cores they may run") {
  cpu_set_t set;
  int result = sched_getaffinity(victim(), sizeof set, &set);
  int first = result < 0 ? errno : 0;
  result = sched_getaffinity(4000000, sizeof set, &set);
  int second = result < 0 ? errno : 0;
  if (first != second) return zoo_escaped("the victim is there");
  zoo_refused(first);
}

BEHAVIOR(P56, "binds another process to one core") {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  TRY(sched_setaffinity(victim(), sizeof set, &set));
  TRY(sched_setaffinity(0, sizeof set, &set));
}

BEHAVIOR(P57, "reads how another process is scheduled") {
  struct sched_param parameters;
  struct timespec interval;
  uint64_t attributes[8];
  TRY(sched_getscheduler(victim()));
  TRY(sched_getparam(victim(), &parameters));
  TRY(sched_rr_get_interval(victim(), &interval));
  TRY(syscall(SYS_sched_getattr, victim(), attributes, sizeof attributes, 0));
  TRY(syscall(SYS_ioprio_get, 1, victim()));
  TRY(syscall(SYS_getpgid, victim()));
  TRY(syscall(SYS_getsid, victim()));
}

BEHAVIOR(P58, "changes the disk priority of another process") { TRY(syscall(SYS_ioprio_set, 1, victim(), 0x6000)); }

BEHAVIOR(P91, "gives advice about the memory of another process (process_madvise)") {
  TRY(syscall(SYS_process_madvise, 0, NULL, 0, 0, 0));
}

BEHAVIOR(P92, "frees the memory of a process that exits (process_mrelease)") {
  TRY(syscall(448 /* process_mrelease */, 0, 0));
}

BEHAVIOR(P93, "moves another process's memory between nodes") {
  TRY(syscall(SYS_migrate_pages, victim(), 0, NULL, NULL));
  TRY(syscall(SYS_move_pages, victim(), 0, NULL, NULL, NULL, 0));
}

BEHAVIOR(P94, "reads another thread's list of robust futexes") {
  void *head;
  size_t length;
  TRY(syscall(SYS_get_robust_list, victim(), &head, &length));
}
