import KeyboardStore
@testable import BundleFormat
import Diagnostics
import Testing

/// One thing that can be wrong, and the code that it must give.
struct Fault: Sendable, CustomTestStringConvertible {
  let code: DiagnosticCode
  let name: String
  /// Does what must fail; the default is to install the bundle that it makes.
  let run: @Sendable (Workspace) throws -> Void

  var testDescription: String { "\(code) \(name)" }

  /// Installing what `make` makes must fail.
  static func install(
    _ code: DiagnosticCode, _ name: String, _ make: @escaping @Sendable (Workspace) throws -> String
  ) -> Fault {
    Fault(code: code, name: name) { workspace in
      let path = try make(workspace)
      try workspace.registry.install([path])
    }
  }

  /// Installing a bundle with this manifest must fail.
  static func manifest(_ code: DiagnosticCode, _ name: String, _ manifest: PropertyList) -> Fault {
    install(code, name) { try $0.bundle(manifest: manifest) }
  }

  /// Installing a bundle with these bytes as its manifest must fail.
  static func manifestBytes(
    _ code: DiagnosticCode, _ name: String, _ bytes: @escaping @Sendable () throws -> [UInt8]
  ) -> Fault {
    install(code, name) { workspace in
      let path = try workspace.bundle()
      try workspace.write(bytes(), to: "Test.keyboard/Info.plist")
      return path
    }
  }

  /// Installing a bundle with these further files must fail.
  static func files(_ code: DiagnosticCode, _ name: String, _ files: [String: [UInt8]]) -> Fault {
    install(code, name) { try $0.bundle(files: files) }
  }

  /// Every fault of codes 01 to 05.
  static let all = manifests + propertyLists + interfaces + bundleFiles + libraries + registry + settings
}
