/* Actions, one for each kind of argument and result. The library uses no header of Klava and has no klv_keyboard. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local char text[256];

const char *title(const char *key) { return snprintf(text, sizeof text, "<%s>", key), text; }
const char *both(void *handle, const char *key) {
  return snprintf(text, sizeof text, "%d%s", handle != NULL, key), text;
}
const char *join(const char *first, const char *key, const char *second) {
  return snprintf(text, sizeof text, "%s%s%s", first, key, second), text;
}
double add(double left, double right) { return left + right; }
float half(float value) { return value / 2; }
int32_t negate(int32_t value) { return -value; }
uint32_t most(void) { return UINT32_MAX; }
int64_t least(void) { return INT64_MIN; }
uint64_t greatest(void) { return UINT64_MAX; }
bool not(bool value) { return !value; }
const char *nothing(void) { return NULL; }
const char *broken(void) { return "a\xFF"; }
void plain(void *handle) {
  if (handle == NULL) abort();
}
const char *started(void) { return text; }
void start(void *handle) { snprintf(text, sizeof text, "started %d", handle != NULL); }
