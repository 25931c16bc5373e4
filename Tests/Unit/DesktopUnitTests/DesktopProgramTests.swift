import DesktopBus
import Diagnostics
import SystemSupport
import Testing
import WaylandClient

@testable import Desktop

@Suite("The connections of klava-desktop, and its end")
struct DesktopProgramTests {
  /// Runs a program whose connections are numbers.
  private final class ProgramRun {
    /// The connections that the program served.
    var served: [Int] = []
    /// The texts of the diagnostics that the program reported.
    var reports: [String] = []
    /// How often the program ended the focus of its session.
    var blurs = 0
    /// How many of the next attempts to connect fail.
    var failures = 0
    /// Whether a signal ends the first attempt to connect that does not fail.
    var isInterrupted = false
    /// The connections that the program cannot serve, because the compositor is not ready.
    var unready: Set<Int> = []
    /// The pipe whose reading end ends the program.
    let pipe: PipeEnds

    init() throws { pipe = try PipeEnds() }

    /// Runs the program. Each connection ends for the next reason of `ends`.
    func callAsFunction(
      _ ends: [DesktopFrontend.End], environment: [String: String] = [:],
      restartTime: DesktopProgram<Int>.RestartTime = (.seconds(60), .milliseconds(1))
    ) throws(Diagnostic) -> DesktopProgram<Int>.Outcome {
      var attempts = 0
      let program = DesktopProgram<Int>(
        environment: environment, restartTime: restartTime,
        connect: { () throws(Diagnostic) in
          attempts += 1
          if attempts <= self.failures { throw Diagnostic(.compositorMissing, "") }
          return self.isInterrupted ? nil : attempts
        }, disconnected: { self.blurs += 1 }, report: { self.reports.append("\($0)") })
      return try program.run(0, until: pipe.reading.number) { connection throws(Diagnostic) in
        if unready.contains(connection) { throw Diagnostic(.compositorEnded, "") }
        served.append(connection)
        return ends[served.count - 1]
      }
    }
  }

  private static let lost = DesktopFrontend.End.disconnected(.stalled)
  private static let kwin = ["WAYLAND_SOCKET": "5"]

  @Test("A signal ends the program")
  func requested() throws {
    let run = try ProgramRun()
    #expect(try run([.requested]) == .end)
    #expect(run.served == [0])
    #expect(run.reports == [])
  }

  @Test("If the compositor restarts, the program tries to connect until it succeeds (Desktop.md#end-of-the-compositor)")
  func reconnects() throws {
    let run = try ProgramRun()
    run.failures = 2
    #expect(try run([Self.lost, Self.lost, .requested]) == .end)
    #expect(run.served == [0, 3, 4])
    #expect(run.blurs == 2)
    #expect(run.reports.count == 2)
    #expect(run.reports.allSatisfy { $0.contains("KLV-0832") && $0.contains("tries to reconnect for") })
  }

  @Test("If the restarted compositor is not ready at once, the program connects again")
  func notReady() throws {
    let run = try ProgramRun()
    run.unready = [1, 2]
    #expect(try run([Self.lost, .requested]) == .end)
    #expect(run.served == [0, 3])
    #expect(run.reports.count == 1)
  }

  @Test("If the first compositor is not ready, the program ends with an error")
  func firstNotReady() throws {
    let run = try ProgramRun()
    run.unready = [0]
    #expect(throws: Diagnostic.self) { try run([.requested]) }
    #expect(run.served == [])
  }

  @Test("If no compositor answers within the limit, the program ends with KLV-0832")
  func gone() throws {
    let run = try ProgramRun()
    run.failures = .max
    let error = #expect(throws: Diagnostic.self) {
      try run([Self.lost], restartTime: (.milliseconds(20), .milliseconds(1)))
    }
    #expect(error?.code == .compositorEnded)
  }

  @Test("A signal ends the wait for a compositor")
  func requestedWhileWaiting() throws {
    let run = try ProgramRun()
    run.failures = .max
    try run.pipe.writing.write([0])
    #expect(try run([Self.lost]) == .end)
    #expect(run.served == [0])
  }

  @Test("A signal ends an attempt to connect, even if the attempt took longer than the limit")
  func requestedWhileConnecting() throws {
    let run = try ProgramRun()
    run.isInterrupted = true
    #expect(try run([Self.lost], restartTime: (.milliseconds(20), .milliseconds(1))) == .end)
    #expect(run.served == [0])
  }

  @Test("If KWin started the program, the program ends with a signal instead of connecting again")
  func startedByKWin() throws {
    let run = try ProgramRun()
    #expect(try run([Self.lost], environment: Self.kwin) == .endWithSignal)
    #expect(run.blurs == 0)
    #expect(run.reports.count == 1)
    #expect(run.reports.allSatisfy { $0.contains("KLV-0832") && !$0.contains("tries to reconnect for") })
  }

  @Test("If another klava-desktop runs, the program ends with KLV-0833")
  func otherRuns() throws {
    let run = try ProgramRun()
    let error = #expect(throws: Diagnostic.self) { try run([.otherRuns(.nameTaken(.klava, owner: "process 1"))]) }
    #expect(error?.code == .inputMethodTaken)
  }

  @Test("After an upgrade, the new program continues in one of three ways (Desktop.md#upgrades)")
  func upgraded() throws {
    #expect(try ProgramRun()([.upgraded]) == .restart)
    #expect(try ProgramRun()([.upgraded], environment: Self.kwin) == .endWithSignal)
    #expect(UpgradedProgram.exitStatus(in: ["SYSTEMD_EXEC_PID": "12"], process: 12) == 75)
    // systemd started a parent process, such as a shell.
    #expect(UpgradedProgram.exitStatus(in: ["SYSTEMD_EXEC_PID": "11"], process: 12) == nil)
    #expect(UpgradedProgram.exitStatus(in: [:], process: 12) == nil)
  }
}
