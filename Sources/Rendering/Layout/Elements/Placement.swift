internal import InputViewModel

/// The traversal of a tree that computes the frame and appearance of each element.
struct Placement {
  /// The elements placed so far, in drawing order.
  private(set) var elements: [PlacedElement] = []
  /// The scroll areas, in traversal order.
  private(set) var scrollAreas: [ScrollArea] = []
  /// The color behind the whole keyboard.
  private(set) var background: RGBA
  /// The factors that make the fixed lengths fit into their stacks.
  private(set) var fit = FixedFit()
  let theme: Theme

  private let inputView: InputViewTree
  private let metrics: LayoutMetrics
  private let textScale: Double
  private let isRightToLeft: Bool
  private let scrollOffsets: [ElementPath: Double]
  private let scale: FixedScale

  /// The state that an element gets from its enclosing stacks.
  private struct Surroundings {
    var path = ElementPath()
    var clip: Rect?
    var isMirrored: Bool
    var style: InheritedStyle
    /// The axes along which an enclosing stack has a fixed length or scrolls. Along such an axis, the elements in the
    /// enclosing stack do not affect the fixed lengths of other stacks.
    var isBounded = (horizontal: false, vertical: false)
  }

  /// Creates a traversal of an input view in an environment.
  init(
    _ inputView: InputViewTree, _ environment: KeyboardEnvironment, _ metrics: LayoutMetrics,
    scrollOffsets: [ElementPath: Double], scale: FixedScale
  ) {
    self.inputView = inputView
    self.scale = scale
    theme = Theme(isDark: environment.isDark)
    background = theme.backdrop
    self.metrics = metrics
    let scale = environment.textScale
    textScale = scale > 0 ? min(max(scale, 0.5), 4) : 1
    isRightToLeft = environment.isRightToLeft
    self.scrollOffsets = scrollOffsets
  }

  /// Places the whole tree. The background of the root covers the whole keyboard.
  mutating func placeRoot(in frame: KeyboardFrame) {
    var root = inputView.root
    var style = InheritedStyle(behind: theme.backdrop)
    if case .stack(var stack) = root, let color = stack.style.background {
      style.lay(theme.color(color).opaque(stack.style.opacity))
      background = style.behind
      stack.style.background = nil
      root = .stack(stack)
    }
    var box = frame.content.holding(width: fixed(root, .horizontal), height: fixed(root, .vertical))
    if isRightToLeft { box.horizontal = box.horizontal.mirrored(in: frame.content.horizontal) }
    var surroundings = Surroundings(isMirrored: isRightToLeft, style: style)
    bound(&surroundings, by: root)
    place(root, in: box, surroundings)
  }

  /// Places the host's globe key at the leading edge of its strip.
  mutating func placeGlobeKey(in strip: Box) {
    let key = Key("🌐", identifier: "globe", role: .nextKeyboard, accessibilityLabel: "next keyboard")
    let width = min(FixedPoint(points: 56), strip.horizontal.length)
    let left = AxisRange(start: strip.horizontal.start, length: width)
    let box = Box(
      horizontal: isRightToLeft ? left.mirrored(in: strip.horizontal) : left,
      vertical: strip.vertical.inset(min(metrics.verticalGap / 2, strip.vertical.length / 8)))
    let surroundings = Surroundings(isMirrored: isRightToLeft, style: InheritedStyle(behind: background))
    add(.key(key), in: box, key.style, surroundings, path: nil)
  }

  // MARK: The tree

  private mutating func place(_ element: InputViewTree.Element, in box: Box, _ surroundings: Surroundings) {
    switch element {
    case .stack(let stack): place(stack, in: box, surroundings)
    case .key(let key): add(.key(key), in: box, key.style, surroundings, path: surroundings.path)
    case .label(let label): add(.label(label), in: box, label.style, surroundings, path: surroundings.path)
    case .image(let image): add(.image(image), in: box, image.style, surroundings, path: surroundings.path)
    case .suggestions(let bar): place(bar, in: box, surroundings)
    case .canvas(let canvas): add(.canvas(canvas), in: box, canvas.style, surroundings, path: surroundings.path)
    case .spacer: break
    }
  }

  /// Places a suggestion bar. Each suggestion has the style of the bar as its own style, so a suggestion does not also
  /// inherit this style.
  private mutating func place(_ bar: SuggestionBar, in box: Box, _ surroundings: Surroundings) {
    if bar.style.background != nil { add(.background, in: box, bar.style, surroundings, path: surroundings.path) }
    let row = ElementStack(.row, bar.keys.map { .key($0) })
    placeChildren(of: row, in: box, surroundings)
  }

