#include "telex.h"

#include <stdbool.h>
#include <string.h>

/* A letter of the composed word: a lowercase ASCII letter, a mark, and whether the composed letter is a capital. */
typedef struct letter {
  char base;
  /* '^' is a circumflex, '(' a breve, '+' a horn, and '-' the stroke of đ. Without a mark, the value is 0. */
  char mark;
  bool is_capital;
} letter;

typedef struct word {
  letter letters[TELEX_KEY_LIMIT];
  size_t count;
  /* The key of the tone: s, f, r, x or j. Without a tone, the value is 0. */
  char tone;
} word;

static bool is_capital(char key) { return key >= 'A' && key <= 'Z'; }
static char small(char key) { return is_capital(key) ? (char)(key + 32) : key; }
static bool is_vowel(char base) { return base != 0 && strchr("aeiouy", base) != NULL; }

static void append(word *word, char key) {
  word->letters[word->count] = (letter){.base = small(key), .is_capital = is_capital(key)};
  word->count += 1;
}

/* Returns the last letter of the word with this base and this mark. Returns NULL if there is no such letter. */
static letter *find(word *word, char base, char mark) {
  for (size_t index = word->count; index > 0; index--) {
    letter *letter = &word->letters[index - 1];
    if (letter->base == base && letter->mark == mark) return letter;
  }
  return NULL;
}

static bool has_vowel(const word *word) {
  for (size_t index = 0; index < word->count; index++) {
    if (is_vowel(word->letters[index].base)) return true;
  }
  return false;
}

/* Puts a mark on the last letter with this base. If the letter already has the mark, removes the mark and appends the
 * letter of the key. Returns false if the word has no letter with this base. */
static bool mark(word *word, char key, char base, char mark) {
  letter *bare = find(word, base, 0);
  if (bare != NULL) {
    bare->mark = mark;
    return true;
  }
  letter *marked = find(word, base, mark);
  if (marked == NULL) return false;
  marked->mark = 0;
  append(word, key);
  return true;
}

static bool horn(word *word, char key) {
  letter *last = word->count > 0 ? &word->letters[word->count - 1] : NULL;
  if (last != NULL && last->base == 'a') return mark(word, key, 'a', '(');
  letter *o = find(word, 'o', 0), *u = find(word, 'u', 0);
  /* Both letters of "uo" get the horn: uow makes ươ. */
  if (o != NULL && u != NULL && o == u + 1) return o->mark = u->mark = '+', true;
  if (o != NULL) return o->mark = '+', true;
  if (u != NULL) return u->mark = '+', true;
  if (find(word, 'a', 0) != NULL) return mark(word, key, 'a', '(');
  return mark(word, key, 'o', '+') || mark(word, key, 'u', '+') || mark(word, key, 'a', '(');
}

static bool tone(word *word, char key) {
  char tone = small(key);
  if (!has_vowel(word)) return false;
  if (tone == 'z') {
    if (word->tone == 0) return false;
    word->tone = 0;
    return true;
  }
  if (word->tone != tone) return word->tone = tone, true;
  word->tone = 0;
  append(word, key);
  return true;
}

static void press(word *word, char key) {
  bool is_used = false;
  switch (small(key)) {
    case 'a': case 'e': case 'o': is_used = mark(word, key, small(key), '^'); break;
    case 'd': is_used = mark(word, key, 'd', '-'); break;
    case 'w': is_used = horn(word, key); break;
    case 's': case 'f': case 'r': case 'x': case 'j': case 'z': is_used = tone(word, key); break;
  }
  if (!is_used) append(word, key);
}

/* Returns the index of the vowel that gets the tone. */
static size_t place_of_tone(const word *word) {
  size_t first = 0;
  while (first < word->count && !is_vowel(word->letters[first].base)) first++;
  size_t end = first;
  while (end < word->count && is_vowel(word->letters[end].base)) end++;
  /* In "qu" and "gi", the second letter belongs to the consonant if another vowel follows. */
  char before = first > 0 ? word->letters[first - 1].base : 0;
  char start = first < word->count ? word->letters[first].base : 0;
  if (end - first > 1 && ((before == 'q' && start == 'u') || (before == 'g' && start == 'i'))) first++;
  for (size_t index = end; index > first; index--) {
    if (word->letters[index - 1].mark != 0) return index - 1;
  }
  size_t length = end - first;
  if (length < 2) return first;
  if (length > 2 || end < word->count) return first + 1;
  char one = word->letters[first].base, other = word->letters[first + 1].base;
  bool is_glide = (one == 'o' && (other == 'a' || other == 'e')) || (one == 'u' && other == 'y');
  return is_glide ? first + 1 : first;
}

/* The vowels, each with its six forms for no tone and for the tones s, f, r, x and j: first in lower case, then in
 * upper case. */
typedef struct vowel {
  char base, mark;
  const char *forms[12];
} vowel;

