internal import Diagnostics
internal import Dispatch
internal import Synchronization

/// CLDR's names of punctuation marks and other symbols in one language, for a screen reader.
package final class SymbolNames: Sendable {
  private let language: String
  private let folder: String
  /// The names of the symbols; nil until a thread has read the file.
  private let names = Mutex<[String: String]?>(nil)
  private let isStarted = Atomic(false)

  /// Creates names without reading a file.
  ///
  /// - Parameters:
  ///   - language: The BCP 47 tag of the language.
  ///   - folder: The folder `common` of CLDR.
  init(_ language: String, folder: String) {
    self.language = language
    self.folder = folder
  }

  /// Starts to read the file on another thread, and returns without waiting. Does nothing if the language is English,
  /// or if an earlier call has started to read the file.
  package func prepare() {
    guard !isEnglish, !isStarted.exchange(true, ordering: .relaxed) else { return }
    DispatchQueue.global(qos: .userInitiated).async { [self] in read() }
  }

  /// Whether the names are available. The value is always true for English, which needs no file.
  package var areRead: Bool { isEnglish || names.withLock { $0 != nil } }

  /// Reads the file with the names, which takes a few milliseconds.
  package func read() {
    let read = fromCLDR()
    names.withLock { $0 = read }
  }

  /// The name of a symbol; nil if CLDR has no name for the symbol. The value is nil for every letter, for every digit,
  /// and for every symbol in English. Until a thread has read the file, the value is nil too, because a key press must
  /// not wait for a file.
  package subscript(text: String) -> String? {
    guard !isEnglish, let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, scalar != " ",
      !scalar.properties.isAlphabetic, scalar.properties.numericType == nil
    else { return nil }
    return names.withLock { $0?[text] }
  }

  private var isEnglish: Bool { language.prefix { $0 != "-" && $0 != "_" }.lowercased() == "en" }

  private func fromCLDR() -> [String: String] {
    do throws(Diagnostic) {
      let annotations = try EmojiAnnotations(language, folder: folder, derived: false)
      var names = annotations.texts.compactMapValues(\.name).filter { $0.key.unicodeScalars.count == 1 }
      // Correct the German name of the degree sign: in CLDR 41, the name is "Grad Alkohol", a unit for the strength of
      // alcohol.
      if names["°"] == "Grad Alkohol" { names["°"] = "Grad" }
      return names
    } catch {
      // If the file is missing or damaged, the keyboard uses English names. The emoji plane and `klava doctor` report
      // missing and damaged files.
      return [:]
    }
  }
}
