// KlavaUIKit: the module that a keyboard from iOS imports instead of Foundation, UIKit, Combine, os and AudioToolbox.
//
// For:    code that was written for iOS. The module re-exports Foundation and KlavaKit, and replaces the types that do
//         not work in a keyboard on Klava: `UserDefaults`, `Bundle`, `Logger`. OpenCombine replaces Combine.
// Never:  imitates views. UIKit's view types are unavailable, with a message that names a replacement.
// Start:  `UIInputViewController.swift`, then `UserDefaults.swift` and `Bundle.swift`.
//
// KlavaUIKit re-exports other modules, such as Foundation. A type of KlavaUIKit hides a re-exported type with the same
// name. If a file also imports Foundation itself, the file sees both types, and the compiler reports the name as
// ambiguous. A function of KlavaUIKit does not hide a re-exported function with the same name and other parameters: the
// two functions are overloads. An overload in KlavaUIKit has no default arguments, so that the compiler prefers it to
// the re-exported function.

@_exported public import Foundation
@_exported public import KlavaKit
@_exported public import OpenCombine
@_exported public import OpenCombineDispatch

/// Foundation's `NSRange`. This alias hides KlavaKit's type with the same name.
public typealias NSRange = Foundation.NSRange

/// Creates a Foundation `NSRange`.
///
/// - Parameters:
///   - location: The start, in UTF-16 code units.
///   - length: The length, in UTF-16 code units.
public func NSMakeRange(_ location: Int, _ length: Int) -> Foundation.NSRange {
  Foundation.NSRange(location: location, length: length)
}

extension TextDocumentProxy {
  /// Replaces the marked text or the selection with marked text.
  ///
  /// - Parameters:
  ///   - markedText: The new marked text.
  ///   - selectedRange: The selection inside `markedText`, in UTF-16 code units.
  public func setMarkedText(_ markedText: String, selectedRange: Foundation.NSRange) {
    setMarkedText(
      markedText, selectedRange: KlavaKit.NSRange(location: selectedRange.location, length: selectedRange.length))
  }
}

extension UUID {
  /// Creates the UUID of a document: `UUID(textDocumentProxy.documentIdentifier)`.
  ///
  /// - Parameter identifier: The identifier of the field's document.
  public init(_ identifier: DocumentIdentifier) {
    self = withUnsafeBytes(of: (identifier.high.bigEndian, identifier.low.bigEndian)) { bytes in
      UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
  }
}
