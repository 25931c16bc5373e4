/// A source that may declare views of UIKit or SwiftUI, divided into its top-level declarations.
///
/// This type does not parse Swift. This type assumes that each top-level declaration starts at the margin, and ends
/// before the next top-level declaration. A source that is indented in another way remains undivided.
///
/// Other code often calls static functions of a view, for example to recognize a gesture. The source without views
/// therefore contains an enum with the view's name. The enum has the static members that do not use the view's instance
/// members.
struct SourceOfViews {
  /// Whether the source declares a view.
  let hasViews: Bool
  /// The source without its views, except for their static members. Empty lines replace the removed lines, so that the
  /// other lines keep their numbers. Nil if the source has no view, or if nothing remains without the views.
  let withoutViews: [Substring]?
  /// The names of the top-level declarations that are not views, and of the views whose static members remain. Each
  /// name occurs once.
  let otherNames: [String]

  /// Divides a source.
  ///
  /// - Parameters:
  ///   - lines: All lines of the source.
  ///   - ownViews: The project's classes and protocols that are views.
  init(_ lines: [Substring], views ownViews: Set<String>) {
    let importsSwiftUI = lines.contains { PortedSource.words(in: $0).prefix(2) == ["import", "SwiftUI"] }
    var result = lines
    var names: [String] = []
    var seen: Set<String> = []
    var (hasViews, hasOthers) = (false, false)
    // The first line of the current declaration, including the lines before it that belong to it, such as attributes.
    var start = 0
    var index = 0
    while index < lines.count {
      guard let end = Self.end(ofDeclarationAt: index, in: lines) else {
        index += 1
        if !Self.isAttribute(lines[index - 1]) { start = index }
        continue
      }
      let part = lines[start..<end]
      if part.contains(where: { Self.declaresView($0, importsSwiftUI, ownViews) }) {
        hasViews = true
        for line in start..<end { result[line] = "" }
        guard let kept = StaticMembers(of: lines, from: index, to: end) else {
          (index, start) = (end, end)
          continue
        }
        result[index] = kept.header
        for line in kept.lines { result[line] = lines[line] }
      }
      hasOthers = true
      if let match = lines[index].prefixMatch(of: Self.header) {
        let name = String(match.name)
        if seen.insert(name).inserted { names.append(name) }
      }
      (index, start) = (end, end)
    }
    self.hasViews = hasViews || lines.contains { Self.declaresView($0, importsSwiftUI, ownViews) }
    withoutViews = hasViews && hasOthers ? result : nil
    otherNames = names
  }

  /// The index after the last line of the declaration that starts at a line; nil if no declaration starts at the line.
  ///
  /// If the first line of a declaration is complete, the declaration ends with this line. If the first line is
  /// incomplete, the declaration ends with the first `}` at the margin or before the next declaration, whichever comes
  /// first.
  private static func end(ofDeclarationAt index: Int, in lines: [Substring]) -> Int? {
    guard lines[index].prefixMatch(of: header) != nil || lines[index].prefixMatch(of: otherStart) != nil else {
      return nil
    }
    var next = index + 1
    // The first line of a declaration is complete if its brackets are balanced, and it has a body or declares a value.
    // If the first line is incomplete, the header can continue on the next lines, such as `) -> Int {`, `{` or `where
    // …`.
    if isBalanced(lines[index]), lines[index].contains("{") || lines[index].firstMatch(of: storedValue) != nil {
      return next
    }
    while next < lines.count {
      if lines[next].first == "}" { return next + 1 }
      if lines[next].prefixMatch(of: header) != nil { return next }
      next += 1
    }
    return next
  }

  private static func isBalanced(_ line: Substring) -> Bool {
    line.reduce(0) { "{([".contains($1) ? $0 + 1 : "})]".contains($1) ? $0 - 1 : $0 } == 0
  }

  private static func isAttribute(_ line: Substring) -> Bool { line.first == "@" || line.hasPrefix("///") }

  // The regexes are constants, because Swift compiles each new `Regex` value. A `Regex` is not `Sendable`, because it
  // can contain functions. These regexes contain none.

