internal import Glibc

/// A step of the confinement that did not succeed. The process then ends: it loads no keyboard half confined.
package struct ConfinementFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The layer that the step belongs to; nil for what belongs to none.
  package let layer: Layer?
  /// The step, as the name of a system call or of what was checked.
  package let step: String
  /// The kernel's error; 0 where the step is a check that came out wrong.
  package let errno: Int32

  init(_ layer: Layer?, _ step: String, errno: Int32 = Glibc.errno) {
    self.layer = layer
    self.step = step
    self.errno = errno
  }

  /// What failed, in words.
  package var description: String {
    let name = layer.map { "\($0.rawValue): " } ?? ""
    guard errno != 0 else { return "\(name)\(step)" }
    return "\(name)\(step): \(String(cString: strerror(errno)))"
  }

  /// Whether the step failed for want of something that may be there again in a moment. Then nothing is known of the
  /// layer, and the keyboard is not started; the floor stays.
  private var isPassing: Bool { [EAGAIN, ENOMEM, EMFILE, ENFILE, EINTR].contains(errno) }

  /// The exit status that tells the host which layer it was.
  package var exitStatus: Int32 {
    switch isPassing ? nil : layer {
    case .namespaces: 80
    case .landlock: 81
    case .seccomp: 82
    case nil: 83
    }
  }

  /// The layer that an exit status of a runner names.
  package static func layer(exitStatus: Int32) -> Layer? {
    Layer.allCases.first { ConfinementFailure($0, "", errno: 0).exitStatus == exitStatus }
  }
}

/// Throws unless a system call answered something else than -1.
@discardableResult
func succeed(
  _ layer: Layer?, _ step: @autoclosure () -> String, _ result: Int32
) throws(ConfinementFailure) -> Int32 {
  guard result >= 0 else { throw ConfinementFailure(layer, step()) }
  return result
}
