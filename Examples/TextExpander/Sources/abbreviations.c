#include "abbreviations.h"

#include <string.h>

static bool is_of_word(char byte) {
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
}

size_t last_word(const char *text, size_t length) {
  size_t count = 0;
  while (count < length && is_of_word(text[length - count - 1])) count++;
  /* If a non-ASCII letter precedes the found characters, the found characters are only the end of a longer word, so
   * return 0. */
  return count < length && (unsigned char)text[length - count - 1] >= 0x80 ? 0 : count;
}

bool kept_add(kept_texts *kept, const char *text, size_t length) {
  if (length == 0 || length >= KEPT_BYTES || memchr(text, '\n', length) != NULL) return false;
  for (size_t index = 0; index < kept->count; index++) {
    if (strlen(kept->texts[index]) == length && memcmp(kept->texts[index], text, length) == 0) return false;
  }
  if (kept->count == KEPT_LIMIT) {
    memmove(kept->texts[0], kept->texts[1], sizeof kept->texts - sizeof kept->texts[0]);
    kept->count -= 1;
  }
  memcpy(kept->texts[kept->count], text, length);
  kept->texts[kept->count][length] = 0;
  kept->count += 1;
  return true;
}

void kept_read(kept_texts *kept, const char *lines, size_t length) {
  kept->count = 0;
  while (length > 0) {
    const char *end = memchr(lines, '\n', length);
    size_t line = end != NULL ? (size_t)(end - lines) : length;
    if (memchr(lines, 0, line) == NULL) kept_add(kept, lines, line);
    line += end != NULL ? 1 : 0;
    lines += line;
    length -= line;
  }
}

size_t kept_write(const kept_texts *kept, char *lines) {
  size_t length = 0;
  for (size_t index = 0; index < kept->count; index++) {
    size_t count = strlen(kept->texts[index]);
    memcpy(lines + length, kept->texts[index], count);
    length += count;
    lines[length++] = '\n';
  }
  return length;
}
