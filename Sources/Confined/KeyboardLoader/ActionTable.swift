internal import InputViewModel
internal import Invocation
internal import KeyboardProtocol

/// The effect of an action's result (PluginABI.md#result-label).
enum ActionResult {
  /// The action returns nothing.
  case nothing
  /// The action returned a string, which the loader inserts as text.
  case insert(String)
  /// The action returned a number or truth value, which the loader shows in a label.
  case show(String)
}

/// The library's exported actions, connected by name, as a nib loader connects outlets.
struct ActionTable {
  private struct Action {
    let function: UnsafeMutableRawPointer
    let invocation: Invocation
  }

  private var actions: [String: Action] = [:]

  /// Connects every action that the manifest declares or the input view names.
  ///
  /// A missing action is an error here, and not when the user presses its key.
  init(_ configuration: LaunchConfiguration, library: KeyboardLibrary) throws(KeyboardError) {
    for (name, signature) in configuration.actions {
      actions[name] = try Self.connect(name, signature: signature, library: library)
    }
    for key in configuration.inputView?.keys ?? [] {
      guard let reference = key.action else { continue }
      if actions[reference.name] == nil {
        actions[reference.name] = try Self.connect(reference.name, signature: nil, library: library)
      }
      try check(reference, key: key)
    }
  }

  /// Calls the start function of a library of actions.
  func start(
    _ name: String, library: KeyboardLibrary, handle: UnsafeMutableRawPointer
  ) throws(KeyboardError) {
    let known = actions[name]
    let action = if let known { known } else { try Self.connect(name, signature: nil, library: library) }
    _ = try Self.call(action, ActionReference(name: name), key: "", handle: handle)
  }

  /// Calls the action of a key.
  func call(
    _ reference: ActionReference, key: String, handle: UnsafeMutableRawPointer
  ) throws(KeyboardError) -> ActionResult {
    guard let action = actions[reference.name] else {
      throw KeyboardError(step: .action, message: "the keyboard has no action \(reference.name)")
    }
    return try Self.call(action, reference, key: key, handle: handle)
  }

  private static func connect(
    _ name: String, signature: String?, library: KeyboardLibrary
  ) throws(KeyboardError) -> Action {
    guard let function = library.symbol(name) else {
      throw KeyboardError(step: .library, message: "the library does not export the action \(name)")
    }
    do {
      let parsed =
        try signature.map { text throws(InvocationError) in try Signature(parsing: text, allowing: .actions) }
        ?? .undeclaredAction
      return Action(function: function, invocation: try Invocation(parsed))
    } catch {
      throw KeyboardError(step: .action, message: "KLVActions, \(name): \(error)")
    }
  }

  /// Checks that the fixed arguments of a key fit the parameters that are neither the handle nor the key.
  private func check(_ reference: ActionReference, key: Key) throws(KeyboardError) {
    guard let action = actions[reference.name] else { return }
    let arguments = try Self.arguments(action, reference)
    for (index, argument) in arguments.enumerated() {
      if case .unfit(let type) = argument {
        throw KeyboardError(
          step: .action,
          message:
            "the key \"\(key.identifier)\" does not give the action \(reference.name) a \(type.name) for argument "
            + "\(index + 1)")
      }
    }
  }

  /// One argument of a call, before it has an address.
  private enum Argument {
    case handle
    case key
    case text(String)
    case value(Value)
    case unfit(ValueType)
  }

  private static func arguments(_ action: Action, _ reference: ActionReference) throws(KeyboardError) -> [Argument] {
    var fixed = reference.arguments[...]
    let arguments = action.invocation.signature.arguments.map { type -> Argument in
      switch type {
      case .handle: return .handle
      case .key: return .key
      // A string parameter without a fixed argument gets the key's title, as in `didTapNumber`, `v(hs)`.
      case .string where fixed.isEmpty: return .key
      default: return argument(fixed.popFirst(), as: type)
      }
    }
    guard fixed.isEmpty else {
      throw KeyboardError(
        step: .action,
        message: "the key gives \(fixed.count) more fixed arguments than the action \(reference.name) takes")
    }
    return arguments
  }

  private static func argument(_ fixed: ActionArgument?, as type: ValueType) -> Argument {
    switch (type, fixed) {
    case (.string, .string(let text)): return .text(text)
    case (.bool, .boolean(let value)): return .value(.bool(value))
    case (.double, .real(let value)): return .value(.double(value))
    case (.double, .integer(let value)): return .value(.double(Double(value)))
    case (.float, .real(let value)): return .value(.float(Float(value)))
    case (.float, .integer(let value)): return .value(.float(Float(value)))
    case (.int32, .integer(let value)): return Int32(exactly: value).map { .value(.int32($0)) } ?? .unfit(type)
    case (.uint32, .integer(let value)): return UInt32(exactly: value).map { .value(.uint32($0)) } ?? .unfit(type)
    case (.int64, .integer(let value)): return .value(.int64(value))
    case (.uint64, .integer(let value)): return UInt64(exactly: value).map { .value(.uint64($0)) } ?? .unfit(type)
    default: return .unfit(type)
    }
  }

  private static func call(
    _ action: Action, _ reference: ActionReference, key: String, handle: UnsafeMutableRawPointer
  ) throws(KeyboardError) -> ActionResult {
    let arguments = try arguments(action, reference)
    // The callee must not keep a string, so strings live as long as the call.
    var scope = TurnScope(serial: 0)
    defer { _ = scope.end() }
    let values = arguments.map { argument -> Value in
      switch argument {
      case .handle: .pointer(handle)
      case .key: .string(scope.lendCString(key))
      case .text(let text): .string(scope.lendCString(text))
      case .value(let value): value
      case .unfit(let type): .zero(of: type)
      }
    }
    do {
      return try result(of: try action.invocation.call(action.function, with: values.span))
    } catch {
      throw KeyboardError(step: .action, message: "the action \(reference.name): \(error)")
    }
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

  /// The text of a number; a whole number has no fraction.
  private static func text(of value: Double, exactly text: String) -> String {
    Int64(exactly: value).map { String($0) } ?? text
  }
}

extension TurnScope {
  /// Lends a NUL-terminated string. The string ends at its first NUL.
  fileprivate mutating func lendCString(_ text: String) -> UnsafePointer<CChar>? {
    lend(Array(text.utf8.prefix { $0 != 0 }) + [0]).baseAddress?.assumingMemoryBound(to: CChar.self)
  }
}