  nonisolated(unsafe) private static let header: Regex<(Substring, name: Substring)> =
    /(?:(?:public|package|internal|fileprivate|private|final|open|indirect|nonisolated|@\w+(?:\([^)]*\))?)\s+)*(?:struct|class|enum|actor|protocol|extension|func|let|var|typealias)\s+(?<name>[\w.]+)/

  nonisolated(unsafe) private static let otherStart: Regex<Substring> = /#Preview|#if\s.*#endif/

  nonisolated(unsafe) private static let storedValue: Regex<Substring> = /^[^{]*\b(?:let|var|typealias)\b/

  // MARK: Views

  /// Whether a line declares a view of UIKit or SwiftUI, or a type or an extension that belongs to views.
  private static func declaresView(_ line: Substring, _ importsSwiftUI: Bool, _ ownViews: Set<String>) -> Bool {
    if line.hasPrefix("#Preview") { return true }
    guard line.contains(":") || line.contains("View") || line.contains("extension ") else { return false }
    let words = PortedSource.words(in: line)
    if zip(words, words.dropFirst()).contains(where: { $0 == ("some", "View") }) { return true }
    guard
      let position = words.firstIndex(where: { ["class", "struct", "enum", "protocol", "extension"].contains($0) }),
      words.count > position + 1
    else { return false }
    let name = words[position + 1]
    if words[position] == "extension", views.contains(name) || classes.contains(name) || ownViews.contains(name) {
      return true
    }
    guard line.contains(":") else { return false }
    return words[position...].dropFirst(2).contains {
      views.contains($0) || importsSwiftUI && partsOfViews.contains($0)
        || (words[position] == "class" || words[position] == "protocol")
          && (classes.contains($0) || ownViews.contains($0))
    }
  }

  /// The classes and protocols that inherit from a view, directly or through other classes and protocols.
  ///
  /// - Parameter parents: The names of the classes and protocols, each with the names that it inherits from.
  static func views(of parents: [String: Set<String>]) -> Set<String> {
    var children: [String: [String]] = [:]
    for (child, names) in parents { for name in names { children[name, default: []].append(child) } }
    var result: Set<String> = []
    var pending = classes.flatMap { children[$0] ?? [] }
    while let name = pending.popLast() {
      if result.insert(name).inserted { pending += children[name] ?? [] }
    }
    return result
  }

  /// Whether a name is a type of SwiftUI or UIKit that only views use, or a view of the project.
  fileprivate static func isOfViews(_ name: String) -> Bool {
    views.contains(name) || partsOfViews.contains(name) || classes.contains(name) || drawn.contains(name)
  }

  /// The types of SwiftUI and UIKit that views use as values, and the attributes and literals that occur in views.
  private static let drawn: Set<String> = [
    "AnyView", "Color", "Font", "Text", "Image", "Alignment", "HorizontalAlignment", "VerticalAlignment", "EdgeInsets",
    "Animation", "AnyTransition", "Path", "Angle", "Gradient", "LinearGradient", "RadialGradient", "Material",
    "ShapeStyle", "UnitPoint", "GeometryProxy", "NSTextAlignment", "UIFontMetrics", "CGAffineTransform", "Selector",
    "#selector", "@objc", "@ViewBuilder",
  ]

  private static let views: Set<String> = ["View", "ViewModifier", "UIViewRepresentable", "PreviewProvider"]

  /// The protocols of SwiftUI for types that belong to views. The names of these protocols are so general that a module
  /// of the project can declare protocols with the same names.
  private static let partsOfViews: Set<String> = [
    "Layout", "Shape", "InsettableShape", "ButtonStyle", "PrimitiveButtonStyle", "LabelStyle", "ToggleStyle",
    "PreferenceKey", "EnvironmentKey", "UIViewControllerRepresentable", "DynamicProperty", "App", "Scene",
  ]

  /// The views of UIKit, and types that are used only with views, such as fonts and images.
  static let classes: Set<String> = [
    "UIView", "UIInputView", "UIButton", "UILabel", "UIStackView", "UIImageView", "UIImage", "UIFont", "UIControl",
    "UIScrollView",
    "UICollectionView", "UICollectionViewCell", "UICollectionReusableView", "UICollectionViewController", "UITableView",
    "UITableViewCell",
    "UIVisualEffectView", "UIBlurEffect", "UIBezierPath", "UIAction", "UISwitch", "UISlider", "UINib", "UIStoryboard",
    "NSTextAttachment", "UIViewController", "UIHostingController", "UITextField", "UITextView", "UIWindow",
    "UIGestureRecognizer", "UITapGestureRecognizer", "UILongPressGestureRecognizer", "UIPanGestureRecognizer",
    "UISwipeGestureRecognizer", "NSLayoutConstraint", "UICollectionViewLayout", "UICollectionViewFlowLayout", "CALayer",
    "CAShapeLayer", "CAGradientLayer",
  ]
}

extension SourceOfViews {
  /// The static members of a view that can remain without the view.
  private struct StaticMembers {
    /// The line that declares an enum with the view's name.
    let header: Substring
    /// The lines of the members, and the line that ends the enum.
    private(set) var lines: [Int]

