internal import ICUShims

/// The emoji of one version of Unicode, in the order in which a keyboard shows them.
package struct EmojiCatalog: Sendable {
  /// An emoji and its variants with skin tones.
  package struct Emoji: Hashable, Sendable {
    /// The emoji as text, fully qualified.
    package let text: String
    /// The English name, such as "waving hand".
    package let name: String
    /// The variants with skin tones. For an emoji of two people, the list contains all combinations of two skin tones.
    package fileprivate(set) var tones: [String] = []

    /// Creates an emoji without a known name, such as an emoji with a skin tone.
    package init(_ text: String) { self.init(text: text, name: text) }

    fileprivate init(text: String, name: String) {
      self.text = text
      self.name = name
    }

    /// The text of the emoji, followed by the texts of its variants with skin tones.
    package var texts: [String] { [text] + tones }
  }

  /// A category, such as "Smileys & Emotion".
  package struct Category: Sendable {
    /// The English name.
    package let name: String
    /// The emoji of the category, at least one. The list does not contain variants with skin tones (see
    /// ``EmojiCatalog/Emoji/tones``).
    package fileprivate(set) var emoji: [Emoji]

    /// CLDR's labels for the categories whose names in CLDR differ from the names in Unicode's file.
    private static let labels = [
      "Smileys & Emotion": ["smiley"], "People & Body": ["person", "body"], "Animals & Nature": ["animals_nature"],
      "Food & Drink": ["food_drink"], "Travel & Places": ["travel_places"],
    ]

    /// Returns CLDR's name of the category in a language; the English name if CLDR has no name.
    package func name(in tag: String) -> String {
      let locale = tag.replacing("-", with: "_")
      let language = String(locale.prefix { $0 != "_" })
      guard language.lowercased() != "en" else { return name }
      let names = (Self.labels[name] ?? [name.lowercased()]).compactMap { label in
        Self.label(label, in: locale) ?? Self.label(label, in: language)
      }
      return names.isEmpty ? name : names.joined(separator: ", ")
    }

    private static func label(_ label: String, in locale: String) -> String? {
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Limit.textBytes) { units in
        let count = units.baseAddress.map { klv_character_label(locale, label, $0, Int32(Limit.textBytes)) } ?? -1
        return count > 0 ? String(decoding: units.prefix(Int(count)), as: UTF16.self) : nil
      }
    }
  }

  /// The version of the emoji data, such as "15.0".
  package let version: String
  /// The categories.
  package let categories: [Category]
  /// All emoji, in the order of the categories. The list does not contain variants with skin tones (see
  /// ``EmojiCatalog/Emoji/tones``).
  package let emoji: [Emoji]
  private let texts: Set<String>

  /// Whether a text is one of the emoji, with or without a skin tone.
  package func contains(_ text: String) -> Bool { texts.contains(text) }

  enum Limit {
    /// The maximum size of `emoji-test.txt` in bytes. In Debian 12, the file has 593,240 bytes.
    static let bytes = 4 * 1024 * 1024
    /// The maximum number of categories.
    static let categories = 16
    /// The maximum number of emoji of a category, without variants with skin tones. The number of emoji of a category
    /// is limited, because one input view shows all of them.
    static let emoji = 900
    /// The maximum number of variants with skin tones of one emoji: a key has at most 32 alternatives.
    static let tones = 32
    /// The maximum size in bytes of an emoji or of a name.
    static let textBytes = 256
  }

  /// Parses the text of Unicode's file `emoji-test.txt`.
  ///
  /// The catalog contains the fully qualified emoji and the components. The catalog leaves out an emoji that Swift
  /// treats as several characters, because one press of the delete key could not remove it.
  ///
  /// - Returns: The initializer returns nil if the text does not have the format of the file.
  package init?(parsing bytes: [UInt8]) {
    guard bytes.count <= Limit.bytes else { return nil }
    var version: String?
    var categories: [Category] = []
    var texts: Set<String> = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if line.first == UInt8(ascii: "#") {
        if let name = Self.rest(of: line, after: "# group: ") {
          guard !name.isEmpty, categories.count < Limit.categories else { return nil }
          // The group Component contains only skin tones and hair components, which are too few emoji for a category.
          // Add the emoji of this group to the previous category.
          if name == "Component", !categories.isEmpty { continue }
          categories.append(Category(name: name, emoji: []))
        } else if version == nil {
          version = Self.rest(of: line, after: "# Version: ")
        }
        continue
      }
      guard let entry = Entry(line) else { return nil }
      guard entry.isShown, entry.text.count == 1, texts.insert(entry.text).inserted else { continue }
      guard let last = categories.indices.last else { return nil }
      // In the file, an emoji's variants with skin tones directly follow the emoji.
      if entry.hasTone, let base = categories[last].emoji.indices.last {
        guard categories[last].emoji[base].tones.count < Limit.tones else { return nil }
        categories[last].emoji[base].tones.append(entry.text)
      } else {
        guard categories[last].emoji.count < Limit.emoji else { return nil }
        categories[last].emoji.append(Emoji(text: entry.text, name: entry.name))
      }
    }
    guard let version, !texts.isEmpty else { return nil }
    self.version = version
    self.categories = categories.filter { !$0.emoji.isEmpty }
    emoji = self.categories.flatMap(\.emoji)
    self.texts = texts
  }

  private static func rest(of line: ArraySlice<UInt8>, after prefix: StaticString) -> String? {
    let count = prefix.utf8CodeUnitCount
    let matches = prefix.withUTF8Buffer { line.starts(with: $0) }
    guard matches, line.count <= count + Limit.textBytes else { return nil }
    return String(decoding: line.dropFirst(count), as: UTF8.self)
  }

  /// A line of the file, such as `1F44B ; fully-qualified # 👋 E0.6 waving hand`.
  private struct Entry {
    let text: String
    let name: String
    let isShown: Bool
    let hasTone: Bool

    init?(_ line: ArraySlice<UInt8>) {
      guard let semicolon = line.firstIndex(of: UInt8(ascii: ";")),
        let hash = line[semicolon...].firstIndex(of: UInt8(ascii: "#")), line.count <= 3 * Limit.textBytes
      else { return nil }
      var scalars = String.UnicodeScalarView()
      for field in line[..<semicolon].split(separator: UInt8(ascii: " ")) {
        guard let value = UInt32(String(decoding: field, as: UTF8.self), radix: 16), let scalar = Unicode.Scalar(value)
        else { return nil }
        scalars.append(scalar)
      }
      guard !scalars.isEmpty else { return nil }
      text = String(scalars)
      // Accept components too, because a keyboard shows a skin tone or a hair component as a separate emoji.
      let status = line[semicolon..<hash].dropFirst().split(separator: UInt8(ascii: " ")).first
      isShown = status?.elementsEqual("fully-qualified".utf8) == true || status?.elementsEqual("component".utf8) == true
      hasTone = scalars.count > 1 && scalars.contains { $0.properties.isEmojiModifier }
      // The parts after the hash are the emoji, the version in which it appeared, and the name.
      let parts = line[hash...].dropFirst().split(separator: UInt8(ascii: " "), maxSplits: 2)
      guard parts.count == 3, parts[2].count <= Limit.textBytes else { return nil }
      name = String(decoding: parts[2], as: UTF8.self)
    }
  }
}
