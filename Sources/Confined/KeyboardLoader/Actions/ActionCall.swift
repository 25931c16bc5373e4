internal import Glibc
internal import InputViewModel
internal import Invocation
internal import KeyboardProtocol

/// The result of an action. The case says what the loader does with the result (PluginABI.md#result-label).
enum ActionResult {
  /// The action returns nothing.
  case nothing
  /// The action returned a string, which the loader inserts as text.
  case insert(String)
  /// The action returned a number or a Boolean, which the loader shows in a label.
  case show(String)
}

/// A prepared call of an action. The loader sets all arguments except the key's title once, when the keyboard loads.
final class ActionCall {
  /// The indices of the parameters that receive the key's title. The indices do not change after the preparation of the
  /// call.
  @exclusivity(unchecked) var titleIndices: [Int] = []
  private let name: String
  private let invocation: Invocation
  /// Copies of the fixed string arguments, which `deinit` frees.
  private var texts: [UnsafeMutablePointer<CChar>] = []

  init(_ name: String, _ function: UnsafeRawPointer, _ signature: Signature) throws(KeyboardError) {
    self.name = name
    do {
      invocation = try Invocation(function, signature)
    } catch {
      throw KeyboardError(step: .action, message: "KLVActions, \(name): \(error)")
    }
  }

  deinit {
    for text in texts { free(text) }
  }

  /// Sets a fixed argument, which all calls of the action get.
  func setArgument(_ value: Value, at index: Int) throws(KeyboardError) {
    do {
      try invocation.setArgument(value, at: index)
    } catch {
      throw failure(error)
    }
  }

  /// The value of a fixed argument for a parameter, or nil if the argument does not fit the parameter. A string
  /// argument ends at the first NUL.
  func value(of argument: ActionArgument, as type: ValueType) -> Value? {
    switch (type, argument) {
    case (.string, .string(let text)):
      guard let copy = strdup(text) else { return nil }
      texts.append(copy)
      return .string(copy)
    case (.bool, .boolean(let value)): return .bool(value)
    case (.double, .real(let value)): return .double(value)
    case (.double, .integer(let value)): return .double(Double(value))
    case (.float, .real(let value)): return .float(Float(value))
    case (.float, .integer(let value)): return .float(Float(value))
    case (.int32, .integer(let value)): return Int32(exactly: value).map { .int32($0) }
    case (.uint32, .integer(let value)): return UInt32(exactly: value).map { .uint32($0) }
    case (.int64, .integer(let value)): return .int64(value)
    case (.uint64, .integer(let value)): return UInt64(exactly: value).map { .uint64($0) }
    default: return nil
    }
  }

  /// Calls the action. The action must not keep the pointer to the title. The action sees the title only up to the
  /// first NUL.
  func call(title: String) throws(KeyboardError) -> ActionResult {
    do {
      return try title.withCString { title in
        for index in titleIndices { try invocation.setArgument(.string(title), at: index) }
        return try Self.result(of: invocation.invoke())
      }
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: any Error) -> KeyboardError {
    KeyboardError(step: .action, message: "the action \(name): \(error)")
  }

  private static func result(of value: Value) throws(InvocationError) -> ActionResult {
    switch value {
    case .void, .pointer: .nothing
    case .string: try value.text().map { .insert($0) } ?? .nothing
    case .bool(let value): .show(value ? "true" : "false")
    case .int32(let value): .show(String(value))
    case .uint32(let value): .show(String(value))
    case .int64(let value): .show(String(value))
    case .uint64(let value): .show(String(value))
    case .float(let value): .show(text(of: Double(value), exactly: "\(value)"))
    case .double(let value): .show(text(of: value, exactly: "\(value)"))
    }
  }

  /// The text of a number, without a fraction if the number is whole.
  private static func text(of value: Double, exactly text: String) -> String {
    Int64(exactly: value).map { String($0) } ?? text
  }
}
