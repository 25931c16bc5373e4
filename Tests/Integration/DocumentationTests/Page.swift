/// A Markdown page of the repository, with the anchors that links can use.
struct Page {
  /// The page's path in the repository.
  let path: String
  /// The page's lines outside code blocks.
  let lines: [Substring]
  /// The page's explicit anchors, and the anchors that GitHub creates for headings.
  let anchors: Set<String>

  init(path: String, text: String) {
    var isCode = false
    let lines = text.split(separator: "\n").filter { line in
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if isFence { isCode.toggle() }
      return !isFence && !isCode
    }
    var anchors: Set<String> = []
    var counts: [String: Int] = [:]
    for line in lines {
      anchors.formUnion(line.matches(of: /<a id="([^"]+)">/).map { String($0.1) })
      guard let heading = line.wholeMatch(of: /#{1,6} +(.+)/) else { continue }
      let slug = Self.slug(of: heading.1)
      anchors.insert(counts[slug].map { "\(slug)-\($0)" } ?? slug)
      counts[slug, default: 0] += 1
    }
    self.path = path
    self.lines = lines
    self.anchors = anchors
  }

  /// Returns the anchor that GitHub creates for a heading: its letters and digits in lower case, with a hyphen for each
  /// space.
  static func slug(of heading: Substring) -> String {
    let text = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.replacing(/<[^>]*>/, with: "")
    return String(text.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) })
      .replacing(" ", with: "-")
  }
}
