package import Diagnostics
internal import HostFiles
package import ImportFormats
package import JSON
package import TextModel

/// The user's own data, such as names and addresses. In a field with a content type, the system keyboard offers the
/// matching texts (Behavior.md#content-type-suggestions). No other keyboard gets the user's own data.
package struct OwnData: PersonalFile, Hashable, Sendable {
  /// The maximum number of values for one content type.
  package static let maximumValues = 8
  /// The maximum length of a value in UTF-8 bytes.
  package static let valueBytes = 256
  private static let fileBytes = 256 * 1_024

  /// The content types that the user can set, in the order in which `klava me` lists them.
  package static let types: [TextContentType] = [
    .name, .namePrefix, .givenName, .middleName, .familyName, .nameSuffix, .nickname, .jobTitle, .organizationName,
    .streetAddressLine1, .streetAddressLine2, .sublocality, .addressCity, .addressState, .postalCode, .countryName,
    .telephoneNumber, .emailAddress, .URL,
  ]

  private var values: [TextContentType: [String]] = [:]

  /// Creates empty data.
  package init() {}

  /// Whether the user has stored no values.
  package var isEmpty: Bool { values.isEmpty }

  /// Whether a text can be a value: a line of 1 to ``valueBytes`` bytes.
  package static func isValue(_ text: String) -> Bool { text.isLine(upTo: valueBytes) }

  /// Returns the reason why a text cannot be of a content type; nil if it can. The check finds texts that are clearly
  /// of another type, and accepts unusual addresses and numbers.
  package static func fault(of text: String, as type: TextContentType) -> String? {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return switch type {
    case .emailAddress where parts.count < 2 || parts.contains("") || text.contains(where: \.isWhitespace):
      "is not an email address, such as ada@example.org"
    case .telephoneNumber where !text.contains(where: \.isNumber):
      "is not a telephone number, because it has no digit"
    case .URL where text.contains(where: \.isWhitespace) || !text.contains(where: { $0 == "." || $0 == ":" }):
      "is not a URL, such as https://example.org"
    default: nil
    }
  }

  /// The values of one of the content types in ``types``, best first. The setter drops invalid values, and keeps at
  /// most ``maximumValues`` values.
  package subscript(type: TextContentType) -> [String] {
    get { values[type] ?? [] }
    set {
      guard Self.types.contains(type) else { return }
      var seen: Set<String> = []
      let valid = newValue.filter { Self.isValue($0) && seen.insert($0).inserted }.prefix(Self.maximumValues)
      values[type] = valid.isEmpty ? nil : Array(valid)
    }
  }

  /// Returns the texts that the system keyboard offers in a field with this content type, best first. If a type such as
  /// `name` has no values, Klava composes a text from values of other types.
  package func suggestions(for type: TextContentType) -> [String] {
    let own = self[type]
    guard own.isEmpty else { return own }
    func joined(_ types: [TextContentType], _ separator: String) -> [String] {
      let text = types.compactMap { self[$0].first }.joined(separator: separator)
      return text.isEmpty ? [] : [text]
    }
    switch type {
    case .name: return joined([.givenName, .middleName, .familyName], " ")
    case .fullStreetAddress: return joined([.streetAddressLine1, .streetAddressLine2], ", ")
    case .addressCityAndState: return joined([.addressCity, .addressState], ", ")
    default: return []
    }
  }

  /// Adds the values of a contact. A value that is already stored keeps its position.
  ///
  /// - Returns: The number of new values.
  package mutating func add(_ card: VCard) -> Int {
    var count = 0
    func values(_ name: VCard.Name, _ component: Int) -> [String] {
      card.values(name).compactMap { $0.indices.contains(component) ? $0[component] : nil }.filter { !$0.isEmpty }
    }
    let found: [(TextContentType, [String])] = [
      (.familyName, values(.name, 0)), (.givenName, values(.name, 1)), (.middleName, values(.name, 2)),
      (.namePrefix, values(.name, 3)), (.nameSuffix, values(.name, 4)), (.nickname, values(.nickname, 0)),
      (.organizationName, values(.organization, 0)), (.jobTitle, values(.title, 0)),
      (.streetAddressLine1, values(.address, 2)), (.streetAddressLine2, values(.address, 1)),
      (.addressCity, values(.address, 3)), (.addressState, values(.address, 4)),
      (.postalCode, values(.address, 5)), (.countryName, values(.address, 6)),
      // In a vCard of version 4.0, a telephone number can begin with `tel:`. Remove this prefix.
      (.telephoneNumber, values(.telephone, 0).map { $0.hasPrefix("tel:") ? String($0.dropFirst(4)) : $0 }),
      (.emailAddress, values(.email, 0)), (.URL, values(.url, 0)),
    ]
    for (type, new) in found {
      let before = self[type].count
      self[type] += new
      count += self[type].count - before
    }
    if self[.givenName].isEmpty, self[.familyName].isEmpty, self[.name].isEmpty {
      self[.name] = values(.formattedName, 0)
      count += self[.name].count
    }
    return count
  }

  // MARK: The file

  /// The path of the file.
  package static func path(_ folders: KlavaFolders) -> String { "\(folders.data)/me.json" }

  /// Reads the file. If there is no file, the value is empty.
  ///
  /// - Throws: `personalFileMalformed` if the file has another format.
  package init(in folders: KlavaFolders) throws(Diagnostic) {
    let path = Self.path(folders)
    func malformed(_ reason: String) -> Diagnostic { Diagnostic(.personalFileMalformed, path, reason) }
    guard let value = try StateFile.readJSON(path, limit: Self.fileBytes, malformed: malformed) else { return }
    guard let members = value.members else { throw malformed("The file is not a JSON object.") }
    for (name, list) in members {
      guard let type = TextContentType(name: name), Self.types.contains(type), let list = list.array else {
        throw malformed("The member \"\(name.sanitized())\" is not a known content type, or its value is not a list.")
      }
      let texts = list.compactMap(\.string)
      self[type] = texts
      guard texts.count == list.count, self[type].count == texts.count else {
        throw malformed("\"\(name)\" is not a list of at most \(Self.maximumValues) different short texts.")
      }
    }
  }

  /// The contents of the file.
  package var json: JSONValue {
    let members = values.map { ($0.key.name, JSONValue.array($0.value.map { .string($0) })) }
    return .object(sorting: Dictionary(uniqueKeysWithValues: members))
  }

  /// Removes the file, even if it is damaged.
  ///
  /// - Throws: `stateUnwritable`.
  package static func remove(in folders: KlavaFolders) throws(Diagnostic) {
    let lock = try StateLock(path: "\(folders.data)/personal.lock")
    try StateFile.remove(path(folders))
    _ = consume lock
  }
}
