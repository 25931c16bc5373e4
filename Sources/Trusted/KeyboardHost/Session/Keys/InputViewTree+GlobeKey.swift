internal import InputViewModel
internal import Layout

extension InputViewTree {
  /// The least width and height in points of a usable key on the screen. A finger hits a smaller key only by chance.
  private static let leastShownLength = 8.0
  /// The least font size in points of a title on a usable key.
  private static let leastFontSize = 8.0
  /// The least contrast between the title and the background of a usable key (``RGBA/contrast(to:)``). At 1, both have
  /// the same brightness.
  private static let leastContrast = 1.2

  /// Whether the input view has a usable key with the role `nextKeyboard` (Behavior.md#next-keyboard-key).
  ///
  /// A usable key is enabled, opaque enough, large enough, not covered by another layer, and outside of scroll areas. The
  /// user can read its title.
  ///
  /// - Parameter environment: The area that shows the keyboard. Other elements can make a key smaller than its declared
  ///   size, so the function computes the layout for this area. If the environment is nil, the function uses the
  ///   declared lengths and weights of the input view.
  func showsNextKeyboardKey(in environment: KeyboardEnvironment?) -> Bool {
    let candidates = root.nextKeyboardKeys(opacity: 1)
    guard let environment, !candidates.isEmpty else { return !candidates.isEmpty }
    return InputViewLayout(self, in: environment).elements.contains { element in
      guard let key = element.key, candidates.contains(key.identifier),
        min(element.frame.width, element.frame.height) >= Self.leastShownLength
      else { return false }
      // Klava cannot know what a picture shows. Without a title and a picture, the key shows a globe.
      if key.image != nil { return true }
      let appearance = element.appearance
      let background = appearance.seenBackground(on: appearance.behind)
      return (key.title.isEmpty || appearance.fontSize >= Self.leastFontSize)
        && appearance.foreground.over(background).contrast(to: background) >= Self.leastContrast
    }
  }
}

extension InputViewTree.Element {
  /// The least opacity of a usable key.
  private static let leastOpacity = 0.5
  /// The least weight of a usable key. An ordinary key has the weight 1.
  private static let leastWeight = 0.5

  /// The identifiers of the globe keys that are usable if the layout makes them large enough.
  fileprivate func nextKeyboardKeys(opacity: Double) -> [String] {
    switch self {
    case .stack(let stack):
      guard stack.weight >= Self.leastWeight, stack.size.isTarget else { return [] }
      let opacity = opacity * stack.style.opacity
      switch stack.arrangement {
      case .row, .column, .grid: return stack.children.flatMap { $0.nextKeyboardKeys(opacity: opacity) }
      case .layers: return stack.children.last?.nextKeyboardKeys(opacity: opacity) ?? []
      case .horizontalScroll, .verticalScroll: return []
      }
    case .key(let key):
      let isCandidate =
        key.role == .nextKeyboard && key.isEnabled && opacity * key.style.opacity >= Self.leastOpacity
        && key.weight >= Self.leastWeight && key.size.isTarget && key.showsTitle
      return isCandidate ? [key.identifier] : []
    case .label, .image, .suggestions, .canvas, .spacer: return []
    }
  }
}

extension Key {
  /// The least opacity of the title of a usable key, from 0 to 255.
  private static let leastTitleOpacity: UInt32 = 128

  /// Whether the user can see a title or a picture on the key. The value is also true for an empty title, because the
  /// frontend then shows a globe.
  fileprivate var showsTitle: Bool {
    if let color = style.foreground, min(color.light & 0xFF, color.dark & 0xFF) < Self.leastTitleOpacity {
      return false
    }
    return image != nil || title.isEmpty || title.contains { !$0.isInvisible }
  }
}

extension Character {
  /// Whether the character is white space, an empty pattern of Braille, a control character, or a character for which
  /// Unicode recommends to show nothing.
  fileprivate var isInvisible: Bool {
    isWhitespace || self == "\u{2800}"
      || unicodeScalars.allSatisfy {
        $0.properties.isDefaultIgnorableCodePoint || $0.properties.generalCategory == .control
      }
  }
}

extension FixedSize {
  /// The least declared width or height of a usable key, in points.
  fileprivate static let leastLength = 16.0

  fileprivate var isTarget: Bool { [width, height].allSatisfy { ($0 ?? Self.leastLength) >= Self.leastLength } }
}
