/* Tests the functions of phrases.h, which need no host. */
#include "phrases.h"

#include <stdio.h>
#include <string.h>

static int failures = 0;

static void expect(bool condition, const char *sentence) {
  if (condition) return;
  fprintf(stderr, "failed: %s\n", sentence);
  failures += 1;
}

static bool is_apart(const char *context) { return needs_space_after(context, strlen(context)); }

static bool has_key(uint32_t keyboard_type, const char *title) {
  size_t count;
  const char *const *keys = digit_keys(keyboard_type, &count);
  for (size_t index = 0; index < count; index++) {
    if (keys[index] != NULL && strcmp(keys[index], title) == 0) return true;
  }
  return false;
}

int main(void) {
  expect(!needs_space_after(NULL, 0), "no space before a phrase at the start of the text");
  expect(!is_apart("a\n") && !is_apart("No, ") && !is_apart("("), "no space after blanks and brackets");
  expect(is_apart("No.") && is_apart("да"), "a space separates a phrase from the text before it");
  const uint32_t types[] = {4, 8, 11};
  for (size_t type = 0; type < sizeof types / sizeof *types; type++) {
    for (char digit[2] = "0"; *digit <= '9'; (*digit)++) {
      expect(has_key(types[type], digit), "a field for numbers has every digit");
    }
  }
  expect(has_key(8, ".") && has_key(8, ","), "a field for decimal numbers has both decimal separators");
  size_t count;
  expect(digit_keys(0, &count) == NULL && count == 0, "in a text field, the keyboard shows the phrases");
  if (failures == 0) printf("phrases_test: all is well\n");
  return failures == 0 ? 0 : 1;
}
