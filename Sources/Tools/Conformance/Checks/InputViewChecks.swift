internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import InputViewModel
internal import KeyboardLayouts
internal import Scripting
internal import TextModel

enum InputViewChecks {
  static let all = [shown, texts, names, repeatedNames, identifiers, globe, pictures, contrast, height, script]

  private static let header = "klava/keyboard.h, klv_element"

  /// Returns the findings in all input views, at most one for each pair of a code and an element.
  private static func findings(_ crawl: Crawl, _ find: (InputViewTree, Showing) -> [CheckDiagnostic])
    -> [CheckDiagnostic]
  {
    var known: Set<String> = []
    return crawl.everything.flatMap { showing -> [CheckDiagnostic] in
      guard let inputView = showing.inputView else { return [] }
      return find(inputView, showing).filter { known.insert("\($0.code) \($0.offender)").inserted }.map {
        $0.shown(by: showing.script)
      }
    }
  }

  private static let shown = Check(
    "keys-shown", "The keyboard shows keys in every kind of field",
    Rule("The user can type with the chosen keyboard.", source: "Apple, App Review Guidelines 4.4.1"),
    [.inputViewMissing, .keysMissing],
    .observing { crawl in
      // If the keyboard shows nothing when the host shows it again, another check reports this fault. In this case,
      // inspect only the first input view.
      let showings = LifeChecks.isEmptyWhenShownAgain(crawl) ? Array(crawl.showings.prefix(1)) : crawl.showings
      for showing in showings where showing.circumstance != "shown again" {
        let place =
          "a field of type \(showing.keyboardType)\(showing.circumstance.isEmpty ? "" : ", \(showing.circumstance)")"
        guard let inputView = showing.inputView else {
          return [
            CheckDiagnostic(.inputViewMissing, place, expected: "an input view", seen: "none").shown(by: showing.script)
          ]
        }
        if !inputView.keys.contains(where: { $0.isEnabled && $0.role != .nextKeyboard && $0.role != .dismiss }) {
          return [
            CheckDiagnostic(
              .keysMissing, place, expected: "keys that type",
              seen: "\(inputView.keys.count) keys, none of which types"
            ).shown(by: showing.script)
          ]
        }
      }
      return []
    })

  private static let texts = Check(
    "texts", "The texts of the input view are not deceptive",
    Rule(
      "Each text has a visible character, no control characters, and no characters that change the text direction.",
      source: "BuildingTheInputView.md, “For everybody”"
    ),
    [.textDirectional, .textControl, .textInvisible],
    .observing { crawl in
      findings(crawl) { inputView, _ in
        shownTexts(of: inputView).flatMap { offender, texts in faults(in: texts, offender) }
          + inputView.keys.filter(isBlank).map { key in
            CheckDiagnostic(
              .textInvisible, "the key “\(key.identifier)”",
              expected: key.getsTouches ? "a title, a picture or an accessibility label" : "a title or a picture",
              seen: "a title of \(key.title.unicodeScalars.count) invisible characters")
          }
      }
    })

  /// The texts of each element that the input view shows or a screen reader speaks. Line breaks in these texts are
  /// valid.
  private static func shownTexts(of inputView: InputViewTree) -> [(offender: String, texts: [String])] {
    let keys = inputView.keys.map { key in
      let shown = [key.title.onOneLine, key.subtitle?.onOneLine ?? ""] + key.hints.map(\.text)
      return ("the key “\(key.identifier)”", shown + [key.accessibilityLabel ?? "", key.accessibilityHint ?? ""])
    }
    let labels = inputView.labels.map { label in
      ("the label “\(label.identifier)”", [label.text.onOneLine, label.accessibilityLabel ?? ""])
    }
    let canvases = inputView.canvases.map { canvas in
      let drawn = canvas.drawing.texts.map(\.onOneLine)
      return ("the canvas “\(canvas.identifier)”", drawn + [canvas.accessibilityLabel ?? ""])
    }
    return keys + labels + canvases
  }

  /// Whether a key has no title although it needs one.
  private static func isBlank(_ key: Key) -> Bool {
    guard key.image == nil, TextFault.isInvisible(key.title) else { return false }
    // A key that gets touches instead of gestures needs only an accessibility label.
    if key.getsTouches, key.title.isEmpty { return TextFault.isInvisible(key.accessibilityLabel ?? "") }
    // For keys with roles other than these three, the host provides titles and pictures.
    return key.role == .character || key.role == .action || key.role == .planeSwitch
      || !key.title.isEmpty
        && !(key.role == .space && key.title == " ")
  }

  private static func faults(in texts: [String], _ offender: String) -> [CheckDiagnostic] {
    texts.flatMap { text in
      TextFault.directions(in: text).map {
        CheckDiagnostic(.textDirectional, offender, expected: "text without directional characters", seen: $0)
      }
        + TextFault.controls(in: text).map {
          CheckDiagnostic(.textControl, offender, expected: "text without control characters", seen: $0)
        }
    }
  }

