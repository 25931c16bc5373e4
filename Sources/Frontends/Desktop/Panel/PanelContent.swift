internal import InputViewModel
internal import Layout

/// The content of a panel.
struct PanelContent: Hashable {
  /// The identifier of the keyboard, or of the view of the host.
  var keyboard: String
  var inputView: InputViewTree
  /// Whether the content is the system keyboard.
  var isSystemKeyboard = false
  /// Whether the host adds a globe key.
  var addsGlobeKey = false
  /// The name that a screen reader reads for the handle, with which the user moves or hides the keyboard; nil without a
  /// handle.
  var handleName: String?
  /// The title of a key that restores a cleared text; nil without this key.
  var undoTitle: String?
  /// The text above the keyboard that says why the system keyboard replaced another keyboard; nil without this text.
  var notice: String?
  /// The key to which the content scrolls when the content appears; nil if the content need not scroll.
  var revealedKey: String?
  /// The environment, whose width is the width of the panel.
  var environment: KeyboardEnvironment

  /// The input view for a zoom factor. The input view has the height, in points, of an unzoomed keyboard with the same
  /// width on the screen. The renderer then enlarges each point by the zoom factor (Desktop.md#zoom).
  ///
  /// - Returns: The input view, and whether it has a handle.
  func inputView(zoom: Double) -> (tree: InputViewTree, hasHandle: Bool) {
    var unzoomed = environment
    unzoomed.width *= zoom
    unzoomed.height *= zoom
    let withUndo = undoTitle.flatMap { inputView.withUndo(titled: $0, in: unzoomed) }
    let withNotice = notice.flatMap { (withUndo ?? inputView).withNotice($0, in: unzoomed) } ?? withUndo
    if let handleName, let tree = (withNotice ?? inputView).withHandle(named: handleName, in: unzoomed) {
      return (tree, true)
    }
    return (withNotice ?? (zoom == 1 ? inputView : inputView.withHeight(in: unzoomed)), false)
  }
}
