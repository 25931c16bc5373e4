/// A page of the repository, as those who refer to it see it.
struct Page {
  /// Its path in the repository.
  let path: String
  /// Its lines, without those of code blocks.
  let lines: [Substring]
  /// Its anchors: the explicit ones, and those that GitHub makes of headings.
  let anchors: Set<String>

  /// The page of this text.
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

  /// The anchor that GitHub makes of a heading: its letters and digits in lower case, with a hyphen for each space.
  private static func slug(of heading: Substring) -> String {
    let text = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.replacing(/<[^>]*>/, with: "")
    return String(text.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) })
      .replacing(" ", with: "-")
  }
}
