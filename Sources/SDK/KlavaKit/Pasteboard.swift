internal import KeyboardABI

/// `UIPasteboard`: the general pasteboard, as far as it holds text.
///
/// Only a keyboard with full access (``InputViewController/hasFullAccess``) reaches it, and only while a field has the
/// focus. For any other it reads as empty and ignores what is set, as on iOS; ``read()`` and ``write(_:)`` say why.
public struct Pasteboard {
  private let interfaces: HostInterfaces?

  init(interfaces: HostInterfaces?) {
    self.interfaces = interfaces
  }

  /// `general`: the person's pasteboard, for the keyboard whose method is being called.
  public static var general: Pasteboard { Pasteboard(interfaces: InputViewController.current?.interfaces) }

  /// `string`: the text, at most 262,144 bytes of UTF-8; nil where there is none or it may not be read.
  ///
  /// Setting it happens at once; nil leaves the pasteboard empty.
  public var string: String? {
    get {
      do throws(HostError) {
        return try read()
      } catch {
        report(error, "reading the pasteboard")
        return nil
      }
    }
    nonmutating set {
      do throws(HostError) {
        try write(newValue)
      } catch {
        report(error, "writing the pasteboard")
      }
    }
  }

  /// `hasStrings`: whether there is text, without reading it; false without full access.
  public var hasStrings: Bool {
    var result = false
    guard let interfaces, let pasteboard = interfaces.pasteboard,
      pasteboard.has_strings(interfaces.host, &result) == KLV_OK
    else { return false }
    return result
  }

  /// `changeCount`: another number whenever the pasteboard's content is another; 0 without full access.
  public var changeCount: Int {
    var count: UInt64 = 0
    guard let interfaces, let pasteboard = interfaces.pasteboard,
      pasteboard.change_count(interfaces.host, &count) == KLV_OK
    else { return 0 }
    return Int(clamping: count)
  }

  /// The text, or nil where there is none.
  ///
  /// Throws ``HostError/noAccess`` without full access, ``HostError/notNow`` while no field has the focus, and
  /// ``HostError/tooLarge`` for a text that is too long.
  public func read() throws(HostError) -> String? {
    guard let interfaces, let pasteboard = interfaces.pasteboard else { throw .notNow }
    var text = klv_text()
    try HostError.check(pasteboard.string(interfaces.host, &text))
    return String(text)
  }

  /// Puts a text on the pasteboard; nil leaves it empty.
  ///
  /// Throws as ``read()`` does, and ``HostError/badArgument`` for a text with a control character that may not be inserted
  /// either.
  public func write(_ text: String?) throws(HostError) {
    guard let interfaces, let pasteboard = interfaces.pasteboard else { throw .notNow }
    guard let text else { return try HostError.check(pasteboard.set_string(interfaces.host, nil, 0)) }
    try HostError.check(text.withBytes { pasteboard.set_string(interfaces.host, $0, $1) })
  }

  private func report(_ error: HostError, _ subject: String) {
    InputViewController.current?.report(error.code, subject)
  }
}
