/*
 * The hostile zoo: declarations that every behavior uses.
 *
 * A behavior is one real attack: BEHAVIOR(id, "words") { … }. A behavior reports its outcome through TRY and the
 * functions below. The report lists the errors of the refused calls, or the escapes. One library contains all
 * behaviors. A test overwrites `zoo_selection` in its copy of the file to select a behavior and a moment. The file
 * Tests/Adversarial/HostileZooTests/zoo.tsv contains the expected outcomes.
 *
 * The machine is x86-64. Behaviors free nothing, because their process ends with the test.
 */
#ifndef ZOO_H
#define ZOO_H

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <klava/keyboard.h>

/* A test writes this structure into its copy of the library. Each argument is a line NAME=VALUE that names a victim. */
struct zoo_selection {
  char marker[32];
  char behavior[16];
  char when[16];
  char arguments[4032];
};
extern volatile struct zoo_selection zoo_selection;

/* One row of the table that the linker builds from all behaviors. */
struct zoo_behavior {
  const char *id;
  const char *words;
  void (*run)(void);
};

#define BEHAVIOR(id, words)                                                                          \
  static void zoo_run_##id(void);                                                                     \
  static const struct zoo_behavior zoo_row_##id                                                      \
      __attribute__((used, section("zoo_behaviors"), aligned(8))) = {#id, words, zoo_run_##id};      \
  static void zoo_run_##id(void)

/*
 * Reports an attempt that returns a result like a system call. A negative result means an error in errno; any other
 * result means an escape.
 */
#define TRY(attempt) zoo_try(#attempt, (long)(attempt))

/* Reports a refusal with errno if `result` is below zero. Otherwise reports an escape with the text `what`. */
void zoo_try(const char *what, long result);
/* Reports that the attempt was refused with this error. */
void zoo_refused(int error);
/* Reports that the attempt succeeded. */
void zoo_escaped(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Reports that the attempt had no effect, although no call returned an error. */
void zoo_contained(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Runs `finish` in a later turn. The report of `finish` replaces the earlier report. */
void zoo_later(void (*finish)(void));

/* The value of an argument, or "" if the test passed no such argument. The eighth further call overwrites the text. */
const char *zoo_argument(const char *name);
/* The value of an argument as a number. */
long zoo_number(const char *name);
/* The value of an argument with a suffix. The eighth further call overwrites the text. */
const char *zoo_path(const char *name, const char *suffix);

/* Opens a file. If reading succeeds, reports an escape with the bytes. */
void zoo_read_file(const char *path);
/* Opens or makes a file and reports an escape if writing to the file succeeds. */
void zoo_write_file(const char *path, int flags);
/* Whether the byte at this address is readable. Causes no fault. */
bool zoo_is_readable(const void *address);
/* Calls `visit` with each readable range near known addresses: the libraries, the heap, the stack, the link. */
void zoo_each_region(void (*visit)(unsigned char *start, size_t length));
/* The path from which the runner loaded this library. On the user's disk, the library has another path. */
const char *zoo_library(void);
/* Opens this library for reading, by any of its paths. Returns -1 with errno if none works. */
int zoo_open_library(void);
/* The keyboard's host. NULL until the host creates the keyboard. */
klv_host *zoo_host(void);

/* Makes a system call without libc, so it can be called before the library is relocated. Returns -errno on an error. */
static inline long zoo_raw(long number, long a, long b, long c, long d, long e, long f) {
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

#endif
