/*
 * The process that keyboards attack. The process prints the address of its secret and the path of its terminal, then
 * waits until standard input ends. The exit status says what an attack changed.
 */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile char secret[32] = "the victim's memory";

int main(void) {
  /* The parent may have blocked or ignored signals that must end this process. */
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGTERM, SIG_DFL);
  signal(SIGUSR1, SIG_DFL);

  /*
   * Become the keyboard's user, which is `nobody` if root runs the tests. A process of another user would be protected
   * even without a sandbox.
   */
  if (getuid() == 0 && (setresgid(65534, 65534, 65534) < 0 || setresuid(65534, 65534, 65534) < 0)) return 64;
  if (prctl(PR_SET_DUMPABLE, 1) < 0) return 64;

  int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
  if (terminal < 0 || grantpt(terminal) < 0 || unlockpt(terminal) < 0) return 64;
  const char *name = ptsname(terminal);
  if (name == NULL || chmod(name, 0666) < 0) return 64;
  cpu_set_t before, after;
  int priority = getpriority(PRIO_PROCESS, 0);
  if (sched_getaffinity(0, sizeof before, &before) < 0) return 64;
  printf("%lu %s\n", (unsigned long)secret, name);
  fflush(stdout);

  char byte;
  while (read(0, &byte, 1) > 0) {
  }
  int status = 0;
  if (strcmp((const char *)secret, "the victim's memory") != 0) status |= 1;
  if (getpriority(PRIO_PROCESS, 0) != priority) status |= 1;
  if (sched_getaffinity(0, sizeof after, &after) < 0 || !CPU_EQUAL(&before, &after)) status |= 1;
  if (read(terminal, &byte, 1) > 0) status |= 2;
  return status;
}
