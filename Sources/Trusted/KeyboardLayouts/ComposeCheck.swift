internal import Diagnostics
internal import Glibc

/// Checks the user's file of compose sequences before libxkbcommon reads it.
///
/// libxkbcommon would block on a file that is a pipe. libxkbcommon limits neither the size nor the number of included
/// files.
struct ComposeCheck {
  /// Returns the value of an environment variable, as libxkbcommon would read it.
  let environment: (String) -> String?
  /// The remaining number of files that the user's file may include.
  private var left = ComposeCheck.maximumFiles

  /// The maximum number of files that the user's file may include, including the files of libX11.
  private static let maximumFiles = 16
  /// The maximum nesting depth of includes in libxkbcommon 1.5.
  private static let maximumDepth = 5

  init(environment: @escaping (String) -> String?) { self.environment = environment }

  /// Returns a description of the first fault in the compose file that libxkbcommon will read; nil if there is no
  /// fault.
  mutating func fault() -> String? {
    let home = environment("HOME")
    let config = environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home.map { "\($0)/.config" }
    let paths = [environment("XCOMPOSEFILE"), config.map { "\($0)/XCompose" }, home.map { "\($0)/.XCompose" }]
    for path in paths.compactMap(\.self) {
      if case .missing = IncludeCheck.contents(of: path) { continue }
      return fault(of: path, depth: 0)?.sanitized(limit: 256)
    }
    return nil
  }

  private mutating func fault(of path: String, depth: Int) -> String? {
    left -= 1
    guard left >= 0 else { return "the compose file includes more than \(Self.maximumFiles) files" }
    let bytes: [UInt8]
    switch IncludeCheck.contents(of: path) {
    case .missing: return nil
    case .unusable: return "\(path) is not a text file of at most 1 MiB"
    case .text(let text): bytes = text
    }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let line = line.drop { $0 == UInt8(ascii: " ") || (0x09...0x0D).contains($0) }
      guard line.starts(with: "include".utf8) else { continue }
      let name = line.drop { $0 != UInt8(ascii: "\"") }.dropFirst().prefix { $0 != UInt8(ascii: "\"") }
      let text = String(decoding: name, as: UTF8.self)
      // The files of libX11 need no check. Count the files of libX11 too, because libxkbcommon needs time to read each
      // file.
      if text == "%L" || text.hasPrefix("%S/"), !text.contains("..") {
        left -= 1
        guard left >= 0 else { return "the compose file includes more than \(Self.maximumFiles) files" }
        continue
      }
      // Skip includes at a greater depth, because libxkbcommon refuses them.
      guard depth < Self.maximumDepth else { continue }
      if let fault = fault(of: text.replacing("%H", with: environment("HOME") ?? ""), depth: depth + 1) { return fault }
    }
    return nil
  }
}
