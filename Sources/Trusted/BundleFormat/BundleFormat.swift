// BundleFormat: reads and checks the files of a keyboard's bundle.
//
// For:    `Info.plist`, `Interface.plist`, `Settings.bundle`, `.lproj`, and the library as an ELF file.
// Never:  writes a file, runs a keyboard's code, follows a symbolic link of a bundle, or trusts a length that a file
//         states.
// Start:  `KeyboardBundle.swift`. The errors are in `DiagnosticCode` in the module `Diagnostics`.
//
// A bundle is hostile input. The host opens every file beneath one directory handle and reads it up to a limit. It
// checks the size and depth of a property list before it builds values. It reads a library's bytes and never maps
// them.
