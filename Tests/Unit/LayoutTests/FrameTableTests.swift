import Foundation
import Testing

@Suite("Frames and the table in the tree")
struct FrameTableTests {
  @Test("are alike, for every sample at every size")
  func agreement() throws {
    let evaluated = FrameTable.evaluated()
    if ProcessInfo.processInfo.environment["KLAVA_RECORD"] == "1" {
      try Data((evaluated.joined(separator: "\n") + "\n").utf8).write(to: FrameTable.file)
    }
    let recorded = try FrameTable.recorded().dropLast()
    #expect(evaluated.count == recorded.count)
    for (line, (now, then)) in zip(evaluated, recorded).enumerated() where now != then {
      Issue.record("line \(line + 1) was\n\(then)\nand is now\n\(now)")
      return
    }
  }
}
