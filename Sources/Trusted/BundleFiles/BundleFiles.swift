// BundleFiles: opens, reads, checks, signs and assembles the bundles of keyboards on disk.
//
// For:    `KeyboardStore`, which installs bundles, and the commands `klava bundle`, `inspect`, `sign` and `validate`.
// Never:  changes a bundle (`BundleAssembly` creates new bundles), runs a keyboard's code, follows a symbolic link of a
//         bundle, or parses a file of a bundle. `BundleReader` starts the program `klava-bundle-reader`, which parses
//         the files of a bundle.
// Start:  `KeyboardBundle`. The module `BundleFormat` has the types for the contents of a bundle's files, and the rules
//         for the contents.
//
// A bundle is hostile input. The host opens every file beneath one directory descriptor (`BundleFolder`), and reads
// each file up to a limit. The host passes the bytes of the files to a confined process, and checks the values that the
// process returns.
