import TestSupport
import Testing

/// Tests Klava's own declarations of functions of Pango and librsvg, because Klava does not import the headers of these
/// libraries.
@Suite struct DeclarationTests {
  @Test("Klava's declarations of Pango and librsvg agree with the headers of these libraries")
  func agreement() throws {
    let sources = Repository.path("Sources/Platform")
    let text = """
      #include <pango/pangocairo.h>
      #include <librsvg/rsvg.h>
      #include "\(sources)/CPango/shim.h"
      #include "\(sources)/CRsvg/shim.h"
      _Static_assert((int)klv_pango_scale == (int)PANGO_SCALE, "");
      _Static_assert((int)klv_pango_right_to_left == (int)PANGO_DIRECTION_RTL, "");
      _Static_assert((int)klv_pango_ellipsize_end == (int)PANGO_ELLIPSIZE_END, "");
      _Static_assert((int)klv_pango_align_left == (int)PANGO_ALIGN_LEFT, "");
      _Static_assert((int)klv_pango_align_center == (int)PANGO_ALIGN_CENTER, "");
      _Static_assert((int)klv_pango_align_right == (int)PANGO_ALIGN_RIGHT, "");
      _Static_assert((int)klv_pango_wrap_word == (int)PANGO_WRAP_WORD, "");
      _Static_assert((int)klv_pango_wrap_word_or_character == (int)PANGO_WRAP_WORD_CHAR, "");
      """
    let command = "cc -std=c11 -Werror -fsyntax-only $(pkg-config --cflags pangocairo librsvg-2.0) -x c -"
    let compiler = try Command("sh", ["-c", command], input: text.utf8).run()
    #expect(compiler.status == 0, "\(compiler.errors)")
  }
}
