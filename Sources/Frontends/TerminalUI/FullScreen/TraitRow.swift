internal import InputViewModel
internal import KeyboardHost
internal import TextModel

/// A line of the traits panel: a trait of the field and how to change it.
struct TraitRow: Sendable {
  /// The trait's name in UIKit.
  let name: String
  /// Returns the trait's current value as text.
  let value: @Sendable (TextField) -> String
  /// Changes the trait to its next value if the function's second argument is true, otherwise to its previous value.
  let step: @Sendable (inout TextField, Bool) -> Void

  /// Whether the line changes the keyboard's environment. The session reports changes of the environment and changes of
  /// traits with different events.
  var isOfEnvironment: Bool { Self.environment.contains { $0.name == name } }

  /// All lines of the panel, from the top.
  static let all = traits + application + environment

  private static let traits: [TraitRow] = [
    flag("isSecureTextEntry", \.traits.isSecureTextEntry),
    choice("keyboardType", \.traits.keyboardType),
    choice("returnKeyType", \.traits.returnKeyType),
    flag("enablesReturnKeyAutomatically", \.traits.enablesReturnKeyAutomatically),
    choice("autocapitalizationType", \.traits.autocapitalizationType),
    choice("autocorrectionType", \.traits.autocorrectionType),
    choice("spellCheckingType", \.traits.spellCheckingType),
    choice("smartQuotesType", \.traits.smartQuotesType),
    choice("smartDashesType", \.traits.smartDashesType),
    choice("smartInsertDeleteType", \.traits.smartInsertDeleteType),
    choice("inlinePredictionType", \.traits.inlinePredictionType),
    choice("keyboardAppearance", \.traits.keyboardAppearance),
    contentType,
  ]

  private static let application: [TraitRow] = [
    flag("multiline", \.isMultiline),
    flag("allowsThirdPartyKeyboards", \.allowsThirdPartyKeyboards),
  ]

  private static let environment: [TraitRow] = [
    flag("dark", \.environment.isDark),
    flag("rightToLeft", \.environment.isRightToLeft),
    flag("landscape", \.environment.isLandscape),
    TraitRow(name: "textScale", value: { "\($0.environment.textScale)" }) { field, isForward in
      let index = scales.firstIndex(of: field.environment.textScale) ?? 0
      field.environment.textScale = scales[stepped(index, of: scales.count, isForward)]
    },
  ]

  private static let scales = [1.0, 1.5, 2.0, 3.0]

  private static func stepped(_ index: Int, of count: Int, _ isForward: Bool) -> Int {
    (index + (isForward ? 1 : count - 1)) % count
  }

  private static func flag(_ name: String, _ path: any WritableKeyPath<TextField, Bool> & Sendable) -> TraitRow {
    TraitRow(name: name, value: { $0[keyPath: path] ? "yes" : "no" }) { field, _ in field[keyPath: path].toggle() }
  }

  private static func choice<Value: CaseIterable & Hashable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<TextField, Value> & Sendable
  ) -> TraitRow {
    TraitRow(name: name, value: { String(describing: $0[keyPath: path]) }) { field, isForward in
      let all = Array(Value.allCases)
      guard let index = all.firstIndex(of: field[keyPath: path]) else { return }
      field[keyPath: path] = all[stepped(index, of: all.count, isForward)]
    }
  }

  private static var contentType: TraitRow {
    TraitRow(name: "textContentType", value: { $0.traits.textContentType?.name ?? "none" }) { field, isForward in
      let all: [String?] = [nil] + TextContentType.names.map(\.rawValue)
      let index = all.firstIndex(of: field.traits.textContentType?.rawValue) ?? 0
      field.traits.textContentType = all[stepped(index, of: all.count, isForward)].map(TextContentType.init(rawValue:))
    }
  }
}

extension TypingSession {
  /// Changes a trait to its next or previous value.
  func step(_ row: TraitRow, isForward: Bool) {
    if row.isOfEnvironment {
      guard var field = session.field else { return }
      row.step(&field, isForward)
      change { $0 = field.environment }
    } else {
      changeField { row.step(&$0, isForward) }
    }
  }
}
