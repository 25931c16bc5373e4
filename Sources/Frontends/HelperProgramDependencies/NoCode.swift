// HelperProgramDependencies: a target that depends on the programs that `KlavaHost` starts.
//
// For:    SwiftPM, which builds the programs into the folder of an application that uses the product KlavaHost.
// Never:  contains code.
// Start:  `Package.swift`.
