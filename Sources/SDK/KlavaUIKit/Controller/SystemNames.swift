// Declarations of CoreGraphics, CoreFoundation, QuartzCore, Darwin and os that code for iOS uses outside of its views.

@_spi(KlavaUIKit) internal import KlavaKit
internal import Synchronization

/// Functions of the C library, for code that writes the name of the module, such as `CoreGraphics.sin(x)`.
public enum CoreGraphics {
  /// The sine.
  ///
  /// - Parameter x: The angle in radians.
  public static func sin(_ x: CGFloat) -> CGFloat { Foundation.sin(x) }
  /// The cosine.
  ///
  /// - Parameter x: The angle in radians.
  public static func cos(_ x: CGFloat) -> CGFloat { Foundation.cos(x) }
  /// The tangent.
  ///
  /// - Parameter x: The angle in radians.
  public static func tan(_ x: CGFloat) -> CGFloat { Foundation.tan(x) }
  /// The angle of the vector to a point, in radians.
  ///
  /// - Parameters:
  ///   - y: The vertical coordinate of the point.
  ///   - x: The horizontal coordinate of the point.
  public static func atan2(_ y: CGFloat, _ x: CGFloat) -> CGFloat { Foundation.atan2(y, x) }
  /// The square root.
  ///
  /// - Parameter x: The number.
  public static func sqrt(_ x: CGFloat) -> CGFloat { Foundation.sqrt(x) }
  /// The length of a vector.
  ///
  /// - Parameters:
  ///   - x: The horizontal length.
  ///   - y: The vertical length.
  public static func hypot(_ x: CGFloat, _ y: CGFloat) -> CGFloat { Foundation.hypot(x, y) }
  /// A power.
  ///
  /// - Parameters:
  ///   - x: The base.
  ///   - y: The exponent.
  public static func pow(_ x: CGFloat, _ y: CGFloat) -> CGFloat { Foundation.pow(x, y) }
  /// The largest integer that is not greater than the number.
  ///
  /// - Parameter x: The number.
  public static func floor(_ x: CGFloat) -> CGFloat { Foundation.floor(x) }
  /// The smallest integer that is not less than the number.
  ///
  /// - Parameter x: The number.
  public static func ceil(_ x: CGFloat) -> CGFloat { Foundation.ceil(x) }
  /// The absolute value.
  ///
  /// - Parameter x: The number.
  public static func fabs(_ x: CGFloat) -> CGFloat { Swift.abs(x) }
}

/// A time in seconds.
public typealias CFTimeInterval = Double
/// A time in seconds since the beginning of 2001.
public typealias CFAbsoluteTime = Double

/// Returns the time in seconds since the beginning of 2001.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { Date().timeIntervalSinceReferenceDate }
/// Returns the time in seconds since the system started. The clock never goes back.
public func CACurrentMediaTime() -> CFTimeInterval { ProcessInfo.processInfo.systemUptime }

/// Calls a function without an autorelease pool, because Swift on Linux needs no such pools.
///
/// - Parameter body: The function.
/// - Returns: The result of the function.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }

/// A lock that protects a value.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  private final class Storage: @unchecked Sendable {
    let lock = NSLock()
    var state: State
    init(_ state: State) { self.state = state }
  }
  private let storage: Storage

  /// Creates a lock.
  ///
  /// - Parameter initialState: The value.
  public init(initialState: State) { storage = Storage(initialState) }
  /// Creates a lock.
  ///
  /// - Parameter initialState: The value.
  public init(uncheckedState initialState: State) { storage = Storage(initialState) }

  /// Calls a function with the value. No other thread can use the value during the call.
  ///
  /// - Parameter body: The function.
  /// - Returns: The result of the function.
  public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    storage.lock.lock()
    defer { storage.lock.unlock() }
    return try body(&storage.state)
  }

  /// Calls a function with the value. No other thread can use the value during the call.
  ///
  /// - Parameter body: The function.
  /// - Returns: The result of the function.
  public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try withLock(body)
  }
}

extension OSAllocatedUnfairLock where State == Void {
  /// Creates a lock without a value.
  public init() { self.init(initialState: ()) }
  /// Waits until no other thread has the lock, and then acquires the lock.
  public func lock() { storage.lock.lock() }
  /// Releases the lock.
  public func unlock() { storage.lock.unlock() }
  /// Calls a function. No other thread can acquire the lock during the call.
  ///
  /// - Parameter body: The function.
  /// - Returns: The result of the function.
  public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result { try withLock { _ in try body() } }
}

// MARK: Memory of the process

