import Foundation
import TestSupport
import Testing

/// Tests that each reference in code, scripts and pages names an existing page and anchor.
@Suite("References to pages")
struct ReferenceTests {
  @Test("Each reference names a page of the repository and an anchor on it")
  func resolves() { #expect(Self.allFaults { Self.unresolved(in: $0, at: $1) } == []) }

  @Test("Each reference in the code of Klava names an anchor or a heading of its page")
  func namesAnchor() { #expect(Self.allFaults { Self.withoutAnchor(in: $0, at: $1) } == []) }

  @Test("No reference names a document outside the repository")
  func staysInside() { #expect(Self.allFaults { Self.outdated(in: $0, at: $1) } == []) }

  @Test("No documentation comment of the SDK refers to a design page")
  func isNotPublic() { #expect(Self.allFaults { Self.published(in: $0, at: $1) } == []) }

  @Test("Each link between pages leads to an existing file and anchor")
  func linksLead() { #expect(Self.pages.flatMap { Self.deadLinks(on: $0) } == []) }

  @Test("Each function that ARCHITECTURE.md names with its type is in a file of the type, with these argument labels")
  func functionsExist() throws {
    let page = try #require(Self.files["ARCHITECTURE.md"])
    #expect(Self.unknownFunctions(in: page) == [])
  }

  @Test("No type, function or case has a name that the glossary lists under \"Formerly\"")
  func namesFollowGlossary() { #expect(Self.allFaults { Self.retired(in: $0, at: $1) } == []) }

  @Test("Each passage marked **Planned** names an issue")
  func plansNameIssues() { #expect(Self.allFaults { Self.plansWithoutIssue(in: $0, at: $1) } == []) }

  @Test("The first sentence of each documentation comment has at most 150 characters")
  func firstSentencesAreShort() { #expect(Self.allFaults { Self.longSentences(in: $0, at: $1) } == []) }

  @Test("These checks detect each kind of wrong reference")
  func findsFaults() {
    #expect(Self.files.count > 1_000)
    let page = "Behavior.md", anchor = "#no-such-rule"
    #expect(Self.unresolved(in: "// \(page)#secure-fields\n// (\(page)\(anchor))", at: "a.swift").count == 1)
    #expect(Self.unresolved(in: "No" + "where" + ".md", at: "a.c").count == 1)
    #expect(Self.unresolved(in: "Documentation/Using/" + page, at: "a.c").count == 1)
    #expect(Self.unresolved(in: "Design/\(page), “Keyboard layouts”", at: "Documentation/README.md") == [])
    #expect(Self.unresolved(in: page + ", “No such rule”", at: "a.c").count == 1)
    let vague = "// (Behavior.md).\n// Documentation/Design/Behavior.md.\n\"Behavior.md\"\n"
    let precise =
      "// Behavior.md#secure-fields\n\"Behavior.md, “Keyboard layouts”\"\n\"See Documentation/Design/Behavior.md.\""
    #expect(Self.withoutAnchor(in: vague + precise, at: "Sources/Trusted/A.swift").count == 3)
    #expect(Self.withoutAnchor(in: vague, at: "Tests/A.swift") == [])
    for text in [
      "\u{A7}1.2", "BEHAVIO" + "UR 1", "BEHAVIO" + "UR" + ".md", "SANDBOX" + ".md", "see CLI" + ".md", "fact" + " 7",
    ] {
      #expect(Self.outdated(in: text, at: "Makefile").count == 1, "\(text)")
    }
    #expect(Self.outdated(in: "BEHAVIOR(F01, \"opens\") RFC 5646 \u{A7}2.2 PluginABI.md", at: "a.c") == [])
    let comment = "/// A rule (\(page)#secure-fields).\n"
    #expect(Self.published(in: comment + "public var rule = 1", at: "Sources/Shared/TextModel/A.swift").count == 1)
    #expect(Self.published(in: comment + "var rule = 1", at: "Sources/Shared/TextModel/A.swift") == [])
    #expect(Self.published(in: comment + "var rule = 1", at: "Sources/SDK/KlavaKit/A.swift").count == 1)
    for plan in ["**Planned** (spelling): a", "**Planned**: a", "**Planned** (issue): a"] {
      #expect(Self.plansWithoutIssue(in: plan, at: "README.md").count == 1, "\(plan)")
    }
    #expect(Self.plansWithoutIssue(in: "**Planned** marks a plan. **Planned** (issue 7): a", at: "README.md") == [])
    let links =
      "[a](Nowhere) [b](#nowhere) [c](Sandbox.md\(anchor)) [d](Sandbox.md#thread-limit) [e](https://klava.test)"
    #expect(Self.deadLinks(on: Page(path: "Documentation/Design/Limits.md", text: links)).count == 3)
    #expect(Self.retired(in: "  package enum Allow" + "ance: Error {}", at: "a.swift") == ["a.swift: Allow" + "ance"])
    let known = "`Diagnostic.system()` `Page.slug(of:)` `KeyboardSession.touched(_:on:at:)` `no.go()`"
    #expect(Self.unknownFunctions(in: known) == ["`Diagnostic.system()`", "`Page.slug(of:)`"])
    let functions = "func gone(on: Int)\nfunc go(_ a: [B: (C, D)] = [],\n  to: E<F, G>) {}\nfunc go<H>() throws(I)"
    #expect(Self.argumentLabels(of: "go", in: functions) == ["_:to:", ""])
    let swift = "Sources/SDK/A.swift"
    let names =
      "func note(_ line: Int) {}\nfunc notes()\n  case paintKey, red, interface(Int)\n  case .paint:\n"
      + "  case harmless = 1"
    #expect(
      Self.retired(in: names, at: swift) == ["note", "paintKey", "interface", "harmless"].map { "\(swift): \($0)" })
    #expect(Self.retired(in: names, at: "Tests/A.swift") == [])
    #expect(Self.retired(in: "let allowance = RateLimiter(Allow" + "ance.all)", at: "a.swift") == [])
    let half = String(repeating: "a", count: 75)
    for (comment, count) in [
      ("  /// \(half)\n  /// \(half).", 1), ("/// \(half)\n/// \(half.dropLast(2)). a", 0),
      ("/// a.\n/// \(half)\(half)", 0), ("/// \(half)\n///\n/// \(half)", 0), ("// \(half)\n// \(half).", 0),
    ] {
      #expect(Self.longSentences(in: comment + "\nlet a = 1", at: swift).count == count, "\(comment)")
    }
    #expect(Self.longSentences(in: "/* \(half)\n * \(half). */", at: "Host/a.h").count == 1)
    #expect(
      Page(path: "README.md", text: "# Two `words`, *one* [link](b)\n## B\n## B\n```\n# No\n```\n<a id=\"c-d\"></a>")
        .anchors
        == ["two-words-one-link", "b", "b-1", "c-d"])
  }

  /// The texts of all files of the repository, by path, without build products.
  private static let files: [String: String] = {
    var files: [String: String] = [:]
    let paths = FileManager.default.enumerator(atPath: Repository.root.path)
    while let path = paths?.nextObject() as? String {
      let name = path.split(separator: "/").last ?? ""
      if [".git", ".swiftpm"].contains(name) || name.hasPrefix(".build") { paths?.skipDescendants() }
      files[path] = try? Repository.text(path)
    }
    return files
  }()

  private static let pages = files.filter { $0.key.hasSuffix(".md") }.map { Page(path: $0.key, text: $0.value) }
    .sorted { $0.path < $1.path }

  /// For each file name, the anchors of all pages with this name.
  private static let anchors = Dictionary(
    pages.map { ($0.path.split(separator: "/").last ?? "", $0.anchors) }, uniquingKeysWith: { $0.union($1) })

  private static let designPages = pages.filter { $0.path.hasPrefix("Documentation/Design/") }
    .compactMap { $0.path.split(separator: "/").last }

  private static func allFaults(_ find: (String, String) -> [String]) -> [String] {
    files.sorted { $0.key < $1.key }.flatMap { find($0.value, $0.key) }
  }

  private static func unresolved(in text: String, at path: String) -> [String] {
    lines(of: text, with: [".md"]).flatMap { number, line in
      line.matches(
        of: /([\w.\/-]*\/)?([A-Za-z]\w*\.md)\b(?:#([\w-]+)|, “([^”]+)”)?/.wordBoundaryKind(.simple)
      ).compactMap { reference in
        let known = anchors[reference.2]
        let anchor = reference.3.map { String($0) } ?? reference.4.map { Page.slug(of: $0) }
        let isThere = anchor.map { known?.contains($0) == true } ?? (known != nil)
        // A folder is relative to the repository or to the file. Accept a folder that begins with "..": the tests of
        // generated pages contain links of these pages, and the check of links covers these links.
        let folder = reference.1 ?? ""
        let isInFolder =
          folder.isEmpty || folder.hasPrefix("/") || folder.hasPrefix("..")
          || ["", path.prefix(through: path.lastIndex(of: "/") ?? path.startIndex)].contains {
            files["\($0)\(folder)\(reference.2)"] != nil
          }
        return isThere && isInFolder ? nil : "\(path):\(number): \(reference.0)"
      }
    }
  }

  /// Returns the references in the code of Klava that name only a page. A message for the user may name the path of a
  /// page, because the user opens the page as a file.
  private static func withoutAnchor(in text: String, at path: String) -> [String] {
    let isCode = [".swift", ".c", ".h"].contains { path.hasSuffix($0) }
    let isKlava = path.hasPrefix("Sources/") || path.hasPrefix("Host/")
    guard isCode, isKlava, !path.hasPrefix("Sources/SDK/Templates/") else { return [] }
    return lines(of: text, with: [".md"]).flatMap { number, line in
      let isComment = line.drop { $0 == " " }.hasPrefix("//")
      return line.matches(of: /((?:\w+\/)*)\w+\.md\b(?:#[\w-]+|, “)?/.wordBoundaryKind(.simple))
        .filter { $0.0.hasSuffix(".md") && (isComment || $0.1.isEmpty) }.map { "\(path):\(number): \($0.0)" }
    }
  }

  /// Returns the references to documents outside the repository, which its pages have replaced.
  private static func outdated(in text: String, at path: String) -> [String] {
    // In these files, the section sign is not a reference but the text of a key or an answer.
    let isKey = path.hasSuffix("KeyAlternatives.swift") || path.hasSuffix("AnswerTests.swift")
    return lines(of: text, with: [".md", "\u{A7}", "BEHAVIOU", "fact"]).flatMap { number, line in
      line.replacing(/RFC \d{4} \u{A7}/, with: "").matches(
        of: /\bBEHAVIOU[R]\b|\b(?:SANDBOX|CLI|ABI|BENCH|CONFORMANCE)\.md|\bfacts? \d|\u{A7}/
          .wordBoundaryKind(.simple)
      )
      .filter { !isKey || $0.0 != "\u{A7}" }.map { "\(path):\(number): \($0.0)" }
    }
  }

  /// Returns the references to design pages in documentation comments of the SDK, which does not contain these pages.
  private static func published(in text: String, at path: String) -> [String] {
    let shipped = ["Sources/SDK/", "Sources/Tools/Projects/"]
    let isWhole = shipped.contains { path.hasPrefix($0) }
    let isShared = ["Sources/Shared/TextModel/", "Sources/Shared/InputViewModel/"].contains { path.hasPrefix($0) }
    guard isWhole || isShared, !path.hasSuffix(".md") else { return [] }
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines(of: text, with: [".md"]).compactMap { number, line in
      guard designPages.contains(where: { line.contains($0) }) else { return nil }
      let declaration = all[(number - 1)...].map { $0.drop { $0 == " " } }.first { !$0.hasPrefix("///") } ?? ""
      let isPublic = ["public ", "open ", "case "].contains { declaration.hasPrefix($0) }
      return isWhole || isPublic ? "\(path):\(number): \(line)" : nil
    }
  }

  /// The names that the glossary lists in code font after "Formerly": `Upper` names of types, and `lower` first words of
  /// functions and cases.
  private static let retiredNames: Set<Substring> = {
    let entries = (files["Documentation/Glossary.md"] ?? "").matches(of: /Formerly: ([^|]*)\|/)
    return Set(entries.flatMap { entry in entry.1.matches(of: /`([A-Za-z]\w*)`/).map(\.1) })
  }()

  /// The allowed names that begin with a retired word, each with the end of the path of its file.
  private static let keptNames: [Substring: String] = [
    // A test compares these cases with the names of the functions in the C header, which never change.
    "interfaceSet": "HostFunction.swift", "interfaceSetLabel": "HostFunction.swift",
    "interfaceSetKey": "HostFunction.swift", "interfaceChangesSetImage": "HostFunction.swift",
    "interfaceChangesSetSuggestions": "HostFunction.swift",
    // These names are nouns: a case that contains an answer, and a member in JSON.
    "answer": "SpellChecker.swift", "note": "Report+JSON.swift",
  ]

  private static func retired(in text: String, at path: String) -> [String] {
    guard path.hasSuffix(".swift") else { return [] }
    let types = names(#"\b(?:actor|class|enum|protocol|struct|typealias) (\w+)"#, in: text)
      .filter { retiredNames.contains($0) }
    guard path.hasPrefix("Sources/") else { return types.map { "\(path): \($0)" } }
    let functions = names(#"\bfunc `?(\w+)"#, in: text)
    // The patterns of a `switch` contain a period, a quotation mark or a colon before the first parenthesis.
    let cases = names(#"\n *(?:indirect )?case ([a-z][\w, ]*)(?=[(=\n]|$)"#, in: text).flatMap { names in
      names.split(separator: ",").map { $0.drop { $0 == " " }.prefix { $0 != " " } }
    }
    let retired = (functions + cases).filter { name in
      retiredNames.contains(name.prefix { !$0.isUppercase }) && keptNames[name].map { path.hasSuffix($0) } != true
    }
    return (types + retired).map { "\(path): \($0)" }
  }

  /// Returns the first group of each match of a regular expression. `NSRegularExpression` is much faster than
  /// `Regex` in a debug build.
  private static func names(_ pattern: String, in text: String) -> [Substring] {
    let expression = try? NSRegularExpression(pattern: pattern)
    return (expression?.matches(in: text, range: NSRange(text.startIndex..., in: text)) ?? [])
      .compactMap { Range($0.range(at: 1), in: text).map { text[$0] } }
  }

  /// Returns the functions such as `Type.function(label:)` that no Swift file with a declaration or an extension of the
  /// type contains.
  private static func unknownFunctions(in page: String) -> [String] {
    page.matches(of: /`([A-Z]\w*)\.(\w+)\(((?:\w+:)*)\)`/).filter { reference in
      !(sources[reference.1] ?? []).contains { argumentLabels(of: reference.2, in: $0).contains(String(reference.3)) }
    }.map { String($0.0) }
  }

  /// The texts of the files in `Sources` that declare or extend each type.
  private static let sources: [Substring: [String]] = files.filter {
    $0.key.hasPrefix("Sources/") && $0.key.hasSuffix(".swift")
  }.values.reduce(into: [:]) { sources, text in
    for type in Set(names(#"\b(?:actor|class|enum|extension|protocol|struct) (\w+)"#, in: text)) {
      sources[type, default: []].append(text)
    }
  }

  /// Returns the argument labels, such as `_:to:`, of each function with this name in a text.
  private static func argumentLabels(of function: Substring, in text: String) -> [String] {
    let list = #"\bfunc \#(function)(?:<[^()]*>)?\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)"#
    return names(list, in: text).map { parameters in
      var parameters = parameters
      // A comma between parentheses or brackets does not end a parameter.
      while let nested = parameters.firstMatch(of: /\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>/) {
        parameters.removeSubrange(nested.range)
      }
      return parameters.split(separator: ",").compactMap { $0.firstMatch(of: /\w+/).map { "\($0.0):" } }.joined()
    }
  }

  /// Returns the first sentences of documentation comments that are too long. In headers in C, each comment can be a
  /// documentation comment.
  private static func longSentences(in text: String, at path: String) -> [String] {
    let isHeader = path.hasSuffix(".h")
    guard isHeader || path.hasSuffix(".swift"), ["Sources/", "Host/", "Plugins/"].contains(where: path.hasPrefix)
    else { return [] }
    return names(isHeader ? #"(?s)/\*(.*?)\*/"# : #"(?m)((?:^ *///.*\n)+)"#, in: text).compactMap { comment in
      let lines = comment.split(separator: "\n", omittingEmptySubsequences: false)
      let paragraph = lines.map { $0.drop { " /*".contains($0) } }.prefix { !$0.isEmpty }.joined(separator: " ") + " "
      let sentence = paragraph[..<(paragraph.range(of: ". ")?.upperBound ?? paragraph.endIndex)].dropLast()
      return sentence.count > 150 ? "\(path): \(sentence)" : nil
    }
  }

  private static func plansWithoutIssue(in text: String, at path: String) -> [String] {
    guard path.hasSuffix(".md") else { return [] }
    return lines(of: text, with: ["**Planned**"]).flatMap { number, line in
      line.matches(of: /\*\*Planned\*\*(?: \([^)]*\))?:/)
        .filter { $0.0.wholeMatch(of: /\*\*Planned\*\* \(issue \d+\):/) == nil }.map { "\(path):\(number): \($0.0)" }
    }
  }

  private static func deadLinks(on page: Page) -> [String] {
    let folder = Repository.root.appending(path: page.path).deletingLastPathComponent()
    return page.lines.flatMap { line in
      line.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^)#:]*)(?:#([^)]+))?\)/).compactMap { link in
        let target = link.1.isEmpty ? page.path : folder.appending(path: String(link.1)).standardizedFileURL.path
        let isThere = link.1.isEmpty || FileManager.default.fileExists(atPath: target)
        let known =
          link.1.isEmpty
          ? page.anchors : pages.first { target == Repository.root.appending(path: $0.path).path }?.anchors
        let hasAnchor = link.2.map { known?.contains(String($0)) == true } ?? true
        return isThere && hasAnchor ? nil : "\(page.path): \(link.0)"
      }
    }
  }

  /// Returns the lines that contain one of these texts, with their numbers. This search is faster than a regular
  /// expression for every line.
  private static func lines(of text: String, with parts: [String]) -> [(Int, Substring)] {
    guard parts.contains(where: { text.contains($0) }) else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { _, line in parts.contains { line.contains($0) } }.map { ($0 + 1, $1) }
  }
}
