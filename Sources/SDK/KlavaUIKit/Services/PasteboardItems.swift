@_spi(KlavaUIKit) public import KlavaKit

/// UIKit's members that read and write the pasteboard as items with types. The host passes only text to keyboards, so
/// there is at most one item.
extension Pasteboard {
  private static let textTypes = [
    "public.utf8-plain-text", "public.plain-text", "public.text", "public.utf16-plain-text",
  ]
  private static let addressTypes = ["public.url", "public.file-url"]

  /// An array of one item, which contains the text of the pasteboard and the type of the text. The array is empty if
  /// there is no text. Setting `items` writes the first text of a known type.
  public var items: [[String: Any]] {
    get { string.map { [[Self.textTypes[0]: $0]] } ?? [] }
    nonmutating set { setItems(newValue) }
  }

  /// The keys of options for ``setItems(_:options:)``. The options have no effect.
  public enum OptionsKey: Hashable, Sendable {
    /// No effect: the host never copies a text to other devices.
    case localOnly
    /// No effect: a text stays until another text replaces it. The log reports each use of the option `expirationDate`.
    case expirationDate
  }

  /// Writes the first text of a known type. An empty array clears the pasteboard. If the items have no text, the method
  /// logs an error.
  ///
  /// - Parameters:
  ///   - items: The items.
  ///   - options: Options.
  public func setItems(_ items: [[String: Any]], options: [OptionsKey: Any] = [:]) {
    if options[.expirationDate] != nil { HostLog.write("Klava's pasteboard has no expiration date.", .error) }
    if items.isEmpty { string = nil }
    for item in items {
      for type in Self.textTypes + Self.addressTypes {
        if let value = item[type] { return setValue(value, forPasteboardType: type) }
      }
    }
    if !items.isEmpty { HostLog.write("The host passes only text to the pasteboard: the items have no text.", .error) }
  }

  /// Writes a text or a URL. If the value is neither a text nor a URL, the method logs an error.
  ///
  /// - Parameters:
  ///   - value: The text or the URL.
  ///   - pasteboardType: The type.
  public func setValue(_ value: Any, forPasteboardType pasteboardType: String) {
    switch value {
    case let text as String: string = text
    case let address as URL: url = address
    default: HostLog.write("The host passes only text to the pasteboard: \(type(of: value)) is no text.", .error)
    }
  }

  /// The text of the pasteboard, as a text or as a URL, according to the type; nil for any other type.
  ///
  /// - Parameter pasteboardType: The type.
  public func value(forPasteboardType pasteboardType: String) -> Any? {
    if Self.textTypes.contains(pasteboardType) { return string }
    return Self.addressTypes.contains(pasteboardType) ? url : nil
  }

  /// Whether the pasteboard has a value of one of the types.
  ///
  /// - Parameter pasteboardTypes: The types.
  public func contains(pasteboardTypes: [String]) -> Bool {
    pasteboardTypes.contains { Self.textTypes.contains($0) } && hasStrings
      || pasteboardTypes.contains { Self.addressTypes.contains($0) } && hasURLs
  }

  /// The text of the pasteboard as an array with one URL; nil if the text is not a URL.
  public var urls: [URL]? {
    get { url.map { [$0] } }
    nonmutating set { strings = newValue?.map(\.absoluteString) }
  }

  /// Whether the text of the pasteboard is a URL.
  public var hasURLs: Bool { url != nil }
  /// Always false, because the host passes only text to keyboards.
  public var hasColors: Bool { false }

  /// Unavailable: the host passes only text.
  @available(*, unavailable, message: "The host passes only text to keyboards.")
  public var image: UIImage? { nil }
  /// Unavailable: the host does not report changes.
  @available(*, unavailable, message: "The host does not report changes of the pasteboard. Compare changeCount.")
  public nonisolated static var changedNotification: Notification.Name { Notification.Name("") }
}
