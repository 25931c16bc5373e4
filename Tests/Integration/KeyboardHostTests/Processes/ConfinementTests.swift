import Diagnostics
import Foundation
import InputViewModel
import KeyboardHost
import KeyboardProtocol
import Sandbox
import SystemSupport
import TestSupport
import Testing
import TextModel

/// Tests of the sandbox of a keyboard's process, even on kernels without one of the layers
/// (Sandbox.md#minimum-sandbox).
@Suite struct ConfinementTests {
  /// Returns the path of a program that starts the runner so that one system call fails, as on a kernel without this
  /// call.
  static func runner(without call: String, _ refusal: String) throws -> String {
    try CLibrary.program(
      "without.c",
      defining: ["WITHOUT=SYS_\(call)", "REFUSAL=\(refusal)", "RUNNER=\"\(Repository.product("klava-runner"))\""])
  }

  /// Returns the value of one line of `/proc/PID/status`.
  static func status(_ process: Int32, _ name: String) throws -> String? {
    try #require(ProcessStatus.text(of: "/proc/\(process)/status")).split(separator: "\n")
      .first { $0.hasPrefix("\(name):") }?.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
  }

  /// Returns the keyboard's own process. With namespaces, `process` and its child only wait for the keyboard's own
  /// process.
  static func innermost(of process: Int32) -> Int32 { ProcessStatus(process).descendants.last?.identifier ?? process }

  static func load(_ keyboard: RunnerKeyboard, _ library: String) throws {
    let configuration = LaunchConfiguration(
      bundleIdentifier: "org.example.faulty", libraryPath: library, principalClass: "Keyboard")
    _ = try keyboard.serve(Turn(serial: 1, event: .load(configuration))) { _ in .refused(.notNow) }
    _ = try keyboard.serve(Turn(serial: 2, event: .appear(FieldState()))) { _ in .refused(.notNow) }
  }

  @Test(
    "A keyboard types with only one sandbox layer, with all layers, and without layers if the user allows this",
    arguments: (Layer.allCases.map { [$0] } + [Layer.allCases, []]).filter(Kernel.has))
  func layersAlone(_ layers: [Layer]) throws {
    let library = try FaultyKeyboard.library()
    let policy = try Policy(
      available: Set(layers), unsafeWithout: Set(Layer.allCases).subtracting(layers))
    let keyboard = try RunnerKeyboard(
      runnerPath: Repository.product("klava-runner"), program: KeyboardProgram(libraryPath: library, policy: policy),
      deadlines: .patient
    ) { _ in }
    defer { keyboard.end() }
    try Self.load(keyboard, library)
    let turn = Turn(
      serial: 3, event: .key(KeyEvent(key: "ok", gesture: .press)),
      document: DocumentSnapshot(identifier: .random(), revision: 1, buffer: TextBuffer(before: "a")))
    #expect(try keyboard.serve(turn) { _ in .refused(.notNow) }.edits == [.insertText("ok")])
  }

  @Test(
    "A keyboard's process runs as the user nobody, without capabilities, in its own namespaces and with a filter",
    .enabled(if: Kernel.hasNamespaces))
  func processCredentials() throws {
    let keyboard = try RunnerKeyboard(
      runnerPath: Repository.product("klava-runner"), program: LibrarySource.program(try FaultyKeyboard.library()),
      deadlines: .patient
    ) { _ in }
    defer { keyboard.end() }
    let process = Self.innermost(of: try #require(keyboard.processIdentifier))
    #expect(try Self.status(process, "CapPrm") == "0000000000000000")
    #expect(try Self.status(process, "CapBnd") == "0000000000000000")
    #expect(try Self.status(process, "NoNewPrivs") == "1")
    #expect(try Self.status(process, "Seccomp") == "2")
    #expect(try Self.status(process, "Threads") == "1")
    #expect(try Self.status(process, "NSpid")?.hasSuffix("\t2") == true)
    if getuid() == 0 { #expect(try Self.status(process, "Uid") == "65534\t65534\t65534\t65534") }
  }

  /// If the host died, a stopped process would survive the host unless it had already called prctl(PR_SET_PDEATHSIG)
  /// (Sandbox.md#runner-dies-with-host).
  @Test("The host does not stop a process before its greeting", .enabled(if: Kernel.has([.seccomp])))
  func stopBeforeGreeting() throws {
    let keyboard = try RunnerKeyboard(
      runnerPath: Repository.product("klava-runner"), program: LibrarySource.program(try FaultyKeyboard.library()),
      isNeededNow: false, deadlines: .patient
    ) { _ in }
    defer { keyboard.end() }
    keyboard.stop()
    let process = try #require(keyboard.processIdentifier)
    #expect(
      waitUntil {
        ProcessStatus.text(of: "/proc/\(Self.innermost(of: process))/status")?.contains("Seccomp:\t2\n") == true
      })
  }

  @Test(
    "If a keyboard exits with the status for a missing layer or for a signal, the host reports a crash",
    arguments: [80, 81, 82, 127, 128 + SIGSTOP, 128 + SIGKILL, 255])
  func lyingStatus(_ status: Int32) throws {
    let library = try FaultyKeyboard.library()
    let keyboard = try RunnerKeyboard(
      runnerPath: Repository.product("klava-runner"), program: LibrarySource.program(library), deadlines: .patient
    ) { _ in }
    try Self.load(keyboard, library)
    let turn = Turn(serial: 3, event: .key(KeyEvent(key: "exit\(status)", gesture: .press)))
    // With namespaces, the parents of the keyboard's process exit with the same status, but at most with 127.
    let told = Kernel.hasNamespaces ? min(status, 127) : status
    #expect(throws: KeyboardEndError.crashed("it exited with status \(told)")) {
      try keyboard.serve(turn) { _ in .refused(.notNow) }
    }
  }