  private static let names = Check(
    "accessible-names", "A screen reader can name every key",
    Rule(
      "Each key has a name that a screen reader can speak.",
      source: "Apple, Human Interface Guidelines, Accessibility"),
    [.accessibleNameMissing],
    .observing { crawl in
      findings(crawl) { inputView, _ in
        inputView.keys.filter { key in
          let name = key.accessibilityLabel ?? key.title
          guard key.role == .character || key.role == .action || key.role == .planeSwitch else { return false }
          return TextFault.isInvisible(name) && !(key.image == nil && TextFault.isInvisible(key.title))
        }.map { key in
          CheckDiagnostic(
            .accessibleNameMissing, "the key “\(key.identifier)”", expected: "a title or an accessibility label",
            seen: key.image.map { "the picture \($0) without a name" } ?? "“\(key.accessibilityLabel ?? key.title)”")
        }
      }
    })

  private static let repeatedNames = Check(
    "distinct-names", "All keys have different accessible names",
    Rule("Blind users distinguish keys by their names.", source: "WCAG 2.4.6"), profile: .pedantic,
    [.accessibleNameRepeated],
    .observing { crawl in
      findings(crawl) { inputView, _ in
        let names = Dictionary(grouping: inputView.keys) { ($0.accessibilityLabel ?? $0.title).lowercased() }
        return names.filter { $0.value.count > 1 && !$0.key.isEmpty }.sorted { $0.key < $1.key }.map { name, keys in
          CheckDiagnostic(
            .accessibleNameRepeated, keys.map { "“\($0.identifier)”" }.joined(separator: ", "),
            expected: "different names",
            seen: "\(keys.count) keys with the name “\(name)”")
        }
      }
    })

  private static let identifiers = Check(
    "identifiers", "All keys have different identifiers",
    Rule("The identifier of a key is a name that no other key has.", source: header), [.keyRenamed],
    .observing { crawl in
      findings(crawl) { inputView, _ in
        let known = Set(inputView.keys.map(\.identifier))
        return inputView.keys.compactMap { key in
          // KlavaKit appends "#2" to the identifier of the second key.
          guard let end = key.identifier.lastIndex(of: "#"), Int(key.identifier[end...].dropFirst()) != nil,
            known.contains(String(key.identifier[..<end]))
          else { return nil }
          let name = key.identifier[..<end]
          return CheckDiagnostic(
            .keyRenamed, "the key “\(key.identifier)”", expected: "a unique identifier",
            seen: "another key has the identifier “\(name)”")
        }
      }
    })

  private static let globe = Check(
    "globe", "Only the globe key has the globe symbol",
    Rule("In every keyboard, the globe key switches to the next keyboard.", source: "Apple, Custom Keyboard guide"),
    [.globeLookalike],
    .observing { crawl in
      findings(crawl) { inputView, _ in
        inputView.keys.filter { key in
          key.role != .nextKeyboard && ["🌐", "🌐︎", "🌍", "🌎", "🌏"].contains(key.title) && !isAnEmoji(key, crawl)
            && !advances(key, crawl)
        }.map { key in
          CheckDiagnostic(
            .globeLookalike, "the key “\(key.identifier)”", expected: "the role nextKeyboard",
            seen: "the role \(key.role.name)")
        }
      }
    })

  /// The minimum number of letter keys that the check needs to judge a keyboard's writing system.
  private static let fewestLetters = 10

  private static let script = Check(
    "script", "At least one key shows or types a letter of the language's script",
    Rule("PrimaryLanguage is the language that the user types.", source: "Apple, Custom Keyboard guide"),
    [.otherScript],
    .observing { crawl in
      let tag = crawl.bundle.manifest.primaryLanguage
      guard let code = KeyboardLayout.likelyScript(tag), let belongs = alphabets[code],
        let showing = crawl.showings.first, let inputView = showing.inputView
      else { return [] }
      let letters = inputView.keys.filter {
        $0.role == .character && $0.title.count == 1 && $0.title.contains(where: \.isLetter)
      }.map(\.title)
      // A key of a phonetic keyboard can have a Latin title and type a letter of another script.
      let texts =
        crawl.everything.flatMap { $0.inputView?.keys.map(\.title) ?? [] }
        + crawl.presses.compactMap { $0.after.text(insertedAfter: $0.before) }
      guard letters.count >= fewestLetters, !texts.contains(where: { $0.contains(where: belongs) }) else { return [] }
      return [
        CheckDiagnostic(
          .otherScript, "the language \(tag)", expected: "a key with a letter of the script \(code)",
          seen: "\(letters.count) keys with other letters, such as “\(letters[0])”"
        ).shown(by: showing.script)
      ]
    })

