internal import KeyboardABI

/// A function that a keyboard may call. The raw value is the function's number in the journal: the number of its row in
/// `klava/host_functions.h`.
enum HostFunction: UInt16, CaseIterable {
  case documentContextBefore, documentContextAfter, documentSelectedText, documentMarkedText, documentHasText,
    documentInsertText, documentDeleteBackward, documentAdjustPosition, documentAdjustPositionByCharacters,
    documentSetMarkedText, documentUnmarkText, documentDocumentIdentifier, documentInputModeLanguage,
    documentContextInfo
  case fieldTraits, fieldEnvironment
  case inputModeAdvanceToNext, inputModeShowList, inputModeDismiss, inputModeNeedsSwitchKey, inputModeHasFullAccess,
    inputModePrimaryLanguage, inputModeSetPrimaryLanguage
  case interfaceSet, interfaceSetLabel, interfaceSetKey
  case interfaceChangesSetImage, interfaceChangesSetSuggestions
  case canvasSetDrawing
  case settingsRead
  case resourcesRead, resourcesNames, resourcesLocalizedString
  case containerRead, containerWrite, containerRemove, containerNames
  case timerStart, timerCancel
  case logWrite
  case memoryLimit, memoryUsed
  case feedbackPlayInputClick, feedbackPlaySound
  case pasteboardString, pasteboardSetString, pasteboardHasStrings, pasteboardChangeCount
  case networkConnect, networkState, networkSend, networkReceive, networkClose
  case pathsBundlePath, pathsContainerPath
  case turnRequestRequest
  case textWords, textSentences, textCapitalizes
  case hapticsPlay
  case spellingLanguages, spellingMisspelled, spellingGuesses, spellingCompletions
  case lexiconEntries
  /// The function `get_interface` of the host's record, which has no row in `klava/host_functions.h`.
  case getInterface

  /// The tag of the function: the lowest permission with which a keyboard may call the function.
  var needs: UInt32 { self == .getInterface ? KLV_NEEDS_LOAD : Self.rows[Int(rawValue)].needs }

  /// The names of all functions of `klava/host_functions.h` in order, such as `klava.document/1.insert_text`.
  static let names: [String] = rows.map { "\(String(cString: $0.interface_name)).\(String(cString: $0.name))" }

  /// The name of the function without its table, such as `insert_text`.
  var shortName: String { self == .getInterface ? "get_interface" : String(cString: Self.rows[Int(rawValue)].name) }

  /// Whether the function edits the document.
  var isEdit: Bool { needs == KLV_NEEDS_EDIT && Self.names[Int(rawValue)].hasPrefix(KLV_DOCUMENT) }

  private static var rows: UnsafeBufferPointer<klv_host_function> {
    var count = 0
    let start = klv_host_function_table(&count)
    return UnsafeBufferPointer(start: start, count: count)
  }
}
