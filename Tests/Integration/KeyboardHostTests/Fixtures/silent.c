/* A program in the runner's place that waits to be ended. */
#include <unistd.h>

int main(void) {
  for (;;) pause();
}
