// BundleFormat: checks the files of a keyboard's bundle.
//
// For:    `Info.plist`, `Interface.plist`, `Settings.bundle`, `.lproj`, and the library as an ELF file.
// Never:  changes a bundle (`BundleAssembly` creates new bundles), runs a keyboard's code, follows a symbolic link of a
//         bundle, or parses a file of a bundle. The program `klava-bundle-reader` parses these files
//         (`BundleReader.swift`). This module itself parses only String Catalogs (`.xcstrings`), from which
//         `BundleAssembly` makes the tables of a new bundle (`StringCatalog.swift`).
// Start:  `KeyboardBundle.swift`. The errors are in `DiagnosticCode` in the module `Diagnostics`.
//
// A bundle is hostile input. The host opens every file beneath one directory descriptor, and reads each file up to a
// limit. The host passes the bytes to a confined process, and checks the values that this process returns.
