internal import CFFI
internal import Glibc
internal import Synchronization

/// A C function created at run time: its type is a ``Signature``, its body is a Swift closure.
///
/// Create every thunk before the process is confined. libffi 3.4 takes closures from an anonymous page that is
/// readable, writable and executable. It maps the page when the first closure is made, and then reads
/// `/proc/self/status` and `/proc/mounts` (Sandbox.md#libffi-closures). A confined process has none of these, and may
/// lose the write permission of the page. So gates close and open thunks again (``CallGate``); no code creates and
/// frees them later.
///
/// A thunk *refuses* a call if it is revoked, if its gate is closed, or if the call comes on the wrong thread. A
/// refused call does not run the handler and returns ``refusedResult``. A call whose handler throws or returns a
/// value of another type returns ``refusedResult`` too, because C has no other way to report it. Nothing here traps.
///
/// A call allocates only the memory that the handler allocates. Calls may nest.
package final class Thunk {
  /// The body of a thunk.
  package typealias Handler = (borrowing Arguments) throws(InvocationError) -> Value

  /// The reason why a thunk refused a call.
  package enum Refusal: Hashable, Sendable {
    /// The thunk is revoked, or its gate is closed.
    case closed
    /// The call came on a different thread from the handler's.
    case otherThread
  }

  /// A callback for each refused call, on the thread of the call. It must return quickly and use no state of the
  /// handler.
  package typealias RefusalHandler = @Sendable (Refusal) -> Void

  /// The type of the C function.
  package let signature: Signature

  /// The address of the C function. Callers may use it while this object lives, also after ``revoke()``.
  package let function: UnsafeRawPointer

  /// The result of refused calls.
  package let refusedResult: Value

  private let handler: Handler
  private let onRefusal: RefusalHandler?
  private let gate: CallGate
  private let isRevoked = Atomic(false)
  /// The only thread whose calls reach the handler, or nil for all.
  private let thread: pthread_t?
  private let interface: CallInterface
  private let closure: UnsafeMutablePointer<ffi_closure>

  /// Creates a function whose handler runs on the current thread only. It refuses calls on other threads.
  ///
  /// The keyboard's code chooses the thread of its calls. This rule keeps the handler's captures on one thread, so
  /// the handler need not be `@Sendable`.
  ///
  /// - Parameters:
  ///   - signature: The type of the C function.
  ///   - gate: The gate that controls this thunk and others.
  ///   - refusedResult: The result of refused calls, such as an error code; zero if nil.
  ///   - onRefusal: Called for each refused call.
  ///   - handler: The body.
  /// - Throws: ``InvocationError/resultType(expected:given:)`` if `refusedResult` does not have the result's type,
  ///   ``InvocationError/noExecutableMemory`` or ``InvocationError/notPrepared(status:)``.
  package convenience init(
    _ signature: Signature, gate: CallGate = CallGate(), refusedResult: Value? = nil,
    onRefusal: RefusalHandler? = nil, handler: @escaping Handler
  ) throws(InvocationError) {
    try self.init(signature, gate, refusedResult, thread: pthread_self(), onRefusal, handler)
  }

  /// Creates a function whose handler runs on the thread of each call, also on several threads at once.
  ///
  /// The parameters and the errors are those of ``init(_:gate:refusedResult:onRefusal:handler:)``, without
  /// `onRefusal`.
  package convenience init(
    onAnyThread signature: Signature, gate: CallGate = CallGate(), refusedResult: Value? = nil,
    handler: @escaping @Sendable (borrowing Arguments) throws(InvocationError) -> Value
  ) throws(InvocationError) {
    try self.init(signature, gate, refusedResult, thread: nil, nil, handler)
  }

  private init(
    _ signature: Signature, _ gate: CallGate, _ refusedResult: Value?, thread: pthread_t?,
    _ onRefusal: RefusalHandler?, _ handler: @escaping Handler
  ) throws(InvocationError) {
    let refusedResult = refusedResult ?? .zero(of: signature.result)
    guard refusedResult.matches(signature.result) else {
      throw .resultType(expected: signature.result, given: refusedResult.type)
    }
    let interface = try CallInterface(signature)
    var code: UnsafeMutableRawPointer?
    guard let memory = ffi_closure_alloc(MemoryLayout<ffi_closure>.size, &code) else { throw .noExecutableMemory }
    guard let code else {
      ffi_closure_free(memory)
      throw .noExecutableMemory
    }
    self.signature = signature
    self.function = UnsafeRawPointer(code)
    self.refusedResult = refusedResult
    self.handler = handler
    self.onRefusal = onRefusal
    self.gate = gate
    self.thread = thread
    self.interface = interface
    self.closure = memory.assumingMemoryBound(to: ffi_closure.self)
    let status = ffi_prep_closure_loc(
      closure, self.interface.cif,
      { _, result, arguments, context in
        guard let result, let context else { return }
        // Retained during the call, so that a handler may drop the last other reference to its own thunk.
        let thunk = Unmanaged<Thunk>.fromOpaque(context).takeUnretainedValue()
        thunk.reply(arguments).storeResult(at: result)
      }, Unmanaged.passUnretained(self).toOpaque(), code)
    guard status == FFI_OK else { throw .notPrepared(status: status.rawValue) }
  }

  deinit {
    ffi_closure_free(closure)
  }

  /// Refuses every call that begins from now on, permanently. The function stays callable.
  package func revoke() {
    isRevoked.store(true, ordering: .releasing)
  }

  private func reply(_ addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Value {
    // The thread is checked first, so that the reason of a refusal on another thread does not depend on the gate.
    if let thread, pthread_equal(thread, pthread_self()) == 0 {
      onRefusal?(.otherThread)
      return refusedResult
    }
    guard gate.isOpen, !isRevoked.load(ordering: .acquiring), let addresses else {
      onRefusal?(.closed)
      return refusedResult
    }
    do {
      // A named variable, because the optimizer of Swift 6.3.1 aborts on a temporary of this type here.
      let arguments = Arguments(types: signature.arguments, addresses: addresses)
      let result = try handler(arguments)
      return result.matches(signature.result) ? result : refusedResult
    } catch {
      return refusedResult
    }
  }
}
