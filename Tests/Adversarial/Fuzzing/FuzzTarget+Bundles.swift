internal import BundleFiles
internal import BundleFormat
internal import BundleParser
internal import Diagnostics
internal import Foundation
internal import InputViewModel
internal import Invocation
internal import KeyboardProtocol
internal import KeyboardStore
internal import SystemSupport
internal import TestSupport

extension FuzzTarget {
  /// The reader of XML property lists.
  static func plistXML(_ name: String) throws -> FuzzTarget {
    FuzzTarget(
      name: name,
      inputs: InputMaker(good: try lists(), words: xmlWords, heavy: heavyLists, limit: PropertyList.Limit.bytes)
    ) {
      bytes in
      succeeds { () throws(Diagnostic) in _ = try PropertyList.read(bytes) }
    }
  }

  /// The reader of binary property lists.
  static func plistBinary(_ name: String) throws -> FuzzTarget {
    FuzzTarget(
      name: name,
      inputs: InputMaker(
        good: try binaryLists(), words: binaryWords, heavy: try heavyLists.map(binary), limit: PropertyList.Limit.bytes)
    ) { bytes in
      succeeds { () throws(Diagnostic) in _ = try PropertyList.read(bytes) }
    }
  }

  private static func members(_ bytes: [UInt8]) throws(Diagnostic) -> [String: PropertyList] {
    try PropertyList.read(bytes).dictionary ?? [:]
  }

  /// Opens a file that exists.
  private static func file(at path: String) -> Descriptor { Descriptor(owning: open(path, O_RDONLY | O_CLOEXEC)) }

