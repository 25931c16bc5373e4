/*
 * A keyboard whose library shows whether any of its code has run: the constructor of the library creates the file that
 * KLAVA_BENCH_MARK names.
 */
#include <klava/keyboard.h>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void leave_mark(void) {
  const char *path = getenv("KLAVA_BENCH_MARK");
  if (path == NULL) return;
  int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0) close(file);
}

static klv_result create(klv_host *host, const klv_launch *launch, void **controller, klv_failure *failure) {
  (void)host;
  (void)launch;
  (void)failure;
  *controller = &leave_mark;
  leave_mark();
  return KLV_OK;
}

static klv_result load(void *controller, klv_failure *failure) {
  (void)controller;
  (void)failure;
  return KLV_OK;
}

const klv_keyboard_entry klv_keyboard = {
    KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, NULL,
};
