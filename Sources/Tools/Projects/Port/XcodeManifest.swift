internal import BundleFormat
internal import Diagnostics

/// The manifest of a keyboard extension in an Xcode project, converted to the manifest of a project for Klava.
struct XcodeManifest {
  /// The manifest's members that do not depend on the project's name.
  private var members: [String: PropertyList] = [:]
  /// The manifest's `NSExtensionAttributes`, without values that contain a variable of Xcode.
  private var attributes: [String: PropertyList] = [:]
  /// The name of the controller's class.
  private(set) var principalClass: String
  /// The changes that the author must make by hand.
  private(set) var places: [XcodeExtension.ManualChange] = []

  /// Reads the manifest of an extension.
  ///
  /// - Parameters:
  ///   - written: The members of the file.
  ///   - file: The path of the file in the folder.
  ///   - project: The extension's target in Xcode's project file; nil if no project file has it.
  ///   - name: The name of the new project.
  ///   - sourceClass: The name of the controller's class if the manifest does not contain it.
  init(
    _ written: [String: PropertyList], of file: String, project: XcodeProject?, name: String, sourceClass: String
  ) {
    principalClass = sourceClass
    let settings = project?.settings ?? [:]
    let variables = XcodeVariables(library: "lib\(name).so", values: settings)
    var manifest = written
    // A replacement of the module's name in the controller's class name has no effect, because the new manifest has the
    // name of the project's module.
    if let project {
      manifest = manifest.mapValues(variables.substituted)
      for (key, setting) in [
        ("CFBundleDisplayName", "INFOPLIST_KEY_CFBundleDisplayName"), ("CFBundleVersion", "CURRENT_PROJECT_VERSION"),
        ("NSHumanReadableCopyright", "INFOPLIST_KEY_NSHumanReadableCopyright"),
        ("CFBundleShortVersionString", "MARKETING_VERSION"),
      ] where manifest[key] == nil { manifest[key] = settings[setting].map(PropertyList.string) }
      recordSettings(of: project)
    }
    for (key, value) in manifest.sorted(by: { $0.key < $1.key }) where key != "NSExtension" {
      if let (path, variable) = XcodeVariables.first(in: [key: value]) {
        // Xcode computes the values of the following keys. The author need not change them, because
        // `file(name:identifier:usesPaths:)` writes other values.
        let isReplaced = [
          "CFBundleDevelopmentRegion", "CFBundleExecutable", "CFBundleIdentifier", "CFBundleName",
          "CFBundlePackageType",
        ].contains(path)
        if let value = Self.defaults(name)[path], !isReplaced {
          record(file, "\(path) has the variable \(variable). The new Info.plist has \(value) instead.")
        } else if !isReplaced {
          record(file, "\(path) has the variable \(variable). Write its value to Info.plist.")
        }
        continue
      }
      members[key] = value
    }
    let part = manifest["NSExtension"]?.dictionary
    let given = part?["NSExtensionAttributes"]?.dictionary ?? [:]
    for (name, value) in given.sorted(by: { $0.key < $1.key }) {
      if let (path, variable) = XcodeVariables.first(in: [name: value]) {
        record(
          file, "NSExtensionAttributes.\(path) has the variable \(variable). Write its value to Info.plist.")
      } else {
        attributes[name] = value
      }
    }
    // If the class name is a variable of Xcode, use the class that the sources declare, because Xcode's variables have
    // no values outside of Xcode.
    if let written = part?["NSExtensionPrincipalClass"]?.string, let last = written.split(separator: ".").last,
      !last.contains("$")
    {
      principalClass = String(last)
    }
    if part?["NSExtensionMainStoryboard"] != nil {
      record(
        file, "NSExtensionMainStoryboard has no effect. The project's Info.plist names the class \(principalClass).")
    }
  }

  /// The values of the new manifest for keys that the extension's manifest does not have, or has with a variable.
  private static func defaults(_ name: String) -> [String: String] {
    [
      "CFBundleDisplayName": name, "CFBundleInfoDictionaryVersion": "6.0", "CFBundleShortVersionString": "0.1.0",
      "CFBundleVersion": "1", "CFBundleDevelopmentRegion": "en",
    ]
  }

  private mutating func record(_ file: String, _ advice: String) {
    places.append(.init(file: file, line: nil, advice: advice))
  }

  /// Records the build settings that Package.swift may need.
  private mutating func recordSettings(of project: XcodeProject) {
    if let version = project.settings["SWIFT_VERSION"],
      let major = version.split(separator: ".").first.flatMap({ Int($0) })
    {
      if major < 5 {
        record(
          project.file, "The target is in Swift \(version). Convert its sources to Swift 5, which Package.swift sets.")
      } else if major > 5 {
        record(
          project.file, "The target is in Swift \(version), but Package.swift sets Swift 5. Set swiftLanguageModes.")
      }
    }
    let conditions = (project.settings["SWIFT_ACTIVE_COMPILATION_CONDITIONS"] ?? "").split(separator: " ")
    for condition in conditions where !condition.contains("$") && condition != "DEBUG" {
      record(
        project.file,
        "The target defines \(condition). Add swiftSettings: [.define(\"\(condition)\")] to the target in Package.swift."
      )
    }
  }

  /// The manifest of the project.
  ///
  /// - Parameters:
  ///   - name: The project's name.
  ///   - identifier: The project's identifier.
  ///   - usesPaths: Whether the sources use paths of files.
  func file(name: String, identifier: String, usesPaths: Bool) throws(Diagnostic) -> ProjectFile {
    var result = Self.defaults(name).mapValues(PropertyList.string)
    result.merge(members) { $1 }
    for (key, value) in [
      ("CFBundleExecutable", "lib\(name).so"), ("CFBundleIdentifier", identifier), ("CFBundleName", name),
      ("CFBundlePackageType", "XPC!"),
    ] { result[key] = .string(value) }
    if usesPaths { result["KLVFileAccess"] = .string("paths") }
    result["NSExtension"] = .dictionary([
      "NSExtensionPointIdentifier": .string("com.apple.keyboard-service"),
      "NSExtensionPrincipalClass": .string("\(name).\(principalClass)"),
      "NSExtensionAttributes": .dictionary(attributes),
    ])
    return ProjectFile(path: "Info.plist", bytes: try PropertyList.dictionary(result).xml(subject: "Info.plist"))
  }
}
