// The functions of librsvg that Klava calls. As in CPango, Klava declares these functions itself, because SwiftPM
// rejects a compiler flag that pkg-config prints for librsvg's headers.
#ifndef KLAVA_CRSVG_H
#define KLAVA_CRSVG_H

#include <cairo.h>
#include <stddef.h>
#include <stdint.h>

#ifndef RSVG_H
typedef struct _RsvgHandle RsvgHandle;
typedef struct _RsvgRectangle {
  double x, y, width, height;
} RsvgRectangle;
typedef struct _GError {
  uint32_t domain;
  int code;
  char *message;
} GError;
void g_error_free(GError *error);
#endif

RsvgHandle *rsvg_handle_new_from_data(const uint8_t *data, size_t length, GError **error);
int rsvg_handle_set_stylesheet(RsvgHandle *handle, const uint8_t *sheet, size_t length, GError **error);
int rsvg_handle_render_document(RsvgHandle *handle, cairo_t *context, const RsvgRectangle *viewport, GError **error);

#endif
