internal import Glibc
internal import KeyboardStore
internal import SystemSupport

/// Checks the user's files of keyboard layouts before libxkbcommon reads them.
///
/// If a file includes itself, version 1.5 of libxkbcommon follows the includes until the stack overflows. If a file is
/// a pipe, libxkbcommon blocks. libxkbcommon limits neither the size nor the number of files. The user's rules can make
/// any keyboard layout include any file in the user's folder, so the check reads all layout files of the user. The
/// files of xkeyboard-config in its standard folder need no check. If `XKB_CONFIG_ROOT` names another folder, the check
/// also reads the files in that folder.
struct IncludeCheck {
  /// The folders with layout files, in search order. The last folder is the folder of xkeyboard-config.
  let folders: [String]
  /// Whether the last folder needs no check, because it is the standard folder of xkeyboard-config.
  private var trustsLast: Bool { folders.last == Self.usualRoot }
  /// The remaining number of includes that the check allows.
  private var left = 0
  private var files: [String: Sections] = [:]

  /// The maximum number of includes of one layout.
  private static let maximumIncludes = 2_000
  /// The maximum nesting depth of includes. Versions of libxkbcommon after 1.5 have the same limit.
  private static let maximumDepth = 15
  /// The maximum size of a file in bytes. By comparison, the largest file of xkeyboard-config has 80 KB.
  private static let maximumBytes = 1 << 20
  /// The maximum number of files in a folder of the user.
  private static let maximumFiles = 500
  /// The maximum number of includes in the user's rules.
  private static let maximumRules = 8

  /// The maximum total size of the user's lists of layouts, in bytes. By comparison, the list of xkeyboard-config has
  /// 250 KB.
  private static let maximumListBytes = 256 << 10

  /// The includes of each section of a file.
  private struct Sections {
    /// The name of the default section. An include without a section name includes the default section.
    var usual = ""
    var includes: [String: [Substring]] = [:]
  }

  /// The standard folder of xkeyboard-config. The environment variable `XKB_CONFIG_ROOT` can name another folder
  /// instead.
  static let usualRoot = "/usr/share/X11/xkb"

  init(folders: [String]) { self.folders = folders }

  /// The folders whose lists of layouts libxkbregistry may read, in search order.
  ///
  /// libxkbregistry blocks if a list is a pipe. The time that libxkbregistry needs for a list grows with the square of
  /// the number of layouts. So the result omits a folder of the user whose list is a pipe or is too long.
  var listFolders: [String] {
    var left = Self.maximumListBytes
    return folders.indices.filter { index in
      if index == folders.count - 1 {
        if trustsLast { return true }
        // The list of xkeyboard-config alone is almost as large as the limit, so raise the limit when the last folder
        // contains this list.
        left += 2 * Self.maximumListBytes
      }
      for name in ["evdev.xml", "evdev.extras.xml"] {
        switch Self.contents(of: "\(folders[index])/rules/\(name)") {
        case .missing: continue
        case .unusable: return false
        case .text(let bytes): left -= bytes.count
        }
      }
      return left >= 0
    }.map { folders[$0] }
  }

