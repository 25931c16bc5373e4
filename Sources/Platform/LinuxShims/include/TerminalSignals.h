// What a program that draws on a terminal must do inside of signal handlers. Included by LinuxShims.h.
#ifndef KLAVA_TERMINAL_SIGNALS_H
#define KLAVA_TERMINAL_SIGNALS_H

#include <stddef.h>

struct termios;

/// From now on each of these signals does nothing but write its number, as one byte, to `fd`, which never blocks.
int klv_signals_to_descriptor(int fd, const int *signals, size_t count);
/// These signals do again what they do by default.
int klv_signals_to_default(const int *signals, size_t count);
/// Whether nothing happens at this signal, as nohup(1) has it.
int klv_ignores_signal(int signal);
/// If the program crashes: gives the terminal `fd` these settings, writes the bytes to it, and lets the crash go on. At most
/// 256 bytes; none at all takes it back.
int klv_restore_terminal_on_crash(int fd, const struct termios *settings, const char *bytes, size_t count);

#endif
