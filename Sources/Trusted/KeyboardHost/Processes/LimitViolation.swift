internal import KeyboardProtocol
internal import KeyboardStore

/// A limit that a keyboard exceeded (Behavior.md#memory-warning, Behavior.md#data-containers).
///
/// The description names the resource and the amount.
package struct LimitViolation: Hashable, Sendable, CustomStringConvertible {
  /// A limited resource.
  package enum Resource: String, CaseIterable, Sendable {
    /// Private memory, in bytes.
    case memory
    /// The number of threads.
    case threads
    /// Processor time, in seconds.
    case processorTime
    /// The size of one file, in bytes.
    case fileBytes
    /// The size of all files in the data container, in bytes.
    case containerBytes
    /// The number of files in the data container.
    case containerFiles
    /// The time that the host itself works for the keyboard in one turn, in milliseconds.
    case hostTime
  }

  /// The resource whose limit the keyboard exceeded.
  package var resource: Resource
  /// The amount that the keyboard used; nil if the host cannot measure it.
  package var used: UInt64?
  /// The limit, in the unit of the resource.
  package var most: UInt64

  /// Creates a violation of the limit of a resource.
  package init(_ resource: Resource, used: UInt64? = nil, most: UInt64) {
    self.resource = resource
    self.used = used
    self.most = most
  }

  /// Creates the limit violation for a data container with too many bytes or too many files.
  init(storing usage: DataContainer.Usage, most limits: KeyboardLimits) {
    self =
      usage.bytes > limits.containerBytes
      ? LimitViolation(.containerBytes, used: UInt64(usage.bytes), most: UInt64(limits.containerBytes))
      : LimitViolation(.containerFiles, most: UInt64(limits.containerFiles))
  }

  package var description: String {
    let most = amount(most)
    guard let used else {
      return switch resource {
      case .memory: "it exceeded the limit of \(most) of private memory"
      case .threads: "it exceeded the limit of \(most)"
      case .processorTime: "it exceeded the limit of \(most) of processor time"
      case .fileBytes: "it wrote a file larger than the limit of \(most)"
      case .containerBytes, .containerFiles: "its data container exceeded the limit of \(most)"
      case .hostTime: "for one event, it exceeded the limit of \(most) of the host's processor time"
      }
    }
    let thing =
      switch resource {
      case .memory: "it used \(amount(used)) of private memory"
      case .threads: "it had \(amount(used))"
      case .processorTime: "it used \(amount(used)) of processor time"
      case .fileBytes: "it wrote a file of \(amount(used))"
      case .containerBytes, .containerFiles: "its data container had \(amount(used))"
      case .hostTime: "for one event, it used \(amount(used)) of the host's processor time"
      }
    let isCount = resource == .threads || resource == .containerFiles
    return "\(thing); the limit is \(isCount ? "\(self.most)" : most)"
  }

  /// Returns the text for a used amount with its unit. Rounds the amount up, so that it never looks equal to the limit.
  private func amount(_ number: UInt64) -> String {
    switch resource {
    case .memory, .fileBytes: "\(number.mebibytes) MiB"
    case .containerBytes: "\(number / 1_000_000 + (number % 1_000_000 == 0 ? 0 : 1)) MB"
    case .threads: "\(number) threads"
    case .processorTime: "\(number) s"
    case .containerFiles: "\(number) files"
    case .hostTime: "\(number) ms"
    }
  }
}

extension UInt64 {
  /// This number of bytes in mebibytes, rounded up.
  var mebibytes: UInt64 { self >> 20 + (self & 0xF_FFFF == 0 ? 0 : 1) }
}
