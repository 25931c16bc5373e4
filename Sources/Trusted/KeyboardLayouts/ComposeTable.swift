internal import CXkbcommon
package import Diagnostics
internal import Glibc

/// The compose sequences of the user's locale: dead keys, and sequences after the compose key.
package final class ComposeTable {
  /// The effect of a sequence of keysyms.
  package enum Result: Hashable, Sendable {
    /// No sequence begins with the given keysyms.
    case none
    /// The given keysyms are the beginning of a sequence.
    case composing
    /// The sequence is complete and types this text.
    case composed(String)
  }

  private let context: XKBContext
  private let table: OpaquePointer
  private let state: OpaquePointer

  /// The locale whose sequences the table contains if the user's locale does not use UTF-8.
  private static let usualLocale = "en_US.UTF-8"
  /// The maximum length of a sequence. The table leaves out longer sequences of the user's file.
  private static let maximumKeysyms = 16

  /// Reads the sequences of the user's locale and the user's file `~/.XCompose`.
  ///
  /// - Parameters:
  ///   - environment: Returns the value of an environment variable.
  ///   - report: Receives the error if the user's file is damaged. If the file is damaged, the table contains the
  ///     sequences of Debian's package libx11-data.
  /// - Returns: The initializer returns nil if the machine has no compose sequences.
  package convenience init?(
    environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } },
    report: (Diagnostic) -> Void
  ) {
    let wanted = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let isUTF8 = wanted.lowercased().hasSuffix("utf-8") || wanted.lowercased().hasSuffix("utf8")
    guard let context = XKBContext() else { return nil }
    let locale = isUTF8 ? wanted : Self.usualLocale
    var check = ComposeCheck { name in getenv(name).map { String(cString: $0) } }
    let fault = check.fault()
    if fault == nil,
      let table = xkb_compose_table_new_from_locale(context.pointer, locale, XKB_COMPOSE_COMPILE_NO_FLAGS)
    {
      self.init(context, table)
      return
    }
    let reason = fault ?? context.firstMessage
    guard let fallback = Self.systemTable(context) else {
      report(
        Diagnostic(
          .composeUnusable, locale, "Klava found no compose sequences, so dead keys do not work.",
          remedy: "Install Debian's package libx11-data."))
      return nil
    }
    report(
      Diagnostic(
        .composeUnusable, locale,
        "Klava cannot read the compose sequences of \(locale): \(reason ?? "libxkbcommon gives no reason")."))
    self.init(context, fallback)
  }

  private init?(_ context: XKBContext, _ table: OpaquePointer) {
    guard let state = xkb_compose_state_new(table, XKB_COMPOSE_STATE_NO_FLAGS) else {
      xkb_compose_table_unref(table)
      return nil
    }
    self.context = context
    self.table = table
    self.state = state
  }

  deinit {
    xkb_compose_state_unref(state)
    xkb_compose_table_unref(table)
  }

  private static func systemTable(_ context: XKBContext) -> OpaquePointer? {
    guard let file = fopen("/usr/share/X11/locale/\(usualLocale)/Compose", "re") else { return nil }
    defer { fclose(file) }
    return xkb_compose_table_new_from_file(
      context.pointer, file, usualLocale, XKB_COMPOSE_FORMAT_TEXT_V1, XKB_COMPOSE_COMPILE_NO_FLAGS)
  }

  /// Returns the result of a sequence.
  package func result(of keysyms: [UInt32]) -> Result {
    guard !keysyms.isEmpty, keysyms.count <= Self.maximumKeysyms else { return .none }
    xkb_compose_state_reset(state)
    for (index, keysym) in keysyms.enumerated() {
      guard xkb_compose_state_feed(state, keysym) == XKB_COMPOSE_FEED_ACCEPTED else { return .none }
      let isLast = index == keysyms.count - 1
      switch xkb_compose_state_get_status(state) {
      case XKB_COMPOSE_COMPOSING: if isLast { return .composing }
      case XKB_COMPOSE_COMPOSED: return isLast ? .composed(composed) : .none
      default: return .none
      }
    }
    return .none
  }

  private var composed: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      _ = xkb_compose_state_get_utf8(state, start, buffer.count)
      return String(cString: start)
    }
  }

  /// Returns the text of a single keysym, without a sequence; nil if the keysym has no text. The text of a dead key is
  /// its accent.
  package func spacing(of keysym: UInt32) -> String? {
    if let text = LayoutSymbol.text(of: keysym) { return text }
    for next in [keysym, UInt32(XKB_KEY_space)] {
      if case .composed(let text) = result(of: [keysym, next]), !text.isEmpty { return text }
    }
    return nil
  }
}
