internal import BundleFiles
internal import Diagnostics

/// The files that a project for Klava gets from a keyboard extension in an Xcode project, and the lines that the author
/// must change.
struct PortedFiles {
  /// The files for the project, without its manifest.
  private(set) var files: [ProjectFile] = []
  /// The changes that the author must make by hand, in the order of files and lines.
  private(set) var places: [XcodeExtension.ManualChange] = []
  /// The numbers of copied sources, of sources with views, and of lines whose import changed.
  private(set) var counts = (sources: 0, views: 0, imports: 0)
  /// The name of the controller's class; nil if the sources declare no such class.
  private(set) var principalClass: String?
  /// Whether a source uses paths of files.
  private(set) var usesPaths = false

  /// The name of the new project, which is the name of the module.
  private let name: String
  /// The files that belong to the extension.
  private let sources: XcodeSources
  /// The URL of the package of each module, from Xcode's project file.
  private let packages: [String: String]
  /// The modules that are in the project.
  private let modules: Set<String>
  /// The size of all copied files together in bytes.
  private var copiedBytes = 0

  /// The maximum size of all copied files together in bytes: the limit for a bundle.
  static let maximumBytes = 64 * 1024 * 1024

  /// Creates a value without files.
  ///
  /// - Parameters:
  ///   - name: The name of the new project, which is the name of the module.
  ///   - sources: The files that belong to the extension.
  ///   - packages: The URL of the package of each module, from Xcode's project file.
  init(name: String, sources: XcodeSources, packages: [String: String]) {
    (self.name, self.sources, self.packages) = (name, sources, packages)
    modules = Set(sources.modules.map(\.name)).union(["Swift", name])
  }

  /// Adds a change that the author must make by hand.
  mutating func record(_ file: String, _ advice: String) {
    places.append(.init(file: file, line: nil, advice: advice))
  }

  /// Copies a file to the project, or records why the project does not get it.
  mutating func add(_ file: String, in folder: BundleFolder) throws(Diagnostic) {
    let parts = file.split(separator: "/").map(String.init)
    // Xcode shows a folder such as Assets.xcassets as one file, so report the folder once and not each of its files.
    if let index = parts.firstIndex(where: { $0.hasSuffix(".xcassets") || $0.hasSuffix(".docc") }) {
      let whole = parts[...index].joined(separator: "/")
      guard parts[index].hasSuffix(".xcassets"), !places.contains(where: { $0.file == whole }) else { return }
      return record(whole, "Klava reads no asset catalogs. Copy pictures as PNG or SVG files to the project's folder.")
    }
    let last = parts.last ?? file
    switch last.split(separator: ".").last.map(String.init) ?? "" {
    case "swift": try addSource(file, in: folder)
    case "storyboard", "xib": record(file, "Klava reads neither storyboards nor nibs. Build the input view in code.")
    case "h", "m", "mm", "c", "cpp", "metal":
      record(file, "Klava copies only Swift sources. Add a target for C code to Package.swift.")
    case "entitlements", "xcconfig", "xcprivacy", "md", "modulemap": return
    default:
      // Xcode puts resources at the top of the bundle, without their folders. Only `.lproj` folders and inner bundles
      // remain folders in the bundle.
      let start = parts.firstIndex { $0.hasSuffix(".lproj") || $0.hasSuffix(".bundle") } ?? parts.count - 1
      let target = parts[start...].joined(separator: "/")
      guard !Self.ofProject.contains(target.lowercased()) else {
        return record(file, "Klava did not copy this file: the project has its own \(target).")
      }
      guard !files.contains(where: { $0.path == target }) else {
        return record(
          file, "Klava did not copy this file: another file has the path \(target) in the bundle. Rename this file.")
      }
      files.append(ProjectFile(path: target, bytes: try read(file, in: folder)))
    }
  }

  /// Reads a file. Throws an error if the total size of all copied files would exceed the limit.
  private mutating func read(_ file: String, in folder: BundleFolder) throws(Diagnostic) -> [UInt8] {
    let bytes = try folder.read(file, limit: Self.maximumBytes - copiedBytes, tooLarge: .bundleTooLarge)
    copiedBytes += bytes.count
    return bytes
  }

  /// The names, in lowercase, of files at the top of a project that must come from Klava's template and not from the
  /// extension. `make` runs the commands of a makefile, and prefers the files `GNUmakefile` and `makefile` to
  /// `Makefile`.
  private static let ofProject: Set<String> = ["makefile", "gnumakefile", "info.plist"]

  private mutating func addSource(_ file: String, in folder: BundleFolder) throws(Diagnostic) {
    let bytes = try read(file, in: folder)
    let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    let source = text.split(separator: "\n", omittingEmptySubsequences: false)
    let split = SourceOfViews(source, views: sources.views)
    if split.hasViews {
      counts.views += 1
      files.append(ProjectFile(path: "Views/\(file)", bytes: bytes))
      var advice = "The file declares a view of UIKit or SwiftUI, and is now in Views. Write an InputView instead."
      if let source = split.withoutViews {
        advice += " The project builds its other declarations: \(split.otherNames.joined(separator: ", "))."
        addSource(source, of: file)
      }
      return record(file, advice)
    }
    addSource(source, of: file)
  }

  /// Adds the lines of a source to the project, with their imports changed for Klava.
  private mutating func addSource(_ lines: [Substring], of file: String) {
    let source = PortedSource(lines, of: file, modules: modules, packages: packages)
    counts.sources += 1
    counts.imports += source.imports
    places += source.places
    usesPaths = usesPaths || source.usesPaths
    principalClass = source.principalClass ?? principalClass
    let module = sources.module(of: file)
    let path = module.map { "\($0.name)/\(file.dropFirst($0.folder.count))" } ?? "\(name)/\(file)"
    files.append(ProjectFile(path: "Sources/\(path)", bytes: Array(source.text.utf8)))
  }
}
