/// The decimal separator of a language: CLDR's `decimal` for numbers in Latin digits.
public enum DecimalSeparator {
  /// Returns the decimal separator of a language.
  ///
  /// - Parameter tag: A BCP 47 tag, such as `de-CH`.
  /// - Returns: A period or a comma; a period if the tag is nil, empty or unknown.
  public static func character(language tag: String?) -> Character {
    let subtags = (tag ?? "").lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
    guard let language = subtags.first else { return "." }
    // Stop before the first subtag of one letter: the subtags after it are extensions and never regions (RFC 5646,
    // section 2.2).
    let region = subtags.dropFirst().prefix { $0.utf8.count > 1 }.first(where: isRegion) ?? ""
    let isExceptional = exceptionalRegions[language]?.contains(region) ?? false
    return languagesWithComma.contains(language) != isExceptional ? "," : "."
  }

  private static func isRegion(_ subtag: String) -> Bool {
    switch subtag.utf8.count {
    case 2: true
    case 3: subtag.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    default: false
    }
  }

  private static let languagesWithComma = words(
    """
    af agq ast az bas be bg blo br bs ca cs cv da de dsb dua dyo el eo es et eu ewo ff fi fo fr fur fy gl hr hsb hu hy \
    ia id ie is it jgo jv ka kab kea kgp kk kkj kl ksf ksh ku ky lb lij lmo ln lo lt lu lv mgh mk mua nb nds nl nmg nn \
    nnh no nr oc os pl prg ps pt rn ro ru rw sah sc se seh sg shi sk sl smn sq sr ss su sv szl tg tk tok tr ts tt tzm \
    uk uz ve vec vi vmw wae wo yav yrl zgh
    """)

  /// For each language, the regions whose decimal separator differs from the separator of the language.
  private static let exceptionalRegions: [String: Set<String>] = [
    "ar": words("dz ly ma mr tn"),
    "de": words("ch li"),
    "en": words("al ar at be bg br cl co cv cz de dk ee fi fr gr hu id lt lv nl no pl pt ru se si sk tr ua za"),
    "es": words("419 ag bb bm br bs bz ca cu dm do gd gt gy hn kn ky mx ni pa pe pr sv tc tt us vc vg vi"),
    "it": words("ch"),
    "ms": words("bn id"),
    "qu": words("bo"),
    "sw": words("cd"),
  ]

  private static func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
}
