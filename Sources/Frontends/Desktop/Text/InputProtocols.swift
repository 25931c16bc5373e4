internal import DesktopBus
internal import Timing
internal import WaylandClient

/// The protocols with which Klava types and shows its surface (Desktop.md#globals). Klava uses layer-shell together
/// with input-method-v2, and the input panel together with input-method-v1.
struct InputProtocols {
  let method: any InputMethod
  let shell: SurfaceShell
  /// The keyboard for key presses without a field; nil if the compositor has none.
  let keyboard: VirtualKeyboard?

  /// Chooses the protocols that the compositor offers.
  ///
  /// - Throws: ``DesktopError`` if the compositor lacks a protocol, or if libxkbcommon has no US keyboard map.
  init(_ globals: Globals, clock: any SessionClock, bus: SessionBus?) throws(DesktopError) {
    let connection = globals.connection
    let manager = connection.bind("zwp_virtual_keyboard_manager_v1", version: 1)
    keyboard = manager.flatMap { VirtualKeyboard($0, seat: globals.seat) }
    if let second = connection.bind("zwp_input_method_manager_v2", version: 1) {
      guard let keyboard else {
        throw manager == nil ? .missing("zwp_virtual_keyboard_manager_v1") : .missingKeyboardMap
      }
      method = InputMethodV2(second, seat: globals.seat, keyboard: keyboard, clock: clock)
      shell = .layer(try connection.require("zwlr_layer_shell_v1", 4))
    } else if let first = connection.bind("zwp_input_method_v1", version: 1) {
      bus?.watchKeyboardLayout()
      method = InputMethodV1(
        first, keyboard: HardwareKeyboard(connection) { [bus] in bus?.keyboardLayout }, clock: clock)
      shell = .panel(try connection.require("zwp_input_panel_v1", 1))
    } else {
      throw .missing("zwp_input_method_manager_v2")
    }
  }
}
