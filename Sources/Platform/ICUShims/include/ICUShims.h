// ICUShims: the functions of ICU that the text services, the keyboard layouts and the names of emoji use.
//
// For:    `TextServices`, `KeyboardLayouts` and `EmojiData`.
// Never:  includes a header of ICU in this file. Never keeps state, except ICU's default locale and the objects that
//         the caller opens and closes.
// Start:  the declarations below. `ICUShims.c` calls ICU.
//
// Foundation has its own headers of a different version of ICU. A Swift module that sees both versions does not
// compile, so this header includes no header of ICU. A macro, which Swift cannot use, adds ICU's version to the name of
// each function.
#ifndef KLAVA_ICU_SHIMS_H
#define KLAVA_ICU_SHIMS_H

#include <stdbool.h>
#include <stdint.h>

/// The kind of boundary that a break iterator finds.
enum klv_break_type { KLV_BREAK_WORD, KLV_BREAK_SENTENCE };

/// ubrk_open(): an iterator without text, or NULL if ICU has no rules.
void *klv_break_iterator_open(enum klv_break_type type, const char *locale);
/// ubrk_close().
void klv_break_iterator_close(void *iterator);
/// ubrk_setText(): returns whether the call succeeded. The iterator keeps the address of the text; `length` is in
/// UTF-16 code units. An empty text may be NULL with the length 0.
bool klv_break_iterator_set_text(void *iterator, const uint16_t *text, int32_t length);
/// ubrk_next(): the next boundary as an offset in UTF-16 code units; negative after the last boundary.
int32_t klv_break_iterator_next(void *iterator);
/// ubrk_isBoundary().
bool klv_break_iterator_is_boundary(void *iterator, int32_t offset);

/// Whether the East_Asian_Width of a Unicode scalar is Wide or Fullwidth.
bool klv_is_wide(uint32_t scalar);

/// uloc_addLikelySubtags(): writes the locale with its likely language, script and region, such as "zh_Hant_TW" for
/// "zh_TW". Returns the length, or -1 if ICU fails or `capacity` is too small.
int32_t klv_likely_subtags(const char *locale, char *result, int32_t capacity);

/// uloc_setDefault(): sets the locale that ICU uses instead of an unknown locale.
void klv_set_default_locale(const char *locale);

/// The quotation marks of a locale.
enum klv_quotation_mark {
  KLV_QUOTATION_START,
  KLV_QUOTATION_END,
  KLV_ALTERNATE_QUOTATION_START,
  KLV_ALTERNATE_QUOTATION_END
};

/// ulocdata_open(): opens the data of a locale; NULL if ICU has no data. For an unknown locale, ICU opens the data of
/// the default locale.
void *klv_locale_data_open(const char *locale);
/// ulocdata_close().
void klv_locale_data_close(void *data);
/// ulocdata_getDelimiter(): writes a quotation mark of at most `capacity` UTF-16 code units. Returns the number of code
/// units, or -1 on failure.
int32_t klv_locale_data_quotation_mark(void *data, enum klv_quotation_mark mark, uint16_t *text, int32_t capacity);

/// uloc_addLikelySubtags(), uloc_getScript(): writes the most likely script of a language, such as "Latn". Returns the
/// length of the written text, or -1 on failure. The code of the language may have two or three letters.
int32_t klv_likely_script(const char *language, char *script, int32_t capacity);
/// uloc_getLanguage(): writes the shortest code of a language. Returns the length of the written text, or -1 on
/// failure.
int32_t klv_language_code(const char *language, char *code, int32_t capacity);
/// uloc_getDisplayName(): writes the name of a language in the language `reader`, in UTF-16. Returns the length of the
/// written text, or -1 on failure.
int32_t klv_language_name(const char *language, const char *reader, uint16_t *name, int32_t capacity);
/// ures_open(), ures_getStringByKey(): writes CLDR's label for a group of characters, such as "activities", in UTF-16.
/// Returns the length of the label, or -1 if the locale has no label.
int32_t klv_character_label(const char *locale, const char *label, uint16_t *text, int32_t capacity);
/// uloc_isRightToLeft(): whether a language is written from right to left.
bool klv_is_right_to_left_language(const char *language);
/// uscript_getScript(), uscript_getShortName(): the script of a Unicode scalar, such as "Latn"; NULL on failure.
const char *klv_script(uint32_t scalar);
/// unorm2_getDecomposition(): stores the canonical decomposition of a Unicode scalar in UTF-16. Returns its length, or
/// 0 if the scalar has no decomposition.
int32_t klv_decomposition(uint32_t scalar, uint16_t units[32]);
/// u_charMirror(): the scalar that looks like the mirror image of a Unicode scalar, or the scalar itself.
uint32_t klv_mirrored(uint32_t scalar);
/// Whether a Unicode scalar belongs to a script that is written from right to left.
bool klv_is_right_to_left(uint32_t scalar);

#endif
