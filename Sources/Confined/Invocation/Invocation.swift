// Invocation: calling C functions whose types are known only at run time, and making such functions.
//
// A `Signature` is parsed from text that may come from a hostile manifest. An `Invocation` calls any C function by
// it; a `Thunk` is a C function made for it, whose body is a Swift closure, and a `CallGate` closes many thunks
// with one store. Values cross as `Value`, which owns no memory.
//
// This module never loads a library, never looks up a symbol, never allocates during a call, and never traps on what
// a manifest or a plugin says. It cannot tell a good address from a bad one: that is the caller's to know.
// Start reading at `Signature`. PluginABI.md#actions says how the other modules use it.
internal import CFFI

/// A call of a C function by a signature, prepared once and made any number of times.
///
/// All that libffi needs is prepared when the `Invocation` is made. The arguments of each call live in a ``Frame`` on
/// the stack of that call, so a call allocates nothing, and a function that is being called may call through the same
/// `Invocation` again, on any thread, without disturbing the outer call.
///
/// It is a class because one prepared call is shared, by every key that names the action and by the calls that are
/// under way, and because collections take no `~Copyable` element. It has no mutable state.
package final class Invocation: Sendable {
  /// The type of the functions that this calls.
  package let signature: Signature
  private let interface: CallInterface

  /// Prepares calls of functions of this type.
  ///
  /// - Throws: ``InvocationError/notPrepared(status:)`` if libffi refuses, which no parsed signature should cause.
  package init(_ signature: Signature) throws(InvocationError) {
    self.signature = signature
    self.interface = try CallInterface(signature)
  }

  /// Calls a function with arguments that a closure sets by index.
  ///
  /// - Parameters:
  ///   - function: The address of a C function whose type is ``signature``. Nothing can check that it is.
  ///   - fill: Sets each argument once or more often; the last value counts.
  /// - Returns: The result. A pointer in it is as the function returned it; copy text at once with ``Value/text(limit:)``.
  /// - Throws: What `fill` throws, or ``InvocationError/argumentMissing(index:)``. The function is not called then.
  package func call(
    _ function: UnsafeRawPointer, _ fill: (inout Frame) throws(InvocationError) -> Void
  ) throws(InvocationError) -> Value {
    var frame = Frame(signature.arguments)
    try fill(&frame)
    return try frame.call(function, through: interface, returning: signature.result)
  }

  /// Calls a function with all of its arguments at once.
  ///
  /// - Parameters:
  ///   - function: The address of a C function whose type is ``signature``. Nothing can check that it is.
  ///   - arguments: The arguments in order, such as the `span` of an array or of an `InlineArray`.
  /// - Returns: The result. A pointer in it is as the function returned it; copy text at once with ``Value/text(limit:)``.
  /// - Throws: ``InvocationError/argumentCount(expected:given:)`` or
  ///   ``InvocationError/argumentType(index:expected:given:)``. The function is not called then.
  package func call(_ function: UnsafeRawPointer, with arguments: Span<Value>) throws(InvocationError) -> Value {
    guard arguments.count == signature.arguments.count else {
      throw .argumentCount(expected: signature.arguments.count, given: arguments.count)
    }
    var frame = Frame(signature.arguments)
    for index in arguments.indices { try frame.setArgument(arguments[index], at: index) }
    return try frame.call(function, through: interface, returning: signature.result)
  }
}