  @Test("On a kernel without namespaces, keyboards run with Landlock and seccomp only, and Klava reports this once")
  func fallsBack() throws {
    let minimumSandbox = MinimumSandbox()
    let runner = try Self.runner(without: "unshare", "EPERM")
    var tried: [Set<Layer>] = []
    for _ in 0..<2 {
      let keyboard = try minimumSandbox.start(.noPaths, hasFullAccess: false) { policy throws(KeyboardEndError) in
        tried.append(policy.layers)
        return try RunnerKeyboard(
          runnerPath: runner, program: Self.program(policy), deadlines: .patient
        ) { _ in }
      }
      keyboard.end()
    }
    #expect(tried == [Set(Layer.allCases), [.landlock, .seccomp], [.landlock, .seccomp]])
    let told = minimumSandbox.drainDiagnostics()
    #expect(told.map(\.code) == [.layerMissing])
    #expect(told.first?.sentence.contains("namespaces") == true)
    #expect(minimumSandbox.drainDiagnostics().isEmpty)
  }

  static func program(_ policy: Policy) throws(KeyboardEndError) -> KeyboardProgram {
    do {
      return try KeyboardProgram(libraryPath: FaultyKeyboard.library(), policy: policy)
    } catch {
      throw .notStarted("\(error)")
    }
  }

  @Test(
    "If the kernel temporarily lacks resources for a layer, the host starts no keyboard and does not drop the layer",
    .enabled(if: Kernel.hasNamespaces),
    arguments: ["EAGAIN", "ENOMEM"])
  func passingWant(_ refusal: String) throws {
    let runner = try CLibrary.program(
      "without.c",
      defining: ["WITHOUT=SYS_clone", "REFUSAL=\(refusal)", "RUNNER=\"\(Repository.product("klava-runner"))\""])
    let minimumSandbox = MinimumSandbox()
    var tried: [Set<Layer>] = []
    for _ in 0..<2 {
      let end = #expect(throws: KeyboardEndError.self) {
        try minimumSandbox.start(.noPaths, hasFullAccess: false) { policy throws(KeyboardEndError) in
          tried.append(policy.layers)
          return try RunnerKeyboard(runnerPath: runner, program: Self.program(policy), deadlines: .patient) { _ in }
        }
      }
      guard case .notStarted(let reason) = end else {
        Issue.record("unexpected end: \(String(describing: end))")
        return
      }
      #expect(reason.contains("fork"))
    }
    #expect(tried == [Set(Layer.allCases), Set(Layer.allCases)])
    #expect(minimumSandbox.drainDiagnostics().isEmpty)
  }

  @Test(
    "If a required layer is missing, Klava starts no keyboard, and the reason names the layer",
    arguments: [("landlock_create_ruleset", "ENOSYS", Layer.landlock), ("seccomp", "EINVAL", .seccomp)])
  func failsClosed(_ call: String, _ refusal: String, _ layer: Layer) throws {
    let runner = try Self.runner(without: call, refusal)
    let end = #expect(throws: KeyboardEndError.self) {
      try MinimumSandbox().start(.noPaths, hasFullAccess: false) { policy throws(KeyboardEndError) in
        try RunnerKeyboard(runnerPath: runner, program: Self.program(policy), deadlines: .patient) { _ in }
      }
    }
    guard case .unconfined(layer, let reason) = end else {
      Issue.record("unexpected end: \(String(describing: end))")
      return
    }
    #expect(reason.contains(layer.rawValue))
    // If the user disables the missing layer for one run, the host starts the keyboard.
    let without = MinimumSandbox(unsafeWithout: [layer])
    let keyboard = try without.start(.noPaths, hasFullAccess: false) { policy throws(KeyboardEndError) in
      try RunnerKeyboard(runnerPath: runner, program: Self.program(policy), deadlines: .patient) { _ in }
    }
    keyboard.end()
    #expect(without.drainDiagnostics().first?.code == .layerLeftOut)
  }
}
