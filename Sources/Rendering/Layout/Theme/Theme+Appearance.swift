internal import InputViewModel

extension Theme {
  /// The appearance of an element, from its style, its inherited style, and the host's colors for its role, in this
  /// order.
  func appearance(
    of content: PlacedElement.Content, _ style: ElementStyle, in context: ElementContext
  ) -> ElementAppearance {
    let frame = context.frame
    var appearance = ElementAppearance(
      foreground: text, background: style.background.map(color), behind: context.inherited.behind, shadow: nil,
      cornerRadius: 0, opacity: context.inherited.opacity * style.opacity.asOpacity, fontSize: 0, fontWeight: .regular,
      alignment: .center)
    var radius = style.cornerRadius ?? 0
    switch content {
    case .key(let key):
      color(&appearance, key, style, in: context)
      radius = style.cornerRadius ?? context.cornerRadius
    case .label, .image, .canvas, .background:
      appearance.foreground = foreground(style, on: appearance.background, in: context)
    }
    let shorter = min(frame.width, frame.height)
    appearance.cornerRadius = radius > 0 ? min(radius, shorter / 2) : 0
    appearance.fontSize = fontSize(of: content, style, in: context)
    appearance.fontWeight = style.fontWeight ?? context.inherited.fontWeight ?? .regular
    appearance.alignment = alignment(of: content, style, isMirrored: context.isMirrored)
    return appearance
  }

  // MARK: Colors

  private func color(
    _ appearance: inout ElementAppearance, _ key: Key, _ style: ElementStyle, in context: ElementContext
  ) {
    let behind = context.inherited.behind
    if let own = appearance.background {
      appearance.foreground = foreground(style, on: own, in: context)
      if key.isSelected {
        // Exchange foreground and background, so that the user sees the selected state and can still read the title.
        let seen = own.over(behind)
        appearance.background = appearance.foreground.over(seen)
        appearance.foreground = seen
      }
    } else {
      let pair = colors(of: key.role, isSelected: key.isSelected)
      appearance.background = pair.background
      appearance.foreground = pair.foreground
      if !key.isSelected { appearance.foreground = foreground(style, on: nil, host: pair, in: context) }
      if key.role != .suggestion, key.isEnabled { appearance.shadow = shadow }
    }
    if !key.isEnabled { dim(&appearance, on: behind) }
  }

  /// The text color: the style's color, the inherited color, or a legible default.
  ///
  /// On a background of the host, an inherited color applies only if it is legible on this background.
  private func foreground(
    _ style: ElementStyle, on own: RGBA?, host: Pair? = nil, in context: ElementContext
  ) -> RGBA {
    if let foreground = style.foreground { return color(foreground) }
    let inherited = context.inherited
    let behind = (own ?? host?.background)?.over(inherited.behind) ?? inherited.behind
    if let foreground = inherited.foreground.map(color) {
      let isHosts = own == nil && (host != nil || !inherited.isOnOwnBackground)
      if !isHosts || foreground.over(behind).contrast(to: behind) >= RGBA.legibleContrast { return foreground }
    }
    return host?.foreground ?? behind.legibleText
  }

  /// Makes a disabled key paler but legible. WCAG requires a contrast of 3 for large text, and no contrast for disabled
  /// controls.
  private func dim(_ appearance: inout ElementAppearance, on behind: RGBA) {
    let background = (appearance.background ?? behind).over(behind).mixed(with: behind, share: 0.4)
    let foreground = appearance.foreground.over(background)
    let paler = [0.5, 0.4, 0.3, 0.2, 0.1].lazy.map { foreground.mixed(with: background, share: $0) }
    appearance.background = background
    appearance.foreground = paler.first { $0.contrast(to: background) >= 3 } ?? foreground
  }

  // MARK: Text

  /// The font size: the style's size, or a size that suits the element's height. The font size grows with the user's
  /// text size in both cases.
  private func fontSize(
    of content: PlacedElement.Content, _ style: ElementStyle, in context: ElementContext
  ) -> Double {
    let height = context.frame.height
    let suitable =
      switch content {
      // The sizes are as on Apple's keyboards. If a key is 43 points high (phone, portrait), the font size is 22.5
      // points for a letter and 16 points for a word.
      // All suggestions of a bar have the size of a word, even a suggestion of one letter.
      case .key(let key) where key.role == .suggestion: min(max(height * 0.45, 10), 18)
      case .key(let key) where key.title.dropFirst().isEmpty: min(max(height * 0.52, 10), 30)
      case .key: min(max(height * 0.375, 10), 20)
      case .label: min(max(height * 0.5, 10), 34)
      case .image, .canvas, .background: 17.0
      }
    let asked = style.fontSize ?? context.inherited.fontSize
    let wish = (asked ?? suitable) > 0 ? min(asked ?? suitable, 200) : 17
    // The default size of a key grows with the user's text size up to a limit. The limit depends only on the kind and
    // the size of the key, so equal keys have equal font sizes. If the keyboard requests a size that is too large, the
    // renderer shrinks the text instead.
    let largest =
      switch content {
      case _ where asked != nil: Double.infinity
      case .key(let key) where key.role != .suggestion && key.title.dropFirst().isEmpty:
        min(height * 0.75, context.frame.width * 0.9)
      case .key: height * 0.55
      case .label, .image, .canvas, .background: Double.infinity
      }
    let scaled = min(wish * context.textScale, max(wish, largest))
    return (scaled * 2).rounded() / 2
  }

  private func alignment(
    of content: PlacedElement.Content, _ style: ElementStyle, isMirrored: Bool
  ) -> ElementAppearance.Alignment {
    let usual: TextAlignment = if case .label = content { .leading } else { .center }
    return switch style.alignment ?? usual {
    case .leading: isMirrored ? .right : .left
    case .center: .center
    case .trailing: isMirrored ? .left : .right
    }
  }
}
