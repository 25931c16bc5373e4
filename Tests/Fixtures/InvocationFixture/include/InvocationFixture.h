/* C functions of many types, for the tests of `Invocation`. Calls and thunks must behave as the C compiler's code for
   the same signature. */
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
typedef void *fixture_p;

/* The address of a function `X f(X)` that returns its argument. X is the letter's type. NULL for other letters. */
const void *fixture_echo(char letter);

/* The address of a function `X f(X (*function)(X), X argument)` that calls the function. NULL for other letters. */
const void *fixture_apply(char letter);

/* `d(idhh)`: calls itself through `again` until depth is 0, and uses all arguments after each return. */
double fixture_nest(int32_t depth, double carry, void *context, double (*again)(int32_t, double, void *, void *));

/* Calls the function on a new thread and waits for it. Returns -1 if no thread can be made. */
int32_t fixture_call_on_new_thread(const void *function, int32_t argument);

/* A row of the table: the signature's text, the function, and code that calls any function of that type. */
struct fixture_row {
  const char *signature;
  const void *function;
  /* Arguments and result are the bytes of the values, filled up with zeros to 64 bits. */
  void (*apply)(const void *function, const uint64_t *arguments, uint64_t *result);
};

/* A row of the table; NULL past the last row. Each function mixes the bits of its arguments into a checksum and
   returns the checksum, cut to its result's type. */
const struct fixture_row *fixture_row_at(size_t index);

/* The whole checksum of the table's function that this thread called last. */
uint64_t fixture_last_checksum(void);

/* Whether allocations are counted. Sanitizers replace the allocator, so they are not counted there. */
bool fixture_counts_allocations(void);

/* The number of allocations of the calling thread. */
uint64_t fixture_allocation_count(void);

#endif
