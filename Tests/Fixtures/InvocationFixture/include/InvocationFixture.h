/* C functions of many types, for the tests of `Invocation`. */
#ifndef INVOCATION_FIXTURE_H
#define INVOCATION_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The C type of each letter of a signature. */
typedef void fixture_v;
typedef bool fixture_b;
typedef int32_t fixture_i;
typedef uint32_t fixture_u;
typedef int64_t fixture_q;
typedef uint64_t fixture_t;
typedef float fixture_f;
typedef double fixture_d;
typedef const char *fixture_s;
typedef void *fixture_h;
typedef const char *fixture_k;

/* The address of a function `X f(X)` that returns its argument. X is the letter's type. NULL for other letters. */
const void *fixture_echo(char letter);

/* A row of the table: the signature's text and the function. */
struct fixture_row {
  const char *signature;
  const void *function;
};

/*
 * A row of the table; NULL past the last row. Each function mixes the bits of its arguments into a checksum and returns
 * the low bits of the checksum as its result.
 */
const struct fixture_row *fixture_row_at(size_t index);

/* The whole checksum of the table's function that this thread called last. */
uint64_t fixture_last_checksum(void);

/* Whether the fixture counts allocations. The fixture does not count with a sanitizer, because the sanitizer replaces
 * the allocator. */
bool fixture_counts_allocations(void);

/* The number of allocations of the calling thread. */
uint64_t fixture_allocation_count(void);

#endif
