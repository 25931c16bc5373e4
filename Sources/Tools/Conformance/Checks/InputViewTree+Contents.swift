internal import Glibc
internal import InputViewModel

extension InputViewTree {
  /// All pictures of the input view, each as the name of its element and the picture's path.
  var pictures: [(offender: String, path: String)] {
    keys.compactMap { key in key.image.map { ("the key “\(key.identifier)”", $0) } }
      + root.images.map { ("the picture “\($0.identifier)”", $0.name) }
      + canvases.flatMap { canvas in
        canvas.drawing.imageNames.map { ("the canvas “\(canvas.identifier)”", $0) }
      }
  }

  /// The styles of all keys and labels of the input view.
  var styledTexts: [(offender: String, style: ElementStyle)] {
    keys.map { ("the key “\($0.identifier)”", $0.style) } + labels.map { ("the label “\($0.identifier)”", $0.style) }
  }
}

extension InputViewTree.Element {
  /// The picture elements, without the pictures of keys.
  fileprivate var images: [Image] {
    switch self {
    case .image(let image): [image]
    case .stack(let stack): stack.children.flatMap(\.images)
    case .key, .label, .suggestions, .canvas, .spacer: []
    }
  }
}

/// The computation of the contrast of two colors (WCAG 2.2, “contrast ratio”).
enum Contrast {
  /// The contrast, from 1 to 21, of two colors as `0xRRGGBBAA`. A transparent color counts as blended with white.
  static func between(_ one: UInt32, _ other: UInt32) -> Double {
    let luminances = [luminance(one), luminance(other)].sorted()
    return (luminances[1] + 0.05) / (luminances[0] + 0.05)
  }

  private static func luminance(_ color: UInt32) -> Double {
    let opacity = Double(color & 0xFF) / 255
    let parts = [24, 16, 8].map { shift -> Double in
      let value = Double(color >> UInt32(shift) & 0xFF) / 255 * opacity + (1 - opacity)
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }
}