  /// Returns a description of the first fault in the user's files or in the includes of a layout; nil if there is no
  /// fault.
  mutating func fault(in name: KeyboardLayoutName) -> String? {
    for folder in trustsLast ? folders.dropLast() : folders {
      if let fault = rulesFault(in: folder) { return fault }
      for kind in ["symbols", "keycodes", "types", "compat"] {
        var count = 0
        var parents = [""]
        while let parent = parents.popLast() {
          let names: [[UInt8]]
          do throws(SystemError) {
            let opened = try Descriptor(open("\(folder)/\(kind)/\(parent)", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
            names = try folderNames(of: opened, limit: Self.maximumFiles + 1)
          } catch {
            // Skip a missing folder, as libxkbcommon does.
            if error.number == ENOENT || error.number == ENOTDIR { continue }
            return "\(folder)/\(kind)/\(parent): \(error)"
          }
          for name in names.map({ String(decoding: $0, as: UTF8.self) }) {
            count += 1
            guard count <= Self.maximumFiles else {
              return "\(folder)/\(kind) has more than \(Self.maximumFiles) files"
            }
            var (status, link) = (stat(), stat())
            let file = parent + name
            let path = "\(folder)/\(kind)/\(file)"
            if stat(path, &status) == 0, lstat(path, &link) == 0, status.st_mode & S_IFMT == S_IFDIR {
              guard link.st_mode & S_IFMT == S_IFDIR else { return "\(path) is a link to a folder" }
              parents.append("\(file)/")
            } else if let fault = fault(ofFile: file, kind: kind) {
              return fault
            }
          }
        }
      }
    }
    left = Self.maximumIncludes
    return fault(of: name.description[...], kind: "symbols", depth: 0)
  }

  /// Returns a description of the fault in a folder's rules; nil if there is no fault.
  private func rulesFault(in folder: String) -> String? {
    let path = "\(folder)/rules/evdev"
    switch Self.contents(of: path) {
    case .missing: return nil
    case .unusable: return "\(path) is not a regular text file of at most 1 MiB"
    case .text(let bytes):
      let lines = String(decoding: bytes, as: Unicode.ASCII.self).split(separator: "\n")
      let words = lines.flatMap { line in
        (line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line)
          .split { $0.isWhitespace || $0 == "!" || $0 == "\\" }
      }
      let includes = words.indices.filter { words[$0] == "include" }
        .map { $0 + 1 < words.count ? words[$0 + 1] : "" }
      let isKnown = includes.allSatisfy { $0.hasPrefix("%S/") && !$0.contains("..") }
      return isKnown && includes.count <= Self.maximumRules
        ? nil : "\(path) includes more than \(Self.maximumRules) files, or a file outside of %S"
    }
  }

  /// Returns a description of the first fault in the includes of a file; nil if there is no fault.
  private mutating func fault(ofFile file: String, kind: String) -> String? {
    left = Self.maximumIncludes
    guard let sections = sections(of: "\(kind)/\(file)") else { return Self.unreadable("\(kind)/\(file)") }
    for next in sections.includes.values.joined() {
      if let fault = fault(of: next, kind: kind, depth: 1) { return fault }
    }
    return nil
  }

  private mutating func fault(of include: Substring, kind: String, depth: Int) -> String? {
    // "pc+ru:2|de(neo)" includes several files. The number after a colon is the number of a group and not a part of the
    // file's name.
    for part in include.split(whereSeparator: { $0 == "+" || $0 == "|" || $0 == "^" }) {
      let text = part.prefix { $0 != ":" }
      let file = text.prefix { $0 != "(" }
      let section = text.dropFirst(file.count + 1).prefix { $0 != ")" }
      let path = "\(kind)/\(file)"
      left -= 1
      guard left > 0, depth < Self.maximumDepth else { return "\(path) includes itself, or includes too many files" }
      guard let sections = sections(of: path) else { return Self.unreadable(path) }
      for next in sections.includes[section.isEmpty ? sections.usual : String(section)] ?? [] {
        if let fault = fault(of: next, kind: kind, depth: depth + 1) { return fault }
      }
    }
    return nil
  }

  private static func unreadable(_ path: String) -> String {
    "\(path) is not a text file of at most 1 MiB, or includes a name with a backslash"
  }

  /// Returns the sections of a file; an empty value if there is no file, and nil if the host cannot check the file.
  private mutating func sections(of path: String) -> Sections? {
    if let known = files[path] { return known }
    for folder in folders {
      switch Self.contents(of: "\(folder)/\(path)") {
      case .missing: continue
      case .unusable: return nil
      case .text(let bytes):
        guard let sections = Self.sections(in: bytes) else { return nil }
        files[path] = sections
        return sections
      }
    }
    return Sections()
  }

  /// The result of reading a file.
  enum Contents {
    case missing
    /// The file is not a regular file, is too large, or contains a zero byte.
    case unusable
    case text([UInt8])
  }

  /// Reads a text file of at most ``maximumBytes`` bytes.
  static func contents(of path: String) -> Contents {
    // Use O_NONBLOCK, because `open` would otherwise block on a pipe.
    guard let file = try? Descriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) else { return .missing }
    guard let status = try? file.status(), status.isRegular, status.st_size <= maximumBytes,
      let bytes = try? file.read(limit: maximumBytes)
    else { return .unusable }
    return bytes.contains(0) ? .unusable : .text(bytes)
  }

  /// Finds the sections and the includes in a file, by the rules of libxkbcommon's scanner.
  ///
  /// - Returns: The sections; nil if a name contains a backslash. The check cannot know such a name, because
  ///   libxkbcommon's scanner replaces escape sequences.
  private static func sections(in bytes: [UInt8]) -> Sections? {
    var sections = Sections()
    var section = ""
    /// The default section is the first section with the flag `default`, or else the first section of the file.
    var (hasSection, hasDefault) = (false, false)
    var isDefault = false
    /// The last word before a quoted text, in lowercase, because the scanner ignores the case of keywords.
    var word = ""
    func enter(_ name: String) {
      section = name
      if !hasSection || isDefault && !hasDefault { sections.usual = name }
      hasDefault = hasDefault || isDefault
      (hasSection, isDefault) = (true, false)
    }
    var rest = bytes[...]
    func isWordByte(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    while let first = rest.first {
      switch first {
      case UInt8(ascii: "#"):
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "/") where rest.dropFirst().first == first:
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      case UInt8(ascii: "<"):
        // The name of a key can contain any visible character.
        rest = rest.dropFirst().drop { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ">") }
        word = ""
      case UInt8(ascii: "\""):
        let quoted = rest.dropFirst().prefix { $0 != first && $0 != UInt8(ascii: "\n") }
        rest = rest.dropFirst(quoted.count + 2)
        let name = Substring(decoding: quoted, as: UTF8.self)
        if word.hasPrefix("xkb_") {
          if quoted.contains(UInt8(ascii: "\\")) { return nil }
          enter(String(name))
        } else if ["include", "augment", "override", "replace", "alternate"].contains(word) {
          if quoted.contains(UInt8(ascii: "\\")) { return nil }
          sections.includes[section, default: []].append(name)
        }
        word = ""
      case UInt8(ascii: "{") where word.hasPrefix("xkb_"):
        // The section has no name, so a file can include it only as the default section.
        enter("")
        word = ""
        rest = rest.dropFirst()
      case let byte where isWordByte(byte):
        let text = rest.prefix(while: isWordByte)
        word = String(decoding: text, as: UTF8.self).lowercased()
        if word == "default" { isDefault = true }
        rest = rest.dropFirst(text.count)
      case UInt8(ascii: ";"), UInt8(ascii: "}"):
        (word, isDefault) = ("", false)
        rest = rest.dropFirst()
      default:
        if first > 0x20 { word = "" }
        rest = rest.dropFirst()
      }
    }
    return sections
  }
}
