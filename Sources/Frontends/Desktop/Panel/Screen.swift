internal import KeyboardStore
internal import Layout
internal import WaylandClient

/// An output of the compositor, with the properties that a keyboard needs.
final class Screen {
  /// The number of the Wayland global.
  let name: UInt32
  /// The output's object in the Wayland protocol.
  let output: WaylandObject
  /// Called when the properties of the output have changed.
  var changed: () -> Void = {}
  /// The name of the output, such as `eDP-1`; empty if the compositor does not send it.
  private(set) var connector = ""
  /// The scale factor that the compositor recommends for buffers, a whole number.
  private(set) var scale: Int32 = 1

  private var mode: (width: Int32, height: Int32) = (0, 0)
  private var transform: Int32 = 0
  private var logical: (width: Int32, height: Int32)?
  private let description: WaylandObject?

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - name: The number of the Wayland global.
  ///   - output: The output.
  ///   - manager: The compositor's `zxdg_output_manager_v1`; nil if there is none.
  init(name: UInt32, output: WaylandObject, manager: WaylandObject?) {
    self.name = name
    self.output = output
    description = manager?.create("get_xdg_output", .object(output))
    output.handler = { [unowned self] in handle($0) }
    description?.handler = { [unowned self] in handle($0) }
  }

  private func handle(_ event: WaylandEvent) {
    switch event.name {
    case "geometry": transform = event.int(7)
    // In the flags of a `mode` event, bit 0 marks the current mode.
    case "mode": if event.uint(0) & 1 != 0 { mode = (event.int(1), event.int(2)) }
    case "scale": scale = min(max(event.int(0), 1), 8)
    case "logical_size": logical = (event.int(0), event.int(1))
    case "name": connector = String(decoding: event.bytes(0).prefix(64), as: UTF8.self)
    case "done": changed()
    default: break
    }
  }

  /// The size in points. The width and the height are at most ``KeyboardPosition/Output/maximumLength``. Until the
  /// compositor sends a size, the value is the size of a phone.
  var size: Size {
    if let logical, logical.width > 0, logical.height > 0 {
      return Self.bounded(Double(logical.width), Double(logical.height))
    }
    guard mode.width > 0, mode.height > 0 else { return Size(width: 390, height: 844) }
    let (width, height) = (Double(mode.width) / Double(scale), Double(mode.height) / Double(scale))
    // Odd transforms rotate the output by 90 or 270 degrees.
    return transform & 1 == 0 ? Self.bounded(width, height) : Self.bounded(height, width)
  }

  private static func bounded(_ width: Double, _ height: Double) -> Size {
    let maximum = Double(KeyboardPosition.Output.maximumLength)
    return Size(width: min(width, maximum), height: min(height, maximum))
  }
}
