// The functions of Pango that Klava calls. Klava declares these functions itself, because SwiftPM rejects a compiler
// flag that pkg-config prints for Pango's headers. A test includes Pango's headers before this header, so that the
// compiler compares the declarations.
#ifndef KLAVA_CPANGO_H
#define KLAVA_CPANGO_H

#include <cairo.h>

#ifndef __PANGO_H__
typedef struct _PangoContext PangoContext;
typedef struct _PangoFontMap PangoFontMap;
typedef struct _PangoFontDescription PangoFontDescription;
typedef struct _PangoLayout PangoLayout;
typedef struct _PangoRectangle {
  int x, y, width, height;
} PangoRectangle;
typedef struct _PangoMatrix {
  double xx, xy, yx, yy, x0, y0;
} PangoMatrix;
void g_object_unref(void *object);
#endif

enum {
  klv_pango_scale = 1024,
  klv_pango_right_to_left = 1,
  klv_pango_ellipsize_end = 3,
};
enum { klv_pango_align_left, klv_pango_align_center, klv_pango_align_right };
enum { klv_pango_wrap_word = 0, klv_pango_wrap_word_or_character = 2 };

PangoFontMap *pango_cairo_font_map_get_default(void);
PangoContext *pango_font_map_create_context(PangoFontMap *map);
void pango_cairo_context_set_font_options(PangoContext *context, const cairo_font_options_t *options);
void pango_context_set_matrix(PangoContext *context, const PangoMatrix *matrix);
void pango_context_set_round_glyph_positions(PangoContext *context, int rounds);

PangoFontDescription *pango_font_description_new(void);
void pango_font_description_free(PangoFontDescription *description);
void pango_font_description_set_family_static(PangoFontDescription *description, const char *family);
void pango_font_description_set_absolute_size(PangoFontDescription *description, double size);
void pango_font_description_set_weight(PangoFontDescription *description, unsigned weight);

PangoLayout *pango_layout_new(PangoContext *context);
void pango_layout_set_text(PangoLayout *layout, const char *text, int length);
void pango_layout_set_font_description(PangoLayout *layout, const PangoFontDescription *description);
void pango_layout_set_width(PangoLayout *layout, int width);
void pango_layout_set_height(PangoLayout *layout, int height);
void pango_layout_set_wrap(PangoLayout *layout, unsigned wrap);
void pango_layout_set_alignment(PangoLayout *layout, unsigned alignment);
void pango_layout_set_ellipsize(PangoLayout *layout, unsigned ellipsize);
void pango_layout_set_single_paragraph_mode(PangoLayout *layout, int is_single);
void pango_layout_get_extents(PangoLayout *layout, PangoRectangle *ink, PangoRectangle *logical);
unsigned pango_layout_get_direction(PangoLayout *layout, int index);
int pango_layout_get_line_count(PangoLayout *layout);
int pango_layout_get_unknown_glyphs_count(PangoLayout *layout);
void pango_cairo_show_layout(cairo_t *context, PangoLayout *layout);

#endif
