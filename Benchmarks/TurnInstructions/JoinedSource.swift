internal import Foundation
internal import InputViewModel
internal import KeyboardHost
internal import KeyboardProtocol
internal import KeyboardStore
internal import TextModel

/// The source of the measured keyboards. The host and the runner of each keyboard are in this process.
///
/// The source reads no bundles, because valgrind does not support the system calls with which the host reads bundles.
final class JoinedSource: KeyboardSource {
  /// The identifiers of the measured keyboards.
  enum Name {
    /// A keyboard in C whose keys call actions.
    static let actions = "org.example.actions"
    /// The keyboard ``actions``, in the host's process and without a link.
    static let inside = "org.example.actions.inside"
    /// HabrTags, a keyboard in Swift that ships with Klava.
    static let tags = "org.klava.habr-tags"
  }

  private let products: String
  private let resources: String
  private let identifiers: [String]

  /// Creates a source with the libraries in `products` and the resources in the source tree.
  init(_ identifiers: [String], tree: String, products: String) {
    self.identifiers = identifiers
    self.products = products
    resources = "\(tree)/Plugins/HabrTags"
  }

  var choicesVersion: Int? { nil }

  func modes() -> [InputMode] { identifiers.map { InputMode($0) } }

  var preparation: (any ProcessPreparation)? { nil }

  func makeKeyboard(
    _ identifier: String, while body: () throws(KeyboardEndError) -> Void
  ) throws(KeyboardEndError) -> any KeyboardProcess {
    try body()
    do {
      // Set a high time limit, because a turn takes fifty times as long under callgrind.
      let keyboard: any Keyboard = try identifier == Name.inside ? InProcessKeyboard() : JoinedKeyboard()
      return ProcesslessKeyboard(keyboard, hostTime: .seconds(60))
    } catch {
      throw .notStarted("\(error)")
    }
  }

  func launchConfiguration(
    for identifier: String, standing: InputModeStanding
  ) throws(KeyboardEndError) -> LaunchConfiguration {
    guard identifier != Name.tags else {
      return LaunchConfiguration(
        bundleIdentifier: identifier, libraryPath: "\(products)/libHabrTags.so",
        principalClass: "HabrTags.KeyboardViewController", standing: standing)
    }
    let letter = Key("letter", role: .action, action: ActionReference(name: "type_letter"))
    let calls = ActionReference(name: "make_calls", arguments: [.integer(10)])
    // Make an input view with as many keys as a keyboard with letters.
    let rows = (0..<4).map { row in
      InputViewTree.Element.row((0..<10).map { .key(Key("\(row) \($0)", identifier: "\(row)-\($0)")) })
    }
    let keys = InputViewTree.Element.row([.key(letter), .key(Key("calls", role: .action, action: calls))])
    return LaunchConfiguration(
      bundleIdentifier: identifier, libraryPath: "\(products)/libKeyActions.so", principalClass: "",
      actions: ["type_letter": "v(h)", "make_calls": "v(hi)"], inputView: InputViewTree(root: .column(rows + [keys])),
      standing: standing)
  }

  func reply(_ request: HostRequest, of identifier: String) -> HostReply {
    switch request {
    case .resource(let path):
      FileManager.default.contents(atPath: "\(resources)/\(path)").map { .bytes(Array($0)) } ?? .refused(.notFound)
    case .localizedStrings: .strings([:])
    default: .refused(.notFound)
    }
  }

  func endForStorage(of identifier: String) -> KeyboardEndError? { nil }
  func keepEndedFiles(while idle: IdleTime?) {}
  func lexicon() -> [LexiconEntry] { [] }

  func grant(of identifier: String) -> KeyboardGrant { KeyboardGrant() }
  func log(_ lines: [(level: LogLevel, message: String)], of identifier: String) {
    for line in lines { record(line.message, of: identifier) }
  }
  func record(_ message: String, of identifier: String) { say("\(identifier): \(message)") }
  func recordEnd(_ messages: [String], stack: [UInt64], of identifier: String) {}
  func quarantine(_ identifier: String, reason: String) { record(reason, of: identifier) }
  func audit(_ summary: AuditSummary, of identifier: String) {}
}
