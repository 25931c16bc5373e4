/// A Swift source of an Xcode project, with imports for Linux, and the changes that the author must make by hand.
///
/// A `PortedSource` does not parse Swift: it looks only at the words of each line.
struct PortedSource {
  /// The converted source. Each line has the same number as in the original source.
  let text: String
  /// The number of lines whose import changed.
  let imports: Int
  /// The changes that the author must make by hand, in the order of lines.
  let places: [XcodeExtension.ManualChange]
  /// Whether the source uses paths of files.
  let usesPaths: Bool
  /// The class of the source that inherits from `UIInputViewController`; nil if the source declares none.
  let principalClass: String?

  /// Changes the imports of a source, and finds what the author must change.
  ///
  /// - Parameters:
  ///   - source: All lines of the source.
  ///   - file: The source's path in the extension's folder.
  ///   - modules: The modules that are in the project.
  ///   - packages: The URL of the package of each module, from Xcode's project file.
  init(_ source: [Substring], of file: String, modules: Set<String>, packages: [String: String]) {
    var (imports, usesPaths, isInExtension) = (0, false, false)
    var principalClass: String?
    var places: [XcodeExtension.ManualChange] = []
    var lines: [String] = []
    for (index, line) in source.enumerated() {
      func record(_ advice: String) { places.append(.init(file: file, line: index + 1, advice: advice)) }
      if line.contains("import "), let match = line.wholeMatch(of: Self.importLine) {
        // Drop the name of a type after the module's name, as in `import struct Core.Model`.
        let module = String(match.module.prefix { $0 != "." })
        if Self.replaced.contains(module) {
          // Replace all imports after the first by empty lines, so that the lines below keep their numbers.
          lines.append(imports > 0 ? "" : "\(match.start)import KlavaUIKit")
          imports += 1
          continue
        }
        if !modules.contains(module) { record(Self.advice(forModule: module, package: packages[module])) }
      }
      lines.append(String(line))
      let words = Self.words(in: line)
      if line.first?.isWhitespace == false { isInExtension = words.contains("extension") }
      // A line can have many words, so search the words once.
      let isForApple = words.contains("canImport") && words.contains(where: Self.replaced.contains)
      if let advice = words.lazy.compactMap({ Self.advice(for: $0, after: words[0], isForApple: isForApple) }).first {
        record(advice)
      } else if isInExtension, words.contains("override"), words.contains(where: Self.members.contains) {
        record("On Linux, an extension cannot override a method. Move the method to the class.")
      } else if line.contains("UIAccessibility.post") {
        record("A keyboard cannot send announcements to a screen reader. Remove this call.")
      } else if words.contains("view"), Self.usesOwnView(line) {
        record("The controller has no `view` in Klava. Set inputView.")
      }
      if !usesPaths { usesPaths = words.contains { Self.pathUses.contains($0) } }
      if let position = words.firstIndex(of: "class"), words[position...].dropFirst(2).first == "UIInputViewController"
      {
        principalClass = words[position + 1]
      }
    }
    text = lines.joined(separator: "\n")
    (self.imports, self.places, self.usesPaths, self.principalClass) = (imports, places, usesPaths, principalClass)
  }

  /// The modules whose imports `import KlavaUIKit` replaces.
  static let replaced: Set<String> = [
    "Foundation", "UIKit", "Combine", "os", "os.log", "OSLog", "CoreGraphics", "CoreFoundation", "AudioToolbox",
    "AVFoundation", "Dispatch", "ObjectiveC", "SwiftUI", "QuartzCore", "Darwin",
  ]

  /// Frameworks of iOS that keyboards use, each with advice for a replacement on Linux; the advice is empty if nothing
  /// replaces the framework.
  private static let frameworks: [String: String] = [
    "Accelerate": "", "AppIntents": "", "AVFAudio": "", "AVKit": "", "BackgroundTasks": "", "CloudKit": "",
    "CommonCrypto": "Use the package swift-crypto.", "Contacts": "",
    "CoreData": "Store values with UserDefaults, or files in the data container.",
    "CoreHaptics": "Use UIImpactFeedbackGenerator.", "CoreImage": "", "CoreLocation": "", "CoreML": "",
    "CoreText": "Use Canvas.", "CryptoKit": "Use the package swift-crypto, whose module is Crypto.",
    "FoundationModels": "", "GameplayKit": "", "ImageIO": "", "Intents": "", "LocalAuthentication": "", "MapKit": "",
    "Messages": "", "MetricKit": "", "NaturalLanguage": "Use textServices of the controller.",
    "Network": "Use connect(to:port:) of the controller.", "Photos": "", "PhotosUI": "", "SafariServices": "",
    "Security": "", "Speech": "", "StoreKit": "",
    "SwiftData": "Store values with UserDefaults, or files in the data container.",
    "UniformTypeIdentifiers": "A keyboard can copy and paste only text.", "UserNotifications": "", "Vision": "",
    "WebKit": "", "WidgetKit": "",
  ]

