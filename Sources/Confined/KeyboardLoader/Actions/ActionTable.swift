internal import InputViewModel
internal import Invocation
internal import KeyboardProtocol

/// The actions that the library exports. A key refers to an action by its name.
final class ActionTable {
  private struct Action {
    let function: UnsafeMutableRawPointer
    let signature: Signature
  }

  private let host: UnsafeMutableRawPointer
  private var actions: [String: Action] = [:]
  /// The prepared calls, indexed by the position of the key in the input view of Interface.plist. Keys of other input
  /// views have no actions.
  @exclusivity(unchecked) private var calls: [ActionCall?] = []

  /// Looks up every action that the manifest declares or the input view names, and prepares the action call of each
  /// key.
  ///
  /// If an action is missing, loading fails. If loading succeeded, the author would notice the missing action only when
  /// pressing its key.
  init(
    _ configuration: LaunchConfiguration, _ inputView: InputViewTree?, library: KeyboardLibrary,
    host: UnsafeMutableRawPointer
  ) throws(KeyboardError) {
    self.host = host
    for (name, signature) in configuration.actions {
      actions[name] = try Self.connect(name, signature: signature, library: library)
    }
    var known: [ActionReference: ActionCall] = [:]
    for key in inputView?.keys ?? [] {
      guard let reference = key.action, let index = inputView?.index(of: key.identifier) else { continue }
      let call = if let call = known[reference] { call } else { try prepare(reference, key: key, library: library) }
      known[reference] = call
      let place = index / InputViewTree.indicesOfElement
      while calls.count <= place { calls.append(nil) }
      calls[place] = calls[place] ?? call
    }
  }

  /// Calls the start function of the library. The manifest contains the name of the start function.
  func start(_ name: String, library: KeyboardLibrary) throws(KeyboardError) {
    _ = try prepare(ActionReference(name: name), key: nil, library: library).call(title: "")
  }

  /// Calls the action of the key at this index.
  func call(_ reference: ActionReference, at index: Int, title: String) throws(KeyboardError) -> ActionResult {
    let place = index / InputViewTree.indicesOfElement
    guard calls.indices ~= place, let call = calls[place] else {
      throw KeyboardError(step: .action, message: "the keyboard has no action \(reference.name)")
    }
    return try call.call(title: title)
  }

  private static func connect(
    _ name: String, signature: String?, library: KeyboardLibrary
  ) throws(KeyboardError) -> Action {
    guard let function = library.symbol(name) else {
      throw KeyboardError(step: .library, message: "the library does not export the action \(name)")
    }
    guard let signature else { return Action(function: function, signature: .undeclaredAction) }
    do {
      return Action(function: function, signature: try Signature(parsing: signature))
    } catch {
      throw KeyboardError(step: .action, message: "KLVActions, \(name): \(error)")
    }
  }

  /// Prepares a call of an action for a key, or of the start function if `key` is nil.
  ///
  /// A parameter of type `h` gets the host pointer, and a parameter of type `k` gets the key's title. The other
  /// parameters get the key's fixed arguments, in order. Each fixed argument must fit the type of its parameter. After
  /// the last fixed argument, a string parameter gets the key's title, and a parameter of another type is an error.
  ///
  /// A start function has no key, so its parameters get the host pointer, empty strings, zeros and false.
  private func prepare(
    _ reference: ActionReference, key: Key?, library: KeyboardLibrary
  ) throws(KeyboardError) -> ActionCall {
    let action =
      if let known = actions[reference.name] { known } else {
        try Self.connect(reference.name, signature: nil, library: library)
      }
    let call = try ActionCall(reference.name, action.function, action.signature)
    var fixed = reference.arguments[...]
    for (index, type) in action.signature.arguments.enumerated() {
      switch type {
      case .handle: try call.setArgument(.pointer(host), at: index)
      case .key: call.titleIndices.append(index)
      // A string parameter after the last fixed argument gets the key's title.
      case .string where fixed.isEmpty: call.titleIndices.append(index)
      default:
        let value = fixed.popFirst().flatMap { call.value(of: $0, as: type) }
        if value == nil, let key {
          throw KeyboardError(
            step: .action,
            message:
              "the key \"\(key.identifier)\" must pass a \(type.name) as argument \(index + 1) of the action "
              + reference.name)
        }
        try call.setArgument(value ?? .zero(of: type), at: index)
      }
    }
    guard fixed.isEmpty else {
      throw KeyboardError(
        step: .action,
        message: "the key passes \(fixed.count) more fixed arguments than the action \(reference.name) takes")
    }
    return call
  }
}
