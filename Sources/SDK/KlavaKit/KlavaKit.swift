// KlavaKit: the module that a keyboard in Swift imports.
//
// For:    a class that inherits from `InputViewController`, types through `textDocumentProxy` and shows an `InputView`.
//         `NSExtensionPrincipalClass` in Info.plist names the class. A keyboard needs no entry point and no C.
// Never:  imports Foundation, opens files, or starts threads. A keyboard reads data through its host: `resources`,
//         `settings`, `container`.
// Start:  `InputViewController.swift`, then `InputView.swift`. `UIKitNames.swift` declares UIKit's names.

@_exported public import enum InputViewModel.CanvasContentMode
@_exported public import enum TextModel.DecimalSeparator
@_exported public import enum InputViewModel.FontWeight
@_exported public import enum InputViewModel.KeyHintPosition
@_exported public import enum InputViewModel.KeyRole
@_exported public import enum InputViewModel.HapticFeedback
@_exported public import enum InputViewModel.KeySound
@_exported public import enum TextModel.KeyboardAppearance
@_exported public import enum TextModel.KeyboardType
@_exported public import enum InputViewModel.LineCap
@_exported public import enum InputViewModel.LineJoin
@_exported public import enum TextModel.ReturnKeyType
@_exported public import enum InputViewModel.SwipeDirection
@_exported public import enum TextModel.TextAutocapitalizationType
@_exported public import enum InputViewModel.TextAlignment
@_exported public import enum TextModel.TextTraitSwitch
@_exported public import struct TextModel.DocumentIdentifier
@_exported public import struct InputViewModel.InputViewColor
@_exported public import struct InputViewModel.KeyTouch
@_exported public import struct InputViewModel.KeyTouches
@_exported public import struct InputViewModel.KeyboardEnvironment
@_exported public import struct TextModel.LexiconEntry
@_exported public import struct TextModel.TextContentType
