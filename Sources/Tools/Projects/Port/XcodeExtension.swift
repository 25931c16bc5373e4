internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import FoundationEssentials
internal import Glibc

/// A keyboard extension in a folder of an Xcode project, and the files that a project for Klava gets from it.
///
/// This type reads the property lists with ``BundleReader``, because the folder can come from anyone.
package struct XcodeExtension {
  /// A change that the author must make by hand.
  struct ManualChange: Hashable {
    /// The file in the extension's folder.
    let file: String
    /// The line, from 1; nil for the whole file.
    let line: Int?
    /// The reason for the change, and what to do.
    let advice: String
  }

  /// The files of the extension that Klava copied to the project.
  private let ported: PortedFiles
  /// The manifest of the extension.
  private let manifest: XcodeManifest
  /// The folder of the ported extension, and the folders of the project's other keyboard extensions. Nil if there are
  /// no other extensions, or if the user chose the extension by its folder.
  private let others: (ported: String, left: [String])?
  /// The files that belong to the extension.
  private let sources: XcodeSources
  /// The extension's target in Xcode's project file; nil if no project file has it.
  private let project: XcodeProject?
  /// The changes that the author must make by hand.
  private let places: [ManualChange]

  private enum Limit {
    static let files = 5_000
    /// The maximum number of files and folders in the project's folder.
    static let entries = 50_000
    /// The names of folders that do not belong to a project's sources.
    static let skipped: Set<String> = [
      ".git", ".build", "Pods", "Carthage", "DerivedData", "node_modules", "xcuserdata",
    ]
    /// The maximum number of levels from the extension's folder up to the project's folder.
    static let levels = 5
    /// The maximum number of property lists that may describe the extension.
    static let manifests = 256
  }

  /// Reads an extension.
  ///
  /// - Parameters:
  ///   - path: The folder with the extension's manifest, or a folder above this folder. If the project has one keyboard
  ///     extension, the folder can also be a folder of sources without a manifest.
  ///   - name: The name of the new project, which is the name of the module.
  /// - Throws: `xcodeExtensionMissing` if the folder or the manifest of a keyboard extension is missing;
  ///   `bundleTooLarge` or `tooManyFiles` if the extension is too large; a diagnostic of the folder.
  init(_ path: String, name: String) throws(Diagnostic) {
    var isFolder = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    guard isFolder else {
      throw Diagnostic(
        .xcodeExtensionMissing, path, exists ? "The path is not a folder." : "The folder does not exist.")
    }
    let (path, part) = Self.project(around: path)
    let folder = try BundleFolder(path)
    let (all, isComplete) = folder.paths(limit: Limit.entries, skipping: Limit.skipped)
    guard isComplete else { throw Diagnostic(.tooManyFiles, path) }
    var found: (file: String, members: [String: PropertyList])?
    /// The manifests of other keyboard extensions.
    var left: [(file: String, members: [String: PropertyList])] = []
    /// Other property lists whose names end in `Info.plist`, such as `GoogleService-Info.plist`.
    var resources: Set<String> = []
    let lists = all.filter { $0.hasSuffix("Info.plist") && !$0.contains(".bundle/") }
    guard lists.count <= Limit.manifests else { throw Diagnostic(.tooManyFiles, path) }
    for file in lists {
      let members: [String: PropertyList]
      do throws(Diagnostic) {
        members = try BundleReader.project(at: file, in: folder).dictionary ?? [:]
      } catch {
        // Ignore a faulty property list outside of the given folder, and any faulty property list after the extension
        // is found.
        guard found != nil || !file.hasPrefix(part) else { throw error }
        continue
      }
      guard file.hasSuffix("/Info.plist") || file == "Info.plist" || members.keys.contains(where: Self.isManifestKey)
      else {
        resources.insert(file)
        continue
      }
      let point = members["NSExtension"]?.dictionary?["NSExtensionPointIdentifier"]
      guard point == .string("com.apple.keyboard-service") else { continue }
      if found == nil, file.hasPrefix(part) { found = (file, members) } else { left.append((file, members)) }
    }
    // Some projects keep the manifests outside of the folders of the sources. If exactly one manifest describes a
    // keyboard extension, use this manifest.
    if found == nil, left.count == 1 { found = left.removeLast() }
    guard let found else { throw Diagnostic(.xcodeExtensionMissing, path) }
    let ported = Self.parent(of: found.file)
    // Leave out the folders of other extensions, because their sources may declare the same types. Do not leave out a
    // folder that contains the ported extension.
    let others = left.map { Self.parent(of: $0.file) }
    let leftOut = others.filter { !$0.isEmpty && $0 != ported && !ported.hasPrefix("\($0)/") }
    self.others = !left.isEmpty && part.isEmpty ? (ported, others) : nil
    let ownFiles = all.filter { file in !Self.isHidden(file) && !leftOut.contains { file.hasPrefix("\($0)/") } }
    var unread: [(file: String, advice: String)] = []
    let project = XcodeProject(folder, all, manifest: found.file) { unread.append(($0, $1)) }
    let sources = try XcodeSources(
      folder, ownFiles, manifest: found.file, members: project?.members ?? [], limit: PortedFiles.maximumBytes)
    var copied = PortedFiles(name: name, sources: sources, packages: project?.packages ?? [:])
    for (file, _) in left where part.isEmpty {
      copied.record(
        file, "The file describes another keyboard extension. To port that extension, pass its folder to --from-xcode.")
    }
    for project in unread { copied.record(project.file, project.advice) }
    for file in ownFiles where sources.contains(file) {
      guard copied.files.count < Limit.files else { throw Diagnostic(.tooManyFiles, path) }
      guard file != found.file, !left.contains(where: { file == $0.file }) else { continue }
      // Klava also copies the Info.plist of a bundle inside the extension, such as Settings.bundle.
      if lists.contains(file), !resources.contains(file) {
        copied.record(file, "The file belongs to another target. Klava copied \(found.file) to Info.plist instead.")
      } else {
        try copied.add(file, in: folder)
      }
    }
    for folder in sources.leftOut {
      copied.record(
        folder,
        "Klava left out sources in this folder. Copy each source that the extension needs to Sources/\(name).")
    }
    manifest = XcodeManifest(
      found.members, of: found.file, project: project, name: name,
      sourceClass: copied.principalClass ?? "KeyboardViewController")
    (self.sources, self.project, self.ported) = (sources, project, copied)
    places = copied.places + manifest.places
  }

  /// Whether a key occurs in manifests and in no other property lists.
  private static func isManifestKey(_ key: String) -> Bool { key == "NSExtension" || key.hasPrefix("CFBundle") }

  /// The folder of the Xcode project around the given folder, and the path of the given folder in this project. The
  /// path ends in a slash.
  private static func project(around path: String) -> (root: String, part: String) {
    var whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    // The folder above a symbolic link differs from the folder above its target, so resolve `..` as the kernel does.
    if whole.split(separator: "/").contains("..") {
      guard let resolved = realpath(whole, nil) else { return (path, "") }
      defer { free(resolved) }
      whole = String(cString: resolved)
    }
    var parts = whole.split(separator: "/").filter { $0 != "." }.map(String.init)
    var below: [String] = []
    for _ in 0...Limit.levels where !parts.isEmpty {
      let root = "/" + parts.joined(separator: "/")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
      if names.contains(where: { $0.hasSuffix(".xcodeproj") }) {
        return below.isEmpty ? (path, "") : (root, below.joined(separator: "/") + "/")
      }
      below.insert(parts.removeLast(), at: 0)
    }
    return (path, "")
  }

  private static func parent(of file: String) -> String {
    file.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Whether a file belongs to no target: a hidden file, or a part of Xcode's project.
  private static func isHidden(_ file: String) -> Bool {
    file.split(separator: "/").contains {
      $0.hasPrefix(".") || $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace")
    }
  }

  /// The files of the project: the copied files, the manifest, and a list of everything that the author must change.
  ///
  /// - Parameters:
  ///   - name: The project's name.
  ///   - identifier: The project's identifier.
  func files(name: String, identifier: String) throws(Diagnostic) -> [ProjectFile] {
    ported.files
      + [try manifest.file(name: name, identifier: identifier, usesPaths: ported.usesPaths), report]
  }

  private var report: ProjectFile {
    let lines = places.map { place in
      "- \(place.file)\(place.line.map { ":\($0)" } ?? ""): \(place.advice)"
    }
    let text = "Not converted:\n\n\(lines.joined(separator: "\n"))\n"
    return ProjectFile(path: "Sources/PORTING.txt", bytes: Array(text.utf8))
  }

  /// The changes that the author must make, for the terminal. Changes with the same file and advice share one line.
  package func summary(limit: Int) -> [String] {
    var groups: [(file: String, advice: String, lines: [Int])] = []
    // Combine changes that differ in nothing but the line.
    var indices: [ManualChange: Int] = [:]
    for place in places {
      let kind = ManualChange(file: place.file, line: nil, advice: place.advice)
      if let index = indices[kind] {
        groups[index].lines += [place.line].compactMap(\.self)
      } else {
        indices[kind] = groups.count
        groups.append((place.file, place.advice, [place.line].compactMap(\.self)))
      }
    }
    let shown = groups.prefix(limit).map { group in
      let lines = group.lines.prefix(5).map(String.init).joined(separator: ", ")
      let more = group.lines.count > 5 ? ", …" : ""
      return "\(group.file)\(lines.isEmpty ? "" : ":\(lines)\(more)"): \(group.advice)"
    }
    return shown + (groups.count > limit ? ["… and \(groups.count - limit) more; see Sources/PORTING.txt."] : [])
  }

  /// The name of the controller's class.
  var principalClass: String { manifest.principalClass }

  /// The targets of modules and the dependencies of the keyboard's target, for Package.swift.
  var packageParts: (targets: String, dependencies: String) { sources.packageParts }

  /// The settings, for Package.swift, that the extension's Swift code needs.
  var swiftSettings: String {
    guard project?.settings["SWIFT_DEFAULT_ACTOR_ISOLATION"] == "MainActor" else { return "" }
    return ",\n      swiftSettings: [.defaultIsolation(MainActor.self)]"
  }

  /// Sentences about the copied sources, and about the project's other extensions.
  package var outcome: String {
    func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
    let counts = ported.counts
    var copied =
      "Copied \(counted(counts.sources, "source")) with \(counted(counts.imports, "changed import")); "
      + "\(counted(counts.views, "source")) of views \(counts.views == 1 ? "is" : "are") in Views."
    if !sources.modules.isEmpty {
      let names = sources.modules.map(\.name).joined(separator: ", ")
      copied += " The modules \(names.sanitized(limit: 512)) are targets of the package."
    }
    if !sources.shared.isEmpty {
      let are = sources.shared.count == 1 ? "is from another folder" : "are from other folders"
      copied += " \(counted(sources.shared.count, "source")) \(are), because the extension uses this code."
    }
    if let identifier = project?.settings["PRODUCT_BUNDLE_IDENTIFIER"], !identifier.contains("$") {
      copied +=
        " On iOS, the identifier is \(identifier.sanitized(limit: 256)). To keep this identifier, use --identifier."
    }
    guard let others else { return copied }
    let names = others.left.prefix(5).joined(separator: ", ") + (others.left.count > 5 ? ", …" : "")
    return "\(copied) Ported \(others.ported); other keyboard extensions are in \(names.sanitized(limit: 512))."
  }
}
