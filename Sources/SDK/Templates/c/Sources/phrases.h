/* What the keyboard types, and which keys a field needs: plain functions that need no host, and so are easily tested. */
#ifndef PHRASES_H
#define PHRASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Something that the keyboard says. */
typedef struct phrase {
  /* What scripts and tests call its key. */
  const char *identifier;
  /* What is typed, and what its key shows. */
  const char *words;
} phrase;

#define PHRASE_COUNT 4
/* All phrases, in the order of their keys. */
extern const phrase phrases[PHRASE_COUNT];

/* Whether a space is missing between a phrase and the text before it, which is UTF-8. */
bool needs_space_after(const char *context, uint64_t length);

/* The keys of a field of this keyboardType (UIKeyboardType's raw value), three in a row; NULL where it is for no numbers, and
 * the phrases are its keys. A NULL among them is an empty place. */
const char *const *digit_keys(uint32_t keyboard_type, size_t *count);

#endif
