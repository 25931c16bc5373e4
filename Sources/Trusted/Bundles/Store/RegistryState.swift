internal import Diagnostics

/// What the registry's file holds: the person's list of input modes, and what was decided about each keyboard.
struct RegistryState {
  /// What was decided about one keyboard.
  struct Entry: Hashable {
    /// Whether the person granted full access.
    var hasFullAccess = false
    /// Whether it may reach this machine and the local network, once it has full access.
    var reachesLocalNetwork = false
    /// How long its process may remember.
    var memory = Retention.application
    /// The digest of the files that were installed; nil for a keyboard that ships with Klava.
    var digest: String?
    /// The container folder that it came with; nil if it came alone.
    var container: String?
    /// Why it is not loaded; nil if it is.
    var quarantine: Quarantine?
    /// Members that a newer Klava wrote.
    var others: [String: JSONValue] = [:]
  }

  /// The identifiers of the enabled input modes in their order; nil while nobody chose.
  var modes: [String]?
  private var entries: [String: Entry] = [:]
  private var others: [String: JSONValue] = [:]

  /// The version of the file's format.
  private static let version: Int64 = 1

  /// The entry of a keyboard; identifiers are compared without case.
  subscript(identifier: String) -> Entry {
    get { entries[identifier.lowercased()] ?? Entry() }
    set { entries[identifier.lowercased()] = newValue == Entry() ? nil : newValue }
  }

  /// The identifiers (in small letters) of the keyboards that came with this container folder.
  func identifiers(ofContainer name: String) -> [String] {
    entries.filter { $0.value.container == name }.keys.sorted()
  }

  /// The state that the file at this path holds; the initial one where there is no file.
  ///
  /// A file that cannot be understood is a ``Diagnostic`` that says where; it is left as it is.
  init(reading path: String) throws(Diagnostic) {
    guard let bytes = try StateFile.read(path) else { return }
    func malformed(_ reason: String) -> Diagnostic {
      Diagnostic(.registryMalformed, path, "The file with the list of keyboards is damaged: \(reason)")
    }
    let contents: JSONValue
    do {
      contents = try JSONValue(reading: bytes)
    } catch {
      throw malformed(error.reason)
    }
    guard let members = contents.members, let version = members["version"]?.integer else {
      throw malformed("It has no \"version\".")
    }
    guard version <= Self.version else { throw Diagnostic(.registryNewer, path) }
    others = members
    if let modes = members["modes"] {
      guard let identifiers = modes.array?.compactMap(\.string), identifiers.count == modes.array?.count else {
        throw malformed("\"modes\" is not an array of strings.")
      }
      self.modes = identifiers
    }
    guard let keyboards = members["keyboards"] else { return }
    guard let keyboards = keyboards.members else { throw malformed("\"keyboards\" is not an object.") }
    for (identifier, value) in keyboards {
      guard let members = value.members, let entry = Entry(members) else {
        throw malformed("A value of \"\(identifier)\" in \"keyboards\" has the wrong type.")
      }
      entries[identifier.lowercased()] = entry
    }
  }

  /// The file's contents.
  func bytes() throws(Diagnostic) -> [UInt8] {
    var members = others
    members["version"] = .integer(Self.version)
    members["modes"] = modes.map { .array($0.map(JSONValue.string)) }
    members["keyboards"] = .object(entries.mapValues { .object($0.members) })
    return try JSONValue.object(members).bytes(pretty: true)
  }
}

extension RegistryState.Entry {
  fileprivate init?(_ members: [String: JSONValue]) {
    others = members
    for (name, place) in [("fullAccess", \RegistryState.Entry.hasFullAccess), ("localNetwork", \.reachesLocalNetwork)] {
      guard let value = members[name] else { continue }
      guard let value = value.boolean else { return nil }
      self[keyPath: place] = value
    }
    if let value = members["memory"] {
      guard let boundary = value.string.flatMap(Retention.init(rawValue:)) else { return nil }
      memory = boundary
    }
    for (name, place) in [("digest", \RegistryState.Entry.digest), ("container", \.container)] {
      guard let value = members[name] else { continue }
      guard let value = value.string else { return nil }
      self[keyPath: place] = value
    }
    if let value = members["quarantine"] {
      guard let reason = value.members?["reason"]?.string, let digest = value.members?["digest"]?.string else {
        return nil
      }
      quarantine = Quarantine(reason: reason, digest: digest)
    }
  }

  fileprivate var members: [String: JSONValue] {
    var members = others
    members["fullAccess"] = hasFullAccess ? .boolean(true) : nil
    members["localNetwork"] = reachesLocalNetwork ? .boolean(true) : nil
    members["memory"] = memory == .application ? nil : .string(memory.rawValue)
    members["digest"] = digest.map(JSONValue.string)
    members["container"] = container.map(JSONValue.string)
    members["quarantine"] = quarantine.map {
      .object(["reason": .string($0.reason), "digest": .string($0.digest)])
    }
    return members
  }
}
