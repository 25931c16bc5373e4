import Foundation
import Testing

/// What Klava declares of Pango and librsvg itself is what their headers declare.
@Suite struct DeclarationTests {
  @Test func theCompilerAcceptsBoth() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Platform").path
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
    let file = FileManager.default.temporaryDirectory.path + "/klava-declarations-\(UUID().uuidString).c"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    defer { unlink(file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let command = #"cc -std=c11 -Werror -fsyntax-only $(pkg-config --cflags pangocairo librsvg-2.0) "$1""#
    process.arguments = ["-c", command, "sh", file]
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
