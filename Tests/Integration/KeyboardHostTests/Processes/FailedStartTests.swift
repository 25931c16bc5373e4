import Foundation
import Sandbox
import TestSupport
import Testing

/// Tests of processes that fail to start: the host leaks no resources and reports the reason.
@Suite struct FailedStartTests {
  /// A fault that prevents the start of a process.
  struct Fault: CustomTestStringConvertible {
    let testDescription: String
    /// A part of the reported reason.
    let reason: String
    var runner: @Sendable () throws -> String = { Repository.product("klava-runner") }
    /// Creates a file in a folder, and returns the file's path. The host loads this file instead of the library; nil to
    /// load the library.
    var library: (@Sendable (String) throws -> String)?
    var without: Set<Layer> = Set(Layer.allCases).subtracting(Kernel.layers)
    /// The sandbox layer that the fault needs; nil if it needs none.
    var layer: Layer?
    /// The number of attempts.
    var count = 20
    /// The deadline of a start, in seconds. Only a runner that sends nothing exceeds this deadline.
    var seconds = 60

    init(_ description: String, _ reason: String) {
      testDescription = description
      self.reason = reason
    }

    func with(_ change: (inout Fault) -> Void) -> Fault {
      var fault = self
      change(&fault)
      return fault
    }
  }

  static let faults: [Fault] = [
    Fault("the runner is another program", "it exited with status 0").with { $0.runner = { "/bin/true" } },
    Fault("the runner is not there", "No such file").with { $0.runner = { "/nothing" } },
    Fault("the runner is a folder", "Permission denied").with { $0.runner = { "/usr" } },
    Fault("the runner says nothing", "was not ready in time").with {
      $0.count = 1
      $0.seconds = 1
      $0.runner = { try CLibrary.program("silent.c") }
    },
    Fault("namespaces are refused", "namespaces: unshare: Operation not permitted").with {
      $0.layer = .namespaces
      $0.runner = { try ConfinementTests.runner(without: "unshare", "EPERM") }
    },
    Fault("a mount is refused", "namespaces: mount(/): Operation not permitted").with {
      $0.layer = .namespaces
      $0.runner = { try ConfinementTests.runner(without: "mount", "EPERM") }
    },
    Fault("Landlock is not there", "landlock: landlock_create_ruleset: Function not implemented").with {
      $0.runner = { try ConfinementTests.runner(without: "landlock_create_ruleset", "ENOSYS") }
    },
    Fault("the filter is refused", "seccomp: seccomp: Invalid argument").with {
      $0.runner = { try ConfinementTests.runner(without: "seccomp", "EINVAL") }
    },
    Fault("a limit is refused", "setrlimit(4): Operation not permitted").with {
      $0.runner = { try ConfinementTests.runner(without: "prlimit64", "EPERM") }
    },
    Fault("a process is refused", "namespaces: fork: Resource temporarily unavailable").with {
      $0.layer = .namespaces
      $0.runner = { try ConfinementTests.runner(without: "clone", "EAGAIN") }
    },
    Fault("the library is gone", "The bundle does not contain a required file").with {
      $0.library = { "\($0)/nothing" }
    },
    Fault("the library is a folder", "The bundle has a folder where it must have a file").with { $0.library = { $0 } },
    Fault("the library is a pipe", "The file is a FIFO").with {
      $0.library = { folder in
        let pipe = "\(folder)/pipe"
        guard mkfifo(pipe, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        return pipe
      }
    },
    Fault("the library is a device", "The file is a device").with { $0.library = { _ in "/dev/zero" } },
    Fault("the library is a link", "The file is a symbolic link").with {
      $0.library = { folder in
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder)/link", withDestinationPath: FaultyKeyboard.library())
        return "\(folder)/link"
      }
    },
    Fault("the library is text", "invalid ELF header").with {
      $0.library = { folder in
        try String(repeating: "text ", count: 1000).write(
          toFile: "\(folder)/text", atomically: false, encoding: .utf8)
        return "\(folder)/text"
      }
    },
    Fault("the library is cut off", "file too short").with {
      $0.library = { folder in
        let whole = try Data(contentsOf: URL(filePath: FaultyKeyboard.library()))
        try whole.prefix(32).write(to: URL(filePath: "\(folder)/cut"))
        return "\(folder)/cut"
      }
    },
    Fault("the library has another entry", "does not export klv_keyboard").with {
      $0.library = { _ in try FaultyKeyboard.library(.hasNoSymbol) }
    },
    Fault("its constructor crashes", "signal 6").with {
      $0.library = { _ in try FaultyKeyboard.library(.crashesInConstructor) }
    },
    Fault("its constructor crashes without namespaces", "signal 6").with {
      $0.library = { _ in try FaultyKeyboard.library(.crashesInConstructor) }
      $0.without.insert(.namespaces)
    },
  ].filter { $0.layer == nil || Kernel.has([$0.layer].compactMap(\.self)) }

  @Test("A failed start leaves no descriptor, process, mapping or memory in the host", arguments: faults)
  func resourceLeaks(_ fault: Fault) throws {
    let folder = try TemporaryDirectory()
    let library = try FaultyKeyboard.library()
    let said = try Self.probe(
      [
        try fault.runner(), library, try fault.library?(folder.path) ?? library,
        fault.without.sorted().map(\.rawValue).joined(separator: ","), String(fault.count),
        String(fault.seconds),
      ])
    #expect(said["descriptors"] == ["0"])
    #expect(said["children"] == ["0"])
    #expect(said["mappings"] == ["0"])
    #expect(said["heap"].flatMap(\.first).flatMap(Int.init).map { $0 < 8192 } == true, "\(said)")
    let ends = try #require(said["end"])
    #expect(ends.count == 1 && ends[0].contains(fault.reason), "\(ends)")
  }

  @Test("If the host cannot read a library, it starts no keyboard and leaks no resources", .enabled(if: getuid() != 0))
  func unreadable() throws {
    let fault = Fault("the library cannot be read", "Klava cannot read the file").with {
      $0.library = { folder in
        let copy = "\(folder)/locked"
        try FileManager.default.copyItem(atPath: FaultyKeyboard.library(), toPath: copy)
        chmod(copy, 0)
        return copy
      }
    }
    try resourceLeaks(fault)
  }

  /// Runs the program `failed-start-leaks`. Returns the lines that it printed, grouped by their first word.
  static func probe(_ arguments: [String]) throws -> [String: [String]] {
    let run = try Command(Repository.product("failed-start-leaks"), arguments).run()
    #expect(run.status == 0)
    return Dictionary(grouping: run.output.split(separator: "\n")) { line in
      String(line.prefix { $0 != " " })
    }.mapValues { lines in lines.map { String($0.drop { $0 != " " }.dropFirst()) } }
  }
}
