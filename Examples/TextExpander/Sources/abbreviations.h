/* Words, and texts that are kept: plain functions that need no host, and so are easily tested. */
#ifndef ABBREVIATIONS_H
#define ABBREVIATIONS_H

#include <stdbool.h>
#include <stddef.h>

/* The most texts that are kept, and the most bytes of one, with the NUL behind it. */
#define KEPT_LIMIT 3
#define KEPT_BYTES 64

/* Texts that the person kept, the oldest first. */
typedef struct kept_texts {
  char texts[KEPT_LIMIT][KEPT_BYTES];
  size_t count;
} kept_texts;

/* The length in bytes of the word of letters and digits of ASCII that a text ends with. */
size_t last_word(const char *text, size_t length);

/* Keeps a text of one line, and forgets the oldest where there are too many; whether it could. One that is kept already is
 * kept once. */
bool kept_add(kept_texts *kept, const char *text, size_t length);

/* Reads what kept_write wrote; what is no kept text in it is passed over. */
void kept_read(kept_texts *kept, const char *lines, size_t length);

/* Writes each text with a line feed behind it; `lines` has room for all of them. Answers the length in bytes. */
size_t kept_write(const kept_texts *kept, char *lines);

#endif
