/// What a key sounds like; raw values are the ABI's `KLV_SOUND_…`.
public enum KeySound: Int, CaseIterable, Sendable {
  /// A key that types: 1123 on iOS.
  case click = 0
  /// A key that deletes: 1155 on iOS.
  case delete = 1
  /// Any other key: 1156 on iOS.
  case modifier = 2
}

extension KeyRole {
  /// What a key of this role sounds like where the host gives it its sound.
  package var sound: KeySound {
    switch self {
    case .character, .suggestion: .click
    case .delete: .delete
    case .space, .return, .shift, .planeSwitch, .nextKeyboard, .dismiss, .action: .modifier
    }
  }
}
