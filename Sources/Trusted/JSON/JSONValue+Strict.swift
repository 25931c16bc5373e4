internal import Foundation

extension JSONValue {
  /// The fault in a text that Foundation accepts as JSON although it is not strict JSON; nil if there is none.
  ///
  /// The faults are a comma before the end of an object or array, and a key that an object contains twice.
  static func fault(inJSON text: [UInt8]) -> String? {
    var scan = StrictScan()
    var bytes = text[...]
    while let byte = bytes.first {
      if byte == UInt8(ascii: "\"") {
        let string = bytes.prefix(Self.stringLength(bytes))
        if let fault = scan.meet(string: string) { return fault }
        bytes = bytes.dropFirst(string.count)
      } else {
        if let fault = scan.meet(byte) { return fault }
        bytes = bytes.dropFirst()
      }
    }
    return nil
  }

  /// The length in bytes of the string at the start, with its quotation marks.
  private static func stringLength(_ bytes: ArraySlice<UInt8>) -> Int {
    var isEscaped = false
    for (length, byte) in bytes.dropFirst().enumerated() {
      if !isEscaped, byte == UInt8(ascii: "\"") { return length + 2 }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return bytes.count
  }
}

/// The position of the scan: the objects and arrays around it, and the previous byte.
private struct StrictScan {
  /// The keys of each enclosing object; nil for an array.
  private var around: [Set<String>?] = []
  /// The last byte that is not white space.
  private var last: UInt8 = 0

  /// Scans a byte outside strings and returns the fault, if any.
  mutating func meet(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): return nil
    case UInt8(ascii: "{"): around.append([])
    case UInt8(ascii: "["): around.append(nil)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if last == UInt8(ascii: ",") { return "a comma precedes \(Character(Unicode.Scalar(byte)))." }
      _ = around.popLast()
    default: break
    }
    last = byte
    return nil
  }

  /// Scans a string with its quotation marks and returns the fault, if any.
  mutating func meet(string: ArraySlice<UInt8>) -> String? {
    defer { last = UInt8(ascii: "\"") }
    let isKey = last == UInt8(ascii: "{") || last == UInt8(ascii: ",")
    guard isKey, let keys = around.last, keys != nil else { return nil }
    let key = Self.text(string)
    guard around[around.count - 1]?.insert(key).inserted == true else {
      return "the key \(JSONValue.string(key).json) appears twice."
    }
    return nil
  }

  /// The text of a string with its escapes decoded, because a key can be written in several ways.
  private static func text(_ string: ArraySlice<UInt8>) -> String {
    let plain = String(decoding: string.dropFirst().dropLast(), as: UTF8.self)
    guard string.contains(UInt8(ascii: "\\")) else { return plain }
    do {
      return try JSONDecoder().decode(String.self, from: Data(string))
    } catch {
      return plain
    }
  }
}
