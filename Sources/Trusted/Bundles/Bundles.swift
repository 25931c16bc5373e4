// Bundles: the files of keyboards on disk, and the user's choices about keyboards.
//
// For:    reads and checks `Info.plist`, `Interface.plist`, `Settings.bundle` and `.lproj`; installs and uninstalls
//         bundles; keeps the registry (enabled keyboards, their order and access), settings, data containers, logs.
// Never:  runs a keyboard's code, follows a symbolic link of a bundle, or trusts a length that a file states.
// Start:  `KeyboardBundle.swift` for one bundle, `KeyboardRegistry.swift` for all; the errors are in `DiagnosticCode`
//         in the module `Diagnostics`.
//
// A bundle is hostile input. The host opens every file beneath one directory handle and reads it up to a limit. It
// checks the size and depth of a property list before it builds values. It reads a library's bytes and never maps
// them.
