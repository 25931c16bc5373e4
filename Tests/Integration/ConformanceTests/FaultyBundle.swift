import Diagnostics
import Foundation

/// The bundle of a test keyboard. The bundle has only the faults that a test adds.
struct FaultyBundle {
  /// The number of the fault in the library's code; 0 for a library without fault.
  var fault = 0
  /// The name of the bundle's folder.
  var name = "Faulty.keyboard"
  /// The members of the manifest, without NSExtension.
  var manifest: [String: Any] = [
    "CFBundleName": "Faulty", "CFBundleDisplayName": "Faulty", "CFBundleExecutable": "libFaulty.so",
    "CFBundleShortVersionString": "1.0",
  ]
  /// The members of NSExtension, without its attributes.
  var part: [String: Any] = [
    "NSExtensionPointIdentifier": "com.apple.keyboard-service", "NSExtensionPrincipalClass": "Faulty",
  ]
  /// The members of NSExtensionAttributes.
  var attributes: [String: Any] = ["PrimaryLanguage": "en-US", "IsASCIICapable": true]
  /// The library to put into the bundle.
  var library = FaultyLibraries.Kind.ordinary
  /// Other files, by path.
  var files: [String: String] = [:]
  /// A last change of the written bundle. The argument is the path of the bundle.
  var finally: (String) throws -> Void = { _ in }

  /// Writes the bundle into a folder.
  ///
  /// - Returns: The bundle's path.
  func write(in folder: String) throws -> String {
    let path = "\(folder)/\(name)"
    let files = FileManager.default
    try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    var manifest = manifest
    var part = part
    part["NSExtensionAttributes"] = attributes
    manifest["NSExtension"] = part
    manifest["CFBundleIdentifier"] = manifest["CFBundleIdentifier"] ?? "org.example.faulty-\(fault)"
    let data = try PropertyListSerialization.data(fromPropertyList: manifest, format: .xml, options: 0)
    try data.write(to: URL(filePath: "\(path)/Info.plist"))
    try files.copyItem(atPath: FaultyLibraries.shared.get().path(library), toPath: "\(path)/libFaulty.so")
    for (name, text) in self.files {
      let file = URL(filePath: "\(path)/\(name)")
      try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    try finally(path)
    return path
  }
}
