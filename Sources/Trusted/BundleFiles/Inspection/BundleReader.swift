package import BundleFormat
package import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import HelperLauncher
internal import HostFiles
internal import KeyboardProtocol
package import Sandbox
package import SystemSupport

/// Reads bundles in processes of `klava-bundle-reader`.
///
/// The host opens the files of a bundle and passes their bytes to the process, so the process needs no right to open
/// files. The host does not trust a process of `klava-bundle-reader`. The host decodes the answer strictly and checks
/// all values.
package enum BundleReader {
  /// The limits of one bundle.
  private enum Limit {
    /// The maximum size of all property lists and tables of strings together in bytes.
    static let bytes = 8 * 1024 * 1024
    /// The time limit of the process. The time limit is low, because the user may be waiting for the list of keyboards.
    static let deadline = Duration.seconds(5)
    /// The maximum number of files at the top of the bundle that look like a library.
    static let libraries = 16
  }

  /// The sandbox layers of each `klava-bundle-reader` process. If the kernel offers no seccomp, Klava reads no bundle.
  package static let layers: Set<Layer> = [.landlock, .seccomp]

  /// A file to read. For a library, the item also has the descriptor of the file.
  private struct Item {
    let path: String
    let file: ReadingOrder.File
    var descriptor: Int32?
  }

  /// Reads all property lists, tables of strings and libraries of a bundle.
  ///
  /// If the host cannot open a file, the record contains the diagnostic instead of the contents.
  ///
  /// - Parameters:
  ///   - folder: The bundle's folder.
  ///   - program: The path of `klava-bundle-reader`; nil for the installed program.
  /// - Throws: `bundleReaderMissing`, `bundleNotRead` or `bundleTooLarge`. If the bundle reader ended early, the error
  ///   names the file that the bundle reader was reading.
  package static func read(_ folder: BundleFolder, with program: String? = nil) throws(Diagnostic) -> BundleRecord {
    var record = BundleRecord()
    var items: [Item] = []
    defer { for item in items { if let descriptor = item.descriptor { close(descriptor) } } }
    var bytes = 0
    var libraries = 0
    var paths: Set<String> = []
    for path in folder.paths() {
      do throws(Diagnostic) {
        // A record cannot contain two paths that differ only in their Unicode normalization.
        guard paths.insert(path).inserted else {
          throw Diagnostic(
            .nameNotUTF8, folder.subject(path), "Another file has the same name in another Unicode normalization.")
        }
        guard let item = try item(path, in: folder) else { continue }
        libraries += item.descriptor == nil ? 0 : 1
        bytes += item.file.bytes.count
        items.append(item)
      } catch {
        record.contents[path] = .diagnostic(error.code, error.sentence)
      }
      guard bytes <= Limit.bytes else {
        throw Diagnostic(
          .bundleTooLarge, folder.name, "The property lists and tables of strings are larger than 8 MiB in total.")
      }
      guard libraries <= Limit.libraries else {
        throw Diagnostic(
          .bundleTooLarge, folder.name,
          "More than \(Limit.libraries) files at the top of the bundle look like libraries.")
      }
    }
    for (item, content) in zip(items, try contents(of: items, with: program, subject: folder.subject)) {
      record.contents[item.path] = content
    }
    return record
  }

  /// Reads the facts about a library outside of a bundle.
  static func library(_ file: borrowing Descriptor, subject: String) throws(Diagnostic) -> ELFImage {
    let item = Item(path: subject, file: .init(kind: .library), descriptor: file.number)
    switch try contents(of: [item], subject: { $0 }).first {
    case .library(let image): return image
    case .diagnostic(let code, let sentence): throw Diagnostic(code, subject, sentence)
    default: throw Diagnostic(.libraryMalformed, subject)
    }
  }

  /// Reads a property list of an Xcode project: a project file or an `Info.plist`.
  ///
  /// - Throws: A diagnostic of the file; `bundleReaderMissing` or `bundleNotRead`.
  package static func project(at path: String, in folder: BundleFolder) throws(Diagnostic) -> PropertyList {
    let bytes = try folder.read(path, limit: Limit.bytes, tooLarge: .propertyListTooLarge)
    let item = Item(path: path, file: .init(kind: .project, bytes: bytes))
    switch try contents(of: [item], subject: { $0 }).first {
    case .propertyList(let list, _): return list
    case .diagnostic(let code, let sentence): throw Diagnostic(code, path, sentence)
    default: throw Diagnostic(.propertyListMalformed, path)
    }
  }

  /// Reads a test property list, to check that the bundle reader works on this machine.
  ///
  /// - Throws: `bundleReaderMissing` or `bundleNotRead`.
  package static func check(with program: String? = nil) throws(Diagnostic) {
    let list = Array("<plist version=\"1.0\"><dict/></plist>".utf8)
    let item = Item(path: Manifest.fileName, file: .init(kind: .propertyList, bytes: list))
    let (answer, end) = try askReader(ReadingOrder(files: [item.file]).frame, [], with: program)
    if let end {
      throw Diagnostic(
        .bundleNotRead, HelperExecutable.bundleReader.rawValue,
        "The bundle reader ended while it read a test file: \(end).")
    }
    let contents = try contents(of: [item], from: answer, end: nil) { $0 }
    guard contents == [.propertyList(.dictionary([:]), bytes: list.count)] else {
      throw malformed("the values differ from the values in the test file")
    }
  }

  /// Finds the functions and source lines of the addresses of a stack.
  ///
  /// If the bundle reader ends early, the result has empty elements for the remaining addresses.
  ///
  /// - Parameters:
  ///   - addresses: Offsets from the start of the mapped library, the innermost address first; at most
  ///     ``CodeQuery/maximumAddresses``.
  ///   - library: The library's file, open for reading.
  /// - Throws: `bundleReaderMissing` or `bundleNotRead`.
  package static func places(
    of addresses: [UInt64], in library: borrowing Descriptor
  ) throws(Diagnostic) -> [CodePlaces] {
    try places(CodeQuery(addresses: Array(addresses.prefix(CodeQuery.maximumAddresses))), in: library).found
  }

  /// Returns the symbols of a library's functions with these names (``CodeQuery/functions``).
  ///
  /// - Throws: `bundleReaderMissing`, `bundleNotRead` or `systemCallFailed`.
  package static func symbols(
    of functions: [String], inLibrary path: String
  ) throws(Diagnostic) -> [[String]] {
    let query = CodeQuery(functions: Array(functions.prefix(CodeQuery.maximumAddresses)))
    let library = Descriptor(owning: open(path, O_RDONLY | O_CLOEXEC))
    guard library.number >= 0 else { throw Diagnostic.system(.systemCallFailed, path, errno: errno) }
    let (found, end) = try places(query, in: library)
    if let end {
      throw Diagnostic(.bundleNotRead, path, "The bundle reader ended while it looked for functions: \(end).")
    }
    return found.map { $0.locations.compactMap(\.function) }
  }

  /// Asks the bundle reader, and returns its answer and the reason why it ended early; nil if it did not.
  private static func places(
    _ query: CodeQuery, in library: borrowing Descriptor
  ) throws(Diagnostic) -> (found: [CodePlaces], end: String?) {
    let (answer, end) = try askReader(query.frame, [library.number], mode: CodeQuery.mode, with: nil)
    let found = answer.withUnsafeBytes { bytes in
      var reader = WireReader(bytes)
      return (0..<query.addresses.count + query.functions.count).map { _ in
        do {
          return try CodePlaces(frame: try reader.readBytes())
        } catch {
          return CodePlaces(locations: [])
        }
      }
    }
    return (found, end)
  }

  private static func item(_ path: String, in folder: BundleFolder) throws(Diagnostic) -> Item? {
    let parts = path.split(separator: "/")
    if path.hasSuffix(".strings") {
      let bytes = try folder.read(path, limit: BundleLimit.resourceBytes, tooLarge: .resourceTooLarge)
      return Item(path: path, file: .init(kind: .strings, bytes: bytes))
    }
    let isPane = parts.count == 2 && parts[0] == SettingsSchema.folderName && path.hasSuffix(".plist")
    if isPane || path == Manifest.fileName || path == InputViewReader.fileName {
      let bytes = try folder.read(path, limit: PropertyList.Limit.bytes, tooLarge: .propertyListTooLarge)
      return Item(path: path, file: .init(kind: .propertyList, bytes: bytes))
    }
    guard parts.count == 1, try folder.looksLikeLibrary(path) else { return nil }
    return Item(
      path: path, file: .init(kind: .library), descriptor: try folder.openForKeyboard(path, mayCopy: true))
  }

  private static func contents(
    of items: [Item], with program: String? = nil, subject: (String) -> String
  ) throws(Diagnostic) -> [BundleRecord.Content] {
    if items.isEmpty { return [] }
    let (answer, end) = try askReader(
      ReadingOrder(files: items.map(\.file)).frame, items.compactMap(\.descriptor), with: program)
    // If the bundle reader also ends early with a test file, report a fault of Klava's installation and not of the
    // bundle.
    if end != nil { try check(with: program) }
    return try contents(of: items, from: answer, end: end, subject: subject)
  }

  private static func contents(
    of items: [Item], from answer: [UInt8], end: String?, subject: (String) -> String
  ) throws(Diagnostic) -> [BundleRecord.Content] {
    try answer.withUnsafeBufferPointer { (bytes) throws(Diagnostic) in
      var contents: [BundleRecord.Content] = []
      var reader = WireReader(UnsafeRawBufferPointer(bytes))
      for item in items {
        do throws(WireError) {
          contents.append(try content(of: item, from: &reader))
        } catch {
          guard let end else { throw malformed("\(error)") }
          throw Diagnostic(
            item.file.kind.malformed, subject(item.path), "The bundle reader ended while it read this file: \(end).")
        }
      }
      if let end { throw malformed("the process ended after its answer: \(end)") }
      guard reader.remaining == 0 else { throw malformed("\(reader.remaining) bytes follow the last file") }
      return contents
    }
  }

  private static func content(
    of item: Item, from reader: inout WireReader
  ) throws(WireError) -> BundleRecord.Content {
    let offset = reader.offset
    let content = try BundleRecord.Content(frame: try reader.readBytes())
    switch (content, item.file.kind) {
    case (.propertyList(_, item.file.bytes.count), .propertyList), (.propertyList(_, item.file.bytes.count), .project),
      (.strings, .strings), (.library, .library):
      return content
    case (.diagnostic(let code, let sentence), let kind) where kind.codes.contains(code):
      return .diagnostic(code, String(String.UnicodeScalarView(sentence.unicodeScalars.prefix(1_024))))
    default: throw WireError(.outOfRange, at: offset)
    }
  }

  /// Returns the answer of a bundle reader. If the bundle reader ended early, also returns the reason.
  private static func askReader(
    _ order: [UInt8], _ files: [Int32], mode: String? = nil, with program: String?
  ) throws(Diagnostic) -> (answer: [UInt8], end: String?) {
    let path = if let program { program } else { try path() }
    var program = ConfinedHelper.Program(path: path, mode: mode, answerBytes: ReadingOrder.maximumAnswerBytes)
    program.deadline = Limit.deadline
    do throws(HelperError) {
      do throws(HelperError) {
        return try ask(order, files, program, under: layers)
      } catch .unconfined(.landlock, _) {
        // If Landlock is unavailable, try without it, because the seccomp filter alone already refuses every path.
        return try ask(order, files, program, under: layers.subtracting([.landlock]))
      }
    } catch {
      throw Diagnostic(.bundleNotRead, HelperExecutable.bundleReader.rawValue, "Klava cannot read a bundle: \(error).")
    }
  }

  private static func ask(
    _ order: [UInt8], _ files: [Int32], _ program: ConfinedHelper.Program, under layers: Set<Layer>
  ) throws(HelperError) -> (answer: [UInt8], end: String?) {
    let process = try ConfinedHelper(program, under: layers, order: order, files: files)
    do throws(HelperError) {
      return (try process.wait(), nil)
    } catch .ended(let how) {
      return (process.answer, how)
    }
  }

  /// Returns the path of the bundle reader, which is beside the running program or in the folder that an application
  /// has set.
  private static func path() throws(Diagnostic) -> String {
    let environment = ProcessInfo.processInfo.environment
    if let chosen = HelperExecutable.program {
      return try HelperExecutable.bundleReader.find(executable: chosen, environment: environment)
    }
    guard let own = realpath("/proc/self/exe", nil) else { throw Diagnostic(.systemCallFailed, "/proc/self/exe") }
    defer { free(own) }
    return try HelperExecutable.bundleReader.find(executable: String(cString: own), environment: environment)
  }

  private static func malformed(_ reason: String) -> Diagnostic {
    Diagnostic(
      .bundleNotRead, HelperExecutable.bundleReader.rawValue, "The answer of the bundle reader is malformed: \(reason)."
    )
  }
}