  /// For each script code, a function that recognizes the letters of the script. The list omits scripts that users may
  /// type with Latin letters, such as Han.
  private static let alphabets: [String: @Sendable (Character) -> Bool] = [
    "Latn": { $0.isLetter && $0.unicodeScalars.first.map { $0.value < 0x250 || 0x1E00..<0x1F00 ~= $0.value } == true },
    "Grek": { $0.isIn(0x370..<0x400, 0x1F00..<0x2000) }, "Cyrl": { $0.isIn(0x400..<0x530) },
    "Armn": { $0.isIn(0x530..<0x590) }, "Hebr": { $0.isIn(0x590..<0x600) },
    "Arab": { $0.isIn(0x600..<0x780, 0x8A0..<0x900) }, "Geor": { $0.isIn(0x10A0..<0x1100, 0x1C90..<0x1CC0) },
  ]

  /// Whether the key types the emoji in its title. A key that types a globe emoji does not imitate the globe key.
  ///
  /// If the crawl did not press the key, the result depends on the key's role.
  private static func isAnEmoji(_ key: Key, _ crawl: Crawl) -> Bool {
    let presses = crawl.presses.filter { $0.key.identifier == key.identifier && $0.key.title == key.title }
    guard !presses.isEmpty else { return key.isEnabled && key.role != .planeSwitch && key.role != .shift }
    return presses.allSatisfy { $0.after.before.hasSuffix(key.title) && $0.after.text != $0.before.text }
  }

  private static func advances(_ key: Key, _ crawl: Crawl) -> Bool {
    crawl.presses.contains { $0.key.identifier == key.identifier && $0.events.contains("advanceToNextInputMode") }
  }

  private static let pictures = Check(
    "pictures", "The bundle contains each picture that the input view shows, and Klava can draw the picture",
    Rule("A picture is a PNG or SVG file in the bundle, or a system image.", source: header),
    [.pictureMissing, .pictureUnusable],
    .observing { crawl throws(CheckError) -> [CheckDiagnostic] in
      var files: [String: [UInt8]] = [:]
      let wrong = findings(crawl) { inputView, _ in
        inputView.pictures.compactMap { offender, path -> CheckDiagnostic? in
          if let image = SystemImage(pictureName: path) {
            return image.isKnown
              ? nil
              : CheckDiagnostic(
                .pictureMissing, offender, expected: "the name of a system image",
                seen: "\(path), which is not a system image", remedy: SystemImage.remedy)
          }
          do throws(Diagnostic) {
            let bytes = try crawl.bundle.resource(path)
            let start = String(decoding: bytes.prefix(1_024), as: UTF8.self)
            if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) || start.contains("<svg") {
              files[path] = bytes
              return nil
            }
            return CheckDiagnostic(
              .pictureUnusable, offender, expected: "PNG or SVG", seen: "\(path), which is neither PNG nor SVG")
          } catch {
            guard error.code != .resourceTooLarge else {
              return CheckDiagnostic(
                .pictureUnusable, offender, expected: "a file of at most 512 KiB", seen: "\(path): \(error.sentence)")
            }
            return CheckDiagnostic(
              .pictureMissing, offender, expected: "a file of the bundle", seen: "\(path): \(error.sentence)",
              remedy: error.code == .fileMissing ? nil : error.remedy)
          }
        }
      }
      let troubles = try crawl.troubles(drawing: files)
      return wrong
        + findings(crawl) { inputView, _ in
          inputView.pictures.compactMap { offender, path in
            troubles[path].map {
              CheckDiagnostic(
                .pictureUnusable, offender, expected: "a picture that Klava can draw", seen: "\(path): \($0)")
            }
          }
        }
    })

  private static let contrast = Check(
    "contrast", "Texts have enough contrast",
    Rule("Text has a contrast of at least 3 to 1 with its background.", source: "WCAG 1.4.3"), [.textUnreadable],
    .observing { crawl in
      findings(crawl) { inputView, _ in
        inputView.styledTexts.compactMap { offender, style -> CheckDiagnostic? in
          guard let foreground = style.foreground, let background = style.background else { return nil }
          let pairs = [
            ("light", foreground.light, background.light), ("dark", foreground.dark, background.dark),
          ]
          for (name, front, back) in pairs {
            let contrast = Contrast.between(front, back)
            if contrast < 3 {
              return CheckDiagnostic(
                .textUnreadable, offender, expected: "a contrast of at least 3 to 1",
                seen: "\(Int(contrast * 10) / 10).\(Int(contrast * 10) % 10) to 1 with \(name) colors")
            }
          }
          return nil
        }
      }
    })

  private static let height = Check(
    "height", "The keyboard leaves space for the application",
    Rule("A keyboard covers at most half of the screen.", source: "Apple, Human Interface Guidelines, Keyboards"),
    [.tooTall],
    .observing { crawl in
      findings(crawl) { inputView, _ in
        guard let height = inputView.height, height > 400 else { return [] }
        return [CheckDiagnostic(.tooTall, "the input view", expected: "at most 400 points", seen: "\(height) points")]
      }
    })
}

extension Character {
  fileprivate func isIn(_ ranges: Range<UInt32>...) -> Bool {
    unicodeScalars.first.map { first in isLetter && ranges.contains { $0 ~= first.value } } ?? false
  }
}
