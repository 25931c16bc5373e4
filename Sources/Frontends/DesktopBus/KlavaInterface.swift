/// The interfaces that klava-desktop offers on the session bus.
enum KlavaInterface {
  /// Klava's own interface, which serves `klava-desktop toggle` and other programs that know Klava.
  static let klava = BusInterface(
    "org.klava.Desktop1", at: "/org/klava/Desktop",
    [
      .method("Show"), .method("Hide"), .method("Toggle"), .method("NextKeyboard"), .method("Undo"),
      .method("Pick", takes: "s", names: "identifier\0"), .property("Visible", "b"), .property("Keyboard", "s"),
      .property("HasSeat", "b"),
    ])

  /// The interface that phosh and other programs use for any on-screen keyboard.
  static let onScreenKeyboard = BusInterface(
    "sm.puri.OSK0", at: "/sm/puri/OSK0",
    [.method("SetVisible", takes: "b", names: "visible\0"), .property("Visible", "b")])

  static let all = [klava, onScreenKeyboard]
}
