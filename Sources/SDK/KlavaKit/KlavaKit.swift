// KlavaKit: what a keyboard written in Swift imports.
//
// For:    a class that inherits from `InputViewController`, types through `textDocumentProxy` and shows an `InputView`.
//         `NSExtensionPrincipalClass` in Info.plist names the class; no entry point and no C are needed.
// Never:  Foundation, files, threads. What a keyboard reads comes through its host: `resources`, `settings`, `container`.
// Start:  `InputViewController.swift`, then `InputView.swift`. UIKit's names for all of it are in `UIKitNames.swift`.

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
