import Glibc
import KlavaKit

/// A keyboard that calls the functions that need full access. Each key makes one call, and the label shows the result.
///
/// The last row shows what the host tells the keyboard about the document.
///
/// The argument of a call is the text before the insertion point: the text to write or send, or a server and its port.
/// If that text is empty, the argument is the pasteboard's text.
final class KeyboardViewController: InputViewController {
  private var connection: NetworkConnection?
  /// The callbacks since the last press of `calls`, with the text before the insertion point.
  private var calls: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    inputView = InputView(enableInputClicksWhenVisible: true) {
      Row { Label("result", text: "") }
      Row {
        Key("access") { [unowned self] in show(hasFullAccess ? "yes" : "no") }
        Key("copy") { [unowned self] in trying { () throws(HostError) in try copy() } }
        Key("paste") { [unowned self] in trying { () throws(HostError) in try Pasteboard.general.read() ?? "nothing" } }
        Key("UIKit") { [unowned self] in usePasteboardAsOnIOS() }
        Key("store") { [unowned self] in trying { () throws(HostError) in try store() } }
        Key("load") { [unowned self] in
          trying { () throws(HostError) in String(decoding: try container.bytes(of: "note"), as: UTF8.self) }
        }
        Key("files") { [unowned self] in
          trying { () throws(HostError) in "files: \(try container.names().joined(separator: " "))" }
        }
        Key("paths") { [unowned self] in trying { () throws(HostError) in try usePaths() } }
      }
      Row {
        Key("connect") { [unowned self] in trying { () throws(HostError) in try connect() } }
        Key("state") { [unowned self] in show(connection.map { name(of: $0.state) } ?? "none") }
        Key("send") { [unowned self] in trying { () throws(HostError) in "\(try send()) bytes" } }
        Key("receive") { [unowned self] in
          trying { () throws(HostError) in
            String(decoding: try connection?.receive(waiting: 0.1) ?? [], as: UTF8.self)
          }
        }
        Key("close") { [unowned self] in connection?.close() }
        Key("click") { UIDevice.current.playInputClick() }
        Key("sound") { [unowned self] in trying { () throws(HostError) in try sound() } }
        Key("🌐", role: .nextKeyboard)
      }
      Row {
        Key("calls") { [unowned self] in
          show(calls.joined(separator: "; "))
          calls = []
        }
        Key("type") { [unowned self] in textDocumentProxy.insertText("x") }
        Key("delete") { [unowned self] in textDocumentProxy.deleteBackward() }
        Key("context") { [unowned self] in show(textDocumentProxy.documentContextBeforeInput ?? "error: no context") }
        Key("document") { [unowned self] in show("\(textDocumentProxy.documentIdentifier)") }
        Key("mode") { [unowned self] in show(textDocumentProxy.documentInputMode?.primaryLanguage ?? "none") }
        Key("Polish") { [unowned self] in primaryLanguage = "pl-PL" }
        Key("lexicon") { [unowned self] in trying { () throws(HostError) in try lexicon() } }
      }
    }
  }

  override func textWillChange(_ textInput: (any TextInputState)?) { note("textWillChange", textInput) }
  override func textDidChange(_ textInput: (any TextInputState)?) { note("textDidChange", textInput) }
  override func selectionWillChange(_ textInput: (any TextInputState)?) { note("selectionWillChange", textInput) }
  override func selectionDidChange(_ textInput: (any TextInputState)?) { note("selectionDidChange", textInput) }

  private func note(_ call: String, _ textInput: (any TextInputState)?) {
    calls.append("\(call)\(textInput == nil ? "(nil)" : "") \(textDocumentProxy.documentContextBeforeInput ?? "nil")")
  }

  /// The entries of the user's lexicon.
  private func lexicon() throws(HostError) -> String {
    var entries: [LexiconEntry] = []
    requestSupplementaryLexicon { entries = $0.entries }
    guard !entries.isEmpty else { throw .notFound }
    return entries.map { "\($0.userInput)=\($0.documentText)" }.joined(separator: " ")
  }

  private func sound() throws(HostError) -> String {
    try UIDevice.current.play(.delete)
    return "asked for"
  }

  private func show(_ text: String) { setText(text, ofLabel: "result") }

  private func trying(_ call: () throws(HostError) -> String) {
    do throws(HostError) {
      show(try call())
    } catch {
      show("error \(error.code)")
    }
  }

  private var text: String { textDocumentProxy.documentContextBeforeInput ?? Pasteboard.general.string ?? "" }

  private func copy() throws(HostError) -> String {
    try Pasteboard.general.write(text)
    return "copied"
  }

  private func usePasteboardAsOnIOS() {
    let pasteboard = UIPasteboard.general
    let before = pasteboard.changeCount
    let had = pasteboard.hasStrings
    pasteboard.string = nil
    let isEmpty = !pasteboard.hasStrings && pasteboard.string == nil
    pasteboard.string = "new"
    show("\(had) \(isEmpty) \(pasteboard.string ?? "nil") \(pasteboard.changeCount - before)")
  }

  private func store() throws(HostError) -> String {
    try container.write(Array(text.utf8), to: "note")
    return "stored"
  }

  /// Writes a file through its path, and reads it back through the host.
  private func usePaths() throws(HostError) -> String {
    guard let paths else { return "none" }
    let manifest = open("\(paths.bundlePath)/Info.plist", O_RDONLY)
    guard manifest >= 0 else { return "bundle: errno \(errno)" }
    let file = open("\(paths.containerPath)/direct", O_WRONLY | O_CREAT, 0o600)
    guard file >= 0 else { return "container: errno \(errno)" }
    write(file, "by path", 7)
    close(file)
    close(manifest)
    return String(decoding: try container.bytes(of: "direct"), as: UTF8.self)
  }

  private func connect() throws(HostError) -> String {
    let parts = text.split(separator: ":").map(String.init)
    guard parts.count == 2, let port = UInt16(parts[1]) else { return "no address" }
    connection = try connect(to: parts[0], port: port)
    return "begun"
  }

  private func send() throws(HostError) -> Int { try connection?.send(Array(text.utf8)) ?? 0 }

  private func name(of state: NetworkConnection.State) -> String {
    switch state {
    case .connecting: "connecting"
    case .open: "open"
    case .closed: "closed"
    case .failed(let error): "failed \(error.code)"
    }
  }
}
