internal import InputViewModel
internal import Layout

extension InputViewTree {
  /// The height of the handle in points.
  static let handleHeight = 20.0

  /// Adds a handle above the input view. The user moves or hides an undocked keyboard with this handle.
  ///
  /// The handle is not a key: the panel itself handles touches on the handle, and the keyboard gets none of these
  /// touches.
  ///
  /// - Parameters:
  ///   - name: The name of the handle for a screen reader.
  ///   - environment: The environment of the keyboard without the handle.
  /// - Returns: The new input view; nil if it would exceed a limit of depth or size.
  func withHandle(named name: String, in environment: KeyboardEnvironment) -> InputViewTree? {
    let grip = Label(
      "org.klava.desktop.handle", size: FixedSize(width: 64, height: 5),
      style: ElementStyle(background: InputViewColor(0x8A8A_8EFF), cornerRadius: 2.5),
      accessibilityLabel: name)
    let line = ElementStack(
      .row, [.spacer(weight: 1), .label(grip), .spacer(weight: 1)], size: FixedSize(height: 5), spacing: 0)
    let handle = ElementStack(
      .column, [.spacer(weight: 1), .stack(line), .spacer(weight: 1)], size: FixedSize(height: Self.handleHeight),
      spacing: 0)
    return adding(handle, height: Self.handleHeight, in: environment)
  }

  /// The identifier of the key that undoes the last step. While the host shows its undo key, a keyboard's key with the
  /// same identifier gets no gestures.
  static let undoKey = "org.klava.desktop.undo"
  /// The height in points of the row with the key that restores a cleared text.
  static let undoHeight = 40.0

  /// Adds, above the input view, a key that restores a cleared text.
  ///
  /// - Parameters:
  ///   - title: The title of the key.
  ///   - environment: The environment of the keyboard without the key.
  /// - Returns: The new input view; nil if it would exceed a limit of depth or size.
  func withUndo(titled title: String, in environment: KeyboardEnvironment) -> InputViewTree? {
    let key = Key(title, identifier: Self.undoKey, role: .action)
    return adding(
      ElementStack(.row, [.key(key)], size: FixedSize(height: Self.undoHeight)), height: Self.undoHeight,
      in: environment)
  }

  /// The height of the row with a notice in points.
  static let noticeHeight = 32.0

  /// Adds a notice above the input view.
  ///
  /// - Parameters:
  ///   - text: The text of the notice.
  ///   - environment: The environment of the keyboard without the notice.
  /// - Returns: The new input view; nil if it would exceed a limit of depth or size.
  func withNotice(_ text: String, in environment: KeyboardEnvironment) -> InputViewTree? {
    let label = Label(
      "org.klava.desktop.notice", text: text, style: ElementStyle(fontSize: 14, alignment: .center))
    return adding(
      ElementStack(.row, [.label(label)], size: FixedSize(height: Self.noticeHeight)), height: Self.noticeHeight,
      in: environment)
  }

  /// Adds a row above the input view. The input view below the new row keeps its height.
  private func adding(_ row: ElementStack, height: Double, in environment: KeyboardEnvironment) -> InputViewTree? {
    var (style, content) = (ElementStyle(), root)
    if case .stack(var stack) = root {
      // Move the background to the new root, because the background of the root covers the whole keyboard.
      (style.background, style.opacity) = (stack.style.background, stack.style.opacity)
      (stack.style.background, stack.style.opacity) = (nil, 1)
      content = .stack(stack)
    }
    var tree = withHeight(in: environment)
    tree.height = (tree.height ?? 0) + height
    tree.root = .stack(ElementStack(.column, [.stack(row), content], style: style, spacing: 0))
    do throws(InputViewError) {
      try tree.validate()
    } catch {
      return nil
    }
    tree.indexKeys()
    return tree
  }
}
