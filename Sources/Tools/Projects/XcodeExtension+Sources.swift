internal import BundleFormat
internal import Diagnostics

extension XcodeExtension {
  /// Copies a file to the project, or notes why the project does not get it.
  mutating func add(_ file: String, in folder: BundleFolder, name: String) throws(Diagnostic) {
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
}
