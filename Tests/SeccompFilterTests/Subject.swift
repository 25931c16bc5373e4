import Foundation
import SeccompFilter

/// Runs of the program that loads a filter and makes system calls.
enum Subject {
  /// What became of a call.
  enum Outcome: Hashable {
    case succeeded
    case failed(Int32)
    case trapped(answer: Int32)
    case died(signal: Int32)
    case exited(Int32)
  }

  /// Why there is no outcome.
  struct Failure: Error {
    let status: Int32
  }

  /// Makes calls under a filter, or under none.
  static func outcomes(of calls: [SystemCall], under program: FilterProgram?) throws -> [Outcome] {
    let run = try run(["calls"], under: program, calls: calls)
    guard run.reason == .exit, run.status == 0 else { throw Failure(status: run.status) }
    return run.output.withUnsafeBytes { bytes in
      (0..<calls.count).compactMap { index in
        let detail = bytes.loadUnaligned(fromByteOffset: index * 8 + 4, as: Int32.self)
        return switch bytes.loadUnaligned(fromByteOffset: index * 8, as: Int32.self) {
        case 1: .succeeded
        case 2: .failed(detail)
        case 3: .trapped(answer: detail)
        case 4: .died(signal: detail)
        case 5: .exited(detail)
        default: nil
        }
      }
    }
  }

  /// Does something under a filter: its exit status, or the signal that ended it as a negative number.
  static func status(of deed: String, under program: FilterProgram?) throws -> Int32 {
    let run = try run(["do", deed], under: program, calls: [])
    return run.reason == .exit ? run.status : -run.status
  }

  private struct Run {
    let reason: Process.TerminationReason
    let status: Int32
    let output: Data
  }

  private static func run(_ arguments: [String], under program: FilterProgram?, calls: [SystemCall]) throws -> Run {
    let process = Process()
    let own = Bundle.main.executablePath ?? CommandLine.arguments[0]
    process.executableURL = URL(filePath: own).deletingLastPathComponent().appending(path: "seccomp-subject")
    process.arguments = arguments
    // As the host starts a runner: Swift's own report of a crash would make calls of its own.
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    let request = FileManager.default.temporaryDirectory.appending(path: "klava-subject-\(UUID().uuidString)")
    try self.request(program, calls).write(to: request)
    process.standardInput = try FileHandle(forReadingFrom: request)
    try FileManager.default.removeItem(at: request)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let written = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Run(reason: process.terminationReason, status: process.terminationStatus, output: written)
  }

  private static func request(_ program: FilterProgram?, _ calls: [SystemCall]) -> Data {
    var data = Data()
    func append(_ value: some FixedWidthInteger) { withUnsafeBytes(of: value) { data.append(contentsOf: $0) } }
    append(UInt32(program?.instructions.count ?? 0))
    data.append(contentsOf: program?.bytes ?? [])
    append(UInt32(program?.processIdentifierOffsets.count ?? 0))
    for offset in program?.processIdentifierOffsets ?? [] { append(UInt32(offset)) }
    append(UInt32(program?.libraryOffsets.count ?? 0))
    for offset in program?.libraryOffsets ?? [] { append(UInt32(offset)) }
    append(UInt32(program?.trappedAnswers.count ?? 0))
    data.append(contentsOf: program?.trappedAnswerBytes ?? [])
    append(UInt32(calls.count))
    for call in calls { for word in [UInt64(call.number)] + call.arguments { append(word) } }
    return data
  }
}
