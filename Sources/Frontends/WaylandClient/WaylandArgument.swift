internal import CWayland

/// An argument of a request.
package enum WaylandArgument: ExpressibleByIntegerLiteral, ExpressibleByNilLiteral {
  /// A signed integer.
  case int(Int32)
  /// An unsigned integer.
  case uint(UInt32)
  /// A fixed-point number. A number beyond ±8,000,000 becomes the nearer of these two limits.
  case fixed(Double)
  /// A string. The string must not contain U+0000, which would end the string.
  case string(String)
  /// An object; nil for null.
  case object(WaylandObject?)
  /// An object of libwayland (`wl_proxy`) that another library owns.
  case proxy(OpaquePointer)
  /// An array of bytes.
  case array([UInt8])
  /// A descriptor. libwayland duplicates the descriptor, so the caller must close the original.
  case descriptor(Int32)

  /// Creates an integer. The request's signature decides whether the integer is signed.
  package init(integerLiteral value: Int32) { self = .int(value) }

  /// Creates the argument for no object.
  package init(nilLiteral: ()) { self = .object(nil) }

  /// An upper bound for the size of the argument in a message, in bytes.
  var maximumBytes: Int {
    switch self {
    case .int, .uint, .fixed, .object, .proxy: 4
    case .string(let text): 8 + text.utf8.count
    case .array(let bytes): 8 + bytes.count
    // libwayland queues at most 28 descriptors. Each descriptor counts as 512 bytes here, so that Klava sends the
    // descriptors before the queue is full.
    case .descriptor: 512
    }
  }

  /// Calls `body` with the arguments converted to C values.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, without the new object.
  ///   - hasNewObject: Whether the request creates an object.
  ///   - signature: The signature of the request.
  static func withCValues<Result>(
    _ arguments: [WaylandArgument], hasNewObject: Bool, _ signature: String,
    _ body: (UnsafeMutablePointer<wl_argument>?) -> Result
  ) -> Result {
    var strings: [UnsafeMutablePointer<CChar>] = []
    var arrays: [UnsafeMutablePointer<wl_array>] = []
    defer {
      for string in strings { string.deallocate() }
      for array in arrays {
        array.pointee.data.deallocate()
        array.deallocate()
      }
    }
    var rest = arguments[...]
    let letters = signature.filter(\.isLetter)
    var values: [wl_argument] = letters.map { type in
      // libwayland sets the argument for the new object. For `bind`, `arguments` also contains the two arguments before
      // the new object: the interface name and the version.
      if type == "n", hasNewObject { return wl_argument(o: nil) }
      guard let next = rest.popFirst() else { preconditionFailure("an argument is missing") }
      switch next {
      case .int(let value): return type == "u" ? wl_argument(u: UInt32(bitPattern: value)) : wl_argument(i: value)
      case .uint(let value): return wl_argument(u: value)
      case .fixed(let value): return wl_argument(f: Int32(clamping: Int((min(max(value, -8e6), 8e6) * 256).rounded())))
      case .object(let object): return wl_argument(o: object?.proxy)
      case .proxy(let proxy): return wl_argument(o: proxy)
      case .descriptor(let number): return wl_argument(h: number)
      case .string(let text):
        let bytes = Array(text.utf8CString)
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        copy.initialize(from: bytes, count: bytes.count)
        strings.append(copy)
        return wl_argument(s: copy)
      case .array(let bytes):
        let data = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 8)
        bytes.withUnsafeBytes {
          data.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(data), byteCount: bytes.count)
        }
        let array = UnsafeMutablePointer<wl_array>.allocate(capacity: 1)
        array.initialize(to: wl_array(size: bytes.count, alloc: bytes.count, data: data))
        arrays.append(array)
        return wl_argument(a: array)
      }
    }
    precondition(rest.isEmpty, "the request has fewer arguments")
    return values.withUnsafeMutableBufferPointer { body($0.baseAddress) }
  }
}
