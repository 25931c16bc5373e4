// KlavaHost: the library for applications that show Klava's keyboards for their own text fields.
//
// For:    applications in Swift, and `klava serve`, which offers the same functions to applications in other languages.
// Never:  decides what a keyboard may do (`KeyboardHost` does), draws, or keeps the application's text.
// Start:  `InputSession` for the calls, `InputUpdate` for their results, `InputField` for a field. The page
//         KlavaHost.md#in-swift is the guide to this library.

@_exported public import enum InputViewModel.CanvasContentMode
@_exported public import struct InputViewModel.DisplayList
@_exported public import enum InputViewModel.FontWeight
@_exported public import enum InputViewModel.HapticFeedback
@_exported public import struct InputViewModel.InputViewColor
@_exported public import enum InputViewModel.LineCap
@_exported public import enum InputViewModel.LineJoin
@_exported public import enum InputViewModel.TextAlignment
@_exported public import struct TextModel.DocumentIdentifier
@_exported public import enum TextModel.KeyboardAppearance
@_exported public import enum TextModel.KeyboardType
@_exported public import enum InputViewModel.KeyRole
@_exported public import enum TextModel.ReturnKeyType
@_exported public import enum InputViewModel.SwipeDirection
@_exported public import enum TextModel.TextAutocapitalizationType
@_exported public import struct TextModel.TextContentType
@_exported public import struct TextModel.TextInputTraits
@_exported public import enum TextModel.TextTraitSwitch

/// A kind of app extension. Corresponds to `UIApplication.ExtensionPointIdentifier`.
public struct ExtensionPointIdentifier: RawRepresentable, Hashable, Sendable {
  /// The extension point's name.
  public let rawValue: String

  /// Creates an identifier.
  ///
  /// - Parameter rawValue: The extension point's name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The identifier of the extension point for custom keyboards.
  public static let keyboard = ExtensionPointIdentifier(rawValue: "com.apple.keyboard-service")
}

/// A rectangle in points. The origin is the top left corner of the screen or of the keyboard. The comment on each
/// property of the type `HostRect` says which of the two origins the property uses.
public struct HostRect: Hashable, Sendable {
  /// The horizontal distance in points from the origin to the rectangle's left edge.
  public var x: Double
  /// The vertical distance in points from the origin to the rectangle's top edge.
  public var y: Double
  /// The width of the rectangle in points.
  public var width: Double
  /// The height of the rectangle in points.
  public var height: Double

  /// Creates a rectangle from its top left corner and its size.
  ///
  /// - Parameters:
  ///   - x: The horizontal distance in points from the origin to the left edge.
  ///   - y: The vertical distance in points from the origin to the top edge.
  ///   - width: The width in points.
  ///   - height: The height in points.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The horizontal position of the center.
  public var midX: Double { x + width / 2 }
  /// The vertical position of the center.
  public var midY: Double { y + height / 2 }

  /// The height of the part of this rectangle that lies inside another rectangle.
  ///
  /// - Parameter other: The other rectangle, with the same origin.
  public func overlap(with other: HostRect) -> Double {
    guard x < other.x + other.width, other.x < x + width else { return 0 }
    return max(min(y + height, other.y + other.height) - max(y, other.y), 0)
  }
}
