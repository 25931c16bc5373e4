package import Diagnostics
internal import Glibc
internal import HostFiles
internal import SystemSupport
internal import TOMLKit

/// A project's options for `klava validate`, from the file `klava-validate.toml`.
///
/// ```toml
/// profile = "pedantic"
///
/// [skip]
/// localizations = "The Polish texts come with version 1.1."
/// ```
package struct ProjectFile: Hashable, Sendable {
  /// The profile; nil if the file names none.
  package var profile: CheckProfile?
  /// The checks that the project disables, with the reasons.
  package var skipped: [String: String] = [:]

  /// The path of the file.
  package private(set) var path = name

  /// The usual name of the project file.
  package static let name = "klava-validate.toml"
  private static let maximumBytes = 64 * 1024

  /// Creates a project file without options.
  package init() {}

  /// Reads a file.
  ///
  /// - Throws: A diagnostic if the file is invalid or disables a check without a reason.
  package init(path: String) throws(Diagnostic) {
    let bytes: [UInt8]
    do throws(SystemError) {
      let file = try Descriptor(open(path, O_RDONLY | O_CLOEXEC))
      bytes = try file.read(limit: Self.maximumBytes + 1)
    } catch {
      throw Diagnostic.system(.inputUnreadable, path, errno: error.number)
    }
    guard bytes.count <= Self.maximumBytes, let text = String(validating: bytes, as: UTF8.self) else {
      throw Diagnostic(.projectFileRefused, path, "The file is longer than 64 KiB, or is not UTF-8.")
    }
    try self.init(text: text, subject: path)
  }

  /// Parses the text of a file. `subject` is the name of the file in diagnostics.
  ///
  /// - Throws: `projectFileRefused`.
  package init(text: String, subject: String = ProjectFile.name) throws(Diagnostic) {
    path = subject
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch {
      throw Diagnostic(.projectFileRefused, subject, "The file is not valid TOML: \(error).")
    }
    for key in table.keys {
      switch key {
      case "profile":
        guard let name = table[key]?.string, let profile = CheckProfile(rawValue: name) else {
          throw Diagnostic(
            .projectFileRefused, subject, "The value of `profile` is not `load`, `standard` or `pedantic`.",
            remedy: "Use one of these three profiles.")
        }
        self.profile = profile
      case "skip":
        guard let skip = table[key]?.table else {
          throw Diagnostic(.projectFileRefused, subject, "The value of `skip` is not a table of checks and reasons.")
        }
        for check in skip.keys { try add(check, reason: skip[check]?.string, subject) }
      default:
        throw Diagnostic(
          .projectFileRefused, subject, "The file has an unknown key \"\(key)\".",
          remedy: "Use only the keys `profile` and `skip`.")
      }
    }
  }

  private mutating func add(_ check: String, reason: String?, _ subject: String) throws(Diagnostic) {
    guard Catalog.check(check) != nil else { throw Diagnostic(.checkUnknown, "\(subject): \(check)") }
    guard let reason, reason.contains(where: { !$0.isWhitespace }) else {
      throw Diagnostic(
        .projectFileRefused, subject, "The file gives no reason to skip the check \(check).",
        remedy: "Add a reason: `\(check) = \"…\"`.")
    }
    skipped[check] = reason
  }
}
