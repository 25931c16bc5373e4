/// Emoji sequences of all kinds, generated from the character properties in Swift's standard library.
enum EmojiSequences {
  static let tones: [Unicode.Scalar] = ["\u{1F3FB}", "\u{1F3FC}", "\u{1F3FD}", "\u{1F3FE}", "\u{1F3FF}"]

  private static let emoji = scalars { $0.isEmoji && !$0.isEmojiModifier }
  private static let bases = scalars { $0.isEmojiModifierBase }

  /// The kinds of emoji sequences, each with its sequences.
  static let kinds: [(name: String, sequences: [String])] = [
    ("shown as pictures by themselves", emoji.filter(\.properties.isEmojiPresentation).map { string([$0]) }),
    ("shown as pictures by U+FE0F", emoji.map { string([$0, "\u{FE0F}"]) }),
    ("shown as text by U+FE0E", emoji.map { string([$0, "\u{FE0E}"]) }),
    ("with a skin tone", bases.flatMap { base in tones.map { string([base, $0]) } }),
    ("keycaps", "0123456789#*".unicodeScalars.map { string([$0, "\u{FE0F}", "\u{20E3}"]) }),
    ("flags", letters.flatMap { one in letters.map { string([one, $0]) } }),
    ("flags of regions", ["gbeng", "gbsct", "gbwls", "usca", "uatx"].map(tagged)),
    ("families", families),
    ("what people do", activities),
    ("couples", couples),
    ("others that are joined", others),
  ]

  private static let letters = (0x1F1E6...0x1F1FF).compactMap { Unicode.Scalar($0) }
  private static let people: [Unicode.Scalar] = ["👨", "👩", "🧑"]

  private static let families: [String] = {
    let children: [[Unicode.Scalar]] = [["👧"], ["👦"], ["👧", "👦"], ["👦", "👦"], ["👧", "👧"], ["🧒"], ["🧒", "🧒"]]
    let parents: [[Unicode.Scalar]] = people.map { [$0] } + people.flatMap { one in people.map { [one, $0] } }
    return parents.flatMap { parents in children.map { joined((parents + $0).map { [$0] }) } }
  }()

  private static let activities: [String] = {
    let things: [[Unicode.Scalar]] =
      "🌾🍳🍼🎄🎓🎤🎨🏫🏭💻💼🔧🔬🚀🚒🦯🦼🦽🦰🦱🦳🦲".unicodeScalars.map { [$0] }
      + "⚕⚖✈♀♂➡".unicodeScalars.map { [$0, "\u{FE0F}"] }
    return (people + ["🏃", "🚶", "🧎", "🏄", "👮", "🧙"]).flatMap { person in
      things.flatMap { thing in [joined([[person], thing])] + tones.map { joined([[person, $0], thing]) } }
    }
  }()

  private static let couples: [String] = people.flatMap { one in
    people.flatMap { other in
      tones.flatMap { tone in
        tones.flatMap { otherTone in
          [
            joined([[one, tone], ["❤", "\u{FE0F}"], [other, otherTone]]),
            joined([[one, tone], ["❤", "\u{FE0F}"], ["💋"], [other, otherTone]]),
            joined([[one, tone], ["🤝"], [other, otherTone]]),
          ]
        }
      }
    }
  }

  private static let others: [String] = [
    joined([["🏳", "\u{FE0F}"], ["🌈"]]), joined([["🏳", "\u{FE0F}"], ["⚧", "\u{FE0F}"]]),
    joined([["🏴"], ["☠", "\u{FE0F}"]]), joined([["👁", "\u{FE0F}"], ["🗨", "\u{FE0F}"]]), joined([["🐈"], ["⬛"]]),
    joined([["🐕"], ["🦺"]]), joined([["🐻"], ["❄", "\u{FE0F}"]]), joined([["🐦"], ["⬛"]]), joined([["🐦"], ["🔥"]]),
    joined([["🍋"], ["🟩"]]), joined([["🍄"], ["🟫"]]), joined([["⛓", "\u{FE0F}"], ["💥"]]), joined([["😮"], ["💨"]]),
    joined([["😵"], ["💫"]]), joined([["😶"], ["🌫", "\u{FE0F}"]]), joined([["🙂"], ["↔", "\u{FE0F}"]]),
    joined([["❤", "\u{FE0F}"], ["🔥"]]), joined([["❤", "\u{FE0F}"], ["🩹"]]),
    joined([["🫱", "\u{1F3FB}"], ["🫲", "\u{1F3FF}"]]),
    joined([["🏃", "\u{1F3FD}"], ["♀", "\u{FE0F}"], ["➡", "\u{FE0F}"]]),
  ]

  private static func scalars(_ isWanted: (Unicode.Scalar.Properties) -> Bool) -> [Unicode.Scalar] {
    (UInt32(0x23)...0x1FFFF).compactMap(Unicode.Scalar.init).filter { isWanted($0.properties) }
  }

  private static func tagged(_ region: String) -> String {
    string(["🏴"] + region.unicodeScalars.compactMap { Unicode.Scalar(0xE0000 + $0.value) } + ["\u{E007F}"])
  }

  private static func joined(_ parts: [[Unicode.Scalar]]) -> String {
    string(Array(parts.joined(separator: ["\u{200D}"])))
  }

  private static func string(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
