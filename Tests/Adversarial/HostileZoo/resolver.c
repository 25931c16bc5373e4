/*
 * Attacks from an IFUNC resolver. The resolver runs before the constructors and before the relocation of the library.
 * The resolver cannot call libc yet, so the attacks use bare system calls.
 */
#include "zoo.h"

#include <signal.h>

/* Marks a call that was not made. No system call returns this value. */
#define NO_CALL 4096

static long results[4] = {NO_CALL, NO_CALL, NO_CALL, NO_CALL};
static volatile bool has_run;

static bool is_selected(const char *id) {
  const char *when = "resolver";
  for (int index = 0; index < 9; index++)
    if (zoo_selection.when[index] != when[index]) return false;
  for (int index = 0; index < 4; index++)
    if (zoo_selection.behavior[index] != id[index]) return false;
  return true;
}

/* Copies the value of "secret". The test passes this argument first. */
static void copy_secret(char *path) {
  int index = 0;
  for (const volatile char *byte = zoo_selection.arguments + 7; *byte != '\n' && *byte != '\0' && index < 1023; byte++)
    path[index++] = *byte;
  path[index] = '\0';
}

static void attack(void) {
  static char path[1024];
  /* The address of a literal would need a relocation. Characters on the stack need no relocation. */
  const char open_id[] = {'R', '0', '1', 0}, socket_id[] = {'R', '0', '2', 0}, fork_id[] = {'R', '0', '3', 0};
  const char exec_id[] = {'R', '0', '4', 0}, code_id[] = {'R', '0', '5', 0}, trace_id[] = {'R', '0', '6', 0};
  copy_secret(path);
  has_run = true;
  if (is_selected(open_id)) {
    results[0] = zoo_raw(SYS_open, (long)path, O_RDONLY, 0, 0, 0, 0);
    results[1] = zoo_raw(SYS_openat, AT_FDCWD, (long)path, O_RDONLY, 0, 0, 0);
    results[2] = zoo_raw(SYS_openat2, AT_FDCWD, (long)path, 0, 0, 0, 0);
  } else if (is_selected(socket_id)) {
    for (int family = 1; family < 5; family++) results[family - 1] = zoo_raw(SYS_socket, family, 1, 0, 0, 0, 0);
  } else if (is_selected(fork_id)) {
    results[0] = zoo_raw(SYS_clone, SIGCHLD, 0, 0, 0, 0, 0);
    if (results[0] == 0) zoo_raw(SYS_exit_group, 0, 0, 0, 0, 0, 0);
    results[1] = zoo_raw(SYS_fork, 0, 0, 0, 0, 0, 0);
    if (results[1] == 0) zoo_raw(SYS_exit_group, 0, 0, 0, 0, 0, 0);
  } else if (is_selected(exec_id)) {
    results[0] = zoo_raw(SYS_execve, (long)path, 0, 0, 0, 0, 0);
  } else if (is_selected(code_id)) {
    results[0] = zoo_raw(SYS_mmap, 0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    results[1] = zoo_raw(SYS_mprotect, (long)path & ~4095, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, 0, 0, 0);
  } else if (is_selected(trace_id)) {
    results[0] = zoo_raw(SYS_ptrace, 0, 0, 0, 0, 0, 0);
  } else {
    has_run = false;
  }
}

__attribute__((visibility("hidden"))) void zoo_resolved(void);

static void nothing(void) {}

static void (*resolve(void))(void) {
  attack();
  return nothing;
}

__attribute__((visibility("hidden"), ifunc("resolve"))) void zoo_resolved(void);
/* This pointer makes the loader call the resolver. No other code uses it. */
__attribute__((used)) static void (*const resolved)(void) = zoo_resolved;

bool zoo_report_resolver(void) {
  if (!has_run) return false;
  for (int index = 0; index < 4; index++) {
    if (results[index] == NO_CALL) continue;
    if (results[index] < 0)
      zoo_refused((int)-results[index]);
    else
      zoo_escaped("call %d", index + 1);
  }
  return true;
}

BEHAVIOR(R01, "opens a file from its IFUNC resolver") { zoo_contained("only there"); }
BEHAVIOR(R02, "makes sockets from its IFUNC resolver") { zoo_contained("only there"); }
BEHAVIOR(R03, "forks from its IFUNC resolver") { zoo_contained("only there"); }
BEHAVIOR(R04, "replaces itself with another program from its IFUNC resolver") { zoo_contained("only there"); }
BEHAVIOR(R05, "maps writable code from its IFUNC resolver") { zoo_contained("only there"); }
BEHAVIOR(R06, "requests tracing from its IFUNC resolver") { zoo_contained("only there"); }
