// KlavaKit: the module that a keyboard in Swift imports.
//
// For:    a class that inherits from `InputViewController`, types through `textDocumentProxy` and shows an `InputView`.
//         `NSExtensionPrincipalClass` in Info.plist names the class. The author writes no C code and exports
//         no symbol.
// Never:  imports Foundation, opens files, or starts threads. A keyboard reads data through its host: `resources`,
//         `settings`, `container`.
// Start:  `InputViewController.swift`, then `InputView.swift`. `UIKitNames.swift` declares UIKit's names.

// The lines below import whole modules. An import of a single type, such as `import enum TextModel.KeyboardType`, would
// hide a type with the same name in another module of the keyboard.
@_exported public import InputViewModel
@_exported public import TextModel
