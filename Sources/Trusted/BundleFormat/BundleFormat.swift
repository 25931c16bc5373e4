// BundleFormat: checks the files of a keyboard's bundle.
//
// For:    `Info.plist`, `Interface.plist`, `Settings.bundle`, `.lproj`, and the library as an ELF file.
// Never:  changes a bundle (`BundleAssembly` creates new bundles), runs a keyboard's code, follows a symbolic link of a
//         bundle, or parses a file. The program `klava-bundle-reader` parses the files (`BundleReader.swift`).
// Start:  `KeyboardBundle.swift`. The errors are in `DiagnosticCode` in the module `Diagnostics`.
//
// A bundle is hostile input. The host opens every file beneath one directory descriptor, and reads each file up to a
// limit. The host passes the bytes to a confined process and checks the values of the answer.
