internal import ICUShims

/// The names and the writing directions of languages, from CLDR.
package enum LanguageName {
  /// Returns the name of a language, capitalized as on a label; nil for an unknown language.
  ///
  /// - Parameters:
  ///   - language: A BCP 47 tag.
  ///   - reader: The language of the returned name, as a BCP 47 tag.
  package static func name(of language: String, in reader: String) -> String? {
    let name = [UInt16](unsafeUninitializedCapacity: 128) { buffer, count in
      let length = klv_language_name(language, reader, buffer.baseAddress, Int32(buffer.count))
      count = min(max(Int(length), 0), buffer.count)
    }
    let text = String(decoding: name, as: UTF16.self)
    guard let first = text.unicodeScalars.first, text != language else { return nil }
    return first.properties.titlecaseMapping + String(text.unicodeScalars.dropFirst())
  }

  /// Whether a language, given as a BCP 47 tag, is written from right to left.
  package static func isRightToLeft(_ language: String) -> Bool { klv_is_right_to_left_language(language) }
}
