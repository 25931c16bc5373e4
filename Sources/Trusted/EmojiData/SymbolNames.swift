internal import Diagnostics
internal import Dispatch
internal import Synchronization

/// CLDR's names of punctuation marks and other symbols in one language, for a screen reader.
package final class SymbolNames: Sendable {
  private let language: String
  private let folder: String
  private let names = Mutex<[String: String]?>(nil)

  /// Creates names without reading a file.
  ///
  /// - Parameters:
  ///   - language: The BCP 47 tag of the language.
  ///   - folder: The folder `common` of CLDR.
  init(_ language: String, folder: String) {
    self.language = language
    self.folder = folder
  }

  /// Starts to read the file on another thread if the names need one, and returns at once.
  package func prepare() {
    guard !isEnglish, names.withLockIfAvailable({ $0 == nil }) == true else { return }
    DispatchQueue.global(qos: .userInitiated).async { [self] in _ = self["."] }
  }

  /// The name of a symbol; nil for letters and digits, for all symbols in English, and if CLDR has no name.
  ///
  /// Only the first use for a symbol reads CLDR's file, or waits for the other thread, which takes some milliseconds.
  package subscript(text: String) -> String? {
    guard !isEnglish, let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, scalar != " ",
      !scalar.properties.isAlphabetic, scalar.properties.numericType == nil
    else { return nil }
    return names.withLock { names in
      if names == nil { names = read() }
      return names?[text]
    }
  }

  private var isEnglish: Bool { language.prefix { $0 != "-" && $0 != "_" }.lowercased() == "en" }

  private func read() -> [String: String] {
    do throws(Diagnostic) {
      let annotations = try EmojiAnnotations(language, folder: folder, derived: false)
      return annotations.texts.compactMapValues(\.name).filter { $0.key.unicodeScalars.count == 1 }
    } catch {
      // The keyboard has English names then. The emoji plane and `klava doctor` report missing or damaged files.
      return [:]
    }
  }
}
