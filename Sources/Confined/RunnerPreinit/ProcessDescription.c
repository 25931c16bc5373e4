// Foundation asks the C library for the path of the executable and for the amount of memory. If the path or the amount
// is missing, Foundation ends the process. The sandbox hides the real path of the executable and the real amount of
// memory. Instead, the functions of this file return the path of the keyboard's library and the keyboard's memory limit
// (Sandbox.md#process-description). Symbol lookup finds the functions of this file before the C library's functions.
#define _GNU_SOURCE
#include "RunnerPreinit.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static char executable[256];
static uint64_t memory;

void klv_describe_process(const char *path, uint64_t bytes) {
  if (strlen(path) < sizeof executable) strcpy(executable, path);
  memory = bytes;
}

ssize_t readlink(const char *restrict path, char *restrict target, size_t size) {
  if (executable[0] == 0 || strcmp(path, "/proc/self/exe") != 0) return NEXT(readlink)(path, target, size);
  size_t length = strlen(executable);
  if (length > size) length = size;
  memcpy(target, executable, length);
  return (ssize_t)length;
}

long sysconf(int name) {
  if (memory == 0 || (name != _SC_PHYS_PAGES && name != _SC_AVPHYS_PAGES)) return NEXT(sysconf)(name);
  return (long)(memory / (uint64_t)getpagesize());
}
