import Foundation
import SeccompFilter
import TestSupport

/// Runs a test program that loads a filter and then makes system calls.
enum Subject {
  enum Outcome: Hashable {
    case succeeded
    case failed(Int32)
    case trapped(answer: Int32)
    case died(signal: Int32)
    case exited(Int32)
  }

  /// The error if the test program failed before it returned outcomes.
  struct Failure: Error {
    let status: Int32
  }

  /// Makes system calls in the test program, under a filter or without one.
  static func outcomes(of calls: [SystemCall], under program: FilterProgram?) throws -> [Outcome] {
    let run = try run(["calls"], under: program, calls: calls)
    guard run.status == 0 else { throw Failure(status: run.status) }
    return run.outputBytes.withUnsafeBytes { bytes in
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

  /// Performs one action (`deed`) in the test program under a filter. Returns the exit status or, if a signal ended the
  /// program, the negative number of the signal.
  static func status(of deed: String, under program: FilterProgram?) throws -> Int32 {
    try run(["do", deed], under: program, calls: []).status
  }

  private static func run(
    _ arguments: [String], under program: FilterProgram?, calls: [SystemCall]
  ) throws -> Command.Outcome {
    // The host also starts runners with this variable. Without it, Swift's crash report would make additional system
    // calls.
    let environment = ["SWIFT_BACKTRACE": "enable=no"]
    return try Command(
      Repository.product("seccomp-subject"), arguments, input: request(program, calls), environment: environment
    ).run()
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
