import KlavaKit

/// The pets' keys: a large key with a picture for each phrase, and a row of smaller keys for the user's phrases.
///
/// An application can use this view as the input view of one of the application's fields, and receive the phrases
/// through ``say``. ``KeyboardViewController`` shows the same view in every application, and types the phrases.
struct PetPhrasesInputView {
  let phrases: [PetPhrase]
  /// The elements below the phrases, such as a globe key; empty if an application shows the view.
  let accessories: [any InputViewContent]
  /// The requested height in points; nil requests the host's default height.
  let height: Double?
  /// The function that the view calls with the text of the pressed phrase.
  let say: @MainActor (String) -> Void

  /// The background colors of the keys with pictures. The pictures have enough contrast with the background colors in
  /// the light and the dark appearance.
  private static let colors = [
    InputViewColor(0xFFE8_CCFF, dark: 0x5A45_2CFF), InputViewColor(0xD8EE_D2FF, dark: 0x3149_2FFF),
    InputViewColor(0xFBDC_DCFF, dark: 0x5A33_35FF),
  ]

  /// Creates a view that shows phrases.
  init(
    phrases: [PetPhrase], accessories: [any InputViewContent] = [], height: Double? = nil,
    say: @escaping @MainActor (String) -> Void
  ) {
    self.phrases = phrases
    self.accessories = accessories
    self.height = height
    self.say = say
  }

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
