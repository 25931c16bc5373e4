internal import CSystemd
internal import Diagnostics

/// A command that another program of the session sent to klava-desktop. The other program waits for the reply.
///
/// Reply with ``accept()`` or ``refuse(_:)``, immediately or later. `deinit` refuses a call that has no reply yet.
package final class BusCall {
  /// The command that the other program sent.
  package let command: DesktopCommand

  private let message: BusMessage
  private var isAnswered = false

  init(_ command: DesktopCommand, _ message: consuming BusMessage) {
    self.command = command
    self.message = message
  }

  deinit { refuse("klava-desktop did not handle the command.") }

  /// Replies that the command was executed.
  package func accept() {
    guard !isAnswered else { return }
    isAnswered = true
    guard message.expectsReply, let reply = BusMessage({ sd_bus_message_new_method_return(message.pointer, &$0) })
    else { return }
    sd_bus_message_send(reply.pointer)
  }

  /// Replies that the command was not executed.
  ///
  /// - Parameter reason: A sentence for the other program's user. The other program gets at most 256 characters of the
  ///   sentence.
  package func refuse(_ reason: String) {
    guard !isAnswered else { return }
    isAnswered = true
    message.refuse("org.klava.Desktop.Error.Failed", reason.sanitized(limit: 256))
  }
}

extension BusMessage {
  /// Replies to a call with an error.
  func refuse(_ name: String, _ reason: String) {
    var error = sd_bus_error()
    defer { sd_bus_error_free(&error) }
    sd_bus_error_set(&error, name, reason)
    sd_bus_reply_method_error(pointer, &error)
  }
}
