import KeyboardStore
@testable import BundleFormat
import Diagnostics
import Testing

/// A fault of a bundle, a file or a choice, and the diagnostic code that it must give.
struct Fault: Sendable, CustomTestStringConvertible {
  let code: DiagnosticCode
  let name: String
  /// Performs the operation that must fail.
  let run: @Sendable (Workspace) throws -> Void

  var testDescription: String { "\(code) \(name)" }

  /// A fault for which installing the bundle that `make` returns must fail.
  static func install(
    _ code: DiagnosticCode, _ name: String, _ make: @escaping @Sendable (Workspace) throws -> String
  ) -> Fault {
    Fault(code: code, name: name) { workspace in
      let path = try make(workspace)
      try workspace.registry.install([path])
    }
  }

  /// A fault for which installing a bundle with this manifest must fail.
  static func manifest(_ code: DiagnosticCode, _ name: String, _ manifest: PropertyList) -> Fault {
    install(code, name) { try $0.bundle(manifest: manifest) }
  }

  /// A fault for which installing a bundle with these bytes as its manifest must fail.
  static func manifestBytes(
    _ code: DiagnosticCode, _ name: String, _ bytes: @escaping @Sendable () throws -> [UInt8]
  ) -> Fault {
    install(code, name) { workspace in
      let path = try workspace.bundle()
      try workspace.write(bytes(), to: "Test.keyboard/Info.plist")
      return path
    }
  }

  /// A fault for which installing a bundle with these additional files must fail.
  static func files(_ code: DiagnosticCode, _ name: String, _ files: [String: [UInt8]]) -> Fault {
    install(code, name) { try $0.bundle(files: files) }
  }

  /// The faults of all codes from KLV-0100 to KLV-0599.
  static let all = manifests + propertyLists + interfaces + bundleFiles + libraries + registry + settings
}
