import Foundation
import Testing

@Suite("Recorded frames")
struct FrameTableTests {
  @Test("The layout of every sample at every size has the recorded frames")
  func agreement() throws {
    let evaluated = FrameTable.evaluated()
    if ProcessInfo.processInfo.environment["KLAVA_RECORD"] == "1" {
      try Data((evaluated.joined(separator: "\n") + "\n").utf8).write(to: FrameTable.file)
    }
    let recorded = try FrameTable.recorded().dropLast()
    #expect(evaluated.count == recorded.count)
    for (line, (now, then)) in zip(evaluated, recorded).enumerated() where now != then {
      Issue.record("Line \(line + 1) was\n\(then)\nand is now\n\(now)")
      return
    }
  }
}
