internal import InputViewModel

extension SettingValue: WireValue {
  private enum Tag: Int, WireValue {
    case string = 0
    case boolean = 1
    case integer = 2
    case real = 3
  }

  /// Appends the kind and the value of the setting.
  package func encode(into writer: inout WireWriter) {
    switch self {
    case .string(let text): writer.write(Tag.string, text)
    case .boolean(let truth): writer.write(Tag.boolean, truth)
    case .integer(let number): writer.write(Tag.integer, number)
    case .real(let number): writer.write(Tag.real, number)
    }
  }

  /// Reads the value of a setting.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(from: &reader) {
    case .string: self = .string(try String(from: &reader))
    case .boolean: self = .boolean(try Bool(from: &reader))
    case .integer: self = .integer(try Int64(from: &reader))
    case .real: self = .real(try Double(from: &reader))
    }
  }
}

extension InputModeStanding: WireValue {
  /// Appends whether the keyboard must show a globe key, and whether the keyboard has full access.
  package func encode(into writer: inout WireWriter) { writer.write(needsInputModeSwitchKey, hasFullAccess) }

  /// Reads whether the keyboard must show a globe key, and whether the keyboard has full access.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(needsInputModeSwitchKey: try Bool(from: &reader), hasFullAccess: try Bool(from: &reader))
  }
}

extension LaunchConfiguration: WireValue {
  /// Appends the configuration's properties in the order of their declaration.
  package func encode(into writer: inout WireWriter) {
    writer.write(bundleIdentifier, libraryPath, principalClass)
    writer.write(primaryLanguage, preferredLanguages)
    writer.write(actions, inputView, settings, standing)
    writer.write(memoryLimit, mayGiveFeedback, withheldTables)
  }

  /// Reads a configuration. Checks neither the memory limit nor whether the library's path is absolute.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      bundleIdentifier: try String(from: &reader), libraryPath: try String(from: &reader),
      principalClass: try String(from: &reader), primaryLanguage: try String(from: &reader),
      preferredLanguages: try [String](from: &reader), actions: try [String: String](from: &reader),
      inputView: try InputViewTree?(from: &reader), settings: try [String: SettingValue](from: &reader),
      standing: try InputModeStanding(from: &reader), memoryLimit: try UInt64(from: &reader),
      mayGiveFeedback: try Bool(from: &reader),
      withheldTables: try [String](from: &reader))
  }
}
