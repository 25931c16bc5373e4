package import InputViewModel

/// The position of an element in the tree: for each element on the way from the root, its index in its parent.
package struct ElementPath: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The indices, beginning with the index of the root's child; empty for the root.
  package var indices: [Int]

  /// Creates a path from indices.
  package init(_ indices: [Int] = []) { self.indices = indices }

  /// Creates a path from indices.
  package init(arrayLiteral indices: Int...) { self.indices = indices }

  /// The path of a child.
  package func appending(_ index: Int) -> ElementPath { ElementPath(indices + [index]) }
}

/// An element to draw, with its frame.
package struct PlacedElement: Hashable, Sendable {
  /// The content of an element.
  package enum Content: Hashable, Sendable {
    /// A key, a suggestion of a suggestion bar, or the host's globe key.
    case key(Key)
    /// A text.
    case label(Label)
    /// A picture.
    case image(Image)
    /// A canvas, which the keyboard draws.
    case canvas(Canvas)
    /// The background of a stack or suggestion bar.
    case background
  }

  /// The content of the element.
  package var content: Content
  /// The frame of the element. A part of the frame can be outside ``clip``.
  package var frame: Rect
  /// The rectangle to which the enclosing scroll areas clip the element; nil outside scroll areas.
  package var clip: Rect?
  /// The appearance of the element.
  package var appearance: ElementAppearance
  /// Whether the element's row runs from right to left.
  package var isMirrored: Bool
  /// The position of the element in the tree; nil for the host's globe key. A suggestion is a child of its suggestion
  /// bar.
  package var path: ElementPath?
  /// The position of the key in the keyboard's input view, for key events. The value is nil if the element is not a key
  /// of the keyboard, or if the host has assigned no number to the input view.
  package var position: KeyEvent.Position?

  /// The key; nil if the element is not a key. A canvas that receives touches is a key too.
  package var key: Key? {
    switch content {
    case .key(let key): key
    case .canvas(let canvas): canvas.key
    case .label, .image, .background: nil
    }
  }

  /// Whether the element is the globe key that the host adds. No keyboard receives the events of the host's globe key.
  package var isHostsGlobeKey: Bool { path == nil }

  /// Whether the element can receive touches: a visible key with an opacity of at least 0.01.
  ///
  /// As in UIKit (`hitTest(_:with:)`), more transparent elements get no touches. A disabled key gets touches, so that
  /// its neighbors do not get them.
  package var isTouchable: Bool { key != nil && appearance.opacity >= 0.01 && visibleFrame != nil }

  /// The visible part of the frame; nil if nothing is visible.
  package var visibleFrame: Rect? {
    if let clip { frame.intersection(clip) } else { frame.isEmpty ? nil : frame }
  }
}