    /// Finds the members.
    ///
    /// - Parameters:
    ///   - lines: All lines of the source.
    ///   - index: The line of the view's declaration.
    ///   - end: The line after the view.
    /// - Returns: Nil if no member remains, if the view is generic, or if its members are not indented.
    init?(of lines: [Substring], from index: Int, to end: Int) {
      guard let match = lines[index].prefixMatch(of: Self.view), lines[end - 1].first == "}",
        let body = lines[index..<end].firstIndex(where: { $0.hasSuffix("{") }), body < end - 1
      else { return nil }
      let isClass = match.kind == "class"
      header =
        "\(isClass ? "@MainActor " : "")\(match.access)enum \(match.name) {".replacing("open ", with: "public ")[...]
      self.lines = []
      let inner = (body + 1)..<(end - 1)
      guard let indent = lines[inner].first(where: { !$0.allSatisfy(\.isWhitespace) })?.prefix(while: \.isWhitespace),
        !indent.isEmpty
      else { return nil }
      var members: [(name: String, lines: Range<Int>, words: Set<String>)] = []
      /// The names of the removed static members and inner types. The set does not contain instance members, because a
      /// static member cannot use them.
      var removed: Set<String> = []
      var (start, line) = (inner.lowerBound, inner.lowerBound)
      while line < inner.upperBound {
        let text = lines[line].dropFirst(indent.count)
        guard lines[line].hasPrefix(indent), text.first?.isWhitespace == false,
          let member = text.prefixMatch(of: Self.member)
        else {
          line += 1
          if !SourceOfViews.isAttribute(text) { start = line }
          continue
        }
        let name = String(member.name)
        guard member.isStatic != nil, let next = Self.end(ofMemberAt: line, in: lines[inner], indent: indent.count)
        else {
          if member.isStatic != nil || Self.types.contains(member.kind) { removed.insert(name) }
          line += 1
          start = line
          continue
        }
        let words = Set(lines[start..<next].flatMap { PortedSource.words(in: $0) })
        if members.count < Self.maximumMembers, !words.contains(where: SourceOfViews.isOfViews) {
          members.append((name, start..<next, words))
        } else {
          removed.insert(name)
        }
        (line, start) = (next, next)
      }
      // Also remove the members that use a removed member.
      while let unusable = members.firstIndex(where: { member in
        member.words.contains { removed.contains($0) && $0 != member.name }
      }) { removed.insert(members.remove(at: unusable).name) }
      guard !members.isEmpty else { return nil }
      self.lines = members.flatMap(\.lines) + [end - 1]
    }

    /// The line after a member: the first line at the member's indentation before which all brackets are closed.
    ///
    /// - Returns: Nil if the member is too long, or if its brackets are never closed, for example because a string
    ///   contains a bracket.
    private static func end(ofMemberAt index: Int, in lines: ArraySlice<Substring>, indent: Int) -> Int? {
      var depth = 0
      for line in index..<min(lines.endIndex, index + maximumLines) {
        let code = lines[line].firstRange(of: "//").map { lines[line][..<$0.lowerBound] } ?? lines[line]
        for character in code {
          if "{([".contains(character) { depth += 1 } else if "})]".contains(character) { depth -= 1 }
        }
        let following = line + 1 < lines.endIndex ? lines[line + 1] : ""
        let continues =
          following.prefix(while: \.isWhitespace).count > indent || following.dropFirst(indent).first == "{"
        if depth == 0, !continues || following.allSatisfy(\.isWhitespace) { return line + 1 }
      }
      return nil
    }

    // Without limits, a small file could make Klava compute for hours.
    private static let maximumMembers = 200
    private static let maximumLines = 500

    private static let types: Set<Substring> = ["struct", "class", "enum", "typealias", "actor"]

    // The constants are not `Sendable`, because a regex can contain functions; these regexes contain none.

    nonisolated(unsafe) private static let view:
      Regex<
        (Substring, access: Substring, kind: Substring, name: Substring)
      > =
        /(?:@\w+\s+)*(?<access>(?:(?:public|package|internal|fileprivate|private|open)\s+)?)(?:final\s+)?(?<kind>struct|class|enum)\s+(?<name>\w+)\s*(?::|\{|$)/

    nonisolated(unsafe) private static let member:
      Regex<
        (Substring, isStatic: Substring?, kind: Substring, name: Substring)
      > =
        /(?:(?:public|package|internal|fileprivate|private|final|open|override|lazy|mutating|weak|nonisolated|convenience|indirect|@\w+(?:\([^)]*\))?|(?:public|private|fileprivate|internal)\(set\))\s+)*(?<isStatic>static\s+)?(?:nonisolated\s+)?(?<kind>func|let|var|struct|class|enum|typealias|actor)\s+(?<name>[\w`]+)/
  }
}
