internal import Foundation
internal import Glibc
internal import TestSupport

/// The loop over one reader's inputs.
struct FuzzRun {
  private let target: FuzzTarget
  private let plan: FuzzPlan

  /// The processor time in nanoseconds that one input may take. The longest inputs are half a megabyte long. A reader
  /// with quadratic time exceeds this limit by far.
  private static let patience: Int = {
    #if DEBUG
      5_000_000_000
    #else
      500_000_000
    #endif
  }()

  init(_ target: FuzzTarget, _ plan: FuzzPlan) {
    self.target = target
    self.plan = plan
  }

  /// Feeds all inputs. A trap ends the process.
  ///
  /// - Returns: Whether the reader read each input in time.
  func runAll() throws -> Bool {
    let record = try InputRecord(target.name, limit: target.inputs.limit)
    var understood = 0
    var slowest: (time: Int, number: UInt64, size: Int) = (0, 0, 0)
    for number in 0..<plan.count {
      let input = target.inputs.input(number, seed: plan.seed)
      record.write(number, input)
      // If a reader does not return, SIGALRM ends the process, as the signal of a trap does.
      if number.isMultiple(of: 256) { alarm(300) }
      let start = processorTime
      if target.feed(input) { understood += 1 }
      let time = processorTime - start
      if time > slowest.time { slowest = (time, number, input.count) }
    }
    alarm(0)
    InputRecord.remove(target.name)
    let share = plan.count > 0 ? 100 * Double(understood) / Double(plan.count) : 0
    let sum =
      "\(target.name): \(plan.count) inputs, \(Self.decimal(share)) % understood, slowest "
      + "\(Self.decimal(Double(slowest.time) / 1e6)) ms (input \(slowest.number), \(slowest.size) bytes)"
    guard slowest.time <= Self.patience else {
      say("\(sum): TOO SLOW: klava-fuzz \(target.name) --seed \(plan.seed) --only \(slowest.number)")
      return false
    }
    guard understood > 0 || plan.count < 1_000 else {
      say("\(sum): NO INPUT WAS ACCEPTED: a run in which the reader rejects every input tests too little")
      return false
    }
    say(sum)
    return true
  }

  /// Feeds one input.
  func runOnce() throws -> Bool {
    let input =
      try plan.file.map { [UInt8](try Data(contentsOf: URL(filePath: $0))) }
      ?? target.inputs.input(plan.only, seed: plan.seed)
    let start = processorTime
    let isUnderstood = target.feed(input)
    let time = processorTime - start
    say("\(input.count) bytes, \(isUnderstood ? "understood" : "refused"), \(Self.decimal(Double(time) / 1e6)) ms")
    return time <= Self.patience
  }

  private static func decimal(_ number: Double) -> String { String(format: "%.2f", number) }
}
