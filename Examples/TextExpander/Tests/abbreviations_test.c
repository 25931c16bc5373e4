/* Tests words and kept texts without a host. */
#include "abbreviations.h"

#include <stdio.h>
#include <string.h>

static int failures = 0;

static void expect(bool condition, const char *sentence) {
  if (condition) return;
  fprintf(stderr, "failed: %s\n", sentence);
  failures += 1;
}

static size_t word(const char *text) { return last_word(text, strlen(text)); }

int main(void) {
  expect(word("") == 0 && word("a ") == 0 && word("brb") == 3 && word("so brb") == 3, "the last word is found");
  expect(word("x1") == 2 && word("\xC3\xA9t") == 0, "a word has only ASCII letters and digits");
  kept_texts kept = {.count = 0};
  expect(kept_add(&kept, "one", 3) && !kept_add(&kept, "one", 3) && kept.count == 1, "a text is kept once");
  expect(!kept_add(&kept, "", 0) && !kept_add(&kept, "a\nb", 3), "empty texts and line breaks are refused");
  char longest[KEPT_BYTES];
  memset(longest, 'x', sizeof longest);
  expect(!kept_add(&kept, longest, KEPT_BYTES) && kept_add(&kept, longest, KEPT_BYTES - 1), "the limit includes the NUL");
  kept_add(&kept, "three", 5);
  kept_add(&kept, "four", 4);
  expect(kept.count == KEPT_LIMIT && strcmp(kept.texts[2], "four") == 0, "the oldest text is dropped");
  char lines[KEPT_LIMIT * (KEPT_BYTES + 1)];
  size_t length = kept_write(&kept, lines);
  kept_texts other;
  kept_read(&other, lines, length);
  expect(other.count == KEPT_LIMIT && strcmp(other.texts[1], "three") == 0, "written texts can be read");
  kept_read(&other, "\n\n\0\nz", 5);
  expect(other.count == 1 && strcmp(other.texts[0], "z") == 0, "invalid lines are skipped");
  if (failures == 0) printf("abbreviations_test: all is well\n");
  return failures == 0 ? 0 : 1;
}
