internal import WaylandClient

/// The globals of a compositor that the keyboard uses.
final class Globals {
  let connection: WaylandConnection
  let compositor: WaylandObject
  let sharedMemory: WaylandObject
  let seat: WaylandObject
  let viewporter: WaylandObject?
  let fractionalScaleManager: WaylandObject?
  /// The outputs, in the order in which the compositor announced them.
  private(set) var screens: [Screen] = []
  /// Called when an output appeared, disappeared or changed.
  var screensChanged: () -> Void = {}

  private let outputManager: WaylandObject?

  /// Binds the globals.
  ///
  /// - Throws: ``DesktopError/missing(_:)`` if the compositor lacks a global that Klava cannot work without.
  init(_ connection: WaylandConnection) throws(DesktopError) {
    self.connection = connection
    compositor = try connection.require("wl_compositor", 4, atLeast: 4)
    sharedMemory = try connection.require("wl_shm", 1)
    seat = try connection.require("wl_seat", 5)
    viewporter = connection.bind("wp_viewporter", version: 1)
    fractionalScaleManager = connection.bind("wp_fractional_scale_manager_v1", version: 1)
    outputManager = connection.bind("zxdg_output_manager_v1", version: 3)
    for global in connection.globals { add(global) }
    connection.globalAdded = { [unowned self] in add($0) }
    connection.globalRemoved = { [unowned self] global in
      screens.removeAll { $0.name == global.name }
      screensChanged()
    }
  }

  deinit {
    connection.globalAdded = nil
    connection.globalRemoved = nil
  }

  private func add(_ global: WaylandConnection.Global) {
    guard global.interface == "wl_output", let output = connection.bind(global, version: 3) else { return }
    let screen = Screen(name: global.name, output: output, manager: outputManager)
    screen.changed = { [unowned self] in screensChanged() }
    screens.append(screen)
  }
}

extension WaylandConnection {
  /// Binds the first global of a required interface, in a version from `least` to `version`.
  func require(
    _ interface: String, _ version: UInt32, atLeast least: UInt32 = 1
  ) throws(DesktopError) -> WaylandObject {
    guard let object = bind(interface, version: version) else { throw .missing(interface) }
    guard object.version >= least else { throw .missing("\(interface) in version \(least)") }
    return object
  }
}
