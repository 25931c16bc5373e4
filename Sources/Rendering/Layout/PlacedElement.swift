package import TextInput

/// Where an element is in the tree: the place of each container in its parent, from the root on.
package struct ElementPath: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The places, the root's child first; the root itself has none.
  package var indices: [Int]

  /// The path with these places.
  package init(_ indices: [Int] = []) { self.indices = indices }

  /// The path with these places.
  package init(arrayLiteral indices: Int...) { self.indices = indices }

  /// The path of a child.
  package func appending(_ index: Int) -> ElementPath { ElementPath(indices + [index]) }
}

/// One thing to draw, and where.
package struct PlacedElement: Hashable, Sendable {
  /// What is drawn.
  package enum Content: Hashable, Sendable {
    /// A key; an entry of a suggestion bar and the host's own globe key too.
    case key(Key)
    /// A text.
    case label(Label)
    /// A picture.
    case image(Image)
    /// What lies behind the elements of a container or suggestion bar.
    case background
  }

  /// What is drawn.
  package var content: Content
  /// Where it is; part of it may be outside of ``clip``.
  package var frame: Rect
  /// The window of the scrolling areas around it; nil where there is none.
  package var clip: Rect?
  /// How it looks.
  package var appearance: ElementAppearance
  /// Where it is in the tree; an entry of a suggestion bar is the bar's child, and the host's globe key has none.
  package var path: ElementPath?

  /// The key, if it is one.
  package var key: Key? {
    if case .key(let key) = content { key } else { nil }
  }

  /// Whether it is the globe key that the host adds: no keyboard is told of it, whatever its own keys are called.
  package var isHostsGlobeKey: Bool { path == nil }

  /// Whether a touch can be for it: a key that is seen, if only faintly. As in UIKit (`hitTest(_:with:)`), what has an
  /// opacity of less than 0.01 gets no touches; a key that cannot be pressed does, and its neighbors do not get them.
  package var isTouchable: Bool { key != nil && appearance.opacity >= 0.01 && visibleFrame != nil }

  /// The part of the frame that a person sees; nil where that is nothing.
  package var visibleFrame: Rect? {
    if let clip { frame.intersection(clip) } else { frame.isEmpty ? nil : frame }
  }
}
