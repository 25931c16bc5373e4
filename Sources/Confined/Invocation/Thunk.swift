internal import CFFI
internal import Glibc
internal import Synchronization

/// A C function made at run time: its type is a ``Signature``, its body a Swift closure with its own context.
///
/// Make every thunk before the process is confined. libffi 3.4 takes its closures from an anonymous page that is
/// readable, writable and executable, asked for when the first closure is made, and reads `/proc/self/status` and
/// `/proc/mounts` then (Sandbox.md#libffi-closures). A confined process gets neither, and may lose the write permission
/// of the page. So thunks are revoked and let through again (``CallGate``), not made and freed.
///
/// A call is *refused* if the thunk is revoked, if its gate is closed, or if it comes on a thread that the handler is
/// not for. A refused call does not touch the handler and returns ``refusedResult``. So does a call whose handler
/// throws or returns a value of another type: C has no other way to hear of it, and nothing here traps.
///
/// A call allocates nothing besides what the handler allocates. Calls may nest.
package final class Thunk {
  /// The body of a thunk.
  package typealias Handler = (borrowing Arguments) throws(InvocationError) -> Value

  /// Why a call was refused.
  package enum Refusal: Hashable, Sendable {
    /// The thunk is revoked, or its gate is closed.
    case closed
    /// It came on another thread than the handler's.
    case otherThread
  }

  /// Is told of each refused call, on whatever thread it comes; does little, and touches nothing of the handler's.
  package typealias RefusalHandler = @Sendable (Refusal) -> Void

  /// The type of the C function.
  package let signature: Signature

  /// The address of the C function. It may be called while this object lives, also after ``revoke()``, and no longer.
  package let function: UnsafeRawPointer

  /// What refused calls return.
  package let refusedResult: Value

  private let handler: Handler
  private let onRefusal: RefusalHandler?
  private let gate: CallGate
  private let isRevoked = Atomic(false)
  /// The only thread whose calls reach the handler, or nil for all.
  private let thread: pthread_t?
  private let interface: CallInterface
  private let closure: UnsafeMutablePointer<ffi_closure>

  /// Makes a function whose handler runs on the current thread only. Calls on other threads are refused.
  ///
  /// The keyboard's code decides on which thread it calls. This keeps what the handler captures on one thread,
  /// whatever that code does, and so the handler need not be `@Sendable`.
  ///
  /// - Parameters:
  ///   - signature: The type of the C function.
  ///   - gate: What can refuse this thunk's calls together with others'.
  ///   - refusedResult: What refused calls return, such as an error code; zero if nil.
  ///   - onRefusal: Is told of refused calls.
  ///   - handler: The body.
  /// - Throws: ``InvocationError/resultType(expected:given:)`` if `refusedResult` is not of the result's type,
  ///   ``InvocationError/noExecutableMemory`` or ``InvocationError/notPrepared(status:)``.
  package convenience init(
    _ signature: Signature, gate: CallGate = CallGate(), refusedResult: Value? = nil,
    onRefusal: RefusalHandler? = nil, handler: @escaping Handler
  ) throws(InvocationError) {
    try self.init(signature, gate, refusedResult, thread: pthread_self(), onRefusal, handler)
  }

  /// Makes a function whose handler runs on whatever thread it is called on, also on several at once.
  ///
  /// The parameters and the errors are those of ``init(_:gate:refusedResult:handler:)``.
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
        // Retained for the call, so that a handler may drop the last other reference to its own thunk.
        let thunk = Unmanaged<Thunk>.fromOpaque(context).takeUnretainedValue()
        thunk.answer(arguments).storeResult(at: result)
      }, Unmanaged.passUnretained(self).toOpaque(), code)
    guard status == FFI_OK else { throw .notPrepared(status: status.rawValue) }
  }

  deinit {
    ffi_closure_free(closure)
  }

  /// Refuses every call that begins from now on, for good. The function stays callable.
  package func revoke() {
    isRevoked.store(true, ordering: .releasing)
  }

  private func answer(_ addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>?) -> Value {
    // The thread first: what the refusal of another one is called does not depend on the moment.
    if let thread, pthread_equal(thread, pthread_self()) == 0 {
      onRefusal?(.otherThread)
      return refusedResult
    }
    guard gate.isOpen, !isRevoked.load(ordering: .acquiring), let addresses else {
      onRefusal?(.closed)
      return refusedResult
    }
    do {
      // A name, because the optimizer of Swift 6.3.1 aborts on a temporary of this type here.
      let arguments = Arguments(types: signature.arguments, addresses: addresses)
      let result = try handler(arguments)
      return result.matches(signature.result) ? result : refusedResult
    } catch {
      return refusedResult
    }
  }
}
