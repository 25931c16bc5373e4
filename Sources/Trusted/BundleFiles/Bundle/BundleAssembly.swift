package import BundleFormat
package import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HostFiles
internal import ImportFormats
internal import LinuxShims
internal import SystemSupport

/// Assembles a bundle from a source folder and a built library, for `klava bundle`.
///
/// Builds the bundle in a hidden folder beside the output path, and checks the bundle as an installation does. At the
/// end, the assembly moves the new bundle to the output path in one step. At each moment, other processes see the
/// complete old bundle or the complete new bundle. If a step fails, an existing bundle stays unchanged.
package struct BundleAssembly {
  private let source: BundleFolder
  private let library: String
  private let output: String
  private let check: ManifestAction.Check
  private let variables: XcodeVariables
  private let swiftVersion: () -> SwiftVersion?
  private let warn: (String) -> Void
  private var entries = 0
  private var bytes = 0

  /// Assembles a bundle and returns the bundle.
  ///
  /// Copies everything in `folder` except:
  /// - hidden files and other bundles (`*.keyboard`);
  /// - source files and objects (`*.swift *.c *.cpp *.h *.rs *.zig *.o`) and `*.md`;
  /// - at the top, `Sources`, `Tests`, `Makefile`, `Package.resolved`, `Cargo.toml`, `Cargo.lock`,
  ///   `klava-validate.toml` and an old signature (`Signature.sshsig`);
  /// - the library, and a file at the top that has the name in `CFBundleExecutable`. The assembly copies the library
  ///   separately, and gives the copy the name in `CFBundleExecutable`.
  ///
  /// Replaces Xcode's variables in the manifest (``XcodeVariables``), and converts each String Catalog
  /// (``StringCatalog``) to tables of strings.
  ///
  /// - Parameters:
  ///   - folder: The source folder, with the manifest at its top.
  ///   - library: The path of the built library.
  ///   - output: The path of the bundle, which ends in `.keyboard`. The new bundle replaces an existing bundle at this
  ///     path.
  ///   - variables: The values of Xcode variables in the manifest, in addition to the values that the assembly derives
  ///     from the name of the library.
  ///   - swiftVersion: Returns the version of Swift for the manifest. The assembly calls this function only for a Swift
  ///     keyboard whose manifest has no `KLVSwiftVersion`.
  ///   - check: Checks the signature and the fixed arguments of an action in the manifest.
  ///   - warn: Receives a warning for each text of a String Catalog that loses some of its plural or device forms.
  /// - Throws: The first diagnostic. `outputExists` if `output` exists and is not a bundle.
  @discardableResult
  package static func assemble(
    _ folder: String, library: String, output: String, variables: [String: String] = [:],
    swiftVersion: @escaping () -> SwiftVersion? = { nil },
    check: @escaping ManifestAction.Check = { _, _ in }, warn: @escaping (String) -> Void = { _ in }
  ) throws(Diagnostic) -> KeyboardBundle {
    var assembly = try BundleAssembly(
      folder, library: library, output: output, variables: variables, swiftVersion: swiftVersion, check: check,
      warn: warn)
    return try assembly.run()
  }

  private init(
    _ folder: String, library: String, output: String, variables: [String: String],
    swiftVersion: @escaping () -> SwiftVersion?,
    check: @escaping ManifestAction.Check, warn: @escaping (String) -> Void
  ) throws(Diagnostic) {
    do throws(Diagnostic) {
      source = try BundleFolder(folder)
    } catch {
      guard error.code == .bundleMissing else { throw error }
      throw Diagnostic(
        .bundleMissing, error.subject, "The source folder does not exist.",
        remedy: "Name the folder of the keyboard's project, which contains Info.plist.")
    }
    self.library = library
    let whole = output.hasPrefix("/") ? output : FileManager.default.currentDirectoryPath + "/" + output
    self.output = "/" + whole.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    self.check = check
    self.variables = XcodeVariables(
      library: library.split(separator: "/").last.map(String.init) ?? library, values: variables)
    self.swiftVersion = swiftVersion
    self.warn = warn
  }

  private mutating func run() throws(Diagnostic) -> KeyboardBundle {
    var record = try BundleReader.read(source)
    var substituted: PropertyList?
    if case .propertyList(let root, let bytes)? = record.contents[Manifest.fileName] {
      let result = withSwiftVersion(variables.substituted(root))
      if result != root { substituted = result }
      record.contents[Manifest.fileName] = .propertyList(result, bytes: bytes)
      if case .dictionary(let members) = result {
        // Check only the manifest keys whose values Klava shows to users. `KeyboardBundle.init` checks the other keys.
        try XcodeVariables.check(members, whichAreShown: true, subject: source.subject(Manifest.fileName))
      }
    }
    let manifest = try KeyboardBundle(source, record: record, check: check).manifest
    try checkOutput()
    let parent = StateFile.parent(of: output)
    try StateFile.createFolder(parent, mode: 0o777, .outputUnwritable)
    // Use a hidden folder, because the output path may be in the source folder, and `copy` skips hidden files and
    // folders.
    let staging = "\(parent)/.klava-\(UUID().uuidString)"
    let staged = "\(staging)/\(output.split(separator: "/").last ?? "")"
    do {
      try makeFolder(staging)
      try makeFolder(staged)
      try copy("", to: staged, executable: manifest.executable, depth: 0)
      if let substituted { try replaceManifest(substituted, at: "\(staged)/\(Manifest.fileName)") }
      try copyLibrary(to: "\(staged)/\(manifest.executable)")
      try validate(staged, executable: manifest.executable)
      try place(staged)
    } catch {
      try StateFile.removeFolder(staging)
      throw error
    }
    // Remove the staging folder. If `place` exchanged the old and the new bundle, the staging folder contains the old
    // bundle.
    try StateFile.removeFolder(staging)
    return try KeyboardBundle(output, check: check)
  }

  /// Checks the new bundle. An error names the library or the file of the source folder, because the assembly removes
  /// the new bundle after an error.
  private func validate(_ staged: String, executable: String) throws(Diagnostic) {
    do {
      try KeyboardBundle(staged, check: check).validate()
    } catch {
      let folder = "\(staged.split(separator: "/").last ?? "")/"
      let path = error.subject.hasPrefix(folder) ? String(error.subject.dropFirst(folder.count)) : nil
      guard let path else { throw error }
      let subject = path == executable ? library : source.subject(path)
      throw Diagnostic(error.code, subject, error.sentence, remedy: error.remedy)
    }
  }

  /// Adds `KLVSwiftVersion` to the manifest of a keyboard in Swift if the manifest does not have this key.
  private func withSwiftVersion(_ root: PropertyList) -> PropertyList {
    guard case .dictionary(var members) = root, members["KLVSwiftVersion"] == nil,
      // Ignore an unreadable library here, because the later check of the complete bundle reports the fault.
      let image = try? ELFImage(path: library), image.neededLibraries.contains("libswiftCore.so"),
      let swiftVersion = swiftVersion()
    else { return root }
    members["KLVSwiftVersion"] = .string(swiftVersion.description)
    return .dictionary(members)
  }

  /// Checks the name of the output. If a file or folder exists at the output path, checks that it is a bundle.
  private func checkOutput() throws(Diagnostic) {
    guard output.hasSuffix(".keyboard"), !output.hasSuffix("/.keyboard") else {
      throw Diagnostic(
        .usageWrong, output, "The name of the bundle does not end in .keyboard.",
        remedy: "Use a name such as Mine.keyboard.")
    }
    var status = stat()
    guard lstat(output, &status) == 0 else { return }
    guard status.isFolder, access("\(output)/\(Manifest.fileName)", F_OK) == 0 else {
      throw Diagnostic(.outputExists, output, "The output already exists and is not a keyboard bundle.")
    }
  }

  private mutating func copy(_ folder: String, to target: String, executable: String, depth: Int) throws(Diagnostic) {
    guard depth <= BundleInventory.Limit.depth else { throw Diagnostic(.foldersTooDeep, source.subject(folder)) }
    for name in try source.names(in: folder) where Self.isPart(name, ofTop: folder.isEmpty) {
      if folder.isEmpty && name == executable { continue }
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      let status = try source.status(of: path)
      if isLibrary(status) { continue }
      entries += 1
      guard entries <= BundleInventory.Limit.entries else { throw Diagnostic(.tooManyFiles, source.name) }
      if status.isFolder {
        if access("\(target)/\(name)", F_OK) != 0 { try makeFolder("\(target)/\(name)") }
        try copy(path, to: "\(target)/\(name)", executable: executable, depth: depth + 1)
      } else if name.hasSuffix(".xcstrings") {
        try convert(path, table: String(name.dropLast(".xcstrings".count)), in: target)
      } else {
        try write(source.openFile(path), to: "\(target)/\(name)", subject: source.subject(path))
      }
    }
  }

  /// Writes the tables of a String Catalog into `.lproj` folders in `target`, the folder of the new bundle that
  /// corresponds to the catalog's folder.
  private mutating func convert(_ path: String, table: String, in target: String) throws(Diagnostic) {
    let subject = source.subject(path)
    let bytes = try source.read(path, limit: StringCatalog.maximumBytes, tooLarge: .stringCatalogMalformed)
    let catalog = try StringCatalog(bytes, subject: subject)
    catalog.warnings.forEach(warn)
    for (language, texts) in catalog.tables.sorted(by: { $0.key < $1.key }) {
      let folder = "\(language).lproj"
      let beside = path.split(separator: "/").dropLast().map { "\($0)/" }.joined()
      guard try !source.contains("\(beside)\(folder)/\(table).strings") else {
        throw Diagnostic(
          .stringCatalogMalformed, subject, "The folder also has \(folder)/\(table).strings.",
          remedy: "Keep one of the two files.")
      }
      if access("\(target)/\(folder)", F_OK) != 0 { try makeFolder("\(target)/\(folder)") }
      try write(Array(StringCatalog.file(of: texts).utf8), to: "\(target)/\(folder)/\(table).strings")
    }
  }

  /// Overwrites the copied manifest with the manifest in which the assembly has replaced the variables by values.
  private func replaceManifest(_ root: PropertyList, at path: String) throws(Diagnostic) {
    let bytes = try root.xml(subject: source.subject(Manifest.fileName))
    do throws(SystemError) {
      try Descriptor(open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)).write(bytes)
    } catch {
      throw Diagnostic.system(.outputUnwritable, output, errno: error.number)
    }
  }

  /// Whether the assembly copies a file or folder of the source folder into the bundle.
  private static func isPart(_ name: String, ofTop isTop: Bool) -> Bool {
    let isSource = [".swift", ".c", ".cpp", ".h", ".rs", ".zig", ".o", ".md"].contains { name.hasSuffix($0) }
    let isOfBuild =
      [
        "Sources", "Tests", "Makefile", "Package.resolved", "Cargo.toml", "Cargo.lock", "klava-validate.toml",
        BundleSignature.fileName,
      ].contains(name)
    return !name.hasPrefix(".") && !name.hasSuffix(".keyboard") && !isSource && !(isTop && isOfBuild)
  }

  /// Whether a file of the source folder is the library. The assembly does not copy the library with the other files,
  /// but separately under the name that the manifest states.
  private func isLibrary(_ status: stat) -> Bool {
    var other = stat()
    return stat(library, &other) == 0 && (other.st_dev, other.st_ino) == (status.st_dev, status.st_ino)
  }

  private mutating func copyLibrary(to target: String) throws(Diagnostic) {
    try write(openLibrary(), to: target, subject: library)
  }

  private func openLibrary() throws(Diagnostic) -> Descriptor {
    let isFolder: Bool
    let remedy = "Give the path of the built library, such as .build/release/libMyKeyboard.so."
    do throws(SystemError) {
      // The user chose the path, so follow symbolic links. Use O_NONBLOCK, so that the call does not wait for a writer
      // if the path leads to a FIFO.
      let file = try Descriptor(open(library, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
      let status = try file.status()
      if status.isRegular { return file }
      isFolder = status.isFolder
    } catch {
      throw Diagnostic.system(.inputUnreadable, library, errno: error.number)
    }
    throw Diagnostic(
      .inputUnreadable, library,
      isFolder ? "The library is a folder, not a file." : "The library is not a regular file.", remedy: remedy)
  }

  private mutating func write(_ file: consuming Descriptor, to target: String, subject: String) throws(Diagnostic) {
    let room = BundleInventory.Limit.bytes - bytes
    let contents: [UInt8]
    do {
      contents = try file.read(limit: room + 1)
    } catch {
      throw Diagnostic.system(.inputUnreadable, subject, errno: error.number)
    }
    try write(contents, to: target)
  }

  private mutating func write(_ contents: [UInt8], to target: String) throws(Diagnostic) {
    guard contents.count <= BundleInventory.Limit.bytes - bytes else {
      throw Diagnostic(.bundleTooLarge, source.name)
    }
    bytes += contents.count
    do throws(SystemError) {
      let copy = try Descriptor(open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644))
      // Set the permissions independently of the umask, so that all users can read the bundle, and only its owner can
      // write to it.
      guard fchmod(copy.number, 0o644) == 0 else { throw SystemError.last }
      try copy.write(contents)
    } catch {
      throw Diagnostic.system(.outputUnwritable, output, errno: error.number)
    }
  }

  private func makeFolder(_ path: String) throws(Diagnostic) {
    guard mkdir(path, 0o755) == 0, chmod(path, 0o755) == 0 else {
      throw Diagnostic.system(.outputUnwritable, output, errno: errno)
    }
  }

  private func place(_ staged: String) throws(Diagnostic) {
    if rename(staged, output) == 0 { return }
    guard errno == ENOTEMPTY || errno == EEXIST, klv_exchange_names(AT_FDCWD, staged, output) == 0 else {
      throw Diagnostic.system(.outputUnwritable, output, errno: errno)
    }
  }
}
