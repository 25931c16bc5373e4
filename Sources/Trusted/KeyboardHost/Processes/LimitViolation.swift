internal import Bundles
internal import TextInput

/// A limit that a keyboard exceeded (Behavior.md#memory-warning, Behavior.md#data-containers). The description names the
/// resource and the amount.
package struct LimitViolation: Hashable, Sendable, CustomStringConvertible {
  /// A limited resource.
  package enum Resource: String, CaseIterable, Sendable {
    /// Bytes of the keyboard's own memory.
    case memory
    /// Threads.
    case threads
    /// Seconds of processor time.
    case processorTime
    /// Bytes of one file.
    case fileBytes
    /// Bytes of all files in its container.
    case containerBytes
    /// Files in its container.
    case containerFiles
    /// Milliseconds of the host's own time for one turn.
    case hostTime
  }

  /// The resource that the keyboard used too much of.
  package var resource: Resource
  /// The amount that the keyboard used; nil if only the kernel knows.
  package var used: UInt64?
  /// The limit.
  package var most: UInt64

  /// An excess over the limit of a resource.
  package init(_ resource: Resource, used: UInt64? = nil, most: UInt64) {
    self.resource = resource
    self.used = used
    self.most = most
  }

  /// The excess of a container that holds too many bytes or too many files.
  init(storing usage: KeyboardContainer.Usage, most limits: KeyboardLimits) {
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
      case .hostTime: "one turn exceeded the limit of \(most) of host time"
      }
    }
    let thing =
      switch resource {
      case .memory: "it used \(amount(used)) of private memory"
      case .threads: "it had \(amount(used))"
      case .processorTime: "it used \(amount(used)) of processor time"
      case .fileBytes: "it wrote a file of \(amount(used))"
      case .containerBytes, .containerFiles: "its data container had \(amount(used))"
      case .hostTime: "one turn used \(amount(used)) of host time"
      }
    let isCount = resource == .threads || resource == .containerFiles
    return "\(thing); the limit is \(isCount ? "\(self.most)" : most)"
  }

  /// A number with its unit. It is rounded up, so that an excess never looks equal to the limit.
  private func amount(_ number: UInt64) -> String {
    switch resource {
    case .memory, .fileBytes: "\(number.megabytes) MB"
    case .containerBytes: "\(number / 1_000_000 + (number % 1_000_000 == 0 ? 0 : 1)) MB"
    case .threads: "\(number) threads"
    case .processorTime: "\(number) s"
    case .containerFiles: "\(number) files"
    case .hostTime: "\(number) ms"
    }
  }
}

extension UInt64 {
  /// Bytes as binary megabytes, rounded up.
  var megabytes: UInt64 { self >> 20 + (self & 0xF_FFFF == 0 ? 0 : 1) }
}
