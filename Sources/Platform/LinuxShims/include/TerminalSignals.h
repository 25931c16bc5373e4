// Signal handlers for a program that draws on a terminal. LinuxShims.h includes TerminalSignals.h.
#ifndef KLAVA_TERMINAL_SIGNALS_H
#define KLAVA_TERMINAL_SIGNALS_H

#include <stddef.h>

struct termios;

/// Installs handlers for the signals in `signals`. A handler only writes the signal's number, as one byte, to `fd`.
/// `fd` must be non-blocking.
int klv_signals_to_descriptor(int fd, const int *signals, size_t count);
/// Restores the default action of the signals in `signals`.
int klv_signals_to_default(const int *signals, size_t count);
/// Whether the process ignores a signal, as after nohup(1).
int klv_ignores_signal(int signal);
/// Installs handlers for crashes. Before a crash ends the process, a handler restores the settings of the terminal `fd`
/// and writes the bytes to the terminal. `bytes` may contain at most 256 bytes. A call with 0 bytes undoes an earlier
/// call.
int klv_restore_terminal_on_crash(int fd, const struct termios *settings, const char *bytes, size_t count);

#endif
