import Foundation
import KlavaHost
import SystemSupport
import TestSupport
import Testing

/// The text of a field in an embedding application. This type applies the edits of each update to the text.
final class ApplicationText {
  private(set) var text: String
  private(set) var selection: Range<Int>

  init(_ field: InputField) {
    text = field.before + field.selected + field.after
    selection = field.before.utf16.count..<(field.before + field.selected).utf16.count
  }

  func apply(_ update: InputUpdate) {
    for edit in update.edits {
      var units = Array(text.utf16)
      units.replaceSubrange(edit.range, with: edit.text.utf16)
      text = String(decoding: units, as: UTF16.self)
      selection = edit.selection
    }
  }
}

/// Calls `body` with a session of a new user, whose list contains the system keyboard and the bundled keyboards.
func withSession(
  root: String? = nil, application: String = "org.example.test", _ body: (InputSession) throws -> Void
) throws {
  let folder = try TemporaryDirectory()
  var configuration = HostConfiguration(application: application)
  configuration.root = root ?? "\(folder.path)/root"
  configuration.keyboardFolders = [Repository.build.appending(path: "keyboards").path]
  configuration.patience = 100
  let session = try InputSession(configuration)
  defer { session.end() }
  try body(session)
}

/// Kills the keyboards' processes that this thread started, but not those that other suites start on other threads.
func killRunners() throws {
  let children = try #require(ProcessStatus.text(of: "/proc/thread-self/children"))
  for child in children.split(separator: " ").compactMap({ Int32($0) }) {
    if ProcessStatus(child).name.hasPrefix("klava-runner") { kill(child, SIGKILL) }
  }
}

let calculator = "org.klava.calculator"
let petPhrases = "org.klava.pet-phrases"

extension InputUpdate {
  var names: [String] { notifications.map(\.name.rawValue) }
}
