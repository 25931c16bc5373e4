/* Functions that find words, and that manage the texts that the user keeps. The functions in this file need no host, so
 * unit tests can call them. */
#ifndef ABBREVIATIONS_H
#define ABBREVIATIONS_H

#include <stdbool.h>
#include <stddef.h>

/* The maximum number of kept texts, and the maximum size of a kept text in bytes, including its NUL. */
#define KEPT_LIMIT 3
#define KEPT_BYTES 64

/* The texts that the user keeps, the oldest text first. */
typedef struct kept_texts {
  char texts[KEPT_LIMIT][KEPT_BYTES];
  size_t count;
} kept_texts;

/* Returns the length in bytes of the word of ASCII letters and digits at the end of a text. */
size_t last_word(const char *text, size_t length);

/* Adds a text of one line. If `kept` is full, removes the oldest text. Does not add a text that `kept` already
 * contains. Returns whether the text was added. */
bool kept_add(kept_texts *kept, const char *text, size_t length);

/* Reads lines in the format of kept_write. Skips lines that are not valid texts. */
void kept_read(kept_texts *kept, const char *lines, size_t length);

/* Writes each text and a line feed to `lines`, which must have space for all texts. Returns the written length in
 * bytes. */
size_t kept_write(const kept_texts *kept, char *lines);

#endif
