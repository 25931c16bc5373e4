internal import BundleFiles
internal import Diagnostics

/// The files of a keyboard extension whose folder is part of a larger project.
///
/// Xcode's project file says which files belong to the extension. The project file can be missing, because many
/// projects generate it. Without a project file, Klava uses the files in the extension's folder, and each other source
/// that declares a type which these files use. With or without a project file, Klava also uses the folders of the
/// modules that the sources import.
struct XcodeSources {
  /// A module of the project. The extension imports this module, directly or through another module.
  struct Module {
    let name: String
    /// The path of the module's folder, with a slash at the end.
    let folder: String
    /// The names of the project's modules that this module imports.
    var imports: [String] = []
  }

  /// The modules, in the order in which Klava found them.
  private(set) var modules: [Module] = []
  /// The names of the project's modules that the extension itself imports.
  private(set) var imports: [String] = []
  /// The sources outside of the extension's folder that belong to the extension. Without a project file, this list has
  /// the sources that declare types which the extension uses.
  private(set) var shared: Set<String> = []
  /// The topmost folders in which Klava left out sources.
  private(set) var leftOut: [String] = []
  /// The project's classes and protocols that are views.
  private(set) var views: Set<String> = []
  /// The folder of the extension with a slash at its end; "" for the whole project.
  private let home: String
  /// The files that belong to the extension according to the project file; empty if there is no project file.
  private let members: Set<String>
  /// The paths of folders that contain sources, directly or in subfolders, by name. Each path ends with a slash.
  private var folders: [Substring: Set<String>] = [:]

  /// Finds the files.
  ///
  /// - Parameters:
  ///   - folder: The project.
  ///   - files: The paths of the project's files that can belong to the extension.
  ///   - manifest: The path of the extension's Info.plist.
  ///   - members: The files of the extension according to Xcode's project file; empty if there is none.
  ///   - limit: The maximum size in bytes of all sources together.
  /// - Throws: `bundleTooLarge` if the sources are larger.
  init(
    _ folder: BundleFolder, _ files: [String], manifest: String, members: Set<String>, limit: Int
  ) throws(Diagnostic) {
    let sources = files.filter { $0.hasSuffix(".swift") }
    // Find the nearest parent folder with sources, because many projects keep Info.plist in a folder of resources
    // beside the sources.
    var home = manifest.split(separator: "/").dropLast()
    while !home.isEmpty, !sources.contains(where: { $0.hasPrefix(home.joined(separator: "/") + "/") }) {
      home.removeLast()
    }
    self.home = home.isEmpty ? "" : home.joined(separator: "/") + "/"
    // Ignore a project file without sources, such as a template for a generator.
    self.members = members.contains { $0.hasSuffix(".swift") } ? members : []
    var rest = limit
    var all: [String: Source] = [:]
    for file in sources {
      let bytes = try folder.read(file, limit: rest, tooLarge: .bundleTooLarge)
      rest -= bytes.count
      all[file] = Source(bytes)
    }
    views = SourceOfViews.views(of: all.values.reduce(into: [:]) { $0.merge($1.parents) { $0.union($1) } })
    guard !home.isEmpty || !self.members.isEmpty else { return }
    for file in sources {
      var parts = file.split(separator: "/").dropLast()
      while let name = parts.last {
        // If a folder is known, all folders above this folder are known too, so stop here.
        guard folders[name, default: []].insert(parts.joined(separator: "/") + "/").inserted else { break }
        parts.removeLast()
      }
    }
    follow(sources.filter(contains), all)
    if !self.members.isEmpty { shared = Set(sources.filter { self.members.contains($0) && !$0.hasPrefix(self.home) }) }
    let unused = sources.filter { !contains($0) && $0.contains("/") }
    leftOut = Set(unused.compactMap { $0.split(separator: "/").first.map(String.init) }).sorted()
  }

  /// Finds the sources and modules that the given sources of the extension use, directly or through other sources.
  private mutating func follow(_ start: [String], _ all: [String: Source]) {
    var declarations: [String: [String]] = [:]
    for (file, source) in all where !source.isOfAppOrTests {
      for name in source.types { declarations[name, default: []].append(file) }
    }
    var files = start
    var known: Set<String> = []
    while !files.isEmpty {
      var used: Set<String> = []
      for file in files {
        guard let source = all[file] else { continue }
        known.formUnion(source.types)
        used.formUnion(source.words)
        for name in source.imports.sorted() { add(name, importedBy: file, all) }
      }
      // The extension itself declares the known types, so it does not need another target's types with the same names.
      guard members.isEmpty else { return }
      files = used.subtracting(known).flatMap { declarations[$0] ?? [] }.filter { !contains($0) }
      shared.formUnion(files)
      files = Set(files).sorted()
    }
  }

