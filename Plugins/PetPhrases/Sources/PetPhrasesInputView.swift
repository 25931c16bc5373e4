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
  /// Called with the text of a phrase when its key is pressed.
  let say: (String) -> Void

  /// A view of these phrases.
  init(phrases: [PetPhrase], accessories: [any InterfaceContent] = [], say: @escaping (String) -> Void) {
    self.phrases = phrases
    self.accessories = accessories
    self.say = say
  }

  /// The view.
  var inputView: InputView {
    let pictured = phrases.filter { $0.picture != nil }
    let added = phrases.filter { $0.picture == nil }
    return InputView(enableInputClicksWhenVisible: true) {
      Row {
        for phrase in pictured { key(phrase) }
      }
      if !added.isEmpty {
        Row {
          for phrase in added { key(phrase) }
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
