internal import Foundation

/// The sound theme that the person chose for their desktop.
enum SoundTheme {
  /// Its name, where a file says it; nil for the usual one, `freedesktop`.
  ///
  /// GTK's and KDE's settings are files. What a running desktop tells only over its own bus is not asked for.
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

  /// The value of a key in a group of an INI file; nil where it is not there, empty, or no name of a theme.
  static func value(of key: String, in group: String, of text: String) -> String? {
    var isInGroup = false
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("[") {
        isInGroup = line == "[\(group)]"
        continue
      }
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard isInGroup, parts.count == 2, parts[0] == key else { continue }
      let name = parts[1]
      // It becomes part of a path.
      return !name.isEmpty && name.utf8.count <= 128 && !name.contains("/") && !name.hasPrefix(".") ? name : nil
    }
    return nil
  }

  /// A file's text; nil where it is not there, is no file or is too long for one of settings.
  private static func read(_ path: String) -> String? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    do {
      let bytes = try file.read(upToCount: 256 * 1024) ?? Data()
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      // Without the file the usual theme is as good as any.
      return nil
    }
  }
}
