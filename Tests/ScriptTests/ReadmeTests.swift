import Foundation
import Testing

/// What the README tells a newcomer to do, done.
@Suite struct ReadmeTests {
  @Test("The README's keyboard, pasted into an empty folder, is one that loads and types")
  func makesAKeyboard() throws {
    let readme = try String(contentsOf: Klava.package.appending(path: "README.md"), encoding: .utf8)
    let section = try #require(readme.components(separatedBy: "## Write a keyboard").dropFirst().first)
    let block = try #require(section.components(separatedBy: "```sh\n").dropFirst().first)
    let commands = try #require(block.components(separatedBy: "```").first)
    let folder = FileManager.default.temporaryDirectory.appending(path: "klava-readme-\(UUID().uuidString)")
    let project = folder.appending(path: "hello")
    try FileManager.default.createDirectory(at: project, withIntermediateDirectories: true)
    defer { Klava.remove(folder.path) }
    // What the compiler leaves behind goes with it.
    let temporary = folder.appending(path: "tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)

    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-ec", commands]
    shell.currentDirectoryURL = project
    var environment = ProcessInfo.processInfo.environment
    environment["KLAVA"] = Klava.package.path
    environment["TMPDIR"] = temporary.path
    environment["KLAVA_PATIENCE"] = Klava.environment["KLAVA_PATIENCE"]
    for name in ["CONFIG", "DATA", "STATE"] { environment["XDG_\(name)_HOME"] = folder.appending(path: name).path }
    environment["XDG_RUNTIME_DIR"] = folder.appending(path: "RUNTIME").path
    shell.environment = environment
    let output = Pipe()
    shell.standardOutput = output
    shell.standardError = output
    try shell.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0, "\(text)")
    #expect(text.contains(#""before":"Hello, world! ""#), "\(text)")
  }
}
