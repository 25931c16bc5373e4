// ncurses with wide characters. The functions in this file return values that ncurses defines only as macros, which
// Swift cannot import.
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <curses.h>
#include <term.h>

static inline attr_t klv_curses_bold(void) { return A_BOLD; }
static inline attr_t klv_curses_dim(void) { return A_DIM; }
static inline attr_t klv_curses_underline(void) { return A_UNDERLINE; }
static inline attr_t klv_curses_reverse(void) { return A_REVERSE; }

// The mouse events that ncurses reports. The value omits click events, because ncurses would otherwise combine a press
// and a release into one click.
static inline mmask_t klv_curses_mouse_events(void) {
  return BUTTON1_PRESSED | BUTTON1_RELEASED | BUTTON4_PRESSED | BUTTON5_PRESSED | REPORT_MOUSE_POSITION;
}
static inline mmask_t klv_curses_button_down(void) { return BUTTON1_PRESSED; }
static inline mmask_t klv_curses_button_up(void) { return BUTTON1_RELEASED; }
static inline mmask_t klv_curses_wheel_up(void) { return BUTTON4_PRESSED; }
static inline mmask_t klv_curses_wheel_down(void) { return BUTTON5_PRESSED; }
static inline mmask_t klv_curses_moved(void) { return REPORT_MOUSE_POSITION; }

/// Returns 1 if a program can move the terminal's cursor to any cell, 0 if not, -1 if the kind of terminal is unknown.
static inline int klv_curses_addresses(void) {
  int found;
  if (setupterm(NULL, 1, &found) != OK) return -1;
  const char *address = tigetstr("cup");
  return address != NULL && address != (const char *)-1;
}
static inline SCREEN *klv_curses_open(void) { return newterm(NULL, stdout, stdin); }
static inline WINDOW *klv_curses_window(void) { return stdscr; }
static inline void klv_curses_forget_screen(void) { clearok(curscr, TRUE); }
static inline int klv_curses_colors(void) { return COLORS; }
static inline int klv_curses_pairs(void) { return COLOR_PAIRS; }
