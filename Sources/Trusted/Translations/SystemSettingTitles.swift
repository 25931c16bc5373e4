/// The titles of the system keyboard's settings in one language. The initializer requires all titles, so that no
/// language lacks a title.
package struct SystemSettingTitles: Hashable, Sendable {
  package let keySounds: String
  package let placement: String
  package let docked: String
  package let floating: String
  package let floatingLeft: String
  package let floatingRight: String
  package let floatingWidth: String
  package let size: String
  package let appearance: String
  package let desktopColors: String
  package let light: String
  package let dark: String
  package let vibration: String
  package let hiding: String
  package let split: String
  package let keyHeight: String
  package let fontSize: String
  package let numberRow: String
  package let desktopKeys: String
  package let oneHanded: String
  package let off: String
  package let leftHand: String
  package let rightHand: String
  package let capitals: String
  package let periods: String
  package let punctuation: String
  package let suggestions: String
  package let corrections: String
  package let recentEmoji: String
  package let clipboard: String
}
