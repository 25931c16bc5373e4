// A private session for IBus or Fcitx5: `peer-session PROGRAM ARGUMENTS…` runs a program with a private folder as its
// home. `peer-session` ends when PROGRAM ends, at a signal, and when the other end of standard input closes, for
// example because the parent process was killed. At its end, `peer-session` stops all descendants and removes the
// folder.
#define _GNU_SOURCE
#include <errno.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[4096];

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk) {
  (void)status, (void)kind, (void)walk;
  return remove(path);
}

static void leave(int status) {
  if (folder[0] != 0) nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  exit(status);
}

static void give_up(const char *what) {
  printf("failed %s: %s\n", what, strerror(errno));
  fflush(stdout);
  leave(1);
}

// Creates a folder that only this user can access. Sets `HOME` and the other environment variables that name folders to
// this folder or its subfolders.
static void make_place(void) {
  static const char *const subfolders[][2] = {
      {"HOME", "home"},
      {"XDG_RUNTIME_DIR", "run"},
      {"XDG_CACHE_HOME", "cache"},
      {"XDG_CONFIG_HOME", "config"},
      {"XDG_DATA_HOME", "data"},
  };
  const char *base = getenv("TMPDIR"), *path = getenv("PATH");
  snprintf(folder, sizeof folder - 16, "%s/klava-peer-XXXXXX", base != NULL && base[0] == '/' ? base : "/tmp");
  char *kept = strdup(path != NULL ? path : "/usr/local/bin:/usr/bin:/bin");
  umask(077);
  if (mkdtemp(folder) == NULL) {
    char *wanted = strdup(folder);
    folder[0] = 0;
    give_up(wanted);
  }
  if (chdir(folder) != 0) give_up(folder);
  clearenv();
  setenv("PATH", kept, 1);
  setenv("LANG", "C.UTF-8", 1);
  for (size_t index = 0; index < sizeof subfolders / sizeof *subfolders; index++) {
    char subfolder[sizeof folder + 16];
    snprintf(subfolder, sizeof subfolder, "%s/%s", folder, subfolders[index][1]);
    if (mkdir(subfolder, 0700) != 0) give_up(subfolder);
    setenv(subfolders[index][0], subfolder, 1);
  }
}

static pid_t start(char **words) {
  pid_t parent = getpid(), child = fork();
  if (child != 0) return child;
  // If this process is killed, the kernel sends SIGTERM to the child. If the child runs a session bus, the bus and all
  // processes on it also end.
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(1);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  setpgid(0, 0);
  // Write the error output of the bus to a file, so that this output does not appear on the benchmark's standard error.
  if (freopen("errors", "w", stderr) == NULL) _exit(1);
  execvp(words[0], words);
  printf("failed %s: %s\n", words[0], strerror(errno));
  fflush(stdout);
  _exit(127);
}

// Sends a signal to a process group and to all children of this process. This process is a subreaper, so orphaned
// descendants are its children.
static void signal_all(pid_t group, int number) {
  kill(-group, number);
  FILE *children = fopen("/proc/thread-self/children", "re");
  if (children == NULL) return;
  for (int child; fscanf(children, "%d", &child) == 1;) kill(child, number);
  fclose(children);
}

// Stops all descendants: sends SIGTERM, and after one second SIGKILL. Returns when all descendants have ended, or after
// about ten seconds.
static void stop_all(pid_t group) {
  for (int turn = 0; turn < 1000; turn++) {
    pid_t ended;
    while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) continue;
    if (ended < 0 && errno == ECHILD) return;
    signal_all(group, turn < 100 ? SIGTERM : SIGKILL);
    poll(NULL, 0, 10);
  }
}

int main(int count, char **arguments) {
  if (count < 2) return 2;
  // This process may have inherited ignored or blocked signals from its parent. Set these four signals to their default
  // actions, and block them, so that only the signalfd receives them.
  static const int numbers[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP};
  sigset_t watched;
  sigemptyset(&watched);
  for (size_t index = 0; index < sizeof numbers / sizeof *numbers; index++) {
    signal(numbers[index], SIG_DFL);
    sigaddset(&watched, numbers[index]);
  }
  sigprocmask(SIG_SETMASK, &watched, NULL);
  signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  int signals = signalfd(-1, &watched, SFD_CLOEXEC);
  if (signals < 0) give_up("signalfd");
  make_place();
  pid_t child = start(arguments + 1);
  if (child < 0) give_up("fork");
  // The child reads standard input. This process only detects that the other end of standard input has closed.
  struct pollfd sources[] = {{.fd = signals, .events = POLLIN}, {.fd = STDIN_FILENO, .events = 0}};
  for (;;) {
    if (poll(sources, 2, -1) < 0 && errno != EINTR) break;
    if (sources[1].revents != 0) break;
    struct signalfd_siginfo information;
    if (sources[0].revents == 0 || read(signals, &information, sizeof information) < 0) continue;
    if (information.ssi_signo != SIGCHLD) break;
    siginfo_t end = {0};
    // Stop when the started program has ended. Reap the other children, which this process adopted.
    if (waitid(P_PID, (id_t)child, &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_pid == child) break;
    while (waitid(P_ALL, 0, &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_pid != 0 && end.si_pid != child)
      waitpid(end.si_pid, NULL, 0);
  }
  stop_all(child);
  leave(0);
}
