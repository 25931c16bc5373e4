#include "ICUShims.h"

#include <string.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/ulocdata.h>
#include <unicode/unorm2.h>
#include <unicode/ures.h>
#include <unicode/uscript.h>

void *klv_break_iterator_open(enum klv_break_type type, const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *iterator = ubrk_open(type == KLV_BREAK_WORD ? UBRK_WORD : UBRK_SENTENCE, locale, NULL, 0, &status);
  return U_SUCCESS(status) ? iterator : NULL;
}

void klv_break_iterator_close(void *iterator) { ubrk_close(iterator); }

bool klv_break_iterator_set_text(void *iterator, const uint16_t *text, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(iterator, text, length, &status);
  return U_SUCCESS(status);
}

int32_t klv_break_iterator_next(void *iterator) { return ubrk_next(iterator); }

bool klv_break_iterator_is_boundary(void *iterator, int32_t offset) { return ubrk_isBoundary(iterator, offset); }

bool klv_is_wide(uint32_t scalar) {
  int32_t width = u_getIntPropertyValue((UChar32)scalar, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH;
}

int32_t klv_likely_subtags(const char *locale, char *result, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = uloc_addLikelySubtags(locale, result, capacity, &status);
  return U_SUCCESS(status) && length < capacity ? length : -1;
}

void klv_set_default_locale(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  uloc_setDefault(locale, &status);
}

void *klv_locale_data_open(const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  ULocaleData *data = ulocdata_open(locale, &status);
  return U_SUCCESS(status) ? data : NULL;
}

void klv_locale_data_close(void *data) { ulocdata_close(data); }

int32_t klv_locale_data_quotation_mark(void *data, enum klv_quotation_mark mark, uint16_t *text, int32_t capacity) {
  static const ULocaleDataDelimiterType types[] = {ULOCDATA_QUOTATION_START, ULOCDATA_QUOTATION_END,
                                                   ULOCDATA_ALT_QUOTATION_START, ULOCDATA_ALT_QUOTATION_END};
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = ulocdata_getDelimiter(data, types[mark], text, capacity, &status);
  return U_SUCCESS(status) ? length : -1;
}

int32_t klv_likely_script(const char *language, char *script, int32_t capacity) {
  char full[ULOC_FULLNAME_CAPACITY];
  UErrorCode status = U_ZERO_ERROR;
  uloc_addLikelySubtags(language, full, sizeof full, &status);
  if (U_FAILURE(status) || status == U_STRING_NOT_TERMINATED_WARNING) return -1;
  int32_t length = uloc_getScript(full, script, capacity, &status);
  return U_SUCCESS(status) ? length : -1;
}

int32_t klv_language_code(const char *language, char *code, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = uloc_getLanguage(language, code, capacity, &status);
  return U_SUCCESS(status) ? length : -1;
}

int32_t klv_language_name(const char *language, const char *reader, uint16_t *name, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t length = uloc_getDisplayName(language, reader, name, capacity, &status);
  return U_SUCCESS(status) ? length : -1;
}

int32_t klv_character_label(const char *locale, const char *label, uint16_t *text, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UResourceBundle *bundle = ures_open(NULL, locale, &status);
  bool isOther = status == U_USING_DEFAULT_WARNING;
  UResourceBundle *labels = ures_getByKey(bundle, "characterLabel", NULL, &status);
  // A language without labels inherits the English labels of the root locale.
  const char *owner = ures_getLocaleByType(labels, ULOC_ACTUAL_LOCALE, &status);
  isOther = isOther || !owner || strcmp(owner, "root") == 0;
  int32_t length = 0;
  const UChar *found = ures_getStringByKey(labels, label, &length, &status);
  bool isFound = U_SUCCESS(status) && !isOther && length <= capacity;
  if (isFound) memcpy(text, found, (size_t)length * sizeof *text);
  ures_close(labels);
  ures_close(bundle);
  return isFound ? length : -1;
}

bool klv_is_right_to_left_language(const char *language) { return uloc_isRightToLeft(language); }

const char *klv_script(uint32_t scalar) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode script = uscript_getScript((UChar32)scalar, &status);
  return U_SUCCESS(status) ? uscript_getShortName(script) : NULL;
}

int32_t klv_decomposition(uint32_t scalar, uint16_t units[32]) {
  UErrorCode status = U_ZERO_ERROR;
  const UNormalizer2 *form = unorm2_getNFDInstance(&status);
  int32_t length = unorm2_getDecomposition(form, (UChar32)scalar, (UChar *)units, 32, &status);
  return U_SUCCESS(status) && length > 0 ? length : 0;
}

uint32_t klv_mirrored(uint32_t scalar) { return (uint32_t)u_charMirror((UChar32)scalar); }

bool klv_is_right_to_left(uint32_t scalar) {
  UCharDirection direction = u_charDirection((UChar32)scalar);
  return direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC;
}
