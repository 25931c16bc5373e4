internal import InputViewModel
internal import Layout

extension InputViewLayout {
  /// Returns the layout with one font size for the titles of similar keys (Behavior.md#title-sizes).
  ///
  /// Keys with a title of one character are similar. The keys of one row with short titles, such as Esc and Tab, are
  /// similar too. All similar keys get the size at which the widest of their titles fits.
  func withEqualTitles(_ typesetter: Typesetter) -> InputViewLayout {
    var titles: [Kind: [FittedTitle]] = [:]
    var isReduced = false
    for (index, element) in elements.enumerated() where element.visibleFrame != nil {
      guard case .key(let key) = element.content, key.image == nil, let kind = Kind(key, element),
        KeySymbol(key) == nil
      else { continue }
      let room = ElementRenderer.titleRoom(of: key, in: element)
      guard let fitted = typesetter.fit(key.title, element.appearance, width: room.width, height: room.height) else {
        continue
      }
      if fitted.fontSize < element.appearance.fontSize { isReduced = true }
      titles[kind, default: []].append(
        FittedTitle(index: index, width: element.frame.width, fontSize: fitted.fontSize))
    }
    guard isReduced else { return self }
    var layout = self
    for var similar in titles.values {
      similar.sort { $0.width > $1.width }
      while let widest = similar.first {
        // A key that is much narrower than the others must not make all titles small.
        let group = similar.prefix { $0.width >= widest.width * 0.75 }
        if group.count > 1 {
          let fontSize = group.reduce(.infinity) { min($0, $1.fontSize) }
          for title in group { layout.elements[title.index].appearance.fontSize = fontSize }
        }
        similar.removeFirst(group.count)
      }
    }
    return layout
  }

  private struct FittedTitle {
    var index: Int
    var width: Double
    var fontSize: Double
  }

  /// The properties that similar keys have in common.
  private struct Kind: Hashable {
    var fontSize: Double
    var fontWeight: FontWeight
    /// The top edge of the row for titles of several characters; nil for titles of one character.
    var row: Double?

    /// Reads the properties of a key. Nil for a key whose title is empty or has more than four characters. Nil for a
    /// key with a subtitle too, because its title has another position.
    init?(_ key: Key, _ element: PlacedElement) {
      let count = key.title.prefix(FittedText.shortTitle + 1).count
      guard 1...FittedText.shortTitle ~= count, key.subtitle == nil, key.role != .suggestion else { return nil }
      fontSize = element.appearance.fontSize
      fontWeight = element.appearance.fontWeight
      row = count == 1 ? nil : element.frame.y
    }
  }
}