/// Darwin's name for `Int32`.
public typealias integer_t = Int32
/// Darwin's name for `UInt32`.
public typealias natural_t = UInt32
/// Darwin's name for `UInt64`.
public typealias mach_vm_size_t = UInt64
/// The result of a function of Darwin's kernel.
public typealias kern_return_t = Int32
/// The size of a record for ``task_info(_:_:_:_:)``, as a number of integers.
public typealias mach_msg_type_number_t = UInt32
/// The kind of a record for ``task_info(_:_:_:_:)``.
public typealias task_flavor_t = UInt32
/// A pointer to a record for ``task_info(_:_:_:_:)``.
public typealias task_info_t = UnsafeMutablePointer<integer_t>
/// The result of a successful call.
public let KERN_SUCCESS: kern_return_t = 0
/// The result of a failed call.
public let KERN_FAILURE: kern_return_t = 5
/// The kind of the record `task_vm_info_data_t`.
public let TASK_VM_INFO = 22
/// The kind of the record `mach_task_basic_info`.
public let MACH_TASK_BASIC_INFO = 20
/// The keyboard's process, for ``task_info(_:_:_:_:)``.
public let mach_task_self_: UInt32 = 0

/// The memory that the keyboard's process uses.
public struct task_vm_info_data_t: Sendable {
  /// Always 0.
  public var virtual_size: mach_vm_size_t = 0
  /// The used heap memory in bytes. Stacks and written pages of libraries count toward the memory limit, but not toward
  /// `resident_size`.
  public var resident_size: mach_vm_size_t = 0
  /// The same as ``resident_size``.
  public var phys_footprint: mach_vm_size_t = 0
  /// The memory limit minus ``phys_footprint``, in bytes. The keyboard can use less memory than
  /// `limit_bytes_remaining`, because stacks and written pages of libraries count toward the limit too.
  public var limit_bytes_remaining: mach_vm_size_t = 0
  /// Creates an empty record.
  public init() {}
}
/// Another name of ``task_vm_info_data_t``.
public typealias task_vm_info = task_vm_info_data_t

/// The memory that the keyboard's process uses.
public struct mach_task_basic_info: Sendable {
  /// Always 0.
  public var virtual_size: mach_vm_size_t = 0
  /// The used heap memory in bytes. Stacks and written pages of libraries count toward the memory limit, but not toward
  /// `resident_size`.
  public var resident_size: mach_vm_size_t = 0
  /// Creates an empty record.
  public init() {}
}
/// Another name of ``mach_task_basic_info``.
public typealias mach_task_basic_info_data_t = mach_task_basic_info

/// Reads how much memory the keyboard uses. Call this function in a method of the controller or in a block of the main
/// queue.
///
/// - Parameters:
///   - target_task: `mach_task_self_`.
///   - flavor: `TASK_VM_INFO` or `MACH_TASK_BASIC_INFO`.
///   - task_info_out: The record.
///   - task_info_outCnt: The record's size in integers.
/// - Returns: `KERN_SUCCESS` or `KERN_FAILURE`. The function fails on a thread other than the main thread, for any
///   other `flavor`, and for a record that is too short.
public func task_info(
  _ target_task: UInt32, _ flavor: task_flavor_t, _ task_info_out: task_info_t?,
  _ task_info_outCnt: UnsafeMutablePointer<mach_msg_type_number_t>
) -> kern_return_t {
  guard Thread.isMainThread, let place = task_info_out,
    let memory = MainActor.assumeIsolated({ InputViewController.current?.memory })
  else { return KERN_FAILURE }
  func store<Record>(_ record: Record) -> kern_return_t {
    guard Int(task_info_outCnt.pointee) * MemoryLayout<integer_t>.size >= MemoryLayout<Record>.size else {
      return KERN_FAILURE
    }
    UnsafeMutableRawPointer(place).storeBytes(of: record, as: Record.self)
    return KERN_SUCCESS
  }
  switch Int(flavor) {
  case TASK_VM_INFO:
    var record = task_vm_info_data_t()
    record.phys_footprint = memory.used
    record.resident_size = memory.used
    record.limit_bytes_remaining = memory.limit > memory.used ? memory.limit - memory.used : 0
    return store(record)
  case MACH_TASK_BASIC_INFO:
    var record = mach_task_basic_info()
    record.resident_size = memory.used
    return store(record)
  default: return KERN_FAILURE
  }
}

// MARK: The host application

extension NSNotification.Name {
  /// The notification that KlavaUIKit posts before `viewWillAppear`, because the keyboard appears together with its
  /// application.
  public static let NSExtensionHostWillEnterForeground = Self("NSExtensionHostWillEnterForegroundNotification")
  /// The notification that KlavaUIKit posts after `NSExtensionHostWillEnterForeground`.
  public static let NSExtensionHostDidBecomeActive = Self("NSExtensionHostDidBecomeActiveNotification")
  /// The notification that KlavaUIKit posts after `viewDidDisappear`.
  public static let NSExtensionHostWillResignActive = Self("NSExtensionHostWillResignActiveNotification")
  /// The notification that KlavaUIKit posts after `NSExtensionHostWillResignActive`.
  public static let NSExtensionHostDidEnterBackground = Self("NSExtensionHostDidEnterBackgroundNotification")
}
