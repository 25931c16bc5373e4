internal import Foundation

extension JSONValue {
  /// The fault in a text that Foundation accepts as JSON although the text is not strict JSON; nil for strict JSON.
  ///
  /// The faults are a comma before the end of an object or array, and a key that an object contains twice.
  static func fault(inJSON text: [UInt8]) -> String? {
    text.withUnsafeBufferPointer { text in
      var scan = StrictScan()
      var index = 0
      while index < text.count {
        if text[index] == UInt8(ascii: "\"") {
          let end = stringEnd(text, from: index)
          if let fault = scan.meet(string: text[index..<end]) { return fault }
          index = end
        } else {
          if let fault = scan.meet(text[index]) { return fault }
          index += 1
        }
      }
      return nil
    }
  }

  /// The index after the string that starts at an index. The string includes its quotation marks.
  private static func stringEnd(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start + 1
    while index < text.count, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, text.count)
  }
}

/// The state of the scan: the enclosing objects and arrays, and the previous byte.
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
  mutating func meet(string: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
    defer { last = UInt8(ascii: "\"") }
    let isKey = last == UInt8(ascii: "{") || last == UInt8(ascii: ",")
    guard isKey, let enclosing = around.indices.last, around[enclosing] != nil else { return nil }
    let key = Self.text(string)
    guard around[enclosing]?.insert(key).inserted == true else {
      return "the key \(JSONValue.string(key).json) appears twice."
    }
    return nil
  }

  /// The text of a string with its escapes decoded, because escapes allow several spellings of one key.
  private static func text(_ string: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let plain = String(decoding: string.dropFirst().dropLast(), as: UTF8.self)
    guard string.contains(UInt8(ascii: "\\")) else { return plain }
    do {
      return try JSONDecoder().decode(String.self, from: Data(string))
    } catch {
      return plain
    }
  }
}
