#define _GNU_SOURCE
#include "RunnerPreinit.h"

#include <sched.h>
#include <string.h>

// libdispatch has five quality-of-service classes. If each quality-of-service class has four threads, the thread limit
// (KeyboardLimits) still permits other threads of libdispatch, threads of queues, and threads of the keyboard.
enum { counted_processors = 4 };

static cpu_set_t all;
static int are_hidden;

// `hide_processors` is the first code of the process: functions in `.preinit_array` run before the constructors of
// libraries. Every program that links this file calls `hide_processors`, including the tests, so the function has an
// effect only in a program with the name `klava-runner`.
static void hide_processors(int count, char **arguments, char **environment) {
  (void)environment;
  if (count < 1 || strcmp(arguments[0], "klava-runner") != 0 || sched_getaffinity(0, sizeof all, &all) < 0) return;
  int processor = sched_getcpu();
  cpu_set_t few;
  CPU_ZERO(&few);
  // Start with the current processor, so that the kernel need not move the process to another processor.
  for (int index = 0; index < CPU_SETSIZE && CPU_COUNT(&few) < counted_processors; index++) {
    int next = (processor + index) % CPU_SETSIZE;
    if (CPU_ISSET(next, &all)) CPU_SET(next, &few);
  }
  are_hidden = sched_setaffinity(0, sizeof few, &few) == 0;
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(int, char **, char **) = hide_processors;

void klv_show_processors(void) {
  if (are_hidden) sched_setaffinity(0, sizeof all, &all);
}
