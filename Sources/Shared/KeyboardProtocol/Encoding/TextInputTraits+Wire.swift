package import InputViewModel
package import TextModel

extension KeyboardType: WireValue {}
extension ReturnKeyType: WireValue {}
extension TextAutocapitalizationType: WireValue {}
extension TextTraitSwitch: WireValue {}
extension KeyboardAppearance: WireValue {}
extension KeyboardEnvironment.SizeClass: WireValue {}

extension TextContentType: WireValue {
  /// Appends the raw value.
  package func encode(into writer: inout WireWriter) { writer.write(rawValue) }

  /// Reads a raw value. Every text is a valid raw value.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) { self.init(rawValue: try String(from: &reader)) }
}

extension TextInputTraits: WireValue {
  /// Appends the traits in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(autocapitalizationType, autocorrectionType, spellCheckingType, smartQuotesType)
    writer.write(smartDashesType, smartInsertDeleteType, keyboardType, keyboardAppearance)
    writer.write(returnKeyType, enablesReturnKeyAutomatically, isSecureTextEntry, textContentType)
    writer.write(passwordRules, inlinePredictionType)
  }

  /// Reads the traits.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init()
    autocapitalizationType = try TextAutocapitalizationType(from: &reader)
    autocorrectionType = try TextTraitSwitch(from: &reader)
    spellCheckingType = try TextTraitSwitch(from: &reader)
    smartQuotesType = try TextTraitSwitch(from: &reader)
    smartDashesType = try TextTraitSwitch(from: &reader)
    smartInsertDeleteType = try TextTraitSwitch(from: &reader)
    keyboardType = try KeyboardType(from: &reader)
    keyboardAppearance = try KeyboardAppearance(from: &reader)
    returnKeyType = try ReturnKeyType(from: &reader)
    enablesReturnKeyAutomatically = try Bool(from: &reader)
    isSecureTextEntry = try Bool(from: &reader)
    textContentType = try TextContentType?(from: &reader)
    passwordRules = try String?(from: &reader)
    inlinePredictionType = try TextTraitSwitch(from: &reader)
  }
}

extension KeyboardEnvironment: WireValue {
  /// Appends the environment's properties in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(width, height, safeAreaBottom, safeAreaLeft)
    writer.write(safeAreaRight, horizontalSizeClass, verticalSizeClass, isLandscape)
    writer.write(isDark, reducesMotion, textScale, isRightToLeft)
  }

  /// Reads the environment. Lengths may be any number, including NaN.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init()
    width = try Double(from: &reader)
    height = try Double(from: &reader)
    safeAreaBottom = try Double(from: &reader)
    safeAreaLeft = try Double(from: &reader)
    safeAreaRight = try Double(from: &reader)
    horizontalSizeClass = try SizeClass(from: &reader)
    verticalSizeClass = try SizeClass(from: &reader)
    isLandscape = try Bool(from: &reader)
    isDark = try Bool(from: &reader)
    reducesMotion = try Bool(from: &reader)
    textScale = try Double(from: &reader)
    isRightToLeft = try Bool(from: &reader)
  }
}
