/* Defines a function for each row of FunctionTable.h. */
#include "InvocationFixture.h"

#include <string.h>

static _Thread_local uint64_t last_checksum;
uint64_t fixture_last_checksum(void) { return last_checksum; }

static uint64_t fold(uint64_t checksum, const void *value, size_t size) {
  uint64_t bits = 0;
  memcpy(&bits, value, size);
  checksum = (checksum ^ bits) * 1099511628211u;
  return checksum ^ (checksum >> 32);
}

/* These macros apply M to each item of a list of 1 to 16 letters. */
#define WITH_1(M, X) M(1, X)
#define WITH_2(M, X, ...) M(2, X) WITH_1(M, __VA_ARGS__)
#define WITH_3(M, X, ...) M(3, X) WITH_2(M, __VA_ARGS__)
#define WITH_4(M, X, ...) M(4, X) WITH_3(M, __VA_ARGS__)
#define WITH_5(M, X, ...) M(5, X) WITH_4(M, __VA_ARGS__)
#define WITH_6(M, X, ...) M(6, X) WITH_5(M, __VA_ARGS__)
#define WITH_7(M, X, ...) M(7, X) WITH_6(M, __VA_ARGS__)
#define WITH_8(M, X, ...) M(8, X) WITH_7(M, __VA_ARGS__)
#define WITH_9(M, X, ...) M(9, X) WITH_8(M, __VA_ARGS__)
#define WITH_10(M, X, ...) M(10, X) WITH_9(M, __VA_ARGS__)
#define WITH_11(M, X, ...) M(11, X) WITH_10(M, __VA_ARGS__)
#define WITH_12(M, X, ...) M(12, X) WITH_11(M, __VA_ARGS__)
#define WITH_13(M, X, ...) M(13, X) WITH_12(M, __VA_ARGS__)
#define WITH_14(M, X, ...) M(14, X) WITH_13(M, __VA_ARGS__)
#define WITH_15(M, X, ...) M(15, X) WITH_14(M, __VA_ARGS__)
#define WITH_16(M, X, ...) M(16, X) WITH_15(M, __VA_ARGS__)

#define LETTER(N, X) #X
#define FOLD(N, X) checksum = fold(checksum, &a##N, sizeof a##N);
/* The same macros with commas between the results. */
#define COMMA_1(M, X) M(1, X)
#define COMMA_2(M, X, ...) M(2, X), COMMA_1(M, __VA_ARGS__)
#define COMMA_3(M, X, ...) M(3, X), COMMA_2(M, __VA_ARGS__)
#define COMMA_4(M, X, ...) M(4, X), COMMA_3(M, __VA_ARGS__)
#define COMMA_5(M, X, ...) M(5, X), COMMA_4(M, __VA_ARGS__)
#define COMMA_6(M, X, ...) M(6, X), COMMA_5(M, __VA_ARGS__)
#define COMMA_7(M, X, ...) M(7, X), COMMA_6(M, __VA_ARGS__)
#define COMMA_8(M, X, ...) M(8, X), COMMA_7(M, __VA_ARGS__)
#define COMMA_9(M, X, ...) M(9, X), COMMA_8(M, __VA_ARGS__)
#define COMMA_10(M, X, ...) M(10, X), COMMA_9(M, __VA_ARGS__)
#define COMMA_11(M, X, ...) M(11, X), COMMA_10(M, __VA_ARGS__)
#define COMMA_12(M, X, ...) M(12, X), COMMA_11(M, __VA_ARGS__)
#define COMMA_13(M, X, ...) M(13, X), COMMA_12(M, __VA_ARGS__)
#define COMMA_14(M, X, ...) M(14, X), COMMA_13(M, __VA_ARGS__)
#define COMMA_15(M, X, ...) M(15, X), COMMA_14(M, __VA_ARGS__)
#define COMMA_16(M, X, ...) M(16, X), COMMA_15(M, __VA_ARGS__)

#define PARAMETER(N, X) fixture_##X a##N

/* The checksum converted to the letter's type. */
#define RETURN_v
#define RETURN_b return checksum & 1;
#define RETURN_BITS(X)                                                                                                 \
  fixture_##X result;                                                                                                  \
  memcpy(&result, &checksum, sizeof result);                                                                           \
  return result;
#define RETURN_i RETURN_BITS(i)
#define RETURN_u RETURN_BITS(u)
#define RETURN_q RETURN_BITS(q)
#define RETURN_t RETURN_BITS(t)
#define RETURN_f RETURN_BITS(f)
#define RETURN_d RETURN_BITS(d)
#define RETURN_s RETURN_BITS(s)

#define FUNCTION(ROW, RESULT, COUNT, ...)                                                                              \
  static fixture_##RESULT function_##ROW(COMMA_##COUNT(PARAMETER, __VA_ARGS__)) {                                      \
    uint64_t checksum = 14695981039346656037u;                                                                         \
    WITH_##COUNT(FOLD, __VA_ARGS__)                                                                                    \
    last_checksum = checksum;                                                                                          \
    RETURN_##RESULT                                                                                                    \
  }
#include "FunctionTable.h"
#undef FUNCTION

#define FUNCTION(ROW, RESULT, COUNT, ...)                                                                              \
  {#RESULT "(" WITH_##COUNT(LETTER, __VA_ARGS__) ")", (const void *)function_##ROW},
static const struct fixture_row rows[] = {
#include "FunctionTable.h"
};

const struct fixture_row *fixture_row_at(size_t index) {
  return index < sizeof rows / sizeof rows[0] ? &rows[index] : NULL;
}
