#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/ulocdata.h>

/* ICU's headers add the version to the name of each function with a macro, and Swift sees the resulting name. These
 * functions have names without a version. */

static inline UBreakIterator *klv_ubrk_open(UBreakIteratorType type, const char *locale, UErrorCode *status) {
  return ubrk_open(type, locale, NULL, 0, status);
}

static inline void klv_ubrk_close(UBreakIterator *iterator) { ubrk_close(iterator); }

static inline void klv_ubrk_set_text(UBreakIterator *iterator, const UChar *text, int32_t length, UErrorCode *status) {
  ubrk_setText(iterator, text, length, status);
}

static inline int32_t klv_ubrk_next(UBreakIterator *iterator) { return ubrk_next(iterator); }

static inline UBool klv_ubrk_is_boundary(UBreakIterator *iterator, int32_t offset) {
  return ubrk_isBoundary(iterator, offset);
}

static inline int32_t klv_east_asian_width(UChar32 scalar) {
  return u_getIntPropertyValue(scalar, UCHAR_EAST_ASIAN_WIDTH);
}

static inline void klv_uloc_set_default(const char *locale, UErrorCode *status) { uloc_setDefault(locale, status); }

static inline ULocaleData *klv_ulocdata_open(const char *locale, UErrorCode *status) {
  return ulocdata_open(locale, status);
}

static inline void klv_ulocdata_close(ULocaleData *data) { ulocdata_close(data); }

static inline int32_t klv_ulocdata_delimiter(ULocaleData *data, ULocaleDataDelimiterType type, UChar *text,
                                             int32_t capacity, UErrorCode *status) {
  return ulocdata_getDelimiter(data, type, text, capacity, status);
}