  /// The reader of manifests, as XML and binary property lists.
  static func manifest(_ name: String) throws -> FuzzTarget {
    let good = try [
      "Plugins/HabrTags/Info.plist", "Plugins/Calculator/Info.plist", "Examples/UnitConverter/Info.plist",
    ]
    .map(file)
    let inputs = InputMaker(
      good: try good + good.map(binary), words: xmlWords + binaryWords + manifestWords, heavy: heavyLists,
      limit: PropertyList.Limit.bytes)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      succeeds { () throws(Diagnostic) in
        let manifest = try Manifest(members(bytes), subject: "fuzzed", hasInputView: true, check: check)
        _ = manifest.displayName.sanitized()
      }
    }
  }

  /// The reader of `Interface.plist`, as XML and binary property lists.
  static func inputView(_ name: String) throws -> FuzzTarget {
    let good = try ["Examples/UnitConverter/Interface.plist", "Tests/Adversarial/Fuzzing/Interface.plist"].map(file)
    let manifest = try Manifest(
      members(file("Examples/UnitConverter/Info.plist")), subject: "Info.plist", hasInputView: true, check: check)
    let inputs = InputMaker(
      good: try good + good.map(binary), words: xmlWords + binaryWords + manifestWords + interfaceWords,
      heavy: heavyLists,
      limit: PropertyList.Limit.bytes)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      succeeds { () throws(Diagnostic) in
        let inputView = try InputViewReader.read(
          members(bytes), subject: "fuzzed", actions: manifest.actions, check: check)
        do {
          try inputView.validate()
        } catch {
          require(false, "the reader accepted an invalid input view: \(error)")
        }
      }
    }
  }

  /// The reader of the schema of a keyboard's settings, in a bundle on disk.
  static func settings(_ name: String) throws -> FuzzTarget {
    let bundle = try FuzzedBundle()
    let folder = try BundleFolder(bundle.path)
    let manifest = try PropertyList.read(file("Plugins/HabrTags/Info.plist"))
    let record = BundleRecord(contents: [Manifest.fileName: .propertyList(manifest, bytes: 1)])
    let good = try ["Plugins/HabrTags/Settings.bundle/Root.plist", "Plugins/PetPhrases/Settings.bundle/Root.plist"]
      .map(file)
    let inputs = InputMaker(
      good: try good + good.map(binary), words: xmlWords + binaryWords + settingsWords, heavy: heavyLists,
      limit: PropertyList.Limit.bytes)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      succeeds { () throws(Diagnostic) in
        var record = record
        record.contents[SettingsSchema.fileName] = .propertyList(try PropertyList.read(bytes), bytes: bytes.count)
        let schema = try KeyboardBundle(folder, record: record).settings(languages: ["ru", "en"])
        _ = schema?.defaults
      }
    }
  }

  /// The reader of tables of localized strings.
  static func strings(_ name: String) throws -> FuzzTarget {
    let utf8 = try ["ru", "pl", "zh-Hans"].map { try file("Plugins/PetPhrases/\($0).lproj/Localizable.strings") }
    let utf16 = utf8.map { bytes -> [UInt8] in
      [0xFF, 0xFE] + String(decoding: bytes, as: UTF8.self).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
    let words = [
      "\"", "';", "=", ";", "\\U12", "\\777", "\\", "/*", "*/", "//", "\u{FEFF}", "key", "\n", "<?xml", "bplist00",
    ]
    let endless = InputMaker.endlessCharacter(240_000)
    let inputs = InputMaker(
      good: utf8 + utf16, words: words.map { Array($0.utf8) },
      heavy: ["\"\(endless)\" = \"a\";", "\"a\" = \"\(endless)\";", "\(endless) = a;", escaped].map { Array($0.utf8) },
      limit: BundleLimit.resourceBytes)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      succeeds { () throws(Diagnostic) in _ = try StringsTable(bytes, subject: "fuzzed") }
    }
  }

  /// The reader of shared libraries, which does not load them.
  static func library(_ name: String) throws -> FuzzTarget {
    let bundle = try FuzzedBundle()
    let library = try Self.library()
    let words: [[UInt8]] = [
      [0x7F, 0x45, 0x4C, 0x46], [0, 0, 0, 0, 0, 0, 0, 0x80], Array(repeating: 0xFF, count: 8),
      [5, 0, 0, 0, 0, 0, 0, 0],
      [6, 0, 0, 0, 0, 0, 0, 0], [0xF5, 0xFE, 0xFF, 0x6F, 0, 0, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0],
    ]
    let inputs = InputMaker(good: [library], words: words, heavy: [heavyLibrary], limit: 1024 * 1024)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      bundle.write(bytes, to: "libCrashingKeyboard.so")
      return succeeds { () throws(Diagnostic) in
        let image = try ELFReader.read(file(at: "\(bundle.path)/libCrashingKeyboard.so"))
        _ = succeeds { () throws(Diagnostic) in
          try image.validate(subject: "fuzzed", actions: ["tap": "KLVActions"], principalClass: "Fuzzed")
        }
      }
    }
  }

  /// The reader of action signatures, including their preparation by libffi.
  static func signature(_ name: String) -> FuzzTarget {
    let good = ["d(dsd)", "v(hs)", "v()", "b(biuqQfdsh)", "s(sss)", "q(QQQQQQQQQQQQQQQQ)", "v(hk)", "p(hhpp)"]
    let inputs = InputMaker(
      good: good, words: ["(", ")", "v", "k", "p", "h", " ", "\0", "é", "\u{202E}", "vv", "()"], limit: 4_096)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(InvocationError) {
        let signature = try Signature(parsing: text)
        require(signature.description == text, "a parsed signature does not print the text from which it was parsed")
        _ = try Invocation(#dsohandle, signature)
        return true
      } catch {
        return false
      }
    }
  }

  /// The check that `klava` applies to the signatures in manifests.
  private static let check: ManifestAction.Check = { signature, _ in
    _ = try Signature(parsing: signature)
  }

  /// Whether a reader accepted its input. If the reader throws a diagnostic, it rejected the input and worked
  /// correctly.
  static func succeeds(_ body: () throws(Diagnostic) -> Void) -> Bool {
    do throws(Diagnostic) {
      try body()
      return true
    } catch {
      require(error.code != .internalFault, "the reader reported an internal error: \(error)")
      return false
    }
  }

  // MARK: Heavy files

  /// Property lists whose key and value are each one character with very many combining marks, as text and as
  /// references.
  private static var heavyLists: [[UInt8]] {
    let endless = InputMaker.endlessCharacter(200_000)
    let referred = "a" + String(repeating: "&#x301;&#x323;", count: 14_000)
    return [endless, referred].flatMap { text in
      [
        "<plist><dict><key>\(text)</key><true/></dict></plist>",
        "<plist><dict><key>CFBundleIdentifier</key><string>\(text)</string></dict></plist>",
        "<plist><dict><key>Rows</key><array><array><string>\(text)</string></array></array></dict></plist>",
        "<plist><dict><key>PreferenceSpecifiers</key><array><dict><key>Type</key><string>\(text)</string></dict></array></dict></plist>",
      ].map { Array($0.utf8) }
    }
  }

  /// A strings table whose key is one character with very many combining marks, written as escapes.
  private static var escaped: String { "\"a" + String(repeating: "\\U0301\\U0323", count: 40_000) + "\" = \"a\";" }

  /// A library with 20,000 symbols of the same name. The name is one character with very many combining marks.
  private static var heavyLibrary: [UInt8] {
    func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
    let name = Array(InputMaker.endlessCharacter(4_000).utf8)
    let strings = [0] + name + [0]
    let (symbols, start) = (20_000, 64 + 2 * 56 + 6 * 16 + 8)
    let symbolTable = start + strings.count
    let size = symbolTable + 24 * symbols
    var file: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + Array(repeating: 0, count: 9)
    file += bytes(3, 2) + bytes(UInt64(ELFImage.machine), 2) + bytes(1, 4) + bytes(0, 8) + bytes(64, 8) + bytes(0, 8)
    file += bytes(0, 4) + bytes(64, 2) + bytes(56, 2) + bytes(2, 2) + bytes(0, 6)
    for (kind, offset, length) in [(1, 0, size), (2, 64 + 2 * 56, 6 * 16)] {
      file += bytes(UInt64(kind), 4) + bytes(4, 4) + bytes(UInt64(offset), 8) + bytes(UInt64(offset), 8)
      file += bytes(0, 8) + bytes(UInt64(length), 8) + bytes(UInt64(length), 8) + bytes(0, 8)
    }
    // DT_STRTAB, DT_STRSZ, DT_SYMTAB, DT_HASH (for its symbol count), DT_SYMENT, DT_NULL.
    let hash = start - 8
    for (tag, value) in [(5, start), (10, strings.count), (6, symbolTable), (4, hash), (11, 24), (0, 0)] {
      file += bytes(UInt64(tag), 8) + bytes(UInt64(value), 8)
    }
    file += bytes(1, 4) + bytes(UInt64(symbols), 4) + strings
    for _ in 0..<symbols { file += bytes(1, 4) + [0x12, 0] + bytes(1, 2) + bytes(0x1000, 8) + bytes(8, 8) }
    return file
  }

  // MARK: Good files

  private static func lists() throws -> [[UInt8]] {
    try [
      "Plugins/HabrTags/Info.plist", "Examples/UnitConverter/Info.plist", "Plugins/HabrTags/Settings.bundle/Root.plist",
    ]
    .map(file) + [Array(everyType.utf8)]
  }

  private static func binaryLists() throws -> [[UInt8]] { try lists().map(binary) }

  private static func binary(_ list: [UInt8]) throws -> [UInt8] {
    let value = try PropertyListSerialization.propertyList(from: Data(list), format: nil)
    return [UInt8](try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
  }

  /// The library of `Tests/Adversarial/CrashingKeyboard`.
  private static func library() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Repository.products.appending(path: "libCrashingKeyboard.so")))
  }

  private static let everyType = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <!-- every type -->
    <plist version="1.0"><dict>
      <key>s</key><string>text &amp; &#x1F600; <![CDATA[<b>]]></string><key>t</key><true/><key>f</key><false/>
      <key>i</key><integer>-9223372036854775808</integer><key>h</key><integer>0x7F</integer><key>r</key><real>1.5e300</real>
      <key>d</key><date>2020-01-01T00:00:00Z</date><key>b</key><data>AAECAw==</data>
      <key>a</key><array><array><dict><key>x</key><array/></dict></array></array>
    </dict></plist>
    """

  private static let xmlWords = [
    "<dict>", "</dict>", "<array>", "</array>", "<key>", "</key>", "<string>", "</string>", "<true/>", "<integer>",
    "</integer>", "<real>", "nan", "inf", "1e999", "-", "9223372036854775808", "0x", "<date>", "</date>", "<data>",
    "</data>",
    "====", "<plist>", "</plist>", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<!DOCTYPE", "<!ENTITY a \"b\">",
    "&a;",
    "&#0;", "&#xFFFFFFFF;", "&#x110000;", "&", ";", "<", ">", "/>", "encoding=\"UTF-16\"", "\u{FEFF}", "CF$UID",
  ].map { Array($0.utf8) }

  private static let binaryWords: [[UInt8]] = [
    Array("bplist00".utf8), [0x08], [0x09], [0x10, 0xFF], [0x13], [0x14], [0x22], [0x23], [0x33], [0x4F, 0x13],
    [0x5F, 0x12],
    [0x6F, 0x11, 0xFF, 0xFF], [0x80], [0xA1, 0x00], [0xAF, 0x10, 0xFF], [0xD1, 0x01, 0x01], [0xDF, 0x10, 0x7F],
    Array(repeating: 0xFF, count: 8), Array(repeating: 0, count: 8), [0, 0, 0, 0, 0, 0, 0, 1],
  ]

  private static let manifestWords = [
    "CFBundleIdentifier", "CFBundleExecutable", "NSExtension", "KLVActions", "Signature", "Arguments", "ResultLabel",
    "KLVMinimumABI", "1.99", "../", "/", "Rows", "Row", "Column", "Key", "Label", "Spacer", "Title", "Role", "Weight",
    "v(h)",
  ].map { Array($0.utf8) }

  private static let interfaceWords = [
    "Grid", "ScrollArea", "Image", "SuggestionBar", "Content", "Columns", "Axis", "vertical", "Name", "Suggestions",
    "Alternatives", "Foreground", "Light", "Dark", "#12345678", "#", "CornerRadius", "Opacity", "FontSize", "bold",
    "Alignment", "leading", "Width", "Height", "Spacing", "ForceLeftToRight", "Repeats", "Selected",
  ].map { Array($0.utf8) }

  private static let settingsWords = [
    "PSGroupSpecifier", "PSSliderSpecifier", "PSMultiValueSpecifier", "PSChildPaneSpecifier", "File", "Root",
    "MinimumValue",
    "MaximumValue", "DefaultValue", "Values", "Titles", "StringsTable", "TrueValue",
  ].map { Array($0.utf8) }
}

/// A bundle on disk with one fuzzed file.
private final class FuzzedBundle {
  private let directory: TemporaryDirectory
  var path: String { "\(directory.path)/Fuzz.keyboard" }

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(FuzzTarget.file("Plugins/HabrTags/Info.plist"), to: "Fuzz.keyboard/Info.plist")
    try FileManager.default.createDirectory(atPath: "\(path)/Settings.bundle", withIntermediateDirectories: true)
  }

  /// Overwrites a file in place.
  func write(_ bytes: [UInt8], to name: String) {
    let file = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    FuzzTarget.require(
      ftruncate(file, 0) == 0 && Foundation.write(file, bytes, bytes.count) == bytes.count, "cannot write \(name)")
  }
}
