import DesktopBus
import Foundation
import TestSupport

/// A message bus that only one test uses. Releasing this value ends the bus.
final class PrivateBus {
  let address: BusAddress
  private let daemon: RunningCommand
  let directory: TemporaryDirectory

  /// Starts a bus.
  ///
  /// - Parameters:
  ///   - kind: The kind of bus.
  ///   - activatable: Bus names for which the bus can start a program. This program creates the file `NAME.started`,
  ///     and fails.
  ///   - other: The folder of a bus that has ended, whose address the new bus gets; nil for a new address.
  init(
    _ kind: BusAddress.Kind = .session, activatable: [String] = [], in other: TemporaryDirectory? = nil
  ) throws {
    directory = try other ?? TemporaryDirectory("bus")
    if other != nil { unlink("\(directory.path)/socket") }
    for name in activatable {
      try directory.write(
        "[D-BUS Service]\nName=\(name)\nExec=/bin/sh -c \"touch \(directory.path)/\(name).started; exit 1\"\n",
        to: "services/\(name).service")
    }
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: "services"), withIntermediateDirectories: true)
    let configuration = try directory.write(
      """
      <busconfig>
        <type>session</type>
        <listen>unix:path=\(directory.path)/socket</listen>
        <servicedir>\(directory.path)/services</servicedir>
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
        <limit name="max_replies_per_connection">50000</limit>
      </busconfig>
      """, to: "bus.conf")
    var command = Command("dbus-daemon", ["--config-file=\(configuration)", "--nofork", "--print-address=1"])
    command.timeLimit = .seconds(60)
    daemon = try command.startInteractively()
    guard let line = try daemon.readLine() else { throw CocoaError(.fileReadUnknown) }
    address = BusAddress(line, of: kind)
  }

  /// Ends the bus, and so all connections to it.
  func end() { daemon.kill(SIGKILL) }
}
