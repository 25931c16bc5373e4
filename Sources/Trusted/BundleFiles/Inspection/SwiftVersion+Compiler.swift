package import BundleFormat
internal import HelperLauncher

extension SwiftVersion {
  /// Returns the version of the compiler `swiftc` in a folder of `PATH`; nil if `PATH` contains no `swiftc`.
  package static func ofCompiler() -> SwiftVersion? {
    // The program prints, for example: Swift version 6.3.1 (swift-6.3.1-RELEASE)
    guard let result = try? ProgramOutput.run("swiftc", ["--version"], limit: .seconds(30)),
      let start = result.output.firstRange(of: "Swift version ")
    else { return nil }
    return SwiftVersion(String(result.output[start.upperBound...].prefix { $0.isNumber || $0 == "." }))
  }
}
