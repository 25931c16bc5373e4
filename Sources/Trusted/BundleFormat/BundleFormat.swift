// BundleFormat: the values in the files of a keyboard's bundle, and the rules for these values.
//
// For:    `Info.plist`, `Interface.plist`, `Settings.bundle`, tables of strings, the facts about the library, and the
//         messages between the host and `klava-bundle-reader`.
// Never:  opens a file, starts a process, or parses a file of a bundle. The program `klava-bundle-reader` parses the
//         files of a bundle (`BundleParser`), and the module `BundleFiles` starts this program.
// Start:  `BundleRecord` for the values of one bundle; `Manifest`, `InputViewReader`, `SettingsReader` and `ELFImage`
//         for the rules. The errors are in `DiagnosticCode` in the module `Diagnostics`.
//
// A bundle is hostile input, and so are the values that `klava-bundle-reader` returns.
