internal import Diagnostics
internal import EmojiData
internal import KeyboardStore
internal import TestSupport

extension FuzzTarget {
  /// The reader of the file of recent emoji.
  static func recentEmoji(_ name: String) throws -> FuzzTarget {
    let files = try FuzzedFiles()
    let good = [#"["😀","👋🏿","🇩🇪"]"#, "[]", #"["\ud83d\ude00"]"#]
    return FuzzTarget(name: name, inputs: json(good)) { bytes in
      files.write(bytes, to: "\(files.folders.state)/recent-emoji.json")
      return succeeds { () throws(Diagnostic) in
        let recent = try RecentEmojiFile(files.folders).read()
        require(recent.count <= RecentEmojiFile.maximumEmoji, "\(recent.count) recent emoji")
      }
    }
  }

  private static let emojiLines = """
    # Version: 15.0
    # group: Smileys & Emotion
    1F600 ; fully-qualified # 😀 E1.0 grinning face
    263A FE0F ; fully-qualified # ☺️ E0.6 smiling face
    263A ; unqualified # ☺ E0.6 smiling face
    # group: People & Body
    1F44B ; fully-qualified # 👋 E0.6 waving hand
    1F44B 1F3FB ; fully-qualified # 👋🏻 E1.0 waving hand: light skin tone
    # group: Component
    1F3FB ; component # 🏻 E1.0 light skin tone

    """

  /// The reader of Unicode's file of emoji.
  static func emoji(_ name: String) -> FuzzTarget {
    let words = [
      "# group: ", "# group: Component", "# Version: ", " ; ", "fully-qualified", "component", "#", "\n", "1F3FB",
      "D800",
      "110000", "FE0F", "200D", "1F1E6", "E1.0", "FFFFFFFFF", "-1",
    ]
    let inputs = InputMaker(good: [emojiLines], words: words, heavy: [emojiLines + endless], limit: 256 * 1024)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      guard let catalog = EmojiCatalog(parsing: bytes) else { return false }
      require(catalog.emoji.flatMap(\.texts).allSatisfy { $0.count == 1 }, "an emoji is not one character")
      require(catalog.categories.allSatisfy { !$0.emoji.isEmpty && $0.emoji.count <= 900 }, "a category has no emoji")
      require(catalog.emoji.allSatisfy { $0.tones.count <= 32 }, "an emoji has more than 32 skin tones")
      return true
    }
  }

  /// The reader of CLDR's annotations.
  static func emojiNames(_ name: String) throws -> FuzzTarget {
    let folder = try TemporaryDirectory()
    try folder.write(emojiLines, to: "emoji/emoji-test.txt")
    try folder.write("<supplementalData/>", to: "cldr/common/supplemental/supplementalData.xml")
    let good = [
      """
      <?xml version="1.0" encoding="UTF-8" ?>
      <!DOCTYPE ldml SYSTEM "../../common/dtd/ldml.dtd">
      <ldml><identity><language type="de"/></identity><annotations>
      <annotation cp="😀">Gesicht | lachen</annotation>
      <annotation cp="😀" type="tts">grinsendes Gesicht</annotation>
      <annotation cp="👋">↑↑↑</annotation>
      </annotations></ldml>
      """
    ]
    let words = [
      "<", ">", "/>", "</", "<annotation", "cp=", "type=\"tts\"", "&amp;", "&#x0;", "&#xD800;", "&a;", "<![CDATA[",
      "]]>", "<!--", "-->", "<!ENTITY a \"b\">", "<!DOCTYPE", "<?xml", "encoding=\"UTF-16\"", "\u{0}", "|", "\"",
    ]
    let heavy = [String(repeating: "<annotation>", count: 10_000), good[0].replacing("lachen", with: endless)]
    let inputs = InputMaker(good: good, words: words, heavy: heavy, limit: 256 * 1024)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      do {
        try folder.write(bytes, to: "cldr/common/annotations/de.xml")
      } catch {
        require(false, "cannot write the annotations")
      }
      let library = EmojiLibrary(folder: folder.path)
      let found = library.search("grinning", in: ["de"], limit: 3).map(\.text)
      require(found.contains("😀"), "the English name finds \(found)")
      return library.drainDiagnostics().isEmpty
    }
  }
}
