/// The sound of a key. The raw values equal `KLV_SOUND_…` in the C header.
public enum KeySound: Int, CaseIterable, Sendable {
  /// The sound of a key that types: system sound 1123 on iOS.
  case click = 0
  /// The sound of a key that deletes: system sound 1155 on iOS.
  case delete = 1
  /// The sound of any other key: system sound 1156 on iOS.
  case modifier = 2
}

extension KeyRole {
  /// The sound of a key that has this role.
  package var sound: KeySound {
    switch self {
    case .character, .suggestion: .click
    case .delete: .delete
    case .space, .return, .shift, .planeSwitch, .nextKeyboard, .dismiss, .action: .modifier
    }
  }
}
