import DesktopBus
import Foundation
import TestSupport

/// A message bus that only one test uses. Releasing this value ends the bus.
final class PrivateBus {
  /// The address without the identifier of the bus, like the usual addresses of both buses. So a restarted bus has the
  /// same address.
  let address: BusAddress
  private var daemon: RunningCommand?
  let directory: TemporaryDirectory
  private let configuration: String

  /// Prepares a bus, and starts it.
  ///
  /// - Parameters:
  ///   - kind: The kind of bus.
  ///   - activatable: Bus names for which the bus can start a program. This program creates the file `NAME.started`,
  ///     and fails.
  ///   - starts: Whether to start the bus now. If false, ``start()`` starts it.
  init(_ kind: BusAddress.Kind = .session, activatable: [String] = [], starts: Bool = true) throws {
    directory = try TemporaryDirectory("bus")
    address = BusAddress("unix:path=\(directory.path)/socket", of: kind)
    for name in activatable {
      try directory.write(
        "[D-BUS Service]\nName=\(name)\nExec=/bin/sh -c \"touch \(directory.path)/\(name).started; exit 1\"\n",
        to: "services/\(name).service")
    }
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: "services"), withIntermediateDirectories: true)
    configuration = try directory.write(
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
    if starts { try start() }
  }

  /// Starts the bus, for the first time or after its end.
  func start() throws {
    unlink("\(directory.path)/socket")
    var command = Command("dbus-daemon", ["--config-file=\(configuration)", "--nofork", "--print-address=1"])
    command.timeLimit = .seconds(60)
    daemon = try command.startInteractively()
    // The bus prints its address when it is ready.
    guard try daemon?.readLine() != nil else { throw CocoaError(.fileReadUnknown) }
  }

  /// Ends the bus, and so all connections to it.
  func end() { daemon?.kill(SIGKILL) }
}
