import Foundation
import SystemSupport
import TestSupport
import Testing

/// Tests that a process can start the old version of a program after an upgrade has replaced the file
/// (Desktop.md#own-version).
@Suite struct ChildProcessTests {
  /// What happens to the file of a program while this process runs.
  enum Change: CaseIterable {
    case none, replaced, removed
  }

  @Test(
    "A process starts the version of a program that it has open, and the program gets only the listed descriptors",
    arguments: Change.allCases)
  func keptVersion(_ change: Change) throws {
    let directory = try TemporaryDirectory()
    let (program, output) = ("\(directory.path)/program", "\(directory.path)/output")
    try directory.copyProgram("/bin/ls", to: "program")
    try OpenPrograms.keep(program)
    if change != .none { try FileManager.default.removeItem(atPath: program) }
    if change == .replaced { try directory.copyProgram("/bin/false", to: "program") }

    let file = try Descriptor(open(output, O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
    let process = try ChildProcess(
      program, arguments: ["program", "/proc/self/fd"], environment: [],
      descriptors: [file.number, file.number, file.number])
    #expect(process.end(within: .seconds(60)) == .exit(0))
    // Descriptor 3 is the folder that `ls` reads.
    #expect(try String(contentsOfFile: output, encoding: .utf8) == "0\n1\n2\n3\n")
  }
}
