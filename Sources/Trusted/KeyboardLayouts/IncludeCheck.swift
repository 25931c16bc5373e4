internal import Glibc
internal import KeyboardStore

/// Checks the includes of layout files before libxkbcommon compiles them.
///
/// Version 1.5 of libxkbcommon follows the includes of a file that includes itself until the stack overflows.
struct IncludeCheck {
  /// The folders with layout files, the first one first.
  let folders: [String]
  /// The number of includes that remain.
  private var left = 0
  private var files: [String: Sections] = [:]

  /// The largest number of includes of a layout.
  private static let mostIncludes = 2_000
  /// The largest depth of includes. Newer versions of libxkbcommon have the same limit.
  private static let mostDepth = 15
  /// The largest size of a file in bytes. The largest file of xkeyboard-config has 80 KB.
  private static let mostBytes = 1 << 20

  /// The includes of each section of a file.
  private struct Sections {
    /// The name of the section that an include without a section means.
    var usual = ""
    var includes: [String: [Substring]] = [:]
  }

  init(folders: [String]) { self.folders = folders }

  /// Returns the fault in the includes of a layout; nil if there is none.
  mutating func fault(in name: KeyboardLayoutName) -> String? {
    left = Self.mostIncludes
    let roots = [
      ("symbols", name.description), ("symbols", "pc"), ("symbols", "inet(evdev)"), ("keycodes", "evdev"),
      ("types", "complete"), ("compat", "complete"),
    ]
    for (kind, root) in roots {
      if let fault = fault(of: root[...], kind: kind, depth: 0) { return fault }
    }
    return nil
  }

  private mutating func fault(of include: Substring, kind: String, depth: Int) -> String? {
    // "pc+ru:2|de(neo)" means several files. The part after a colon is the number of a group.
    for part in include.split(whereSeparator: { $0 == "+" || $0 == "|" || $0 == "^" }) {
      let text = part.prefix { $0 != ":" }
      let file = text.prefix { $0 != "(" }
      let section = text.dropFirst(file.count + 1).prefix { $0 != ")" }
      let path = "\(kind)/\(file)"
      left -= 1
      guard left > 0, depth < Self.mostDepth else { return "\(path) includes itself, or includes too many files" }
      if files[path] == nil {
        guard let sections = Self.read(path, in: folders) else { return "\(path) is not a text file of at most 1 MiB" }
        files[path] = sections
      }
      guard let sections = files[path] else { continue }
      for next in sections.includes[section.isEmpty ? sections.usual : String(section)] ?? [] {
        if let fault = fault(of: next, kind: kind, depth: depth + 1) { return fault }
      }
    }
    return nil
  }

  /// Returns the sections of a file; an empty value if there is none, and nil if it is no text file.
  private static func read(_ path: String, in folders: [String]) -> Sections? {
    for folder in folders {
      let descriptor = open("\(folder)/\(path)", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= mostBytes else {
        return nil
      }
      let bytes = [UInt8](unsafeUninitializedCapacity: mostBytes) { buffer, count in
        count = max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
      }
      return bytes.contains(0) ? nil : sections(in: String(decoding: bytes, as: UTF8.self))
    }
    return Sections()
  }

  /// Finds the sections and the includes in the text of a file.
  private static func sections(in text: String) -> Sections {
    var sections = Sections()
    var section = ""
    var isFirst = true
    var isDefault = false
    /// The last word before a quoted text.
    var word = Substring()
    for line in text.split(whereSeparator: \.isNewline) {
      var rest = line[...]
      while let first = rest.first {
        if first == "#" || rest.hasPrefix("//") { break }
        if first == "\"" {
          let quoted = rest.dropFirst().prefix { $0 != "\"" }
          rest = rest.dropFirst(quoted.count + 2)
          if word.hasPrefix("xkb_") {
            section = String(quoted)
            if isFirst || isDefault { sections.usual = section }
            (isFirst, isDefault) = (false, false)
          } else if ["include", "augment", "override", "replace"].contains(word) {
            sections.includes[section, default: []].append(quoted)
          }
          word = ""
        } else if first.isLetter || first == "_" {
          word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
          if word == "default" { isDefault = true }
          rest = rest.dropFirst(word.count)
        } else {
          if !first.isWhitespace { word = "" }
          rest = rest.dropFirst()
        }
      }
    }
    return sections
  }
}
