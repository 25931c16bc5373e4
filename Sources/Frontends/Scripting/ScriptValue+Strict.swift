internal import Foundation

extension ScriptValue {
  /// What is wrong with a text that Foundation takes for JSON and the standard does not, or in which a value would be lost: a
  /// comma before the end of an object or array, a key that an object has twice. Nil if nothing is.
  static func fault(inJSON text: String) -> String? {
    var scan = StrictScan()
    var bytes = Array(text.utf8)[...]
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

  /// How many bytes the string takes that begins here, with its quotation marks.
  private static func stringLength(_ bytes: ArraySlice<UInt8>) -> Int {
    var isEscaped = false
    for (length, byte) in bytes.dropFirst().enumerated() {
      if !isEscaped, byte == UInt8(ascii: "\"") { return length + 2 }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return bytes.count
  }
}

/// Where in a JSON text a reader is: the objects and arrays around it, and what stands before it.
private struct StrictScan {
  /// The keys of each object around this place; nil for an array.
  private var around: [Set<String>?] = []
  /// The last byte that is no space.
  private var last: UInt8 = 0

  /// Meets a byte outside strings; answers what is wrong.
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

  /// Meets a string with its quotation marks; answers what is wrong.
  mutating func meet(string: ArraySlice<UInt8>) -> String? {
    defer { last = UInt8(ascii: "\"") }
    let isKey = last == UInt8(ascii: "{") || last == UInt8(ascii: ",")
    guard isKey, let keys = around.last, keys != nil else { return nil }
    let key = Self.text(string)
    guard around[around.count - 1]?.insert(key).inserted == true else {
      return "the key \(ScriptValue.string(key).json) appears twice."
    }
    return nil
  }

  /// What a string says; keys that are written in two ways are the same.
  private static func text(_ string: ArraySlice<UInt8>) -> String {
    let plain = String(decoding: string.dropFirst().dropLast(), as: UTF8.self)
    guard string.contains(UInt8(ascii: "\\")) else { return plain }
    do {
      return try JSONSerialization.jsonObject(with: Data(string), options: .fragmentsAllowed) as? String ?? plain
    } catch {
      return plain
    }
  }
}