  private mutating func place(_ stack: ElementStack, in box: Box, _ surroundings: Surroundings) {
    var inside = surroundings
    if stack.forcesLeftToRight { inside.isMirrored = false }
    inside.style.inherit(stack.style)
    var content = box
    if let color = stack.style.background {
      add(.background, in: box, stack.style, surroundings, path: surroundings.path)
      inside.style.lay(theme.color(color))
      // A stack with a background has a padding of half its gap.
      func padding(_ axis: Axis) -> FixedPoint {
        min(spacing(of: stack, axis) ?? metrics.gap(axis), box[axis].length / 4) / 2
      }
      content = Box(
        horizontal: box.horizontal.inset(padding(.horizontal)), vertical: box.vertical.inset(padding(.vertical)))
    }
    placeChildren(of: stack, in: content, inside)
  }

  private mutating func placeChildren(of stack: ElementStack, in box: Box, _ surroundings: Surroundings) {
    var surroundings = surroundings
    let boxes: [Box]
    switch stack.arrangement {
    case .row: boxes = divide(stack, in: box, .horizontal, surroundings)
    case .column: boxes = divide(stack, in: box, .vertical, surroundings)
    case .layers: boxes = stack.children.map { _ in box }
    case .grid(let columns): boxes = cells(of: stack, columns: min(max(columns, 1), 64), in: box)
    case .horizontalScroll: boxes = scroll(stack, in: box, .horizontal, &surroundings)
    case .verticalScroll: boxes = scroll(stack, in: box, .vertical, &surroundings)
    }
    let path = surroundings.path
    for (index, (child, place)) in zip(stack.children, boxes).enumerated() {
      recordFit(of: child, in: place, stack.arrangement, surroundings)
      var place = place.holding(
        width: held(child, .horizontal, stack.arrangement), height: held(child, .vertical, stack.arrangement))
      if surroundings.isMirrored { place.horizontal = place.horizontal.mirrored(in: box.horizontal) }
      var inside = surroundings
      inside.path = path.appending(index)
      bound(&inside, by: child)
      self.place(child, in: place, inside)
    }
  }

  // MARK: Fixed lengths

  /// The scaled fixed length of an element; nil if it has none.
  private func fixed(_ element: InputViewTree.Element, _ axis: Axis) -> FixedPoint? {
    guard let length = element.fixed(axis) else { return nil }
    return scale[axis] == 1 ? length : max(Int((Double(length) * scale[axis]).rounded()), 1)
  }

  /// The element's own length along an axis, inside the space that the element gets from its stack; nil if the element
  /// fills this space.
  ///
  /// A row or column has already applied the fixed length along its own axis. So along the stack's axis, the result is
  /// nil, except for an element whose width and height are both fixed. Such an element keeps its proportions.
  private func held(
    _ element: InputViewTree.Element, _ axis: Axis, _ arrangement: ElementStack.Arrangement
  ) -> FixedPoint? {
    if arrangement.isAlong(axis), scale[axis] > 1 || element.fixed(axis.other) == nil { return nil }
    return fixed(element, axis)
  }

  /// The scaled spacing of a stack; nil if the stack sets none.
  private func spacing(of stack: ElementStack, _ axis: Axis) -> FixedPoint? {
    stack.spacing.map { FixedPoint(points: $0 * scale[axis]) }
  }

  /// Records the factor that makes a key with a fixed width and height fit across its stack.
  private mutating func recordFit(
    of child: InputViewTree.Element, in place: Box, _ arrangement: ElementStack.Arrangement,
    _ surroundings: Surroundings
  ) {
    guard case .key(let key) = child, key.size.width != nil, key.size.height != nil,
      !surroundings.isBounded.horizontal, !surroundings.isBounded.vertical
    else { return }
    for axis in [Axis.horizontal, .vertical] where !arrangement.isAlong(axis) {
      fit.add(key: fixed(child, axis) ?? 0, in: place[axis].length)
    }
  }

  private func bound(_ surroundings: inout Surroundings, by element: InputViewTree.Element) {
    if element.fixed(.horizontal) != nil { surroundings.isBounded.horizontal = true }
    if element.fixed(.vertical) != nil { surroundings.isBounded.vertical = true }
  }

  // MARK: Arrangements

