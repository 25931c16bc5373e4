/* Telex: composes Vietnamese from ASCII letters. The functions in this file need no host. */
#ifndef TELEX_H
#define TELEX_H

#include <stddef.h>

/* The maximum number of keys in a word, and the maximum size of the composed word in bytes, with a NUL at the end. */
#define TELEX_KEY_LIMIT 24
#define TELEX_TEXT_LIMIT (TELEX_KEY_LIMIT * 4 + 1)

/* Composes one word from its keys, which are ASCII letters. Writes UTF-8 with a NUL to `text`, and returns the length
 * of the text in bytes, without the NUL.
 *
 * aa ee oo make â ê ô; aw makes ă, ow and uw make ơ and ư; dd makes đ. The keys s, f, r, x and j at any later position
 * add one of the five tones, and z removes the tone. A second press of the last key of a mark or tone removes the mark
 * or tone, and types the letter of the key. */
size_t telex_compose(const char *keys, size_t count, char text[TELEX_TEXT_LIMIT]);

/* The maximum number of candidates: one without a tone, one for each of the five tones, and the letters of the keys. */
#define TELEX_CANDIDATE_LIMIT 7

/* Writes the texts that can replace the composed word, and returns their number. The first texts are the word with each
 * possible tone except the tone that the word has. The last text is the letters of the keys. */
size_t telex_candidates(const char *keys, size_t count, char candidates[TELEX_CANDIDATE_LIMIT][TELEX_TEXT_LIMIT]);

#endif
