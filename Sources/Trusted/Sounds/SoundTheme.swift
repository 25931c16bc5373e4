internal import FoundationEssentials
internal import Glibc
internal import SystemSupport

/// The sound theme that the user chose for the desktop.
enum SoundTheme {
  /// Returns the name of the theme from the settings files of GTK and KDE; nil for the default theme, `freedesktop`.
  ///
  /// Does not find a theme that a desktop announces only through D-Bus.
  static func name(environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
    let configured = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let folder = configured ?? environment["HOME"].map({ "\($0)/.config" }) else { return nil }
    let places = [
      ("gtk-4.0/settings.ini", "Settings", "gtk-sound-theme-name"),
      ("gtk-3.0/settings.ini", "Settings", "gtk-sound-theme-name"), ("kdeglobals", "Sounds", "Theme"),
    ]
    for (file, group, key) in places {
      if let text = read("\(folder)/\(file)"), let name = value(of: key, in: group, of: text) { return name }
    }
    return nil
  }

  /// Returns the value of a key in a group of an INI file. The result is nil if the value is missing, empty or not a
  /// valid theme name.
  static func value(of key: String, in group: String, of text: String) -> String? {
    var isInGroup = false
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmed
      if line.hasPrefix("[") {
        isInGroup = line == "[\(group)]"
        continue
      }
      let parts = line.split(separator: "=", maxSplits: 1).map(\.trimmed)
      guard isInGroup, parts.count == 2, parts[0] == key else { continue }
      let name = String(parts[1])
      // The caller uses the name in a path, so refuse a name that would lead to another folder.
      return !name.isEmpty && name.utf8.count <= 128 && !name.contains("/") && !name.hasPrefix(".") ? name : nil
    }
    return nil
  }

  /// Returns the first 256 KiB of a file as text; nil if the file is unreadable.
  private static func read(_ path: String) -> String? {
    do {
      let file = try Descriptor(open(path, O_RDONLY | O_CLOEXEC))
      return String(decoding: try file.read(limit: 256 * 1024), as: UTF8.self)
    } catch {
      // Ignore an unreadable file, because Klava then uses the default theme.
      return nil
    }
  }
}

extension Substring {
  /// The text without white space at both ends.
  fileprivate var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
