// The functions of this file refuse to start programs, and record each refusal in the journal. The seccomp filter
// refuses to start programs too, but records nothing: the C library blocks all signals while it starts a program. While
// all signals are blocked, a trap would end the process, so the filter returns an error without a trap. Symbol lookup
// finds the functions of this file before the C library's functions. If a keyboard bypasses the functions of this file,
// the filter still refuses its calls.
#define _GNU_SOURCE
#include "TrappedCalls.h"

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>

// Expands to the C library's function `name`. With RTLD_NEXT, dlsym skips the function with the same name in this file.
#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_refused(void) { return klv_trap_refuses(SYS_clone); }

int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  if (is_refused()) return EPERM;
  return NEXT(posix_spawn)(process, path, actions, attributes, arguments, environment);
}

int posix_spawnp(pid_t *process, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[], char *const environment[]) {
  if (is_refused()) return EPERM;
  return NEXT(posix_spawnp)(process, file, actions, attributes, arguments, environment);
}

int system(const char *command) {
  if (!is_refused()) return NEXT(system)(command);
  errno = EPERM;
  return -1;
}

FILE *popen(const char *command, const char *type) {
  if (!is_refused()) return NEXT(popen)(command, type);
  errno = EPERM;
  return NULL;
}

int clone(int (*function)(void *), void *stack, int flags, void *argument, ...) {
  va_list rest;
  va_start(rest, argument);
  pid_t *parent = va_arg(rest, pid_t *);
  void *storage = va_arg(rest, void *);
  pid_t *child = va_arg(rest, pid_t *);
  va_end(rest);
  if (!is_refused()) return NEXT(clone)(function, stack, flags, argument, parent, storage, child);
  errno = EPERM;
  return -1;
}
