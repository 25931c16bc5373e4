/* A runner that sends nothing and waits until the host ends it. */
#include <unistd.h>

int main(void) {
  for (;;) pause();
}
