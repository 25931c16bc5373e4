import KlavaKit

/// The keys of the keyboard and their tags, in rows, from `tags.json`.
///
/// The file is an array of rows. A row is an array of objects. An object has a `name`, which is the key's title. An
/// object also has either the member `text`, which is the tag, or the members `open`, `close` and `settings`. With
/// `open` and `close`, the tag is `[OPEN][/CLOSE]`, where OPEN and CLOSE are the values of these members. The user can
/// replace the two words with the settings `SETTINGS.open` and `SETTINGS.close`, where SETTINGS is the value of
/// `settings`.
struct TagTable: Hashable, Sendable {
  /// One key of the keyboard, with its tag.
  struct Entry: Hashable, Sendable {
    /// The key's title and identifier.
    let name: String
    private let source: Source

    private enum Source: Hashable, Sendable {
      case tag(Tag)
      case words(settings: String, open: String, close: String)
    }

    fileprivate init(_ value: JSONValue) throws(TagTableError) {
      guard let name = value["name"]?.string, !name.isEmpty else { throw .nameMissing }
      self.name = name
      if let text = value["text"]?.string {
        source = .tag(Tag(text))
      } else if let settings = value["settings"]?.string, let open = value["open"]?.string,
        let close = value["close"]?.string
      {
        source = .words(settings: settings, open: open, close: close)
      } else {
        throw .tagMissing(name: name)
      }
    }

    /// Returns the tag with the user's words.
    ///
    /// - Parameter setting: A function that returns the value of the user's setting with the given name; nil if the
    ///   setting has no value.
    func tag(setting: (String) -> String?) -> Tag {
      switch source {
      case .tag(let tag): tag
      case .words(let settings, let open, let close):
        Tag(open: setting("\(settings).open") ?? open, close: setting("\(settings).close") ?? close)
      }
    }
  }

  /// The keys by row.
  let rows: [[Entry]]

  /// Creates a table without keys.
  init() { rows = [] }

  /// Creates the table from a JSON text.
  init(parsing text: String) throws(TagTableError) {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: text)
    } catch {
      throw .malformed(error)
    }
    guard let rows = value.array else { throw .rowsMissing }
    var table: [[Entry]] = []
    for row in rows {
      guard let values = row.array else { throw .rowsMissing }
      var entries: [Entry] = []
      for value in values { entries.append(try Entry(value)) }
      table.append(entries)
    }
    self.rows = table
  }
}

/// An error in `tags.json`.
enum TagTableError: Error, Hashable, CustomStringConvertible {
  /// The file is not JSON.
  case malformed(JSONError)
  /// The JSON value is not an array of arrays.
  case rowsMissing
  /// A key has no name.
  case nameMissing
  /// The key with this name has neither a `text`, nor all of `open`, `close` and `settings`.
  case tagMissing(name: String)

  var description: String {
    switch self {
    case .malformed(let error): "not JSON: \(error)"
    case .rowsMissing: "not an array of rows, each an array of keys"
    case .nameMissing: "a key has no name"
    case .tagMissing(let name): "the key \"\(name)\" has neither text, nor settings with open and close"
    }
  }
}
