internal import KeyboardABI

/// The text on the general pasteboard. Corresponds to `UIPasteboard`.
///
/// The pasteboard needs full access (``InputViewController/hasFullAccess``) and a field that has the focus. Without
/// full access or without a field, ``string`` is nil, and setting ``string`` has no effect, as on iOS. Without full
/// access or without a field, ``read()`` and ``write(_:)`` throw an error. The host answers at most 64 calls in an
/// event.
///
/// In a unit test without a host, the process stores the text, and all functions work.
@preconcurrency @MainActor public struct Pasteboard {
  private let tables: HostFunctionTables?

  /// The pasteboard of a process without a host: the text, and the number of changes of the text.
  private static var own: (text: String?, changes: Int) = (nil, 0)

  init(tables: HostFunctionTables?) {
    self.tables = tables
  }

  private static var hasOwn: Bool { !InputViewController.isHosted }

  /// The user's pasteboard, for the keyboard that the host is calling. Corresponds to `UIPasteboard.general`.
  public static var general: Pasteboard { Pasteboard(tables: HostFunctionTables.current) }

  /// The text, at most 262,144 bytes of UTF-8; nil if the pasteboard has no text, or if the keyboard may not read the
  /// text.
  ///
  /// Setting the text takes effect immediately. Setting nil clears the pasteboard.
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

  /// Whether the pasteboard has text. This property does not read the text. Without full access, the value is false.
  public var hasStrings: Bool {
    if Self.hasOwn { return Self.own.text != nil }
    var result = false
    guard let tables, let pasteboard = tables.pasteboard,
      pasteboard.has_strings(tables.host, &result) == KLV_OK
    else { return false }
    return result
  }

  /// A number that changes whenever the content of the pasteboard changes. Without full access, the number is 0.
  public var changeCount: Int {
    if Self.hasOwn { return Self.own.changes }
    var count: UInt64 = 0
    guard let tables, let pasteboard = tables.pasteboard,
      pasteboard.change_count(tables.host, &count) == KLV_OK
    else { return 0 }
    return Int(clamping: count)
  }

  /// Reads the text on the pasteboard.
  ///
  /// - Returns: The text; nil if there is none.
  /// - Throws: ``HostError/noAccess`` without full access. ``HostError/notNow`` if no field has the focus.
  ///   ``HostError/tooLarge`` for more than 262,144 bytes or after 64 calls in an event.
  public func read() throws(HostError) -> String? {
    if Self.hasOwn { return Self.own.text }
    guard let tables, let pasteboard = tables.pasteboard else { throw .notNow }
    var text = klv_text()
    try HostError.check(pasteboard.string(tables.host, &text))
    return String(text)
  }

  /// Writes a text to the pasteboard. The change takes effect immediately.
  ///
  /// If the current event fails, the host does not undo the change.
  ///
  /// - Parameter text: At most 262,144 bytes of UTF-8. Nil clears the pasteboard.
  /// - Throws: The same errors as ``read()``. Also ``HostError/badArgument`` if the text contains a control character
  ///   other than a tab or a line break.
  public func write(_ text: String?) throws(HostError) {
    if Self.hasOwn {
      Self.own = (text, Self.own.changes + 1)
      return
    }
    guard let tables, let pasteboard = tables.pasteboard else { throw .notNow }
    guard let text else { return try HostError.check(pasteboard.set_string(tables.host, nil, 0)) }
    try HostError.check(text.withBytes { pasteboard.set_string(tables.host, $0, $1) })
  }

  private func report(_ error: HostError, _ subject: String) {
    InputViewController.current?.report(error.code, subject)
  }
}
