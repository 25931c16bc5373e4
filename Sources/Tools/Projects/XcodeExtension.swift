internal import BundleFormat
internal import Diagnostics
internal import FoundationEssentials

/// A keyboard extension in a folder of an Xcode project, and the files that a project for Klava gets from it.
///
/// This type reads the property lists with ``BundleReader``, because the folder can come from anyone.
package struct XcodeExtension {
  /// A place that the author must change by hand.
  struct ManualChange: Hashable {
    /// The file in the extension's folder.
    let file: String
    /// The line, from 1; nil for the whole file.
    let line: Int?
    /// The problem, and what to do.
    let advice: String
  }

  /// The files for the project, without its manifest.
  private(set) var files: [ProjectFile] = []
  /// The manifest's members that do not depend on the project's name.
  private var members: [String: PropertyList] = [:]
  /// The manifest's `NSExtensionAttributes`, without values that contain a variable of Xcode.
  private var attributes: [String: PropertyList] = [:]
  /// The name of the controller's class.
  private(set) var principalClass = "KeyboardViewController"
  /// The places that the author must change by hand, in the order of files and lines.
  private(set) var places: [ManualChange] = []
  /// The numbers of copied sources, of sources with views, and of lines whose import changed.
  private(set) var counts = (sources: 0, views: 0, imports: 0)

  /// The folder of the extension, and the folders of other keyboard extensions. Nil if there are no other extensions,
  /// or if the user chose the extension by its folder.
  private var others: (ported: String, left: [String])?

  /// The files that belong to the extension.
  private var sources: XcodeSources?
  /// The extension's target in Xcode's project file; nil if no project file has it.
  private var project: XcodeProject?
  private var usesPaths = false
  private var copiedBytes = 0

  private enum Limit {
    static let files = 5_000
    /// The maximum number of entries of the project's folder.
    static let entries = 50_000
    /// The names of folders that do not belong to a project's sources.
    static let skipped: Set<String> = [
      ".git", ".build", "Pods", "Carthage", "DerivedData", "node_modules", "xcuserdata",
    ]
    /// The maximum number of levels from the extension's folder up to the project's folder.
    static let levels = 5
    /// The maximum number of property lists that may describe the extension.
    static let manifests = 256
    /// The maximum size of all copied files together in bytes, which is the limit of a bundle.
    static let bytes = 64 * 1024 * 1024
  }

  /// Reads an extension.
  ///
  /// - Parameters:
  ///   - path: The folder with the extension's manifest, or a folder above it. If the project has one keyboard
  ///     extension, the folder can also be a folder of sources without a manifest.
  ///   - name: The name of the new project, which is the name of the module.
  /// - Throws: `xcodeExtensionMissing` if no manifest in the folder describes a keyboard extension; `bundleTooLarge`
  ///   or `tooManyFiles` if the extension is too large; a diagnostic of the folder.
  init(_ path: String, name: String) throws(Diagnostic) {
    let (path, part) = Self.project(around: path)
    let folder = try BundleFolder(path)
    let (all, isComplete) = folder.paths(limit: Limit.entries, skipping: Limit.skipped)
    guard isComplete else { throw Diagnostic(.tooManyFiles, path) }
    var found: (file: String, members: [String: PropertyList])?
    /// The manifests of other keyboard extensions.
    var left: [(file: String, members: [String: PropertyList])] = []
    /// Property lists whose names end like those of manifests, such as `GoogleService-Info.plist`.
    var resources: Set<String> = []
    let lists = all.filter { $0.hasSuffix("Info.plist") && !$0.contains(".bundle/") }
    guard lists.count <= Limit.manifests else { throw Diagnostic(.tooManyFiles, path) }
    for file in lists {
      let members: [String: PropertyList]
      do throws(Diagnostic) {
        members = try BundleReader.project(at: file, in: folder).dictionary ?? [:]
      } catch {
        // Ignore a faulty property list if the extension is already found, or if the list is outside of the given
        // folder.
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
    // Some projects keep the manifests outside of the folders of the sources. If only one manifest describes a keyboard
    // extension, use it.
    if found == nil, left.count == 1 { found = left.removeLast() }
    guard let found else { throw Diagnostic(.xcodeExtensionMissing, path) }
    let ported = Self.parent(of: found.file)
    // Leave out the folders of other extensions, because their sources may declare the same types. A folder around the
    // ported extension stays, because it contains the ported files.
    let others = left.map { Self.parent(of: $0.file) }
    let leftOut = others.filter { !$0.isEmpty && $0 != ported && !ported.hasPrefix("\($0)/") }
    if !left.isEmpty, part.isEmpty { self.others = (ported, others) }
    for (file, _) in left where part.isEmpty {
      note(file, "The file describes another keyboard extension. To port it, pass its folder to --from-xcode.")
    }
    let ownFiles = all.filter { file in !isHidden(file) && !leftOut.contains { file.hasPrefix("\($0)/") } }
    var unread: [(file: String, advice: String)] = []
    project = XcodeProject(folder, all, manifest: found.file) { unread.append(($0, $1)) }
    for project in unread { note(project.file, project.advice) }
    sources = try XcodeSources(
      folder, ownFiles, manifest: found.file, members: project?.members ?? [], limit: Limit.bytes)
    for file in ownFiles where sources?.contains(file) ?? true {
      guard files.count < Limit.files else { throw Diagnostic(.tooManyFiles, path) }
      guard file != found.file, !left.contains(where: { file == $0.file }) else { continue }
      // A bundle inside the extension, such as Settings.bundle, keeps its Info.plist.
      if lists.contains(file), !resources.contains(file) {
        note(file, "The file belongs to another target. The project's Info.plist comes from \(found.file).")
      } else {
        try add(file, in: folder, name: name)
      }
    }
    for folder in sources?.leftOut ?? [] {
      note(folder, "Klava left out sources in this folder. If the extension needs one, copy it to Sources/\(name).")
    }
    read(found.members, of: found.file, name: name)
  }

  /// Whether a key occurs only in manifests, and in no other property lists.
  private static func isManifestKey(_ key: String) -> Bool { key == "NSExtension" || key.hasPrefix("CFBundle") }

  /// The folder of the Xcode project around the given folder, and the path of the given folder in this project, with a
  /// slash at the end.
  private static func project(around path: String) -> (root: String, part: String) {
    var parts = (path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path)
      .split(separator: "/").filter { $0 != "." }.map(String.init)
    guard !parts.contains("..") else { return (path, "") }
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
  private func isHidden(_ file: String) -> Bool {
    file.split(separator: "/").contains {
      $0.hasPrefix(".") || $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace")
    }
  }

  // MARK: Files

  private mutating func add(_ file: String, in folder: BundleFolder, name: String) throws(Diagnostic) {
    let parts = file.split(separator: "/").map(String.init)
    // The author sees a folder such as Assets.xcassets as one file, so report it once.
    if let index = parts.firstIndex(where: { $0.hasSuffix(".xcassets") || $0.hasSuffix(".docc") }) {
      let whole = parts[...index].joined(separator: "/")
      guard parts[index].hasSuffix(".xcassets"), !places.contains(where: { $0.file == whole }) else { return }
      return note(whole, "Klava reads no asset catalogs. Copy pictures as PNG or SVG files to the project's folder.")
    }
    let last = parts.last ?? file
    switch last.split(separator: ".").last.map(String.init) ?? "" {
    case "swift": try addSource(file, in: folder, name: name)
    case "storyboard", "xib": note(file, "Klava reads neither storyboards nor nibs. Build the input view in code.")
    case "h", "m", "mm", "c", "cpp", "metal":
      note(file, "Only Swift sources are copied. Add a target for C code to Package.swift.")
    case "entitlements", "xcconfig", "xcprivacy", "md", "modulemap": return
    default:
      // Xcode puts resources at the top of the bundle, without their folders. Only `.lproj` folders and inner bundles
      // stay folders.
      let start = parts.firstIndex { $0.hasSuffix(".lproj") || $0.hasSuffix(".bundle") } ?? parts.count - 1
      let target = parts[start...].joined(separator: "/")
      guard !Self.ofProject.contains(target.lowercased()) else {
        return note(file, "Klava did not copy this file: the project has its own \(target).")
      }
      guard !files.contains(where: { $0.path == target }) else {
        return note(
          file, "Klava did not copy this file: another file has the path \(target) in the bundle. Rename this file.")
      }
      files.append(ProjectFile(path: target, bytes: try read(file, in: folder)))
    }
  }

  /// Reads a file, if all copied files together stay within the limit.
  private mutating func read(_ file: String, in folder: BundleFolder) throws(Diagnostic) -> [UInt8] {
    let bytes = try folder.read(file, limit: Limit.bytes - copiedBytes, tooLarge: .bundleTooLarge)
    copiedBytes += bytes.count
    return bytes
  }

  /// The names, in lowercase, of the files that only Klava may write at the top of a project. `make` runs the commands
  /// of a makefile, and prefers the files `GNUmakefile` and `makefile` to `Makefile`.
  private static let ofProject: Set<String> = ["makefile", "gnumakefile", "info.plist"]

  private mutating func note(_ file: String, line: Int? = nil, _ advice: String) {
    places.append(ManualChange(file: file, line: line, advice: advice))
  }

  // MARK: Sources

  /// The modules that a source no longer imports, because `import KlavaUIKit` replaces them.
  static let replaced: Set<String> = [
    "Foundation", "UIKit", "Combine", "os", "os.log", "OSLog", "CoreGraphics", "CoreFoundation", "AudioToolbox",
    "AVFoundation", "Dispatch", "ObjectiveC", "SwiftUI", "QuartzCore",
  ]

  /// Frameworks of iOS that keyboards use, each with the advice for Linux; empty if nothing replaces the framework.
  private static let frameworks: [String: String] = [
    "AppIntents": "", "CloudKit": "", "CommonCrypto": "Use the package swift-crypto.", "Contacts": "",
    "CoreData": "Store values with UserDefaults, or files in the data container.",
    "CoreHaptics": "Use UIImpactFeedbackGenerator.", "CoreLocation": "", "CoreML": "", "CoreText": "Use Canvas.",
    "CryptoKit": "Use the package swift-crypto, whose module is Crypto.", "FoundationModels": "", "GameplayKit": "",
    "Intents": "", "LocalAuthentication": "", "NaturalLanguage": "Use textServices of the controller.",
    "Network": "Use connect(to:port:) of the controller.", "Photos": "", "PhotosUI": "", "Security": "",
    "Speech": "", "StoreKit": "", "SwiftData": "Store values with UserDefaults, or files in the data container.",
    "UniformTypeIdentifiers": "A keyboard can copy and paste only text.", "UserNotifications": "", "Vision": "",
    "WebKit": "", "WidgetKit": "",
  ]

  private func advice(forModule module: String) -> String {
    if let replacement = Self.frameworks[module] {
      return "Linux has no framework \(module). \(replacement.isEmpty ? "Remove the code that uses it." : replacement)"
    }
    let package = project?.packages[module].map { "Add its package \($0)" } ?? "Add its package"
    return "The module \(module) is not in the project. \(package) to Package.swift."
  }

  private mutating func addSource(_ file: String, in folder: BundleFolder, name: String) throws(Diagnostic) {
    let bytes = try read(file, in: folder)
    let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    let source = text.split(separator: "\n", omittingEmptySubsequences: false)
    let split = SourceOfViews(source, views: sources?.views ?? [])
    if split.hasViews {
      counts.views += 1
      files.append(ProjectFile(path: "Views/\(file)", bytes: bytes))
      var advice = "The file declares a view of UIKit or SwiftUI, and is now in Views. Write an InputView instead."
      if let source = split.withoutViews {
        advice += " The project builds its other declarations: \(split.otherNames.joined(separator: ", "))."
        addSource(source, of: file, name: name)
      }
      return note(file, advice)
    }
    addSource(source, of: file, name: name)
  }

  /// Changes the imports of a source, adds its lines to the project, and notes what the author must change.
  private mutating func addSource(_ source: [Substring], of file: String, name: String) {
    counts.sources += 1
    var hasImport = false
    var isInExtension = false
    var lines: [String] = []
    for (index, line) in source.enumerated() {
      if line.contains("import "), let match = line.wholeMatch(of: Self.importLine) {
        // Drop the name of a type after the module's name, as in `import struct Core.Model`.
        let module = String(match.module.prefix { $0 != "." })
        if Self.replaced.contains(module) {
          counts.imports += 1
          // Replace all imports after the first by empty lines, so that the lines below keep their numbers.
          lines.append(hasImport ? "" : "\(match.start)import KlavaUIKit")
          hasImport = true
          continue
        }
        if module != "Swift", module != name, sources?.modules.contains(where: { $0.name == module }) != true {
          note(file, line: index + 1, advice(forModule: module))
        }
      }
      lines.append(String(line))
      let words = Self.words(in: line)
      if line.first?.isWhitespace == false { isInExtension = words.contains("extension") }
      // A line can have many words, so search the words once.
      let isForApple = words.contains("canImport") && words.contains(where: Self.replaced.contains)
      if let advice = words.lazy.compactMap({ Self.advice(for: $0, after: words[0], isForApple: isForApple) }).first {
        note(file, line: index + 1, advice)
      } else if isInExtension, words.contains("override") {
        note(file, line: index + 1, "On Linux, an extension cannot override a method. Move the method to the class.")
      } else if words.contains("view"), Self.usesOwnView(line) {
        note(file, line: index + 1, "The controller has no `view` in Klava. Set inputView.")
      }
      if !usesPaths { usesPaths = words.contains { Self.pathUses.contains($0) } }
      if let position = words.firstIndex(of: "class"), words[position...].dropFirst(2).first == "UIInputViewController"
      {
        principalClass = words[position + 1]
      }
    }
    let module = sources?.module(of: file)
    let path = module.map { "\($0.name)/\(file.dropFirst($0.folder.count))" } ?? "\(name)/\(file)"
    files.append(ProjectFile(path: "Sources/\(path)", bytes: Array(lines.joined(separator: "\n").utf8)))
  }

  /// The names in a line of code. A `#` or `@` before a name is a part of it. Leaves out names in a comment.
  static func words(in line: Substring) -> [String] {
    let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    return code.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "#" || $0 == "@") }.map(String.init)
  }

  // The constant is not `Sendable`, because a regex can contain functions; this one contains none.
  nonisolated(unsafe) private static let importLine: Regex<(Substring, start: Substring, module: Substring)> =
    /(?<start>\s*)(?:@\w+(?:\(\w+\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(?<module>[\w.]+)\s*(?:\/\/.*)?/

  /// Whether a line uses a member of the controller's view.
  private static func usesOwnView(_ line: Substring) -> Bool {
    line.ranges(of: "view.").contains { range in
      let before = line[..<range.lowerBound]
      return before.last.map { !($0.isLetter || $0.isNumber || "._".contains($0)) } ?? true || before.hasSuffix("self.")
    }
  }

  private static let pathUses: Set<String> = ["forResource", "containerURL", "FileManager"]

  /// Returns advice about a name that Klava does not have; nil if KlavaUIKit has the name, or if the author declares
  /// it.
  ///
  /// - Parameters:
  ///   - word: The name.
  ///   - first: The first word of the line.
  ///   - isForApple: Whether the line checks with `canImport` for a module that KlavaUIKit replaces.
  private static func advice(for word: String, after first: String, isForApple: Bool) -> String? {
    switch word {
    case "canImport" where isForApple, "targetEnvironment",
      "iOS" where first == "#if":
      "canImport(UIKit), os(iOS) and targetEnvironment are false on Linux. Check which code is built."
    case "#selector", "@objc", "addTarget": "There are no selectors. Pass a closure to Key or Timer."
    case "@IBOutlet", "@IBAction", "@IBInspectable", "@IBDesignable":
      "There are no outlets. Build the input view in code."
    case "UIHostingController", "@State", "@Binding", "@StateObject", "@ObservedObject", "@EnvironmentObject",
      "@AppStorage", "withAnimation":
      "There is no SwiftUI. Write an InputView."
    case "NSCoder", "nibName": "Replace this initializer with required init()."
    case "UIApplication": "As on iOS, a keyboard has no UIApplication."
    case "URLSession": "There is no URLSession. Use connect(to:port:) of the controller."
    case "UITextChecker": "The host may need a second to load a dictionary. Ask again in a later event."
    case "CALayer", "CAShapeLayer", "CAGradientLayer", "CADisplayLink", "CATransaction":
      "Klava draws the keyboard. Use the modifiers of elements."
    case "NSLayoutConstraint", "translatesAutoresizingMaskIntoConstraints", "leadingAnchor", "trailingAnchor",
      "topAnchor", "bottomAnchor", "widthAnchor", "heightAnchor":
      "Use frame(width:height:) and weights."
    default:
      if word.hasPrefix("UI"), word.hasSuffix("GestureRecognizer") {
        "Use a gesture of Key or TouchArea, such as onPan, onSwipe or onLongPress."
      } else if SourceOfViews.classes.contains(word) {
        "There are no views. Use InputView, Row, Key and Label."
      } else {
        nil
      }
    }
  }

  // MARK: The manifest

  private mutating func read(_ written: [String: PropertyList], of file: String, name: String) {
    let settings = project?.settings ?? [:]
    let variables = XcodeVariables(library: "lib\(name).so", values: settings)
    var manifest = written
    // The substituted name of the controller's module has no effect: the new manifest names the project's module.
    if let project {
      manifest = manifest.mapValues(variables.substituted)
      for (key, setting) in [
        ("CFBundleDisplayName", "INFOPLIST_KEY_CFBundleDisplayName"), ("CFBundleVersion", "CURRENT_PROJECT_VERSION"),
        ("NSHumanReadableCopyright", "INFOPLIST_KEY_NSHumanReadableCopyright"),
        ("CFBundleShortVersionString", "MARKETING_VERSION"),
      ] where manifest[key] == nil { manifest[key] = settings[setting].map(PropertyList.string) }
      noteSettings(of: project)
    }
    for (key, value) in manifest.sorted(by: { $0.key < $1.key }) where key != "NSExtension" {
      if let (path, variable) = XcodeVariables.first(in: [key: value]) {
        // Xcode computes the values of these keys. `manifest(name:identifier:)` writes values for these keys, so the
        // author need not change them.
        let isReplaced = [
          "CFBundleDevelopmentRegion", "CFBundleExecutable", "CFBundleIdentifier", "CFBundleName",
          "CFBundlePackageType",
        ].contains(path)
        if !isReplaced { note(file, "\(path) has the variable \(variable). Write its value to Info.plist.") }
        continue
      }
      members[key] = value
    }
    let part = manifest["NSExtension"]?.dictionary
    let given = part?["NSExtensionAttributes"]?.dictionary ?? [:]
    for (name, value) in given.sorted(by: { $0.key < $1.key }) {
      if let (path, variable) = XcodeVariables.first(in: [name: value]) {
        note(
          file, "NSExtensionAttributes.\(path) has the variable \(variable). Write its value to Info.plist.")
      } else {
        attributes[name] = value
      }
    }
    // A variable of Xcode has no value outside of Xcode. If the class name is a variable, use the class that the
    // sources declare.
    if let written = part?["NSExtensionPrincipalClass"]?.string, let last = written.split(separator: ".").last,
      !last.contains("$")
    {
      principalClass = String(last)
    }
    if part?["NSExtensionMainStoryboard"] != nil {
      note(file, "NSExtensionMainStoryboard has no effect. The project's Info.plist names the class \(principalClass).")
    }
  }

  /// Notes the build settings that Package.swift may need.
  private mutating func noteSettings(of project: XcodeProject) {
    if let version = project.settings["SWIFT_VERSION"],
      let major = version.split(separator: ".").first.flatMap({ Int($0) })
    {
      if major < 5 {
        note(
          project.file, "The target is in Swift \(version). Convert its sources to Swift 5, which Package.swift sets.")
      } else if major > 5 {
        note(project.file, "The target is in Swift \(version), but Package.swift sets Swift 5. Set swiftLanguageModes.")
      }
    }
    let conditions = (project.settings["SWIFT_ACTIVE_COMPILATION_CONDITIONS"] ?? "").split(separator: " ")
    for condition in conditions where !condition.contains("$") && condition != "DEBUG" {
      note(
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
  func manifest(name: String, identifier: String) throws(Diagnostic) -> ProjectFile {
    var result: [String: PropertyList] = [
      "CFBundleDisplayName": .string(name), "CFBundleInfoDictionaryVersion": .string("6.0"),
      "CFBundleShortVersionString": .string("0.1.0"), "CFBundleVersion": .string("1"),
      "CFBundleDevelopmentRegion": .string("en"),
    ]
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

  /// The file that lists everything that the author must change.
  var report: ProjectFile {
    let lines = places.map { place in
      "- \(place.file)\(place.line.map { ":\($0)" } ?? ""): \(place.advice)"
    }
    let text = "Not converted:\n\n\(lines.joined(separator: "\n"))\n"
    return ProjectFile(path: "Sources/PORTING.txt", bytes: Array(text.utf8))
  }

  /// The changes that the author must make, for the terminal. Changes with the same file and advice share one line.
  package func summary(limit: Int) -> [String] {
    var groups: [(file: String, advice: String, lines: [Int])] = []
    // The places of one kind have the same file and advice, and differ in the line.
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

  /// The targets of modules and the dependencies of the keyboard's target, for Package.swift.
  var packageParts: (targets: String, dependencies: String) { sources?.packageParts ?? ("", "") }

  /// Sentences about the copied sources, and about the extensions that were not copied.
  package var outcome: String {
    var copied =
      "Copied \(counts.sources) sources with \(counts.imports) changed imports; \(counts.views) sources of views are in Views."
    if let sources, !sources.modules.isEmpty {
      let names = sources.modules.map(\.name).joined(separator: ", ")
      copied += " The modules \(names.sanitized(limit: 512)) are targets of the package."
    }
    if let sources, !sources.shared.isEmpty {
      copied += " \(sources.shared.count) sources are from other folders, because the extension uses them."
    }
    if let identifier = project?.settings["PRODUCT_BUNDLE_IDENTIFIER"], !identifier.contains("$") {
      copied += " On iOS, the identifier is \(identifier.sanitized(limit: 256)): to keep it, use --identifier."
    }
    guard let others else { return copied }
    let names = others.left.prefix(5).joined(separator: ", ") + (others.left.count > 5 ? ", …" : "")
    return "\(copied) Ported \(others.ported); other keyboard extensions are in \(names.sanitized(limit: 512))."
  }
}
