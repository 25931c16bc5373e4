// Bundles: keyboards on disk, and what the person chose for them.
//
// For:    `Info.plist`, `Interface.plist`, `Settings.bundle` and `.lproj` read and checked; bundles installed and
//         uninstalled; the registry of what is enabled, in which order, with which access; settings, containers, logs.
// Never:  runs a keyboard's code, follows a symbolic link of a bundle, or trusts a length that a file states.
// Start:  `KeyboardBundle.swift` for one bundle, `KeyboardRegistry.swift` for all of them; `DiagnosticCode` in
//         `Diagnostics` for what can be wrong with either.
//
// A bundle is hostile input. Every file is opened beneath one directory handle and read up to a limit; a property list
// is bounded before anything builds values of it; a library is looked at byte by byte and never mapped.