  private mutating func add(_ name: String, importedBy file: String, _ all: [String: Source]) {
    if let index = modules.firstIndex(where: { file.hasPrefix($0.folder) }) {
      if !modules[index].imports.contains(name), isKnown(name, all) { modules[index].imports.append(name) }
    } else if !imports.contains(name), isKnown(name, all) {
      imports.append(name)
    }
  }

  /// Returns whether the project contains a module. If the project contains the module, adds it, and the modules that
  /// it imports.
  private mutating func isKnown(_ name: String, _ all: [String: Source]) -> Bool {
    if modules.contains(where: { $0.name == name }) { return true }
    // Skip a folder with the name UIKit: it is not a module, and often contains extensions of UIKit's types.
    guard !PortedSource.replaced.contains(name) else { return false }
    guard let folder = folder(of: name), !folder.hasPrefix(home), !home.hasPrefix(folder) else {
      return false
    }
    modules.append(Module(name: name, folder: folder))
    for (file, source) in all.filter({ $0.key.hasPrefix(folder) }).sorted(by: { $0.key < $1.key }) {
      for module in source.imports.sorted() where module != name { add(module, importedBy: file, all) }
    }
    return true
  }

  /// The folder of a module: a folder with the module's name, or the folder of the module's sources in a package.
  private func folder(of module: String) -> String? {
    let named = folders[module[...]] ?? []
    if let sources = named.filter({ $0.hasSuffix("Sources/\(module)/") }).min() { return sources }
    guard let folder = named.min(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) else { return nil }
    // If the folder is a package, use only its folder Sources: the package also contains Package.swift and the tests.
    let sources = "\(folder)Sources/"
    return folders["Sources"]?.contains(sources) == true ? sources : folder
  }

  /// Whether a file of the project belongs to the extension or to a module.
  func contains(_ file: String) -> Bool {
    if module(of: file) != nil || members.contains(file) { return true }
    if !members.isEmpty, file.hasSuffix(".swift") { return false }
    return home.isEmpty || file.hasPrefix(home) || shared.contains(file)
  }

  /// The module whose folder contains a file; nil for a file of the extension itself.
  func module(of file: String) -> Module? { modules.first { file.hasPrefix($0.folder) } }

  /// The targets of the modules and the dependencies of the extension's target, for Package.swift.
  var packageParts: (targets: String, dependencies: String) {
    let targets = modules.map { module in
      let imports = module.imports.map { ", \"\($0)\"" }.joined()
      return
        "    .target(name: \"\(module.name)\", dependencies: [.product(name: \"KlavaUIKit\", package: \"KlavaUIKit\")\(imports)]),\n"
    }
    return (targets.joined(), imports.map { ", \"\($0)\"" }.joined())
  }
}

extension XcodeSources {
  /// The names in a source.
  private struct Source {
    var words: Set<String> = []
    var imports: Set<String> = []
    /// The types that the source declares at its top level.
    var types: [String] = []
    /// For each class or protocol, the names that follow it in the line of its declaration.
    var parents: [String: Set<String>] = [:]
    var isOfAppOrTests = false

    init(_ bytes: [UInt8]) {
      for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
        let words = PortedSource.words(in: line)
        guard let first = words.first else { continue }
        if let position = words.firstIndex(of: "import"), position < 3, position + 1 < words.count {
          imports.insert(words[position + 1])
        }
        if first == "@main" { isOfAppOrTests = true }
        self.words.formUnion(words)
        // Skip indented lines, because top-level declarations are at the margin.
        guard line.first?.isWhitespace == false,
          let position = words.firstIndex(where: { Self.keywords.contains($0) }), position + 1 < words.count
        else { continue }
        types.append(words[position + 1])
        if words[position] == "class" || words[position] == "protocol", line.contains(":") {
          parents[words[position + 1]] = Set(words[(position + 2)...])
        }
      }
      if !imports.isDisjoint(with: ["XCTest", "Testing"]) { isOfAppOrTests = true }
    }

    private static let keywords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
  }
}