  private static func advice(forModule module: String, package: String?) -> String {
    if let replacement = frameworks[module] {
      return "Linux has no framework \(module). \(replacement.isEmpty ? "Remove the code that uses it." : replacement)"
    }
    let package = package.map { "Add its package \($0)" } ?? "Add its package"
    return "The module \(module) is not in the project. \(package) to Package.swift."
  }

  /// The names in a line of code. A `#` or `@` before a name is part of the name. The result does not include names in
  /// a comment.
  static func words(in line: Substring) -> [String] {
    let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    return code.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "#" || $0 == "@") }.map(String.init)
  }

  // A `Regex` is not `Sendable`, because it can contain functions. This regex contains none.
  nonisolated(unsafe) private static let importLine: Regex<(Substring, start: Substring, module: Substring)> =
    /(?<start>\s*)(?:@\w+(?:\(\w+\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func|var|let|typealias)\s+)?(?<module>[\w.]+)\s*(?:\/\/.*)?/

  /// Whether a line uses a member of the controller's view.
  private static func usesOwnView(_ line: Substring) -> Bool {
    line.ranges(of: "view.").contains { range in
      let before = line[..<range.lowerBound]
      return before.last.map { !($0.isLetter || $0.isNumber || "._".contains($0)) } ?? true || before.hasSuffix("self.")
    }
  }

  /// The keywords of members that a class can override.
  private static let members: Set<String> = ["func", "init", "subscript", "var"]

  private static let pathUses: Set<String> = ["forResource", "containerURL", "FileManager"]

  /// Returns advice about a name of Apple's frameworks if the author must change the code that uses it. Returns nil for
  /// all other names, such as names that KlavaUIKit or the author declares.
  ///
  /// - Parameters:
  ///   - word: The name.
  ///   - first: The first word of the line.
  ///   - isForApple: Whether the line uses `canImport` with a module that KlavaUIKit replaces.
  private static func advice(for word: String, after first: String, isForApple: Bool) -> String? {
    switch word {
    case "canImport" where isForApple, "targetEnvironment",
      "iOS" where first == "#if":
      "canImport(UIKit), os(iOS) and targetEnvironment are false on Linux. Check which code Swift compiles."
    case "#selector", "@objc", "addTarget":
      "Linux has no selectors. Pass a closure to Key, Timer.scheduledTimer(withTimeInterval:repeats:block:) or "
        + "NotificationCenter.addObserver(forName:object:queue:using:)."
    case "allowsSelfSizing": "An InputView has no allowsSelfSizing. Set its height with InputView(height:)."
    case "setObjects": "The pasteboard has no setObjects. Set string of UIPasteboard.general."
    case "completeRequest": "A keyboard has no request to complete. Remove this call."
    case "@IBOutlet", "@IBAction", "@IBInspectable", "@IBDesignable":
      "Linux has no outlets. Build the input view in code."
    case "UIHostingController", "@State", "@Binding", "@StateObject", "@ObservedObject", "@EnvironmentObject",
      "@AppStorage", "withAnimation":
      "Linux has no SwiftUI. Write an InputView."
    case "NSCoder", "nibName": "Replace this initializer with required init()."
    case "UIApplication": "As on iOS, a keyboard has no UIApplication."
    case "URLSession": "A keyboard has no URLSession. Use connect(to:port:) of the controller."
    case "UITextChecker": "The host may need a second to load a dictionary. Ask again in a later event."
    case "CALayer", "CAShapeLayer", "CAGradientLayer", "CADisplayLink", "CATransaction":
      "Klava draws the keyboard. Use the modifiers of elements."
    case "heightAnchor": "For the keyboard's height, use InputView(height:); for an element, frame(width:height:)."
    case "NSLayoutConstraint", "translatesAutoresizingMaskIntoConstraints", "leadingAnchor", "trailingAnchor",
      "topAnchor", "bottomAnchor", "widthAnchor":
      "Use frame(width:height:) and weights; for the keyboard's height, InputView(height:)."
    default:
      if word.hasPrefix("UI"), word.hasSuffix("GestureRecognizer") {
        "Use a gesture of Key or TouchArea, such as onPan, onSwipe or onLongPress."
      } else if SourceOfViews.classes.contains(word) {
        "KlavaUIKit has no views of UIKit. Use InputView, Row, Key and Label."
      } else {
        nil
      }
    }
  }
}
