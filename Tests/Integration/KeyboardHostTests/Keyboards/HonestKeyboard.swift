import Foundation
import InputViewModel
import KeyboardProtocol
import Sandbox
import TestSupport
import TextModel

/// Keyboards without any violation or attempt to escape the sandbox, one for each kind of runtime.
enum HonestKeyboard: String, CaseIterable {
  case c, cxx, swift, concurrency, dispatch, essentials, foundation

  /// A key and the text that it must insert.
  struct Key: Hashable {
    let name: String
    let text: String
    /// The text that the key inserts without a sandbox.
    let textWhenFree: String

    init(_ name: String, _ text: String, whenFree: String? = nil) {
      self.name = name
      self.text = text
      textWhenFree = whenFree ?? text
    }
  }

  /// The time zone of the user. The process of a keyboard has the same time zone.
  private var zone: String { TimeZone.current.identifier }

  /// The keys of the keyboard. The first key is "ok", which inserts a fixed text.
  var keys: [Key] {
    switch self {
    case .c:
      [
        Key("ok", "ok"), Key("formats", "-42| 1.41|text|0xff|k"), Key("sorts", "0 99999 77"), Key("memory", "629340"),
        Key("locale", "C.UTF-8 3 Ж ."), Key("times", "Sunday 09 September 2001 01:46 1 1 1"),
        Key("threads", "8000 28"), Key("cancels", "1"), Key("jumps", "1 1"), Key("patterns", "0 1234"),
        Key("absent", "1 1 1 0", whenFree: "1 0 1 0"), Key("sleeps", "1"),
        Key("processors", String(ProcessInfo.processInfo.activeProcessorCount)),
      ]
    case .cxx:
      [
        Key("ok", "ok"), Key("exceptions", "101"), Key("streams", "00beef 0.667"), Key("threads", "42"),
        Key("library", "999 1234"), Key("chance", "differs 3499211612"), Key("clocks", "goes 1"),
      ]
    case .swift:
      [
        Key("ok", "ok"), Key("text", "ZAŻÓŁĆ 👨‍👩‍👧‍👦 true 1"), Key("words", "the 3, brown 1"),
        Key("pattern", "555 1234"), Key("numbers", "0.3333333333333333 2500.0 18446744073709551615 100"),
        Key("memory", "9940050000"),
      ]
    case .concurrency:
      [
        Key("ok", "ok"), Key("group", "601"), Key("let", "4498500"), Key("actor", "200"), Key("sleep", "5"),
        Key("priorities", "1140"), Key("stream", "4950"), Key("cancel", "1"),
      ]
    case .dispatch:
      [
        Key("ok", "ok"), Key("concurrent", "499500"), Key("width", "true"), Key("serial", "4950"), Key("barrier", "50"),
        Key("group", "200"),
        Key("timer", "3"), Key("after", "1"), Key("queues", "435"), Key("late", "200"),
      ]
    case .essentials:
      [
        Key("ok", "ok"), Key("json", "true 59"), Key("uuid", "true 36 true"),
        Key("date", "1971-01-01T00:00:00Z 1971 true"), Key("data", "66668 true"),
        Key("file", "refused", whenFree: "read"),
      ]
    case .foundation:
      [
        Key("ok", "ok"), Key("date", "niedziela, 9 września 2001 o 03:46; 2001-09-09"), Key("pattern", "кот@дом"),
        Key("number", "1.234,50\u{A0}€"), Key("locale", "польский, ıstanbul"),
        Key("address", "https://example.org/a%20b?q=%C5%BC%26%C3%B3"), Key("format", "03.14|text|ff"),
        Key("compare", "łoś zebra źdźbło żaba"),
        Key("system", "true none false true \(zone) true", whenFree: "true none true true \(zone) true"),
        Key("folder", "refused"), Key("xml", "кот"),
        Key("bundle", "none none none key none libHonestFoundation.so 64", whenFree: "none none none key none 6 64"),
      ]
    }
  }

  private static let libraries: [HonestKeyboard: Result<String, any Error>] = Dictionary(
    uniqueKeysWithValues: allCases.map { kind in (kind, Result { try kind.make() }) })

  /// The absolute path of the keyboard's library.
  var library: String {
    get throws {
      guard let result = Self.libraries[self] else { throw CocoaError(.fileNoSuchFile) }
      return try result.get()
    }
  }

  private func make() throws -> String {
    switch self {
    case .c: return try CLibrary.compile("honest.c")
    case .cxx: return try CLibrary.compileCXX("honest.cpp")
    default: return Repository.product("lib\(module).so")
    }
  }

  private var module: String { "Honest\(rawValue.capitalized)" }

  /// The launch configuration for the load event of the keyboard.
  var configuration: LaunchConfiguration {
    get throws {
      let isC = self == .c || self == .cxx
      return LaunchConfiguration(
        bundleIdentifier: "org.example.honest", libraryPath: try library,
        principalClass: isC ? "klv_keyboard" : "\(module).KeyboardViewController")
    }
  }
}
