package import DesktopBus
package import Diagnostics
internal import HelperLauncher

extension Diagnostic {
  /// Creates the diagnostic for a compositor that the on-screen keyboard cannot use.
  package init(_ error: DesktopError) {
    switch error {
    case .missing(let interface): self.init(.compositorLacksProtocol, interface)
    case .missingKeyboardMap:
      self.init(
        .layoutUnusable, "us", "There is no US keyboard map for the virtual keyboard.",
        remedy: "Install Debian's package xkb-data, or unset XKB_CONFIG_ROOT.")
    case .lost(let reason): self.init(.compositorEnded, "", Self.sentence("\(reason)"))
    }
  }

  /// Creates the diagnostic for a bus or command that failed.
  package init(_ error: BusError) {
    switch error {
    case .notRunning: self.init(.desktopNotRunning, "")
    case .refused(let reason):
      self.init(.desktopRefused, "", reason, remedy: "")
    case .nameTaken(.klava, _):
      self.init(
        .inputMethodTaken, "", Self.sentence("\(error)"),
        remedy: "Quit the running klava-desktop before you start klava-desktop again.")
    case .nameTaken(.onScreenKeyboard, _):
      self.init(
        .busFailed, "", Self.sentence("\(error)"),
        remedy: "Programs that use this name control the other keyboard. To let them control Klava, quit the other "
          + "keyboard.")
    case .noReply:
      self.init(
        .busFailed, "", "The running klava-desktop does not reply.",
        remedy: "Try again. If it still does not reply, quit klava-desktop and start it again.")
    case .disconnected:
      self.init(
        .busFailed, "", Self.sentence("\(error)"),
        remedy: "You can still type. Klava connects to the bus again with the next touch or the next field.")
    case .noBus, .nameRefused:
      self.init(.busFailed, "", Self.sentence("\(error)"))
    }
  }

  /// Creates the diagnostic for a seat that another input method has, while an on-screen keyboard has the bus name
  /// `sm.puri.OSK0`.
  ///
  /// - Parameter keyboard: The process with the bus name.
  init(takenBy keyboard: String) {
    self.init(
      .inputMethodTaken, "",
      "Another input method is already active in this session. "
        + Self.sentence("\(BusError.nameTaken(.onScreenKeyboard, owner: keyboard))"))
  }

  /// Creates the diagnostic for a keyboard that Klava cannot draw.
  ///
  /// - Parameters:
  ///   - keyboard: The identifier of the keyboard; nil for the system keyboard and for views of the host.
  ///   - error: The error of the last failure of a render process; nil if the failure had no error.
  init(unrendered keyboard: String?, because error: HelperError?) {
    let reason = error.map { ": \("\($0)".sanitized(limit: 256))" } ?? ""
    if let keyboard {
      self.init(
        .inputViewNotRendered, keyboard,
        "Klava cannot draw the keyboard's input view, and shows the system keyboard instead\(reason).")
    } else {
      self.init(
        .inputViewNotRendered, "", "Klava cannot draw the system keyboard\(reason).",
        remedy: "Klava tries again within a minute. Run `klava doctor` to check the program that draws keyboards.")
    }
  }

  /// A warning that Klava draws a keyboard without its pictures.
  ///
  /// - Parameters:
  ///   - keyboard: The identifier of the keyboard.
  ///   - reason: The reason, as a sentence.
  init(withoutPictures keyboard: String, because reason: String) {
    self.init(
      .pictureNotUsed, keyboard,
      "\(reason.sanitized(limit: 256)) Klava shows titles instead of the pictures for ten minutes.",
      remedy: "Replace the keyboard's large or complex pictures by simpler ones.")
  }

  /// Makes a sentence: capitalizes the reason and adds a period.
  package static func sentence(_ reason: String) -> String { "\(reason.prefix(1).uppercased())\(reason.dropFirst())." }
}
