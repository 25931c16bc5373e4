#define _GNU_SOURCE
#include "TerminalSignals.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static int descriptor = -1;

static void tell(int signal) {
  int error = errno;
  unsigned char number = (unsigned char)signal;
  // If the pipe is full, the reader already has signals to read.
  if (write(descriptor, &number, 1) < 0) errno = error;
  errno = error;
}

static int handle(const int *signals, size_t count, void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  for (size_t index = 0; index < count; index++)
    if (sigaction(signals[index], &action, NULL) < 0) return -1;
  return 0;
}

int klv_signals_to_descriptor(int fd, const int *signals, size_t count) {
  descriptor = fd;
  return handle(signals, count, tell);
}

int klv_signals_to_default(const int *signals, size_t count) { return handle(signals, count, SIG_DFL); }

int klv_ignores_signal(int signal) {
  struct sigaction action;
  return sigaction(signal, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
static struct {
  int fd;
  struct termios settings;
  char bytes[256];
  size_t count;
} terminal;

static void restore(int signal) {
  tcsetattr(terminal.fd, TCSANOW, &terminal.settings);
  if (write(terminal.fd, terminal.bytes, terminal.count) < 0) terminal.count = 0;
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigaction(signal, &usual, NULL);
  raise(signal);
}

int klv_restore_terminal_on_crash(int fd, const struct termios *settings, const char *bytes, size_t count) {
  size_t all = sizeof crashes / sizeof crashes[0];
  if (count == 0) return klv_signals_to_default(crashes, all);
  if (count > sizeof terminal.bytes) return errno = EINVAL, -1;
  terminal.fd = fd;
  terminal.settings = *settings;
  memcpy(terminal.bytes, bytes, count);
  terminal.count = count;
  return handle(crashes, all, restore);
}
