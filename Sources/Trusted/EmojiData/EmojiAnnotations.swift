internal import Diagnostics
internal import Glibc
internal import HostFiles
internal import ICUShims
internal import SystemSupport

/// CLDR's annotations in one language: the names and keywords of emoji.
struct EmojiAnnotations: Sendable {
  /// The annotations of one emoji.
  struct Texts: Sendable {
    /// The name of the emoji; nil if CLDR has no name for the emoji.
    var name: String?
    /// The keywords, separated by `|`.
    var keywords = ""
  }

  /// The annotations of each emoji. Each key is an emoji without the variation selector U+FE0F.
  private(set) var texts: [String: Texts] = [:]

  /// The maximum size in bytes of a file of CLDR. The largest file of version 41 has 834 KB.
  private static let bytes = 4 * 1024 * 1024
  /// The maximum number of emoji, including emoji with skin tones.
  private static let emoji = 16_384
  /// The maximum number of locales from which a language can inherit annotations.
  private static let locales = 6

  /// Reads the annotations of a language, and of the languages from which this language inherits annotations.
  ///
  /// - Parameters:
  ///   - tag: The BCP 47 tag of the language.
  ///   - folder: The folder `common` of CLDR.
  ///   - derived: Whether to read the derived names too. CLDR composes derived names from other names. Only emoji have
  ///     derived names.
  /// - Throws: `emojiDataMissing` or `emojiDataMalformed` with the file's path. If a language has no annotations, the
  ///   initializer throws no error.
  init(_ tag: String, folder: String, derived: Bool = true) throws(Diagnostic) {
    for locale in try Self.chain(tag, folder: folder) {
      try add("\(folder)/annotations/\(locale).xml")
      if derived { try add("\(folder)/annotationsDerived/\(locale).xml") }
    }
  }

  /// Removes the variation selector U+FE0F from an emoji, because CLDR's files contain emoji without this selector.
  static func key(_ emoji: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: emoji.unicodeScalars.lazy.filter { $0.value != 0xFE0F })
    return String(scalars)
  }

  /// Reads a file of annotations. Adds the name of each emoji that has no name yet, and the keywords of each emoji that
  /// has no keywords yet.
  private mutating func add(_ path: String) throws(Diagnostic) {
    guard let bytes = try Self.file(path) else { return }
    var new: [String: Texts] = [:]
    let line = XMLElements.read("annotation", attributes: ["cp", "type"], in: bytes) { values, text in
      // The text ↑↑↑ means that the locale inherits the annotation from its parent locale.
      guard let emoji = values[0], !text.isEmpty, text != "↑↑↑", new.count < Self.emoji else { return }
      if values[1] == "tts" {
        new[emoji, default: Texts()].name = text
      } else {
        new[emoji, default: Texts()].keywords = text
      }
    }
    if let line { throw Diagnostic(.emojiDataMalformed, path, "Line \(line) is not well-formed XML.") }
    texts.merge(new) { known, new in
      Texts(name: known.name ?? new.name, keywords: known.keywords.isEmpty ? new.keywords : known.keywords)
    }
  }

  /// Returns the locales whose annotations a language uses: its own locale, then the locales from which it inherits.
  private static func chain(_ tag: String, folder: String) throws(Diagnostic) -> [String] {
    guard let start = locale(tag) else { return [] }
    let path = "\(folder)/supplemental/supplementalData.xml"
    guard let bytes = try file(path) else { throw Diagnostic(.emojiDataMissing, path) }
    var parents: [String: String] = [:]
    let line = XMLElements.read("parentLocale", attributes: ["parent", "locales"], in: bytes) { values, _ in
      guard let parent = values[0], let locales = values[1] else { return }
      for locale in locales.split(separator: " ") { parents[String(locale)] = parent }
    }
    if let line { throw Diagnostic(.emojiDataMalformed, path, "Line \(line) is not well-formed XML.") }
    var chain: [String] = []
    var next: String? = start
    while let locale = next, locale != "root", chain.count < locales {
      chain.append(locale)
      next = parents[locale] ?? locale.lastIndex(of: "_").map { String(locale[..<$0]) }
    }
    return chain
  }

  /// Returns CLDR's locale for a language tag, such as "de_DE" for "de-DE"; nil for an invalid tag.
  ///
  /// The locale contains a script only if the script is not the usual script of the language. For example, the locale
  /// for "zh-TW" is "zh_Hant_TW".
  private static func locale(_ tag: String) -> String? {
    let isPlain = tag.utf8.allSatisfy { byte in
      Character(Unicode.Scalar(byte)).isLetter && byte < 0x80 || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    guard isPlain, !tag.isEmpty, tag.utf8.count <= 64, let full = likely(tag.replacing("-", with: "_")),
      let language = full.first, let usual = likely(language), full.count >= 2, usual.count >= 2
    else { return nil }
    return (full[1] == usual[1] ? [language] + full.dropFirst(2).prefix(1) : Array(full.prefix(3))).joined(
      separator: "_")
  }

  /// Returns the most likely language, script and region for a locale.
  private static func likely(_ locale: String) -> [String]? {
    var result = [CChar](repeating: 0, count: 128)
    let length = klv_likely_subtags(locale, &result, Int32(result.count))
    guard length > 0 else { return nil }
    let name = String(decoding: result.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.split(separator: "@").first?.split(separator: "_").map(String.init)
  }

  /// Reads a file. Returns nil if there is no file.
  private static func file(_ path: String) throws(Diagnostic) -> [UInt8]? {
    try dataFile(path, limit: Self.bytes)
  }
}

/// Reads a data file of a Debian package; nil if there is no file.
///
/// - Throws: `emojiDataMissing` if the host cannot read the file or the file is not regular; `emojiDataMalformed` if
///   the file is too large.
func dataFile(_ path: String, limit: Int) throws(Diagnostic) -> [UInt8]? {
  do throws(SystemError) {
    let file = try Descriptor(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    guard try file.status().isRegular else { throw SystemError(EINVAL) }
    let bytes = try file.read(limit: limit + 1)
    guard bytes.count <= limit else { throw SystemError(EFBIG) }
    return bytes
  } catch {
    if error.number == ENOENT { return nil }
    throw Diagnostic.system(error.number == EFBIG ? .emojiDataMalformed : .emojiDataMissing, path, errno: error.number)
  }
}
