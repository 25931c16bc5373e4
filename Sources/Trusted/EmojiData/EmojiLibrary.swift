// EmojiData: the emoji of Unicode, their names in the user's languages, and a search by name
// (Behavior.md#emoji).
//
// For:    the emoji plane of the system keyboard, and `klava doctor`.
// Never:  contains emoji data (the data comes from Debian's packages unicode-data and unicode-cldr-core), decides which
//         emoji the user sees, or keeps typed text.
// Start:  `EmojiLibrary` below, which reads the data when a caller needs it; `EmojiCatalog` for the emoji;
//         `EmojiAnnotations` for CLDR's files.
//
// The files of emoji data are not part of Klava. A file of emoji data can be missing, damaged or too large. The module
// limits the size of each file that it reads, and `EmojiLibrary` reports only the first faulty file.

package import Diagnostics
internal import Dispatch
internal import HostFiles
internal import Synchronization

/// Unicode's data about emoji. The library reads each file when a caller first needs the data of the file. The library
/// reads the files with names on a separate thread.
package final class EmojiLibrary: Sendable {
  /// The folder in which Debian installs Unicode's data.
  package static let debianFolder = "/usr/share/unicode"
  /// The maximum number of languages whose names of emoji the library keeps in memory.
  private static let languages = 8
  /// The maximum time in seconds for which a search waits for names.
  private static let patience = 2.0

  private let folder: String
  private let queue = DispatchQueue(label: "klava.emoji", qos: .userInitiated)
  private let loading = DispatchGroup()
  private let state = Mutex(State())

  private struct State {
    var catalog: Result<EmojiCatalog, Diagnostic>?
    /// The names of the emoji by language. A language's value is nil while the library reads the names of this
    /// language. The key "" stands for the English names of the catalog itself.
    var names: [String: EmojiNames?] = [:]
    /// The index of each emoji in ``EmojiCatalog/emoji``, by the emoji's text.
    var indices: [String: Int] = [:]
    var diagnostics: [Diagnostic] = []
    var hasReportedNames = false
  }

  /// Creates a library without reading a file.
  ///
  /// - Parameter folder: The folder with the folders `emoji` and `cldr`.
  package init(folder: String = debianFolder) { self.folder = folder }

  /// The catalog of emoji; nil if the file of the catalog is missing or damaged. The first access reads the file.
  package var catalog: EmojiCatalog? {
    state.withLock { state in
      if state.catalog == nil {
        let read = Self.read("\(folder)/emoji/emoji-test.txt")
        state.catalog = read
        switch read {
        case .success(let catalog):
          for (index, emoji) in catalog.emoji.enumerated() { state.indices[emoji.text] = index }
        case .failure(let diagnostic): state.diagnostics.append(diagnostic)
        }
      }
      return try? state.catalog?.get()
    }
  }

  /// The reason why ``catalog`` is nil; nil if there is a catalog. The first access reads the file.
  package var failure: Diagnostic? {
    _ = catalog
    return state.withLock { state in
      if case .failure(let diagnostic)? = state.catalog { diagnostic } else { nil }
    }
  }

  /// Returns the diagnostics about faulty files since the last call of this method.
  package func drainDiagnostics() -> [Diagnostic] {
    state.withLock { state in
      defer { state.diagnostics = [] }
      return state.diagnostics
    }
  }

  private static func read(_ path: String) -> Result<EmojiCatalog, Diagnostic> {
    do throws(Diagnostic) {
      guard let bytes = try dataFile(path, limit: EmojiCatalog.Limit.bytes) else {
        return .failure(Diagnostic(.emojiDataMissing, path))
      }
      guard let catalog = EmojiCatalog(parsing: bytes) else { return .failure(Diagnostic(.emojiDataMalformed, path)) }
      return .success(catalog)
    } catch {
      return .failure(error)
    }
  }

  // MARK: Names

  /// Returns an object for the names of symbols in a language. The method itself reads no file.
  package func symbolNames(in language: String) -> SymbolNames {
    SymbolNames(language, folder: "\(folder)/cldr/common")
  }

  /// Starts to read the names of each given language whose names the library has not read yet. Returns without waiting.
  package func prepareNames(in languages: [String]) {
    guard let catalog else { return }
    let missing = state.withLock { state in
      let missing = languages.filter { state.names[$0] == nil }
      if state.names.count + missing.count > Self.languages {
        state.names = state.names.filter { languages.contains($0.key) }
      }
      for language in missing { state.names[language] = .some(nil) }
      return missing
    }
    for language in missing {
      queue.async(group: loading) { [self] in load(language, of: catalog) }
    }
  }

  private func load(_ language: String, of catalog: EmojiCatalog) {
    var names = EmojiNames(catalog)
    var failure: Diagnostic?
    if !language.isEmpty {
      do throws(Diagnostic) {
        names = EmojiNames(try EmojiAnnotations(language, folder: "\(folder)/cldr/common"), of: catalog)
      } catch {
        failure = error
      }
    }
    state.withLock { state in
      state.names[language] = names
      guard let failure, !state.hasReportedNames else { return }
      state.hasReportedNames = true
      state.diagnostics.append(failure)
    }
  }

  /// Waits until the library has read the names, but at most ``patience`` seconds. Returns the names in the given
  /// languages, and the English names of the catalog.
  private func names(in languages: [String]) -> [EmojiNames] {
    let all = languages + [""]
    prepareNames(in: all)
    _ = loading.wait(timeout: .now() + Self.patience)
    return state.withLock { state in all.compactMap { state.names[$0] ?? nil } }
  }

  /// Returns the name of an emoji in the first of these languages that has a name for the emoji. If no language has a
  /// name, returns the English name in the catalog.
  ///
  /// Does not wait for names that the library has not read yet.
  package func name(of emoji: EmojiCatalog.Emoji, in languages: [String]) -> String {
    state.withLock { state in
      guard let index = state.indices[emoji.text] else { return emoji.name }
      for language in languages {
        if let names = state.names[language] ?? nil, let name = names.name(at: index) { return name }
      }
      return emoji.name
    }
  }

  /// Returns the emoji whose names or keywords match each word of a query, the best matches first.
  ///
  /// A word of the query matches if a word of the name or of the keywords begins with the query word. A query word of
  /// three or more bytes also matches inside a word of the name or the keywords. The search ignores case and
  /// diacritical marks. The first search in a language waits at most two seconds until the library has read the names.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - languages: The languages in which the search compares names. The search also compares the English names in
  ///     every case.
  ///   - limit: The maximum number of emoji.
  package func search(_ query: String, in languages: [String], limit: Int) -> [EmojiCatalog.Emoji] {
    let words = query.split(whereSeparator: \.isWhitespace).prefix(8).map { EmojiNames.folded(String($0)) }
      .filter { !$0.isEmpty }
    guard !words.isEmpty, let catalog else { return [] }
    let names = names(in: languages)
    let emoji = catalog.emoji
    let found = emoji.indices.compactMap { index in
      names.compactMap { $0.rank(of: words, at: index) }.min().map { (rank: $0, index: index) }
    }
    return found.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.prefix(limit).map { emoji[$0.index] }
  }
}
