// KlavaKit: the module that a keyboard in Swift imports.
//
// For:    a class that inherits from `InputViewController`, types through `textDocumentProxy` and shows an `InputView`.
//         `NSExtensionPrincipalClass` in Info.plist names the class. A keyboard needs no entry point and no C.
// Never:  Foundation, files, threads. A keyboard reads through its host: `resources`, `settings`, `container`.
// Start:  `InputViewController.swift`, then `InputView.swift`. `UIKitNames.swift` declares UIKit's names.

@_exported public import enum TextInput.DecimalSeparator
@_exported public import enum TextInput.FontWeight
@_exported public import enum TextInput.KeyRole
@_exported public import enum TextInput.KeySound
@_exported public import enum TextInput.KeyboardAppearance
@_exported public import enum TextInput.KeyboardType
@_exported public import enum TextInput.ReturnKeyType
@_exported public import enum TextInput.SwipeDirection
@_exported public import enum TextInput.TextAutocapitalizationType
@_exported public import enum TextInput.TextAlignment
@_exported public import enum TextInput.TextTraitSwitch
@_exported public import struct TextInput.DocumentIdentifier
@_exported public import struct TextInput.InterfaceColor
@_exported public import struct TextInput.KeyboardEnvironment
@_exported public import struct TextInput.LexiconEntry
@_exported public import struct TextInput.TextContentType
