// HelperProgramDependencies: the programs that `KlavaHost` starts, as dependencies.
//
// For:    SwiftPM, which builds the programs into the folder of an application that uses the product KlavaHost.
// Never:  contains code.
// Start:  `Package.swift`.
