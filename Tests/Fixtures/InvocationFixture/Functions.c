#include "InvocationFixture.h"

#define EACH_LETTER(USE) USE(b) USE(i) USE(u) USE(q) USE(t) USE(f) USE(d) USE(s) USE(h) USE(k)

#define DEFINE(X) \
  static fixture_##X echo_##X(fixture_##X argument) { return argument; }
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
    default: return NULL;
  }
}
