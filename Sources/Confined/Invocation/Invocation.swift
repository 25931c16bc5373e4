// Invocation: calls C functions whose types are known only at run time.
//
// For:    calls of a keyboard's actions (PluginABI.md#actions).
// Never:  loads a library, looks up a symbol, allocates memory during a call, or traps on input from a manifest or a
//         keyboard. The module cannot check addresses: the caller must pass valid addresses.
// Start:  `Signature.swift`, then `Invocation` below.
//
// The parser makes a `Signature` from text that may come from a hostile manifest. An `Invocation` calls a C function
// with that signature. Arguments and results are `Value`s, which own no memory.

internal import CFFI

/// A prepared call of a C function, usable any number of times.
///
/// An `Invocation` stores everything that libffi needs, and keeps the arguments between calls, so a call allocates no
/// memory. The caller sets only the arguments that have changed since the previous call. During a call, the called
/// function may itself use this `Invocation`: the arguments of the running call are already in registers and on the
/// stack.
package final class Invocation {
  /// The type of the function.
  package let signature: Signature
  private let function: UnsafeRawPointer
  private let callInterface: CallInterface
  private let slots: UnsafeMutableRawPointer
  private let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// A bit mask with one bit for each argument: 1 if the argument is not set yet.
  private var missing: UInt32

  /// Prepares calls of a function.
  ///
  /// - Parameters:
  ///   - function: The address of a C function whose type is `signature`. The initializer checks neither the address
  ///     nor the type.
  ///   - signature: The type of the function.
  /// - Throws: ``InvocationError/notPrepared(status:)`` if libffi refuses the signature. A signature from the parser
  ///   should never cause `notPrepared`.
  package init(_ function: UnsafeRawPointer, _ signature: Signature) throws(InvocationError) {
    let count = signature.arguments.count
    callInterface = try CallInterface(signature)
    slots = .allocate(byteCount: max(1, count) * Value.slotSize, alignment: Value.slotSize)
    addresses = .allocate(capacity: max(1, count))
    for index in 0..<count { (addresses + index).initialize(to: slots + index * Value.slotSize) }
    missing = 1 << UInt32(count) - 1
    self.function = function
    self.signature = signature
  }

  deinit {
    slots.deallocate()
    addresses.deallocate()
  }

  /// Sets an argument for the next call and all later calls.
  ///
  /// - Parameters:
  ///   - value: The value. The type of the value must be exactly the type of the argument in the signature. Memory that
  ///     the value points to must stay valid until the last call with this value returns.
  ///   - index: The index of the argument, from zero.
  /// - Throws: ``InvocationError/noSuchArgument(index:count:)`` or
  ///   ``InvocationError/argumentType(index:expected:given:)``.
  package func setArgument(_ value: Value, at index: Int) throws(InvocationError) {
    guard signature.arguments.indices.contains(index) else {
      throw .noSuchArgument(index: index, count: signature.arguments.count)
    }
    let type = signature.arguments[index]
    guard value.matches(type) else { throw .argumentType(index: index, expected: type, given: value.type) }
    value.storeArgument(at: slots + index * Value.slotSize)
    missing &= ~(1 << UInt32(index))
  }

  /// Calls the function.
  ///
  /// - Returns: The result. If the result is a string, copy the text immediately with ``Value/text(limit:)``.
  /// - Throws: ``InvocationError/argumentMissing(index:)`` if an argument is not set.
  package func invoke() throws(InvocationError) -> Value {
    guard missing == 0 else { throw .argumentMissing(index: missing.trailingZeroBitCount) }
    var result: UInt64 = 0
    ffi_call(callInterface.cif, unsafeBitCast(function, to: (@convention(c) () -> Void).self), &result, addresses)
    return withUnsafePointer(to: result) { Value(resultAt: $0, type: signature.result) }
  }
}
