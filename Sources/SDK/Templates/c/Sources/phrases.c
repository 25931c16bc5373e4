#include "phrases.h"

#include <string.h>

const phrase phrases[PHRASE_COUNT] = {
    {"hello", "Hello!"},
    {"thanks", "Thank you."},
    {"way", "On my way."},
    {"later", "Talk to you later."},
};

bool needs_space_after(const char *context, uint64_t length) {
  return length > 0 && strchr(" \t\n([{", context[length - 1]) == NULL;
}

const char *const *digit_keys(uint32_t keyboard_type, size_t *count) {
  static const char *const digits[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", NULL, "0", NULL};
  /* The decimal separator is a period in some languages and a comma in others, so the keys contain both characters. */
  static const char *const decimals[] = {"1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0", ","};
  switch (keyboard_type) {
    case 4:  /* numberPad */
    case 11: /* asciiCapableNumberPad */
      *count = sizeof digits / sizeof *digits;
      return digits;
    case 8: /* decimalPad */
      *count = sizeof decimals / sizeof *decimals;
      return decimals;
    default:
      *count = 0;
      return NULL;
  }
}
