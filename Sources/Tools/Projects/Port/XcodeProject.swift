internal import BundleFiles
package import BundleFormat
internal import Diagnostics

/// The target of a keyboard extension in a project file of Xcode (`project.pbxproj`).
///
/// No other file says which sources and build settings the target has. `klava-bundle-reader` parses the file, because
/// the file can come from anyone.
package struct XcodeProject {
  /// The path of the project file.
  let file: String
  /// The build settings of the target in the configuration `Release`. A setting of the target replaces the project's
  /// setting with the same name.
  package private(set) var settings: [String: String] = [:]
  /// The paths of the files that the target compiles or copies, relative to the folder of the ported project.
  package private(set) var members: Set<String> = []
  /// The URLs of the target's remote packages, by the names of the products that it uses.
  private(set) var packages: [String: String] = [:]

  private let objects: [String: [String: PropertyList]]
  /// The path of each object in the project's tree of groups and files.
  private var paths: [String: String] = [:]

  /// The limits for one project. Without limits, a small file could make Klava compute for hours.
  private enum Limit {
    /// The maximum number of project files in a folder.
    static let projects = 32
    static let targets = 1_000
    /// The maximum number of settings of a target, and of a project.
    static let settings = 1_000
    /// The maximum length of the value of a setting, in bytes. A setting can become long, because it can refer to other
    /// settings many times.
    static let setting = 1_024
    /// The maximum length of a path in bytes (`PATH_MAX`).
    static let path = 4_096
  }

  /// Finds the target that has the given manifest.
  ///
  /// - Parameters:
  ///   - folder: The folder of the ported project.
  ///   - files: The paths of all files in the folder.
  ///   - manifest: The path of the extension's Info.plist.
  ///   - record: A function that this method calls with the path of each unreadable project file, and with a sentence
  ///     about the error.
  /// - Returns: Nil if no project file has such a target.
  init?(_ folder: BundleFolder, _ files: [String], manifest: String, record: (String, String) -> Void) {
    for file in files.filter({ $0.hasSuffix(".xcodeproj/project.pbxproj") }).prefix(Limit.projects) {
      do throws(Diagnostic) {
        let root = try BundleReader.project(at: file, in: folder).dictionary ?? [:]
        if let project = XcodeProject(file, root, files: files, manifest: manifest) {
          self = project
          return
        }
      } catch {
        record(file, "Klava did not use the build settings and target memberships of this file: \(error.sentence)")
      }
    }
    return nil
  }

  /// Finds the target that has the given manifest in one project file.
  ///
  /// - Parameters:
  ///   - file: The path of the project file.
  ///   - root: The values of the project file.
  ///   - files: The paths of all files in the folder.
  ///   - manifest: The path of the extension's Info.plist.
  /// - Returns: Nil if the project file has no such target.
  package init?(_ file: String, _ root: [String: PropertyList], files: [String], manifest: String) {
    self.file = file
    objects = (root["objects"]?.dictionary ?? [:]).compactMapValues(\.dictionary)
    guard let project = root["rootObject"]?.string.flatMap({ objects[$0] }) else { return nil }
    // Paths in the file are relative to the folder that contains the bundle X.xcodeproj.
    let home = file.split(separator: "/").dropLast(2).map(String.init)
    if let main = project["mainGroup"]?.string { findPaths(below: main, home) }
    let shared = settings(of: project)
    for identifier in strings(project["targets"]).prefix(Limit.targets) {
      guard let target = objects[identifier] else { continue }
      var own = shared.merging(settings(of: target)) { $1 }
      own["TARGET_NAME"] = target["name"]?.string
      own["DEVELOPMENT_LANGUAGE"] = own["DEVELOPMENT_LANGUAGE"] ?? project["developmentRegion"]?.string
      let written = own["INFOPLIST_FILE"].map { resolved($0, own) }
      guard let written, Self.path(written, below: home) == manifest else { continue }
      // Replace references to other settings.
      settings = own.mapValues { resolved($0, own) }
      findMembers(of: target, identifier, files)
      findPackages(of: target)
      return
    }
    return nil
  }

  private func resolved(_ text: String, _ settings: [String: String]) -> String {
    var settings = settings
    for name in ["SRCROOT", "PROJECT_DIR"] { settings[name] = "." }
    let variables = XcodeVariables(library: settings["TARGET_NAME"] ?? "", values: settings)
    // A chain of references is rarely longer than four. Without a limit, a cycle of references would never end.
    var text = text
    for _ in 0..<4 where text.utf8.count <= Limit.setting {
      text = variables.substituted(.string(text)).string ?? text
    }
    return text
  }

  // MARK: Objects

  private func strings(_ list: PropertyList?) -> [String] { list?.array?.compactMap(\.string) ?? [] }

  /// Returns the build settings of a project or a target, in the configuration `Release`. If the target has no
  /// configuration `Release`, returns the settings of its first configuration.
  private func settings(of object: [String: PropertyList]) -> [String: String] {
    let list = object["buildConfigurationList"]?.string.flatMap { objects[$0] }
    let configurations = strings(list?["buildConfigurations"]).compactMap { objects[$0] }
    let chosen = configurations.first { $0["name"]?.string == "Release" } ?? configurations.first
    let settings = (chosen?["buildSettings"]?.dictionary ?? [:]).compactMapValues(\.string)
    guard settings.count <= Limit.settings else { return [:] }
    return settings.filter { $0.value.utf8.count <= Limit.setting }
  }

  /// Finds the path of each object in the tree of groups.
  private mutating func findPaths(below main: String, _ home: [String]) {
    var pending = [(main, home)]
    while let (identifier, base) = pending.popLast() {
      guard paths[identifier] == nil, let object = objects[identifier] else { continue }
      let start = object["sourceTree"]?.string == "SOURCE_ROOT" ? home : base
      guard let path = Self.path(object["path"]?.string ?? "", below: start) else { continue }
      paths[identifier] = path
      let parts = path.split(separator: "/").map(String.init)
      pending += strings(object["children"]).map { ($0, parts) }
    }
  }

  /// The path of a file, without `.` and `..`; nil if the file is outside of the ported project.
  private static func path(_ path: String, below base: [String]) -> String? {
    guard !path.hasPrefix("/") else { return nil }
    var parts = base
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(String(part))
      } else if parts.popLast() == nil {
        return nil
      }
    }
    let path = parts.joined(separator: "/")
    return path.utf8.count <= Limit.path ? path : nil
  }

  // MARK: The target

  private mutating func findMembers(of target: [String: PropertyList], _ identifier: String, _ files: [String]) {
    var references: Set<String> = []
    for phase in Set(strings(target["buildPhases"])).compactMap({ objects[$0] }) {
      references.formUnion(strings(phase["files"]).compactMap { objects[$0]?["fileRef"]?.string })
    }
    for file in references {
      // The reference of a localized file is a group, so add the group's file for each language.
      let parts = strings(objects[file]?["children"])
      members.formUnion((parts.isEmpty ? [file] : parts).compactMap { paths[$0] })
    }
    addFolders(of: target, identifier, files)
    members.formIntersection(files)
  }

  /// Adds the files of synchronized folders. All files of a synchronized folder belong to the folder's target, except
  /// the files in the target's list of exceptions. Another target gets only the files in its list of exceptions for
  /// this folder.
  private mutating func addFolders(of target: [String: PropertyList], _ identifier: String, _ files: [String]) {
    let whole = Set(strings(target["fileSystemSynchronizedGroups"]))
    var folders: Set<String> = []
    var left: Set<String> = []
    var known: Set<String> = []
    for (group, object) in objects where object["isa"]?.string == "PBXFileSystemSynchronizedRootGroup" {
      guard let path = paths[group] else { continue }
      let exceptions = strings(object["exceptions"]).filter { known.insert($0).inserted }.compactMap { objects[$0] }
        .filter { $0["target"]?.string == identifier }
        .flatMap { strings($0["membershipExceptions"]) }.map { "\(path)/\($0)" }
      if whole.contains(group) {
        folders.insert(path)
        left.formUnion(exceptions)
      } else {
        members.formUnion(exceptions)
      }
    }
    members.formUnion(
      files.filter { file in
        var parts = file.split(separator: "/")
        while !parts.isEmpty {
          parts.removeLast()
          if folders.contains(parts.joined(separator: "/")) { return !left.contains(file) }
        }
        return false
      })
  }

  private mutating func findPackages(of target: [String: PropertyList]) {
    for product in strings(target["packageProductDependencies"]).compactMap({ objects[$0] }) {
      guard let name = product["productName"]?.string,
        let url = product["package"]?.string.flatMap({ objects[$0]?["repositoryURL"]?.string })
      else { continue }
      packages[name] = url
    }
  }
}
