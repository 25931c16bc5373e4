/*
 * UnitConverter: a keyboard in plain C, with no SDK and no header of Klava's.
 *
 * Info.plist declares the functions below with their signatures, and Interface.plist says which key calls which. A number
 * that a function returns is shown in the label that its key names; text that one returns is inserted. That is all that
 * this keyboard knows of its host.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

/* The most digits that a person may enter, all of which a double keeps. */
static const int digit_limit = 12;

/* The number that is shown. */
static double shown = 0;
/* The number that is being entered: its digits as a whole number, how many there are, and how many follow the point. */
static int64_t entered = 0;
static int digit_count = 0;
static int places = 0;
static bool has_point = false;
/* Decimals that are kept of a result. */
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

/* d(k): a digit; `title` is the key's, and the host's memory. Returns the number so far. */
EXPORT double converter_did_tap_digit(const char *title) {
  if (digit_count == digit_limit) return shown;
  entered = entered * 10 + atoi(title);
  digit_count += 1;
  if (has_point) places += 1;
  shown = (double)entered / pow(10, places);
  return shown;
}

/* d(): the decimal point. */
EXPORT double converter_did_tap_point(void) {
  if (digit_count == 0) shown = 0;
  has_point = true;
  return shown;
}

/* d(): starts again. */
EXPORT double converter_clear(void) {
  end_entry();
  shown = 0;
  return shown;
}

/* d(dd): converts what is shown. The key brings both arguments: number * factor + offset. */
EXPORT double converter_convert(double factor, double offset) {
  end_entry();
  shown = rounded(shown * factor + offset);
  return shown;
}

/* q(q): how many decimals are kept from now on, 0 to 6; the key brings the number. */
EXPORT int64_t converter_keep_decimals(int64_t count) {
  if (count >= 0 && count <= 6) decimals = count;
  return decimals;
}

/* s(): the number as text, which the host copies at once. */
EXPORT const char *converter_insert(void) {
  static char text[64];
  snprintf(text, sizeof text, "%.15g", shown);
  return text;
}
