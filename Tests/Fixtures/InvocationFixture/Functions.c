#include "InvocationFixture.h"

#include <pthread.h>

#define EACH_LETTER(USE) USE(b) USE(i) USE(u) USE(q) USE(t) USE(f) USE(d) USE(s) USE(h) USE(k) USE(p)

#define DEFINE(X)                                                                                                      \
  static fixture_##X echo_##X(fixture_##X argument) { return argument; }                                               \
  static fixture_##X apply_##X(fixture_##X (*function)(fixture_##X), fixture_##X argument) {                           \
    return function(argument);                                                                                         \
  }
EACH_LETTER(DEFINE)


const void *fixture_echo(char letter) {
  switch (letter) {
    case 'b': return (const void *)echo_b;
    case 'i': return (const void *)echo_i;
    case 'u': return (const void *)echo_u;
    case 'q': return (const void *)echo_q;
    case 't': return (const void *)echo_t;
    case 'f': return (const void *)echo_f;
    case 'd': return (const void *)echo_d;
    case 's': return (const void *)echo_s;
    case 'h': return (const void *)echo_h;
    case 'k': return (const void *)echo_k;
    case 'p': return (const void *)echo_p;
    default: return NULL;
  }
}

const void *fixture_apply(char letter) {
  switch (letter) {
    case 'b': return (const void *)apply_b;
    case 'i': return (const void *)apply_i;
    case 'u': return (const void *)apply_u;
    case 'q': return (const void *)apply_q;
    case 't': return (const void *)apply_t;
    case 'f': return (const void *)apply_f;
    case 'd': return (const void *)apply_d;
    case 's': return (const void *)apply_s;
    case 'h': return (const void *)apply_h;
    case 'k': return (const void *)apply_k;
    case 'p': return (const void *)apply_p;
    default: return NULL;
  }
}

double fixture_nest(int32_t depth, double carry, void *context, double (*again)(int32_t, double, void *, void *)) {
  if (depth == 0) return carry;
  double inner = again(depth - 1, carry + 0.5, context, (void *)again);
  return inner * 2 + depth + carry;
}

struct request {
  int32_t (*function)(int32_t);
  int32_t argument;
  int32_t result;
};

static void *run(void *context) {
  struct request *request = context;
  request->result = request->function(request->argument);
  return NULL;
}

int32_t fixture_call_on_new_thread(const void *function, int32_t argument) {
  struct request request = {(int32_t (*)(int32_t))function, argument, 0};
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, &request) != 0) return -1;
  pthread_join(thread, NULL);
  return request.result;
}
