import BundleFixtures
import KeyboardStore
@testable import BundleFormat
import Diagnostics
import Testing

/// A fault in a bundle, in a file or in a user's choice, and the expected diagnostic code.
struct Fault: Sendable, CustomTestStringConvertible {
  let code: DiagnosticCode
  let name: String
  /// Creates the fault, and performs an operation that must fail with ``code``.
  let run: @Sendable (Workspace) throws -> Void
  /// Whether the inspection of the bundle also finds the fault.
  private(set) var isSeenByInspection = false

  var testDescription: String { "\(code) \(name)" }

  /// A fault in the bundle that `make` creates. The host must refuse to install the bundle.
  static func install(
    _ code: DiagnosticCode, _ name: String, _ make: @escaping @Sendable (Workspace) throws -> String
  ) -> Fault {
    Fault(code: code, name: name) { workspace in
      let path = try make(workspace)
      try workspace.registry.install([path])
    }
  }

  /// A fault in a manifest. The host must refuse to install a bundle with this manifest.
  static func manifest(_ code: DiagnosticCode, _ name: String, _ manifest: PropertyList) -> Fault {
    install(code, name) { try $0.bundle(manifest: manifest) }
  }

  /// A fault in the bytes of a manifest. The host must refuse to install a bundle with this manifest.
  static func manifestBytes(
    _ code: DiagnosticCode, _ name: String, _ bytes: @escaping @Sendable () throws -> [UInt8]
  ) -> Fault {
    install(code, name) { workspace in
      let path = try workspace.bundle()
      try workspace.write(bytes(), to: "Test.keyboard/Info.plist")
      return path
    }
  }

  /// A fault in additional files. The host must refuse to install a bundle with these files.
  static func files(_ code: DiagnosticCode, _ name: String, _ files: [String: [UInt8]]) -> Fault {
    install(code, name) { try $0.bundle(files: files) }
  }

  /// The faults for all codes from KLV-0100 to KLV-0599.
  static let all = inspected + bundleFiles + signatures + registry + settings

  /// The faults of manifests, other property lists and libraries. A check of another module finds the faults of action
  /// signatures, and no bundle contains a String Catalog, so the inspection finds neither.
  private static let inspected = (manifests + propertyLists + inputViews + libraries).map { fault in
    var fault = fault
    fault.isSeenByInspection = ![.actionSignatureRefused, .stringCatalogMalformed].contains(fault.code)
    return fault
  }
}
