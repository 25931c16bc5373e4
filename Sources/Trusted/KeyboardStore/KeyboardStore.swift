// KeyboardStore: the user's keyboards on disk.
//
// For:    installs and uninstalls bundles; keeps the registry (enabled keyboards, their order and access), settings,
//         data containers, audit and logs.
// Never:  runs a keyboard's code, or reads the files of a bundle itself (`BundleFiles` does).
// Start:  `KeyboardRegistry.swift`; `KlavaFolders.swift` for the path of each file.
