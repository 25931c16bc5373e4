#define _GNU_SOURCE
#include "subject.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The exit status encodes the line number in one byte.
#define MUST(condition) \
  do { \
    if (!(condition)) return __LINE__ % 240 + 10; \
  } while (0)

static void *allocate(void *unused) {
  pthread_setname_np(pthread_self(), "worker");
  for (int i = 0; i < 100; i++) free(memset(malloc(100000 + 1000 * i), 1, 100000));
  return unused;
}

// The C library starts and ends threads with all signals blocked. Each thread has a stack and a malloc arena.
static int threads(void) {
  pthread_t workers[8];
  for (int i = 0; i < 8; i++) MUST(pthread_create(&workers[i], NULL, allocate, NULL) == 0);
  for (int i = 0; i < 8; i++) MUST(pthread_join(workers[i], NULL) == 0);
  return 0;
}

// The C library sets a thread's affinity and policy with all signals blocked.
static int thread_attributes(void) {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  CPU_SET(0, &processors);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setaffinity_np(&attributes, sizeof processors, &processors);
  pthread_t worker;
  MUST(pthread_create(&worker, &attributes, allocate, NULL) == EPERM);
  pthread_attr_init(&attributes);
  pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
  pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
  MUST(pthread_create(&worker, &attributes, allocate, NULL) == EPERM);
  return 0;
}

static int stack_bounds(void) {
  pthread_attr_t attributes;
  void *stack;
  size_t size;
  // The C library reads the bounds of the first thread's stack from /proc. The C library already knows the stacks of
  // other threads.
  pthread_t worker;
  MUST(pthread_create(&worker, NULL, allocate, NULL) == 0);
  MUST(pthread_getattr_np(worker, &attributes) == 0);
  MUST(pthread_attr_getstack(&attributes, &stack, &size) == 0 && size > 0);
  MUST(pthread_join(worker, NULL) == 0);
  return 0;
}

static int locks(void) {
  pthread_mutexattr_t inheriting;
  pthread_mutexattr_init(&inheriting);
  MUST(pthread_mutexattr_setprotocol(&inheriting, PTHREAD_PRIO_INHERIT) == 0);
  pthread_mutex_t lock;
  MUST(pthread_mutex_init(&lock, &inheriting) == 0);
  MUST(pthread_mutex_lock(&lock) == 0);
  pthread_cond_t never = PTHREAD_COND_INITIALIZER;
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  soon.tv_nsec = (soon.tv_nsec + 1000000) % 1000000000;
  MUST(pthread_cond_timedwait(&never, &lock, &soon) == ETIMEDOUT);
  MUST(pthread_mutex_unlock(&lock) == 0);
  return 0;
}

static int event_loop(void) {
  int loop = epoll_create1(EPOLL_CLOEXEC), timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
  int event = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
  MUST(loop >= 0 && timer >= 0 && event >= 0);
  struct itimerspec soon = {.it_value = {.tv_nsec = 1000000}};
  MUST(timerfd_settime(timer, 0, &soon, NULL) == 0);
  struct epoll_event wanted = {.events = EPOLLIN};
  MUST(epoll_ctl(loop, EPOLL_CTL_ADD, timer, &wanted) == 0 && epoll_ctl(loop, EPOLL_CTL_ADD, event, &wanted) == 0);
  MUST(epoll_wait(loop, &wanted, 1, -1) == 1);
  MUST(fcntl(event, F_SETFL, fcntl(event, F_GETFL) | O_NONBLOCK) == 0);
  return 0;
}

// The filter refuses all of these calls, but none of them ends the process.
static int other_programs(void) {
  char *arguments[] = {"/bin/true", NULL};
  pid_t child;
  MUST(posix_spawn(&child, "/bin/true", NULL, NULL, arguments, NULL) == EPERM);
  int ended = system("true");
  MUST(WIFEXITED(ended) && WEXITSTATUS(ended) == 127);
  MUST(popen("true", "r") == NULL);
  MUST(fork() == -1 && errno == EPERM);
  return 0;
}

static int network(void) {
  MUST(socket(AF_INET, SOCK_STREAM, 0) == -1 && errno == EACCES);
  struct addrinfo *found = NULL;
  getaddrinfo("klava.example", "80", NULL, &found);
  return 0;
}

// Opens and queries files that do not exist or that the filter refuses. For each file, stdio queries whether the file
// is a terminal.
static int files(void) {
  MUST(fopen("/etc/klava-does-not-exist", "re") == NULL && errno == ENOENT);
  MUST(access("/etc/klava-does-not-exist", R_OK) == -1 && errno == ENOENT);
  MUST(!isatty(0) && errno == ENOTTY);
  MUST(open("/", O_PATH) == -1 && (errno == EACCES || errno == ENOENT));
  MUST(chmod("/etc/klava-does-not-exist", 0) == -1 && (errno == EPERM || errno == ENOENT));
  return 0;
}

static volatile sig_atomic_t seen;
static void see(int signal) { seen = signal; }

static int own_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGUSR1, see);
  MUST(raise(SIGUSR1) == 0 && seen == SIGUSR1);
  seen = 0;
  MUST(kill(getpid(), SIGUSR1) == 0 && seen == SIGUSR1);
  return 0;
}

static int end_abruptly(void) { abort(); }

static int limits(void) {
  struct rlimit limit;
  MUST(getrlimit(RLIMIT_DATA, &limit) == 0);
  MUST(setrlimit(RLIMIT_CORE, &limit) == -1 && errno == EPERM);
  MUST(sysconf(_SC_NPROCESSORS_ONLN) > 0);
  MUST(setpriority(PRIO_PROCESS, 0, 5) == 0);
  return 0;
}

// Opens a library in the C library's folder. Because the path is complete, the loader opens this file before any other
// file.
static void *open_library(const char *name) {
  Dl_info own;
  char path[4096];
  if (!dladdr((void *)&qsort, &own)) return NULL;
  const char *slash = strrchr(own.dli_fname, '/');
  snprintf(path, sizeof path, "%.*s/%s", (int)(slash - own.dli_fname), own.dli_fname, name);
  return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

// The dynamic loader maps the library's code. The loader finds the file only if the filter allows paths.
static int load_library(void) {
  void *library = open_library("libresolv.so.2");
  MUST(library != NULL);
  MUST(dlsym(library, "__res_nclose") != NULL);
  return 0;
}

// After mapping one library, the dynamic loader cannot map code from the descriptor of another library.
static int load_other_library(void) {
  MUST(load_library() == 0);
  return open_library("libutil.so.1") != NULL;
}

const struct deed deeds[] = {
    {"threads", threads},
    {"thread-attributes", thread_attributes},
    {"stack-bounds", stack_bounds},
    {"locks", locks},
    {"event-loop", event_loop},
    {"other-programs", other_programs},
    {"network", network},
    {"files", files},
    {"own-signals", own_signals},
    {"limits", limits},
    {"end-abruptly", end_abruptly},
    {"load-library", load_library},
    {"load-other-library", load_other_library},
    {NULL, NULL},
};
