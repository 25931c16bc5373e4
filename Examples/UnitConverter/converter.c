/*
 * UnitConverter: a keyboard in plain C, without an SDK and without Klava's header.
 *
 * Info.plist declares the functions below with their signatures. Interface.plist says which key calls which function.
 * If a function returns a number, the host shows the number in the label that Info.plist names. If a function returns
 * text, the host inserts the text. The keyboard needs no other connection to the host.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

/* The maximum number of digits that the user can enter. A double can represent each integer of 12 digits exactly. */
static const int digit_limit = 12;

/* The number on the display. */
static double shown = 0;
/* The number that the user is entering. The variables contain the digits as an integer, the number of digits, the
 * number of decimals, and whether there is a decimal point. */
static int64_t entered = 0;
static int digit_count = 0;
static int places = 0;
static bool has_point = false;
/* The number of decimals of a result. */
static int64_t decimals = 2;

static void end_entry(void) {
  entered = 0;
  digit_count = 0;
  places = 0;
  has_point = false;
}

static double rounded(double number) {
  double scale = pow(10, (double)decimals);
  double result = round(number * scale) / scale;
  return isfinite(result) ? result : 0;
}

/* d(k): enters a digit. `title` is the title of the key. The host owns the text. Returns the number on the display. */
EXPORT double converter_did_tap_digit(const char *title) {
  if (digit_count == digit_limit) return shown;
  entered = entered * 10 + atoi(title);
  digit_count += 1;
  if (has_point) places += 1;
  shown = (double)entered / pow(10, places);
  return shown;
}

/* d(): enters the decimal point. */
EXPORT double converter_did_tap_point(void) {
  if (digit_count == 0) shown = 0;
  has_point = true;
  return shown;
}

/* d(): sets the number to zero. */
EXPORT double converter_clear(void) {
  end_entry();
  shown = 0;
  return shown;
}

/* d(dd): replaces the displayed number by number * factor + offset. Interface.plist has the arguments of each key. */
EXPORT double converter_convert(double factor, double offset) {
  end_entry();
  shown = rounded(shown * factor + offset);
  return shown;
}

/* q(q): sets the number of decimals of a result, from 0 to 6. Interface.plist has the argument of each key. */
EXPORT int64_t converter_keep_decimals(int64_t count) {
  if (count >= 0 && count <= 6) decimals = count;
  return decimals;
}

/* s(): returns the number on the display as text. The host copies the text immediately. */
EXPORT const char *converter_insert(void) {
  static char text[64];
  snprintf(text, sizeof text, "%.15g", shown);
  return text;
}
