/* Telex: how Vietnamese is typed with the letters of ASCII. No host is needed here. */
#ifndef TELEX_H
#define TELEX_H

#include <stddef.h>

/* The most keys of one word, and the most bytes of what they make. */
#define TELEX_KEY_LIMIT 24
#define TELEX_TEXT_LIMIT (TELEX_KEY_LIMIT * 4 + 1)

/* What the keys of one word, letters of ASCII, make: UTF-8 in `text`, NUL-terminated. Answers its length in bytes.
 *
 * aa ee oo make â ê ô; aw makes ă, ow and uw make ơ and ư; dd makes đ; s f r x j at any later place are the five tones, and z
 * takes one away. The same key once more takes back what it did and types itself. */
size_t telex_compose(const char *keys, size_t count, char text[TELEX_TEXT_LIMIT]);

#endif
