/*
 * The hostile zoo: what every behavior is written with.
 *
 * A behavior is one attack, tried for real: BEHAVIOR(id, "words") { … }. It says what came of it by TRY and the
 * functions below, and so ends in one short report: the errors that it met, or what it escaped with. All behaviors are
 * in one library; which one runs, and when, stands in `zoo_selection`, which a test overwrites in its copy of the file.
 * What must come of each is in Tests/Adversarial/HostileZooTests/zoo.tsv.
 *
 * The machine is x86-64. Whatever a behavior takes it keeps: its process ends with the test.
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

/* What a test writes into its copy of the library. The arguments are lines NAME=VALUE: the victims of the attack. */
struct zoo_selection {
  char marker[32];
  char behavior[16];
  char when[16];
  char arguments[4032];
};
extern volatile struct zoo_selection zoo_selection;

/* One row of the table that the linker puts together. */
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

/* An attempt that answers as system calls do: below zero is an error in errno, all else has escaped. */
#define TRY(attempt) zoo_try(#attempt, (long)(attempt))

/* The attempt failed with errno if `result` is below zero; otherwise it escaped with `what`. */
void zoo_try(const char *what, long result);
/* The attempt was refused with this error. */
void zoo_refused(int error);
/* The attempt reached what it wanted. */
void zoo_escaped(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The attempt had no effect, which no error number says. */
void zoo_contained(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Runs `finish` in a later turn; its report then takes this one's place. */
void zoo_later(void (*finish)(void));

/* The value of an argument, "" if the test gave none; valid until eight more were asked for. */
const char *zoo_argument(const char *name);
/* The same as a number. */
long zoo_number(const char *name);
/* An argument with more text behind it; valid as long. */
const char *zoo_path(const char *name, const char *suffix);

/* Opens a file, and escapes with what can be read of it. */
void zoo_read_file(const char *path);
/* Opens or makes a file, and escapes when it can be written. */
void zoo_write_file(const char *path, int flags);
/* Whether a byte can be read there, found out without a fault. */
bool zoo_is_readable(const void *address);
/* Calls `visit` with each run of readable memory near known addresses: the libraries, the heap, the stack, the link. */
void zoo_each_region(void (*visit)(unsigned char *start, size_t length));
/* The path by which this library was opened: not the one that the person's disk has. */
const char *zoo_library(void);
/* Opens this library to be read, by whichever of its paths there is; -1 with errno where there is none. */
int zoo_open_library(void);
/* The keyboard's host, once it was made. */
klv_host *zoo_host(void);

/* A system call without libc, which is all that works before the library is relocated: an error is -errno. */
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