  private mutating func divide(
    _ stack: ElementStack, in box: Box, _ axis: Axis, _ surroundings: Surroundings
  ) -> [Box] {
    let span = box[axis]
    let gap = FlexLayout.Gap(
      spacing: spacing(of: stack, axis), usual: metrics.gap(axis), count: stack.children.count, in: span.length)
    let layout = FlexLayout(
      stack.children.map { $0.part(axis, metrics) }, in: span, gap: gap, scale: scale[axis])
    if !(axis == .horizontal ? surroundings.isBounded.horizontal : surroundings.isBounded.vertical),
      stack.children.contains(where: { $0.fixed(axis) != nil })
    {
      fit.add(layout.fit, axis)
    }
    return layout.spans.map { Box($0, axis, across: box[axis.other]) }
  }

  private func cells(of stack: ElementStack, columns: Int, in box: Box) -> [Box] {
    func spans(_ needed: [FixedPoint], _ axis: Axis) -> [AxisRange] {
      let gap = FlexLayout.Gap(
        spacing: spacing(of: stack, axis), usual: metrics.gap(axis), count: needed.count, in: box[axis].length)
      return FlexLayout(equal: needed, in: box[axis], gap: gap).spans
    }
    let horizontal = spans(Array(repeating: 0, count: columns), .horizontal)
    let heights = stack.children.map { fixed($0, .vertical) ?? 0 }
    let vertical = spans(stack.rows(of: heights, columns: columns), .vertical)
    return stack.children.indices.map {
      Box(horizontal: horizontal[$0 % columns], vertical: vertical[$0 / columns])
    }
  }

  /// The boxes of a scroll area's children. The window of the scroll area clips the boxes.
  private mutating func scroll(
    _ stack: ElementStack, in box: Box, _ axis: Axis, _ surroundings: inout Surroundings
  ) -> [Box] {
    let usual = metrics.gap(axis)
    let gap = spacing(of: stack, axis) ?? usual
    let pitch = metrics.pitch(axis)
    var end = 0
    var spans = stack.children.map { child in
      let part = child.part(axis, metrics)
      // As in a row (`FlexLayout`), the length for a weight includes the gap. If the stack sets a spacing, the length
      // excludes the gap.
      let weighted = FixedPoint(points: (stack.spacing == nil ? pitch : pitch - usual).points * part.weight)
      let ordinary = max(stack.spacing == nil ? weighted - usual : weighted, part.isSpacer ? 0 : 1)
      // In a vertical scroll area, an element such as a grid gets at least its natural height, regardless of its
      // weight.
      let length =
        fixed(child, axis)
        ?? (axis == .vertical ? max(ordinary, child.naturalHeight(metrics)) : ordinary)
      defer { end += length + gap }
      return AxisRange(start: end, length: length)
    }
    let maximum = max((spans.last?.end ?? 0) - box[axis].length, 0)
    let offset = FixedPoint(points: scrollOffsets[surroundings.path] ?? 0, atMost: maximum)
    for index in spans.indices { spans[index].start += box[axis].start - offset }

    let window = box.rect
    scrollAreas.append(
      ScrollArea(
        path: surroundings.path, frame: surroundings.clip.map { $0.overlap(window) } ?? window,
        isHorizontal: axis == .horizontal, isMirrored: axis == .horizontal && surroundings.isMirrored,
        offset: offset.points, maximumOffset: maximum.points))
    surroundings.clip = surroundings.clip.map { $0.overlap(window) } ?? window
    surroundings.isBounded = (true, true)
    return spans.map { Box($0, axis, across: box[axis.other]) }
  }

  // MARK: Elements

  private mutating func add(
    _ content: PlacedElement.Content, in box: Box, _ style: ElementStyle, _ surroundings: Surroundings,
    path: ElementPath?
  ) {
    let frame = box.rect
    let context = ElementContext(
      frame: frame, inherited: surroundings.style, isMirrored: surroundings.isMirrored, textScale: textScale,
      cornerRadius: metrics.cornerRadius)
    var element = PlacedElement(
      content: content, frame: frame, clip: surroundings.clip,
      appearance: theme.appearance(of: content, style, in: context), isMirrored: surroundings.isMirrored, path: path)
    if path != nil { element.position = element.key.flatMap { inputView.position(ofSplitKey: $0.identifier) } }
    elements.append(element)
  }
}

extension ElementStack.Arrangement {
  /// Whether the arrangement puts its elements one after another along this axis and chooses their lengths.
  fileprivate func isAlong(_ axis: Axis) -> Bool {
    switch self {
    case .row, .horizontalScroll: axis == .horizontal
    case .column, .verticalScroll: axis == .vertical
    case .grid, .layers: false
    }
  }
}
