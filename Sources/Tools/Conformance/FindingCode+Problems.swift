internal import Diagnostics

extension FindingCode {
  /// The code of the finding for a bundle diagnostic; nil if the author cannot correct it.
  init?(_ code: DiagnosticCode) {
    switch code {
    case .manifestMissing, .propertyListTooLarge, .propertyListMalformed, .propertyListTooDeep, .propertyListEntities,
      .propertyListExternalEntity, .propertyListNotUTF8, .propertyListContainsItself, .propertyListCounts,
      .propertyListRepeats, .propertyListNotADictionary:
      self = .manifestUnreadable
    case .bundleIdentifierMissing, .executableMissing, .extensionMissing, .principalClassMissing,
      .extensionPointMissing, .principalClassEmpty, .executableEmpty, .identifierEmpty:
      self = .manifestIncomplete
    case .extensionPointUnknown: self = .manifestOfNoKeyboard
    case .manifestWrongType: self = .manifestWrongType
    case .identifierMalformed, .identifierTooLong, .identifierReserved: self = .identifierRefused
    case .executableAbsolute, .executableLeavesBundle, .executableInFolder: self = .executableMisplaced
    case .languageMalformed: self = .languageMalformed
    case .actionNameMalformed, .tooManyActions, .actionSignatureMissing, .actionArgumentMalformed, .tooManyArguments:
      self = .actionsMalformed
    case .actionSignatureRefused: self = .signatureRefused
    case .minimumABIMalformed, .minimumABITooHigh: self = .minimumABIRefused
    case .fileAccessUnknown: self = .fileAccessUnknown
    case .interfaceWrongType, .interfaceKeyMissing, .interfaceRootMissing, .interfaceElementUnknown,
      .interfaceRoleUnknown, .interfaceActionMalformed, .interfaceResultLabelUnknown, .interfaceIdentifierRepeated,
      .interfaceRefused:
      self = .interfaceFileRefused
    case .stringsMalformed: self = .stringsMalformed
    case .symbolicLink, .symbolicLinkLeavesBundle, .symbolicLinkLoop: self = .bundleLink
    case .fileIsFolder, .folderIsFile, .fileIsFIFO, .fileIsSocket, .fileIsDevice, .nameNotUTF8, .nameHasControls,
      .otherFileSystem:
      self = .bundleStrangeFile
    case .fileUnreadable, .fileSetsUser, .fileWorldWritable, .fileHasHardLinks: self = .bundlePermissions
    case .tooManyFiles, .foldersTooDeep, .bundleTooLarge, .resourceTooLarge: self = .bundleTooLarge
    case .libraryMissing, .fileMissing: self = .libraryMissing
    case .libraryNotELF, .libraryIsScript: self = .libraryNotELF
    case .libraryWrongClass, .libraryWrongMachine: self = .libraryWrongMachine
    case .libraryTruncated, .libraryNotShared, .libraryMalformed: self = .libraryDamaged
    case .libraryExecutableStack: self = .libraryExecutableStack
    case .libraryTextRelocations: self = .libraryTextRelocations
    case .libraryNeedNotAllowed: self = .libraryNeedsForbidden
    case .librarySymbolMissing: self = .entryMissing
    case .librarySymbolNotData: self = .entryNotData
    case .libraryActionMissing: self = .actionMissing
    case .libraryActionNotFunction: self = .actionNotFunction
    case .settingsRootMissing, .settingsWrongType, .settingsKeyMissing, .settingsTypeUnknown, .settingsTitlesDiffer,
      .settingsDefaultRefused, .settingsPaneMissing, .settingsPanesTooDeep, .settingsKeyRepeated, .settingsTooMany,
      .settingsRangeEmpty:
      self = .settingsRefused
    default: return nil
    }
  }
}

extension Finding {
  /// The finding with a hint at a misspelled key that probably is the missing one.
  func spelt(in subject: Subject) -> Finding {
    guard code == .manifestIncomplete else { return self }
    let found = ManifestKeys(of: subject).misspellings.filter { seen.contains($0.meant) }
    guard let misspelling = found.first else { return self }
    var finding = self
    finding.seen += " The manifest has the unknown key “\(misspelling.key)”."
    finding.remedy = "Replace \(misspelling.key) with \(misspelling.meant)."
    return finding
  }

  /// The finding for a bundle diagnostic; nil if the author cannot correct it.
  init?(_ problem: Diagnostic, as code: FindingCode? = nil) {
    guard let code = code ?? FindingCode(problem.code) else { return nil }
    self.init(
      code, problem.subject, expected: "a valid bundle", seen: "\(problem.code): \(problem.sentence)",
      remedy: problem.remedy)
  }
}
