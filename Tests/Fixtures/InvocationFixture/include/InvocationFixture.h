/* C functions of many types, for the tests of `Invocation`: what a C compiler makes of a signature is the truth that
   calls and thunks are held to. */
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

/* The address of a function `X f(X)` that returns its argument, X being the letter's type; NULL for other letters. */
const void *fixture_echo(char letter);

/* The address of a function `X f(X (*function)(X), X argument)` that calls the function; NULL for other letters. */
const void *fixture_apply(char letter);

/* `d(idhh)`: calls itself through `again` until depth is 0, and uses all of its arguments after each return. */
double fixture_nest(int32_t depth, double carry, void *context, double (*again)(int32_t, double, void *, void *));

/* Calls the function on a new thread and waits for it; -1 if there is no new thread. */
int32_t fixture_call_on_new_thread(const void *function, int32_t argument);

/* A function of the table: its signature's text, its address, and code that calls any function of its type. */
struct fixture_row {
  const char *signature;
  const void *function;
  /* Arguments and result are the values' bytes, filled up with zeros to 64 bits. */
  void (*apply)(const void *function, const uint64_t *arguments, uint64_t *result);
};

/* Functions of fixed, varied types. Each mixes the bits of its arguments into a checksum and returns that, cut down to
   its result's type. NULL past the last row. */
const struct fixture_row *fixture_row_at(size_t index);

/* The whole checksum of the function of the table that this thread called last. */
uint64_t fixture_last_checksum(void);

/* Whether allocations are counted; sanitizers have an allocator of their own and are not. */
bool fixture_counts_allocations(void);

/* How often the calling thread asked the C library for memory. */
uint64_t fixture_allocation_count(void);

#endif
