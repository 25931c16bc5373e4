// Invocation: calls C functions whose types are known only at run time, and creates such functions.
//
// For:    calls of a keyboard's actions, and the host functions that a keyboard calls (PluginABI.md#actions).
// Never:  loads a library, looks up a symbol, allocates memory during a call, or traps on input from a manifest or a
//         keyboard. It cannot check addresses: the caller must pass valid ones.
// Start:  `Signature.swift`, then `Invocation` below.
//
// The parser makes a `Signature` from text that may come from a hostile manifest. An `Invocation` calls any C
// function with that signature. A `Thunk` is a C function with that signature whose body is a Swift closure. A
// `CallGate` closes many thunks with one store. Arguments and results are `Value`s, which own no memory.

internal import CFFI

/// A prepared call of C functions with one signature, usable any number of times.
///
/// The `Invocation` prepares everything that libffi needs. The arguments of each call are in a ``Frame`` on the stack
/// of that call. So a call allocates nothing. A called function may call through the same `Invocation` again, on any
/// thread, without disturbing the outer call.
///
/// It is a class because all keys that name the action and all running calls share it, and because collections take
/// no `~Copyable` element. It has no mutable state.
package final class Invocation: Sendable {
  /// The signature of the functions that this invocation calls.
  package let signature: Signature
  private let interface: CallInterface

  /// Prepares calls of functions with a signature.
  ///
  /// - Throws: ``InvocationError/notPrepared(status:)`` if libffi refuses, which no parsed signature should cause.
  package init(_ signature: Signature) throws(InvocationError) {
    self.signature = signature
    self.interface = try CallInterface(signature)
  }

  /// Calls a function with arguments that a closure sets by index.
  ///
  /// - Parameters:
  ///   - function: The address of a C function whose type is ``signature``. This method cannot check the address.
  ///   - fill: Sets each argument at least once; the last value counts.
  /// - Returns: The result. A pointer in it is exactly the one that the function returned. Copy text at once with
  ///   ``Value/text(limit:)``.
  /// - Throws: The error of `fill`, or ``InvocationError/argumentMissing(index:)``. In both cases the function is not
  ///   called.
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
  ///   - function: The address of a C function whose type is ``signature``. This method cannot check the address.
  ///   - arguments: The arguments in order, such as the `span` of an array or of an `InlineArray`.
  /// - Returns: The result. A pointer in it is exactly the one that the function returned. Copy text at once with
  ///   ``Value/text(limit:)``.
  /// - Throws: ``InvocationError/argumentCount(expected:given:)`` or
  ///   ``InvocationError/argumentType(index:expected:given:)``. In both cases the function is not called.
  package func call(_ function: UnsafeRawPointer, with arguments: Span<Value>) throws(InvocationError) -> Value {
    guard arguments.count == signature.arguments.count else {
      throw .argumentCount(expected: signature.arguments.count, given: arguments.count)
    }
    var frame = Frame(signature.arguments)
    for index in arguments.indices { try frame.setArgument(arguments[index], at: index) }
    return try frame.call(function, through: interface, returning: signature.result)
  }
}
