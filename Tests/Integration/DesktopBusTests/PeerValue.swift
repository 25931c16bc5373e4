import CSystemd
import TestSupport

/// A value in a message of another program.
indirect enum PeerValue: Hashable, Sendable {
  case boolean(Bool)
  case number(UInt32)
  case integer(Int32)
  case text(String)
  case path(String)
  case variant(PeerValue)
  case texts([String])
  case dictionary([String: PeerValue])

  var signature: String {
    switch self {
    case .boolean: "b"
    case .number: "u"
    case .integer: "i"
    case .text: "s"
    case .path: "o"
    case .variant: "v"
    case .texts: "as"
    case .dictionary: "a{sv}"
    }
  }

  func append(to message: OpaquePointer?) {
    switch self {
    case .boolean(let value): withUnsafePointer(to: value ? 1 : 0 as Int32) { Self.append("b", $0, message) }
    case .number(let value): withUnsafePointer(to: value) { Self.append("u", $0, message) }
    case .integer(let value): withUnsafePointer(to: value) { Self.append("i", $0, message) }
    case .text(let text): text.withCString { Self.append("s", $0, message) }
    case .path(let path): path.withCString { Self.append("o", $0, message) }
    case .variant(let value): Self.contain("v", value.signature, message) { value.append(to: message) }
    case .texts(let texts):
      Self.contain("a", "s", message) { for text in texts { PeerValue.text(text).append(to: message) } }
    case .dictionary(let entries):
      Self.contain("a", "{sv}", message) {
        for (key, value) in entries {
          Self.contain("e", "sv", message) {
            PeerValue.text(key).append(to: message)
            PeerValue.variant(value).append(to: message)
          }
        }
      }
    }
  }

  private static func append(_ type: Unicode.Scalar, _ value: UnsafeRawPointer, _ message: OpaquePointer?) {
    precondition(sd_bus_message_append_basic(message, CChar(type.value), value) >= 0)
  }

  private static func contain(
    _ type: Unicode.Scalar, _ contents: String, _ message: OpaquePointer?, _ body: () -> Void
  ) {
    precondition(sd_bus_message_open_container(message, CChar(type.value), contents) >= 0)
    body()
    precondition(sd_bus_message_close_container(message) >= 0)
  }

  /// Reads all values of a message.
  static func all(of message: OpaquePointer?) -> [PeerValue] {
    var values: [PeerValue] = []
    while let value = next(of: message) { values.append(value) }
    return values
  }

  private static func next(of message: OpaquePointer?) -> PeerValue? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    guard sd_bus_message_peek_type(message, &type, &contents) > 0 else { return nil }
    func read<Value: BitwiseCopyable>(_ value: Value) -> Value {
      var value = value
      precondition(sd_bus_message_read_basic(message, type, &value) > 0)
      return value
    }
    func text() -> String { read(nil as UnsafePointer<CChar>?).map { String(cString: $0) } ?? "" }
    switch Unicode.Scalar(UInt8(type)) {
    case "b": return .boolean(read(0 as Int32) != 0)
    case "u": return .number(read(0))
    case "i": return .integer(read(0))
    case "s": return .text(text())
    case "o": return .path(text())
    case "v":
      return inside(type, contents, message) { next(of: message).map { .variant($0) } }
    case "a" where contents.map { String(cString: $0) } == "{sv}":
      return inside(type, contents, message) {
        var entries: [String: PeerValue] = [:]
        while sd_bus_message_at_end(message, 0) == 0 {
          _ = inside(CChar(UInt8(ascii: "e")), "sv", message) { () -> PeerValue? in
            if case .text(let key)? = next(of: message), case .variant(let value)? = next(of: message) {
              entries[key] = value
            }
            return nil
          }
        }
        return .dictionary(entries)
      }
    case "a":
      return inside(type, contents, message) {
        .texts(all(of: message).compactMap { if case .text(let text) = $0 { text } else { nil } })
      }
    default: preconditionFailure("type \(type)")
    }
  }

  private static func inside(
    _ type: CChar, _ contents: UnsafePointer<CChar>?, _ message: OpaquePointer?, _ body: () -> PeerValue?
  ) -> PeerValue? {
    precondition(sd_bus_message_enter_container(message, type, contents) > 0)
    defer { sd_bus_message_exit_container(message) }
    return body()
  }

  static func random(_ random: inout SeededGenerator, depth: Int = 3) -> PeerValue {
    // sd-bus refuses to send these two characters, so leave them out.
    func text() -> String { random.text().filter { $0 != "\0" && $0 != "\u{10FFFF}" } }
    switch random.integer(below: depth > 0 ? 8 : 5) {
    case 0: return .boolean(random.boolean())
    case 1: return .number(UInt32(truncatingIfNeeded: random.integer()))
    case 2: return .integer(Int32(truncatingIfNeeded: random.integer()))
    case 3: return .text(random.boolean() ? text() : String(repeating: "я", count: random.integer(below: 2_000)))
    case 4: return .path(random.one(of: ["/", "/a/b", "/org/klava/Desktop"]))
    case 5: return .variant(.random(&random, depth: depth - 1))
    case 6: return .texts([text(), text()])
    default: return .dictionary([text(): .random(&random, depth: depth - 1)])
    }
  }
}
