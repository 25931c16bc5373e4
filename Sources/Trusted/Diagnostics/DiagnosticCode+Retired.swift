extension DiagnosticCode {
  /// A code that Klava no longer reports, because other codes replace it.
  package struct Retired: Sendable, CustomStringConvertible {
    /// The number of the code. No new code gets the number of a retired code.
    package let number: Int
    /// The codes that replace the retired code.
    package let replacements: [DiagnosticCode]

    fileprivate init(_ number: Int, _ replacements: [DiagnosticCode]) {
      self.number = number
      self.replacements = replacements
    }

    /// The code as earlier versions of Klava showed it, such as `KLV-2001`.
    package var description: String { DiagnosticCode.name(of: number) }
  }

  /// All retired codes, by number.
  package static let retired: [Retired] = [
    Retired(105, [.propertyListMalformed]),
    Retired(106, [.propertyListMalformed]),
    Retired(107, [.propertyListMalformed]),
    Retired(108, [.propertyListMalformed]),
    Retired(109, [.propertyListMalformed]),
    Retired(
      2001,
      [
        .manifestMissing, .propertyListTooLarge, .propertyListMalformed, .propertyListTooDeep, .propertyListRepeats,
        .propertyListNotADictionary,
      ]),
    Retired(
      2002,
      [
        .bundleIdentifierMissing, .executableMissing, .extensionMissing, .principalClassMissing,
        .extensionPointMissing, .identifierEmpty, .executableEmpty, .principalClassEmpty,
      ]),
    Retired(2003, [.extensionPointUnknown]),
    Retired(2004, [.manifestWrongType]),
    Retired(2005, [.identifierMalformed, .identifierTooLong, .identifierReserved]),
    Retired(2006, [.executableAbsolute, .executableLeavesBundle, .executableInFolder]),
    Retired(2007, [.languageMalformed]),
    Retired(
      2008,
      [.actionNameMalformed, .tooManyActions, .actionSignatureMissing, .actionArgumentMalformed, .tooManyArguments]),
    Retired(2009, [.actionSignatureRefused]),
    Retired(2010, [.minimumABIMalformed, .minimumABITooHigh]),
    Retired(2011, [.fileAccessUnknown]),
    Retired(2017, [.symbolicLink, .symbolicLinkLeavesBundle, .symbolicLinkLoop]),
    Retired(
      2018,
      [
        .fileIsFolder, .folderIsFile, .fileIsFIFO, .fileIsSocket, .fileIsDevice, .nameNotUTF8, .nameHasControls,
        .otherFileSystem,
      ]),
    Retired(2019, [.fileUnreadable, .fileSetsUser, .fileWorldWritable, .fileHasHardLinks]),
    Retired(2020, [.tooManyFiles, .foldersTooDeep, .bundleTooLarge, .resourceTooLarge]),
    Retired(
      2021,
      [
        .settingsRootMissing, .settingsWrongType, .settingsKeyMissing, .settingsTypeUnknown, .settingsTitlesDiffer,
        .settingsDefaultRefused, .settingsPaneMissing, .settingsPanesTooDeep, .settingsKeyRepeated, .settingsTooMany,
        .settingsRangeEmpty,
      ]),
    Retired(2023, [.stringsMalformed]),
    Retired(
      2025,
      [
        .inputViewWrongType, .inputViewKeyMissing, .inputViewRootMissing, .inputViewElementUnknown,
        .inputViewRoleUnknown, .inputViewActionMalformed, .inputViewResultLabelUnknown, .inputViewIdentifierRepeated,
        .inputViewRefused, .inputViewValueUnknown,
      ]),
    Retired(2101, [.fileMissing, .libraryMissing]),
    Retired(2102, [.libraryNotELF, .libraryIsScript]),
    Retired(2103, [.libraryWrongClass, .libraryWrongMachine]),
    Retired(2104, [.libraryTruncated, .libraryNotShared, .libraryMalformed]),
    Retired(2105, [.libraryExecutableStack]),
    Retired(2106, [.libraryTextRelocations]),
    Retired(2107, [.libraryNeedNotAllowed]),
    Retired(2108, [.librarySymbolMissing]),
    Retired(2109, [.librarySymbolNotData]),
    Retired(2110, [.libraryActionMissing]),
    Retired(2111, [.libraryActionNotFunction]),
    Retired(2114, [.keyboardNotLinked]),
    Retired(2115, [.keyboardVersionDiffers]),
    Retired(2202, [.keyboardNotCreated]),
    Retired(2203, [.keyboardRefusedLoad]),
    Retired(2221, [.keyboardBrokeProtocol]),
    Retired(2311, [.actionFailed]),
    Retired(2312, [.turnLimitPassed]),
    Retired(2313, [.controlCharacterInserted]),
    Retired(2402, [.nextKeyMissing, .globeLookalike]),
    Retired(2804, [.keyboardBrokePolicy]),
    Retired(2805, [.keyboardOutOfMemory, .keyboardPassedLimit]),
  ]
}
