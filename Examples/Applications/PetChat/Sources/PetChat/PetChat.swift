import Foundation
import KlavaHost

/// A chat with a cat and a dog in a terminal. The program imitates the application that Apple showed in session 242 of
/// WWDC 2017.
@main
struct PetChat {
  private let session: InputSession
  private var conversations = [Conversation(with: "cat"), Conversation(with: "dog")]
  private var current = 0
  /// The height of the accessory view in the program's last report to the session.
  private var accessoryHeight = 0.0
  /// The input view for the pet, from the bundle of PetPhrases; nil while the user types.
  private var petView: InputField.InputView?
  private let commands = [
    KeyCommand(input: "ArrowUp", modifierFlags: .command, discoverabilityTitle: "Previous Conversation"),
    KeyCommand(input: "ArrowDown", modifierFlags: .command, discoverabilityTitle: "Next Conversation"),
  ]

  private static let help = """
    Write the names of keys, separated by spaces. The key "return" sends the message. Other commands:
      :keys  :modes  :mode ID  :next      list the keys; list the input modes; choose a mode; tap the globe key
      :type TEXT  :hardware KEY           type a text key by key; press a hardware key, such as Command+ArrowDown
      :pet BUNDLE  :user                  let the pet type with its own input view; let the user type
      :hold KEY  :undo                    hold a key and release it; undo the last step
      :commands  :dock  :undock  :quit    list the key commands; dock or undock the keyboard; quit
    """

  private init(session: InputSession) { self.session = session }

  static func main() throws {
    var configuration = HostConfiguration(application: "org.klava.example.pet-chat")
    configuration.root = ProcessInfo.processInfo.environment["PETCHAT_ROOT"]
    if let folder = ProcessInfo.processInfo.environment["PETCHAT_KEYBOARDS"] {
      configuration.keyboardFolders = [folder]
    }
    configuration.patience = ProcessInfo.processInfo.environment["KLAVA_PATIENCE"].flatMap(Int.init) ?? 1
    do {
      var chat = PetChat(session: try InputSession(configuration))
      defer { chat.session.end() }
      print(help)
      chat.show(chat.focus())
      while chat.waitForLine(), let line = readLine() { if chat.handle(line) { return } }
    } catch {
      FileHandle.standardError.write(Data("petchat: \(error)\n".utf8))
      exit(1)
    }
  }

  private mutating func focus() -> InputUpdate {
    accessoryHeight = conversations[current].accessoryHeight
    return session.becomeFirstResponder(conversations[current].field(commands, inputView: petView))
  }

  /// Waits for a line of input. While waiting, handles the events of the session.
  private mutating func waitForLine() -> Bool {
    fflush(nil)
    session.prepare(unless: [STDIN_FILENO])
    while true {
      var places = ([STDIN_FILENO] + session.eventDescriptors).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let wait = session.timeUntilNextEvent.map { Int32(clamping: $0.components.seconds * 1_000 + 1_000) } ?? -1
      guard poll(&places, nfds_t(places.count), wait) >= 0 else { return false }
      if places[0].revents != 0 { return true }
      show(session.handleEvents(unless: [STDIN_FILENO]))
    }
  }

  /// Handles a line that the user wrote.
  ///
  /// - Returns: Whether the program must quit.
  private mutating func handle(_ line: String) -> Bool {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = words.count > 1 ? words[1] : ""
    switch words.first ?? "" {
    case ":quit": return true
    case ":help": print(Self.help)
    case ":keys": print(session.inputView?.keys.map(\.identifier).joined(separator: "  ") ?? "no keyboard")
    case ":modes":
      for mode in session.activeInputModes { print("  \(mode.identifier)  \(mode.primaryLanguage ?? "-")") }
    case ":mode": show(session.selectInputMode(rest))
    case ":next": show(session.advanceToNextInputMode())
    case ":type": show(session.type(rest))
    case ":hardware": show(session.pressHardwareKey(rest))
    case ":hold":
      let update = session.longPress(rest)
      show(update)
      if update.error == nil { show(session.release(rest)) }
    case ":undo": show(session.undo())
    case ":commands":
      for command in session.discoverableKeyCommands {
        print("  \(command.name)  \(command.discoverabilityTitle ?? "")")
      }
    case ":pet":
      petView = .bundle(rest)
      show(focus())
    case ":user":
      petView = nil
      show(focus())
    case ":dock": show(session.move(to: .docked))
    case ":undock": show(session.move(to: .undocked(top: 200)))
    default: for key in line.split(separator: " ") { show(session.press(String(key))) }
    }
    printField()
    return false
  }

  /// Applies an update to the conversation, and prints the update's notices and errors.
  private mutating func show(_ update: InputUpdate) {
    conversations[current].apply(update.edits)
    for notification in update.notifications where notification.name.rawValue.contains("Did") {
      let frame = notification.frameEnd
      print("  \(notification.name.rawValue): \(Int(frame.height)) points at \(Int(frame.y))")
    }
    if let error = update.error { print("  \(error)") }
    if update.hasClearedText { print("  Cleared. The line :undo brings the text back.") }
    var hasSent = false
    for event in update.events {
      switch event {
      case .return:
        conversations[current].send(as: petView == nil ? "you" : conversations[current].pet)
        hasSent = true
      case .keyCommand(let command) where commands.contains(command):
        current = (current + 1) % conversations.count
        show(focus())
      case .inputModeList: for mode in session.availableInputModes { print("  \(mode.displayName)") }
      case .processEnded(let keyboard): print("  \(keyboard) ended")
      default: continue
      }
    }
    // The application emptied the field when it sent the message. Report this change of the text to the session.
    if hasSent { show(session.textDidChange(before: "")) }
    let height = conversations[current].accessoryHeight
    if height != accessoryHeight {
      accessoryHeight = height
      show(session.setInputAccessoryViewHeight(height))
    }
  }

  private func printField() {
    let conversation = conversations[current]
    for message in conversation.messages.suffix(3) { print("    \(message.sender): \(message.text)") }
    let mode = session.textInputMode
    print(
      "\(conversation.pet) [\(mode?.displayName ?? "no keyboard"), \(mode?.primaryLanguage ?? "-")]> \(conversation.draft)"
    )
  }
}
