internal import Glibc

/// A failed step of the confinement. After a failed step, the process exits without loading a keyboard.
package struct ConfinementError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The layer that the step belongs to; nil if the step belongs to no layer.
  package let layer: Layer?
  /// The step: the name of a system call or of a check.
  package let step: String
  /// The kernel's error number, or 0 if the step is a check.
  package let errno: Int32

  init(_ layer: Layer?, _ step: String, errno: Int32 = Glibc.errno) {
    self.layer = layer
    self.step = step
    self.errno = errno
  }

  /// The failed step and the kernel's error, as text.
  package var description: String {
    let name = layer.map { "\($0.rawValue): " } ?? ""
    guard errno != 0 else { return "\(name)\(step)" }
    return "\(name)\(step): \(String(cString: strerror(errno)))"
  }

  /// Whether the step failed because the system temporarily lacked a resource.
  ///
  /// A temporary failure does not mean that the layer is unavailable, so ``exitStatus`` reports no layer for a
  /// temporary failure.
  private var isPassing: Bool { [EAGAIN, ENOMEM, EMFILE, ENFILE, EINTR].contains(errno) }

  /// The exit status that reports the failed layer to the host.
  package var exitStatus: Int32 {
    switch isPassing ? nil : layer {
    case .namespaces: 80
    case .landlock: 81
    case .seccomp: 82
    case nil: 83
    }
  }

  /// The layer that a runner's exit status reports; nil if the status reports no layer.
  package static func layer(exitStatus: Int32) -> Layer? {
    Layer.allCases.first { ConfinementError($0, "", errno: 0).exitStatus == exitStatus }
  }
}

/// Throws if a system call returned a negative result; otherwise returns the result.
@discardableResult
func succeed(
  _ layer: Layer?, _ step: @autoclosure () -> String, _ result: Int32
) throws(ConfinementError) -> Int32 {
  guard result >= 0 else { throw ConfinementError(layer, step()) }
  return result
}
