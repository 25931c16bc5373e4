/* Telex: composes Vietnamese from ASCII letters. These functions need no host. */
#ifndef TELEX_H
#define TELEX_H

#include <stddef.h>

/* The maximum number of keys in a word, and the maximum size of the composed text in bytes. */
#define TELEX_KEY_LIMIT 24
#define TELEX_TEXT_LIMIT (TELEX_KEY_LIMIT * 4 + 1)

/* Composes the keys of one word, which are ASCII letters. Writes UTF-8 with a NUL to `text` and returns its length in
 * bytes.
 *
 * aa ee oo make â ê ô; aw makes ă, ow and uw make ơ and ư; dd makes đ. The keys s f r x j at any later position add one
 * of the five tones, and z removes the tone. If the user presses the same key again, the second press undoes the effect
 * of the first press and types the key's letter. */
size_t telex_compose(const char *keys, size_t count, char text[TELEX_TEXT_LIMIT]);

/* The maximum number of candidates: six tones, and the keys themselves. */
#define TELEX_CANDIDATE_LIMIT 7

/* Writes the texts that the user may want in place of the composed word, and returns their number. First come the other
 * tones that the syllable can have, then the keys as they are. */
size_t telex_candidates(const char *keys, size_t count, char candidates[TELEX_CANDIDATE_LIMIT][TELEX_TEXT_LIMIT]);

#endif
