import TestSupport
import Testing

@Suite struct TwoProcessesTests {
  @Test("If several processes install and enable keyboards at the same time, no change is lost")
  func manyAtOnceLoseNothing() async throws {
    let sandbox = try CommandSandbox()
    try sandbox.ship()
    let names = (1...12).map { "number\($0)" }
    let paths = try names.map { name in
      var manifest = TestManifest()
      manifest.identifier = "org.example.\(name)"
      return try sandbox.bundle("\(name).keyboard", manifest)
    }
    let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
      for path in paths {
        group.addTask { try sandbox.klava("install", path).status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 0, count: names.count))
    let enabled = try await withThrowingTaskGroup(of: Int32.self) { group in
      for name in names {
        group.addTask { try sandbox.klava("enable", "org.example.\(name)").status }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(enabled == Array(repeating: 0, count: names.count))
    #expect(Set(try sandbox.modes()) == Set(names.map { "org.example.\($0)" } + ChoiceTests.shipped))
  }
}
