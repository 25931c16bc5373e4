import Testing

@testable import KeyboardHost

@Suite("The log of printed lines")
struct PrintedLinesTests {
  @Test(
    "The log leaves out the stack trace of the Swift runtime, and nothing else",
    arguments: [
      ("Current stack trace:", true),
      ("0    libswiftCore.so                    0x00007f721655f130 swift_reportError + 33", true),
      ("18   libPets.so                         0x00007f2a5c0ad621 <unavailable> + 710169", true),
      ("Pets/Pets.swift:12: Fatal error: Index out of range", false), ("18 cats", false), ("", false),
      ("3    libPets.so                         0x7f cats", false),
    ])
  func isBacktrace(line: String, isBacktrace: Bool) {
    #expect(KeyboardLogs.isBacktrace(line) == isBacktrace)
  }
}
