import TestSupport

/// The behaviors that the C sources define.
enum HostileSources {
  /// The description of each behavior, by identifier.
  static let words: [String: String] = {
    let folder = Repository.path("Tests/Adversarial/HostileZoo")
    var words: [String: String] = [:]
    for name in TransientFile.names(in: folder) where name.hasSuffix(".c") {
      let text = TransientFile.text("\(folder)/\(name)")
      for match in text.matches(of: /\nBEHAVIOR\((\w+), "([^"]*)"\)/) { words[String(match.1)] = String(match.2) }
    }
    return words
  }()
}
