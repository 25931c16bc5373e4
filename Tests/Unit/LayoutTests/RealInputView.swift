import Calculator
import Foundation
import HabrTags
import InputViewModel
import KeyboardProtocol
import PetPhrases
import RecordingHost
import SystemKeyboard
import TestSupport
import Testing
import TextModel

/// An input view of the system keyboard or of a bundled keyboard.
struct RealInputView: CustomTestStringConvertible, Sendable {
  let name: String
  let inputView: InputViewTree

  var testDescription: String { name }

  /// Returns the input views of all keyboards in an environment, without duplicates.
  @MainActor static func all(in environment: KeyboardEnvironment) throws -> [RealInputView] {
    var seen: Set<InputViewTree> = []
    return try (system.get() + plugins(in: environment)).filter { seen.insert($0.inputView).inserted }
  }

  /// Every plane of the system keyboard for each keyboard type, with and without a globe key.
  private static let system = Result {
    var all: [RealInputView] = []
    for type in KeyboardType.allCases {
      for needsGlobe in [true, false] {
        var field = FieldState()
        field.traits.keyboardType = type
        field.standing.needsInputModeSwitchKey = needsGlobe
        let keyboard = SystemKeyboard()
        var shown = try #require(keyboard.inputView(after: .appear(field)))
        let name = "system \(type)\(needsGlobe ? "" : " without globe")"
        all.append(RealInputView(name: name, inputView: shown))
        for plane in ["123", "#+=", "ABC", "shift"] where shown.key(plane)?.identifier == plane {
          shown = try #require(keyboard.inputView(after: .key(KeyEvent(key: plane, gesture: .press))))
          all.append(RealInputView(name: "\(name) \(plane)", inputView: shown))
        }
      }
    }
    return all
  }

  /// The input views of the three bundled keyboards in several kinds of fields.
  @MainActor private static func plugins(in environment: KeyboardEnvironment) throws -> [RealInputView] {
    var all: [RealInputView] = []
    for (plugin, language) in [("HabrTags", "ru"), ("Calculator", "en-US"), ("PetPhrases", "en-US")] {
      for needsGlobe in [true, false] {
        for type in [KeyboardType.default, .decimalPad] {
          let host = try RecordingHost(
            class: "\(plugin).KeyboardViewController",
            bundle: Repository.root.appending(path: "Plugins/\(plugin)"),
            language: language, settings: ["phrase.extra1": .string("Throw the ball")],
            standing: InputModeStanding(needsInputModeSwitchKey: needsGlobe))
          host.field.environment = environment
          host.focus(keyboardType: type)
          let name = "\(plugin) \(type)\(needsGlobe ? "" : " without globe")"
          all.append(RealInputView(name: name, inputView: try #require(host.inputView)))
        }
      }
    }
    return all
  }
}

extension SystemKeyboard {
  fileprivate func inputView(after event: TurnEvent) -> InputViewTree? {
    let result = serve(Turn(serial: 1, event: event, document: nil), while: nil) { _ in .refused(.failed) }
    for case .setInputView(let inputView) in result?.requests ?? [] { return inputView }
    return nil
  }
}
