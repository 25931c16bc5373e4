/*
 * Functions that choose the keys for a field, and the text that a key types. The functions do not call the host, so
 * unit tests can call them.
 */
#ifndef PHRASES_H
#define PHRASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A phrase that the keyboard types. */
typedef struct phrase {
  /* The identifier of the phrase's key, for scripts and tests. */
  const char *identifier;
  /* The text that the key shows and types. */
  const char *words;
} phrase;

#define PHRASE_COUNT 4
/* All phrases, in the order of their keys. */
extern const phrase phrases[PHRASE_COUNT];

/* Returns whether a phrase needs a space between `context`, the UTF-8 text before the insertion point, and the
 * phrase. */
bool needs_space_after(const char *context, uint64_t length);

/* Returns the keys for a field with the given keyboard type (UIKeyboardType's raw value), three in a row. Returns NULL
 * if the field is not for numbers, so that the keyboard shows the phrases. A NULL in the result stands for an empty
 * cell. */
const char *const *digit_keys(uint32_t keyboard_type, size_t *count);

#endif
