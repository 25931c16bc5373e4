import KlavaKit

/// The pets' keys: a large one with a picture for each phrase, and a row of smaller ones for what the person added.
///
/// It knows nothing of keyboards. An application shows it as the input view of a field of its own, and gets the phrases;
/// ``KeyboardViewController`` shows the same view in every application, and types them.
struct PetPhrasesInputView {
  /// What can be said.
  let phrases: [PetPhrase]
  /// What stands below the phrases; a keyboard's own keys, nothing in an application.
  let accessories: [any InterfaceContent]
  /// The height asked for, in points; nil for the host's usual one.
  let height: Double?
  /// Called with the text of a phrase when its key is pressed.
  let say: (String) -> Void

  /// Behind the pictures: soft, so that these stand out in both appearances.
  private static let colors = [
    InterfaceColor(0xFFE8_CCFF, dark: 0x5A45_2CFF), InterfaceColor(0xD8EE_D2FF, dark: 0x3149_2FFF),
    InterfaceColor(0xFBDC_DCFF, dark: 0x5A33_35FF),
  ]

  /// A view of these phrases.
  init(
    phrases: [PetPhrase], accessories: [any InterfaceContent] = [], height: Double? = nil,
    say: @escaping (String) -> Void
  ) {
    self.phrases = phrases
    self.accessories = accessories
    self.height = height
    self.say = say
  }

  /// The view.
  var inputView: InputView {
    let pictured = phrases.filter { $0.picture != nil }
    let added = phrases.filter { $0.picture == nil }
    return InputView(height: height, enableInputClicksWhenVisible: true) {
      Row {
        for (phrase, color) in zip(pictured, Self.colors) { key(phrase).background(color).cornerRadius(16) }
      }
      .weight(3)
      if !added.isEmpty {
        Row {
          for phrase in added { key(phrase).font(size: 15) }
        }
      }
      if !accessories.isEmpty {
        Row { accessories }
      }
    }
  }

  private func key(_ phrase: PetPhrase) -> Key {
    let (say, text) = (say, phrase.text)
    return Key(phrase.title, identifier: phrase.identifier, role: .action, image: phrase.picture) { say(text) }
  }
}