static const vowel vowels[] = {
    {'a', 0, {"a", "á", "à", "ả", "ã", "ạ", "A", "Á", "À", "Ả", "Ã", "Ạ"}},
    {'a', '(', {"ă", "ắ", "ằ", "ẳ", "ẵ", "ặ", "Ă", "Ắ", "Ằ", "Ẳ", "Ẵ", "Ặ"}},
    {'a', '^', {"â", "ấ", "ầ", "ẩ", "ẫ", "ậ", "Â", "Ấ", "Ầ", "Ẩ", "Ẫ", "Ậ"}},
    {'e', 0, {"e", "é", "è", "ẻ", "ẽ", "ẹ", "E", "É", "È", "Ẻ", "Ẽ", "Ẹ"}},
    {'e', '^', {"ê", "ế", "ề", "ể", "ễ", "ệ", "Ê", "Ế", "Ề", "Ể", "Ễ", "Ệ"}},
    {'i', 0, {"i", "í", "ì", "ỉ", "ĩ", "ị", "I", "Í", "Ì", "Ỉ", "Ĩ", "Ị"}},
    {'o', 0, {"o", "ó", "ò", "ỏ", "õ", "ọ", "O", "Ó", "Ò", "Ỏ", "Õ", "Ọ"}},
    {'o', '^', {"ô", "ố", "ồ", "ổ", "ỗ", "ộ", "Ô", "Ố", "Ồ", "Ổ", "Ỗ", "Ộ"}},
    {'o', '+', {"ơ", "ớ", "ờ", "ở", "ỡ", "ợ", "Ơ", "Ớ", "Ờ", "Ở", "Ỡ", "Ợ"}},
    {'u', 0, {"u", "ú", "ù", "ủ", "ũ", "ụ", "U", "Ú", "Ù", "Ủ", "Ũ", "Ụ"}},
    {'u', '+', {"ư", "ứ", "ừ", "ử", "ữ", "ự", "Ư", "Ứ", "Ừ", "Ử", "Ữ", "Ự"}},
    {'y', 0, {"y", "ý", "ỳ", "ỷ", "ỹ", "ỵ", "Y", "Ý", "Ỳ", "Ỷ", "Ỹ", "Ỵ"}},
};

static const char *form(const letter *letter, char tone) {
  static const char tones[] = "sfrxj";
  size_t column = tone == 0 ? 0 : (size_t)(strchr(tones, tone) - tones) + 1;
  if (letter->base == 'd' && letter->mark == '-') return letter->is_capital ? "Đ" : "đ";
  for (size_t index = 0; index < sizeof vowels / sizeof *vowels; index++) {
    const vowel *vowel = &vowels[index];
    if (vowel->base == letter->base && vowel->mark == letter->mark) {
      return vowel->forms[column + (letter->is_capital ? 6 : 0)];
    }
  }
  return NULL;
}

static word word_of(const char *keys, size_t count) {
  word word = {.count = 0};
  for (size_t index = 0; index < count && index < TELEX_KEY_LIMIT; index++) press(&word, keys[index]);
  return word;
}

static size_t write_word(const word *word, char text[TELEX_TEXT_LIMIT]) {
  size_t place = place_of_tone(word), length = 0;
  for (size_t index = 0; index < word->count; index++) {
    const letter *letter = &word->letters[index];
    const char *composed = form(letter, index == place ? word->tone : 0);
    char plain[2] = {(char)(letter->is_capital ? letter->base - 32 : letter->base), 0};
    if (composed == NULL) composed = plain;
    size_t size = strlen(composed);
    memcpy(text + length, composed, size);
    length += size;
  }
  text[length] = 0;
  return length;
}

size_t telex_compose(const char *keys, size_t count, char text[TELEX_TEXT_LIMIT]) {
  word word = word_of(keys, count);
  return write_word(&word, text);
}

/* Whether a syllable ends with a stop consonant. A syllable that ends with a stop consonant can have only the tones s
 * and j. */
static bool ends_with_stop(const word *word) {
  if (word->count < 2) return false;
  char last = word->letters[word->count - 1].base, before = word->letters[word->count - 2].base;
  return last == 'c' || last == 'p' || last == 't' || (last == 'h' && before == 'c');
}

size_t telex_candidates(const char *keys, size_t count, char candidates[TELEX_CANDIDATE_LIMIT][TELEX_TEXT_LIMIT]) {
  static const char tones[] = {'s', 'f', 'r', 'x', 'j', 0};
  word word = word_of(keys, count);
  char composed[TELEX_TEXT_LIMIT];
  size_t found = 0;
  write_word(&word, composed);
  if (count > TELEX_KEY_LIMIT) count = TELEX_KEY_LIMIT;
  if (has_vowel(&word)) {
    for (size_t index = 0; index < sizeof tones; index++) {
      word.tone = tones[index];
      if (ends_with_stop(&word) && word.tone != 's' && word.tone != 'j') continue;
      write_word(&word, candidates[found]);
      if (strcmp(candidates[found], composed) != 0) found++;
    }
  }
  memcpy(candidates[found], keys, count);
  candidates[found][count] = 0;
  if (count > 0 && strcmp(candidates[found], composed) != 0) found++;
  return found;
}
