internal import Diagnostics
internal import HostFiles
internal import InputViewModel
internal import JSON
internal import KeyboardProtocol
internal import TextModel

/// The contents of the registry's file: the user's list of input modes, and an entry for each keyboard.
struct RegistryState {
  /// The user's choices for one keyboard, and the host's records about this keyboard.
  struct Entry: Hashable {
    /// Whether the user granted full access.
    var hasFullAccess = false
    /// Whether the keyboard may connect to servers on this machine and the local network if it has full access.
    var reachesLocalNetwork = false
    /// The keyboard's retention.
    var retention = Retention.application
    /// The digest of the installed files; nil if the user did not install the keyboard.
    var digest: String?
    /// The fingerprint of the key that signed the installed files; nil for files without a signature.
    var signer: String?
    /// The name of the container folder from which the user installed the bundle; nil if the bundle was not in a
    /// container folder.
    var container: String?
    /// The quarantine; nil if the host may load the keyboard.
    var quarantine: Quarantine?
    /// The facts about the keyboard layout of this entry; nil if the entry belongs to another keyboard.
    var layout: Layout?
    /// The members of the file that only a newer version of Klava knows. ``bytes()`` writes these members unchanged.
    var others: [String: JSONValue] = [:]
  }

  /// The facts about an enabled keyboard layout of the system keyboard.
  struct Layout: Hashable {
    var title: String
    var language: String?
    var isASCIICapable: Bool
  }

  /// The identifiers of the enabled input modes in the user's order; nil if the user has never changed the list.
  var modes: [String]?
  private var entries: [String: Entry] = [:]
  private var others: [String: JSONValue] = [:]

  /// The version of the file's format.
  private static let version = 1

  /// The entry of the keyboard with this identifier. The lookup ignores upper and lower case. If there is no entry, the
  /// value is an entry with default values.
  subscript(identifier: String) -> Entry {
    get { entries[identifier.lowercased()] ?? Entry() }
    set { entries[identifier.lowercased()] = newValue == Entry() ? nil : newValue }
  }

  /// Returns the sorted identifiers of the keyboards from this container folder, in lower case.
  func identifiers(ofContainer name: String) -> [String] {
    entries.filter { $0.value.container == name }.keys.sorted()
  }

  /// Reads the state from a file. If there is no file, the result is the initial state.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: `registryMalformed` or `registryNewer`. The file stays unchanged.
  init(reading path: String) throws(Diagnostic) {
    func malformed(_ reason: String) -> Diagnostic {
      Diagnostic(.registryMalformed, path, "The file with the list of keyboards is damaged. \(reason)")
    }
    let members = try StateFile.readMembers(path, version: Self.version, malformed: malformed) { _ in
      Diagnostic(.registryNewer, path)
    }
    guard let members else { return }
    others = members
    if let modes = members["modes"] {
      guard let identifiers = modes.array?.compactMap(\.string), identifiers.count == modes.array?.count else {
        throw malformed("\"modes\" is not an array of strings.")
      }
      var known: Set<String> = []
      if let twice = identifiers.first(where: { !known.insert($0.lowercased()).inserted }) {
        throw malformed("\"modes\" contains \(twice) twice.")
      }
      self.modes = identifiers
    }
    guard let keyboards = members["keyboards"] else { return }
    guard case .object(let keyboards) = keyboards else { throw malformed("\"keyboards\" is not an object.") }
    entries.reserveCapacity(keyboards.count)
    for member in keyboards {
      guard case .object(let members) = member.value, let entry = Entry(members) else {
        throw malformed("A value of \"\(member.name)\" in \"keyboards\" has the wrong type.")
      }
      entries[member.name.lowercased()] = entry
    }
  }

  /// Returns the contents of the file, as JSON.
  func bytes() throws(Diagnostic) -> [UInt8] {
    var members = others
    members["version"] = .integer(Self.version)
    members["modes"] = modes.map { .array($0.map(JSONValue.string)) }
    members["keyboards"] = .object(sorting: entries.mapValues { .object(sorting: $0.members) })
    return try JSONValue.object(sorting: members).file()
  }
}

extension RegistryState.Entry {
  fileprivate init?(_ members: [JSONValue.Member]) {
    for member in members {
      let value = member.value
      let isValid =
        switch member.name {
        case "fullAccess": Self.read(value.boolean, into: &hasFullAccess)
        case "localNetwork": Self.read(value.boolean, into: &reachesLocalNetwork)
        case "memory": Self.read(value.string.flatMap(Retention.init(rawValue:)), into: &retention)
        case "digest": Self.read(value.string, into: &digest)
        case "signer": Self.read(value.string, into: &signer)
        case "container": Self.read(value.string, into: &container)
        case "quarantine":
          Self.read(
            value["reason"]?.string.flatMap { reason in
              value["digest"]?.string.map { Quarantine(reason: reason, digest: $0) }
            }, into: &quarantine)
        case "layout":
          Self.read(
            value["title"]?.string.flatMap { title in
              value["ascii"]?.boolean.map {
                RegistryState.Layout(title: title, language: value["language"]?.string, isASCIICapable: $0)
              }
            }, into: &layout)
        default: Self.read(value, into: &others[member.name])
        }
      guard isValid else { return nil }
    }
  }

  /// Assigns a value that the caller has read from the file. Returns false for nil, which means that the value in the
  /// file has the wrong type.
  private static func read<Value>(_ value: Value?, into place: inout Value) -> Bool {
    guard let value else { return false }
    place = value
    return true
  }

  private static func read<Value>(_ value: Value?, into place: inout Value?) -> Bool {
    place = value
    return value != nil
  }

  fileprivate var members: [String: JSONValue] {
    var members = others
    members["fullAccess"] = hasFullAccess ? .boolean(true) : nil
    members["localNetwork"] = reachesLocalNetwork ? .boolean(true) : nil
    members["memory"] = retention == .application ? nil : .string(retention.rawValue)
    members["digest"] = digest.map(JSONValue.string)
    members["signer"] = signer.map(JSONValue.string)
    members["container"] = container.map(JSONValue.string)
    members["layout"] = layout.map { layout in
      var members: [String: JSONValue] = ["title": .string(layout.title), "ascii": .boolean(layout.isASCIICapable)]
      members["language"] = layout.language.map(JSONValue.string)
      return .object(sorting: members)
    }
    members["quarantine"] = quarantine.map {
      .object(["reason": .string($0.reason), "digest": .string($0.digest)])
    }
    return members
  }
}
