/*
 * klava/error_names.h: the names of the error codes, for messages. KlavaKit and Klava's keyboard loader use
 * error_names.h. Keyboards do not need error_names.h.
 */
#ifndef KLAVA_ERROR_NAMES_H
#define KLAVA_ERROR_NAMES_H

#include "keyboard.h"

/* Returns the name of an error code of klava/keyboard.h, such as "KLV_ERROR_FAILED", or NULL if the number is no error
 * code. */
static inline const char *klv_error_name(klv_result code) {
#define KLV_NAME(error) case error: return #error;
  switch (code) {
    KLV_NAME(KLV_ERROR_UNKNOWN)
    KLV_NAME(KLV_ERROR_BAD_ARGUMENT)
    KLV_NAME(KLV_ERROR_NOT_NOW)
    KLV_NAME(KLV_ERROR_NO_ACCESS)
    KLV_NAME(KLV_ERROR_NOT_FOUND)
    KLV_NAME(KLV_ERROR_TOO_LARGE)
    KLV_NAME(KLV_ERROR_FAILED)
    KLV_NAME(KLV_ERROR_NOT_UTF8)
    KLV_NAME(KLV_ERROR_RECORD_TOO_SHORT)
    KLV_NAME(KLV_ERROR_RECORD_TOO_LONG)
    KLV_NAME(KLV_ERROR_RECORD_UNKNOWN_TAIL)
    default: return NULL;
  }
#undef KLV_NAME
}

#endif
