/// The registry of every error that a person can meet: its permanent code, and in ``text`` what is wrong and
/// what to do.
///
/// A code once published keeps its meaning for ever. The hundreds say whose matter it is: a keyboard's author's (01 to
/// 03), the person's (04, 05), a running keyboard's (06), a script's (07), the machine's (08), Klava's own (09). The
/// file is long because it is one table; nothing else belongs here.
package enum DiagnosticCode: Int, CaseIterable, Sendable, CustomStringConvertible {
  // 01xx: manifests, interfaces and the property lists that hold them
  case manifestMissing = 101
  case propertyListTooLarge = 102
  case propertyListMalformed = 103
  case propertyListTooDeep = 104
  case propertyListEntities = 105
  case propertyListExternalEntity = 106
  case propertyListNotUTF8 = 107
  case propertyListContainsItself = 108
  case propertyListCounts = 109
  case propertyListRepeats = 110
  case propertyListNotADictionary = 111
  case bundleIdentifierMissing = 120
  case executableMissing = 121
  case extensionMissing = 122
  case principalClassMissing = 123
  case extensionPointMissing = 124
  case extensionPointUnknown = 125
  case manifestWrongType = 126
  case identifierEmpty = 127
  case identifierMalformed = 128
  case identifierTooLong = 129
  case identifierReserved = 130
  case executableEmpty = 131
  case executableAbsolute = 132
  case executableLeavesBundle = 133
  case executableInFolder = 134
  case languageMalformed = 135
  case principalClassEmpty = 136
  case actionNameMalformed = 137
  case tooManyActions = 138
  case actionSignatureMissing = 139
  case actionSignatureRefused = 140
  case actionArgumentMalformed = 141
  case tooManyArguments = 142
  case minimumABIMalformed = 143
  case minimumABITooHigh = 144
  case fileAccessUnknown = 145
  case interfaceWrongType = 150
  case interfaceKeyMissing = 151
  case interfaceRootMissing = 152
  case interfaceElementUnknown = 153
  case interfaceRoleUnknown = 154
  case interfaceActionMalformed = 155
  case interfaceResultLabelUnknown = 156
  case interfaceIdentifierRepeated = 157
  case interfaceRefused = 158
  case interfaceValueUnknown = 159
  case stringsMalformed = 170

  // 02xx: the bundle's files and paths
  case bundleMissing = 201
  case bundleNotAFolder = 202
  case fileMissing = 203
  case symbolicLink = 204
  case symbolicLinkLeavesBundle = 205
  case symbolicLinkLoop = 206
  case pathLeavesBundle = 207
  case fileIsFolder = 208
  case folderIsFile = 209
  case fileIsFIFO = 210
  case fileIsSocket = 211
  case fileIsDevice = 212
  case fileUnreadable = 213
  case fileSetsUser = 214
  case fileWorldWritable = 215
  case fileHasHardLinks = 216
  case nameNotUTF8 = 217
  case nameHasControls = 218
  case tooManyFiles = 219
  case foldersTooDeep = 220
  case bundleTooLarge = 221
  case otherFileSystem = 222
  case resourceTooLarge = 223
  case bundleChangedMeanwhile = 224

  // 03xx: the library, looked at without running it
  case libraryMissing = 301
  case libraryNotELF = 302
  case libraryIsScript = 303
  case libraryTruncated = 304
  case libraryWrongClass = 305
  case libraryWrongMachine = 306
  case libraryNotShared = 307
  case libraryMalformed = 308
  case libraryExecutableStack = 309
  case libraryTextRelocations = 310
  case librarySymbolMissing = 311
  case librarySymbolNotData = 312
  case libraryActionMissing = 313
  case libraryActionNotFunction = 314
  case libraryNeedNotAllowed = 315

  // 04xx: installing, the list of keyboards, identifiers
  case keyboardUnknown = 401
  case keyboardAmbiguous = 402
  case identifierShipped = 403
  case identifierCaseClash = 404
  case registryMalformed = 405
  case registryNewer = 406
  case stateUnwritable = 407
  case stateUnreadable = 408
  case lastInputMode = 409
  case accessNotRequested = 410
  case keyboardNotEnabled = 411
  case keyboardShipped = 412
  case systemKeyboardFixed = 413
  case containerEmpty = 414
  case identifierTwice = 415
  case positionOutOfRange = 416
  case orderRepeats = 417
  case installFailed = 418
  case keyboardNotQuarantined = 419
  case keyboardChanged = 420
  case localNetworkWithoutAccess = 421
  case auditMalformed = 430

  // 05xx: settings
  case settingsRootMissing = 501
  case settingsWrongType = 502
  case settingsKeyMissing = 503
  case settingsTypeUnknown = 504
  case settingsTitlesDiffer = 505
  case settingsDefaultRefused = 506
  case settingsPaneMissing = 507
  case settingsPanesTooDeep = 508
  case settingsKeyRepeated = 509
  case settingsTooMany = 510
  case settingsRangeEmpty = 511
  case settingsNone = 520
  case settingUnknown = 521
  case settingWrongType = 522
  case settingOutOfRange = 523
  case settingNotAllowed = 524
  case settingReadOnly = 525
  case settingTooLong = 526
  case settingsStoreMalformed = 530

  // 06xx: running a keyboard
  case keyboardCrashed = 601
  case keyboardHung = 602
  case keyboardRefusedLoad = 603
  case keyboardVersionDiffers = 604
  case keyboardQuarantined = 605
  case runnerMissing = 606
  case linkFailed = 607
  case keyboardNotLinked = 608
  case keyboardRestartedTooOften = 609
  case keyboardBrokeProtocol = 610
  case keyboardOutOfMemory = 611
  case keyboardBrokePolicy = 612
  case turnLimitPassed = 613
  case runnerNotStarted = 614
  case principalClassNotFound = 615
  case keyboardNotCreated = 616
  case actionFailed = 617
  case editsRefused = 618
  case keyboardNotConfined = 619
  case layerMissing = 620
  case layerLeftOut = 621
  case keyboardPassedLimit = 622
  case controlCharacterInserted = 623

  // 07xx: play scripts
  case scriptNotJSON = 701
  case scriptNotAnObject = 702
  case scriptNoCommand = 703
  case scriptCommandUnknown = 704
  case scriptSeveralCommands = 705
  case scriptWrongType = 706
  case scriptTraitUnknown = 707
  case scriptTraitValueUnknown = 708
  case scriptExpectationFailed = 709
  case scriptKeyUnknown = 710
  case scriptNoField = 711
  case scriptKeyDisabled = 712
  case scriptProxyCallUnknown = 713
  case scriptLineTooLong = 714
  case scriptUnreadable = 715
  case scriptOptionUnknown = 716
  case scriptKeyboardBarred = 717
  case scriptHardwareKeyUnknown = 718
  case scriptValueOutOfRange = 719
  case scriptNoKeyboard = 720

  // 08xx: the command line and the machine
  case noTerminal = 801
  case aptMissing = 802
  case systemLibraryMissing = 803
  case kernelTooOld = 804
  case homeMissing = 805
  case outputUnwritable = 806
  case inputUnreadable = 807
  case outputExists = 808
  case usageWrong = 809
  case shippedKeyboardsMissing = 810
  case checkUnknown = 811
  case projectFileRefused = 812
  case projectNameRefused = 813
  case sdkMissing = 814
  case benchmarkUnknown = 815
  case keyboardNotMeasured = 816
  case rendererMissing = 820
  case pictureNotRendered = 821
  case pictureNotUsed = 822

  // 09xx: faults of Klava's own
  case internalFault = 901
  case systemCallFailed = 902

  /// The code as people see it and search for it, such as `KLV-0123`.
  package var description: String {
    let digits = String(rawValue)
    return "KLV-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The code that people see as this text; nil where there is none such.
  package init?(_ description: String) {
    guard let found = Self.allCases.first(where: { $0.description == description }) else { return nil }
    self = found
  }

  /// What a code means.
  package struct Text: Sendable {
    /// One sentence that says what is wrong.
    package let explanation: String
    /// One sentence that says what to do.
    package let remedy: String

    fileprivate init(_ explanation: String, _ remedy: String) {
      self.explanation = explanation
      self.remedy = remedy
    }
  }

  /// What the code means and what to do.
  package var text: Text {
    switch self {
    // 01xx: manifests, interfaces and the property lists that hold them
    case .manifestMissing:
      Text("The bundle has no Info.plist.", "Put the manifest Info.plist at the top of the bundle.")
    case .propertyListTooLarge:
      Text("The property list is larger than 256 KiB.", "Keep data out of it; put it into a resource of its own.")
    case .propertyListMalformed: Text("This is not a property list.", "Check it with `plutil -lint` or `xmllint`.")
    case .propertyListTooDeep: Text("The property list is nested more than 32 levels deep.", "Flatten it.")
    case .propertyListEntities:
      Text("The property list declares entities.", "Remove the declarations between [ and ] of the DOCTYPE.")
    case .propertyListExternalEntity:
      Text("The property list refers to another file through its DOCTYPE.", "Use Apple's usual DOCTYPE, or none.")
    case .propertyListNotUTF8: Text("The property list is not UTF-8.", "Save it as UTF-8.")
    case .propertyListContainsItself:
      Text(
        "A container of the binary property list contains itself.",
        "Write the file anew with `plutil -convert binary1`.")
    case .propertyListCounts:
      Text(
        "The binary property list counts or places more objects than it has bytes for.",
        "Write the file anew with `plutil -convert binary1`.")
    case .propertyListRepeats:
      Text(
        "The property list stands for more than 20,000 values.",
        "Keep data out of it; put it into a resource of its own.")
    case .propertyListNotADictionary: Text("The property list's outermost value is not a dictionary.", "Make it one.")
    case .bundleIdentifierMissing:
      Text("CFBundleIdentifier is missing.", "Add an identifier of your own, such as org.example.my-keyboard.")
    case .executableMissing: Text("CFBundleExecutable is missing.", "Add the name of the library's file.")
    case .extensionMissing:
      Text(
        "NSExtension is missing.",
        "Add the dictionary NSExtension with NSExtensionPointIdentifier and NSExtensionPrincipalClass.")
    case .principalClassMissing:
      Text(
        "NSExtensionPrincipalClass is missing.",
        "Add the class or symbol to start with to NSExtension, or declare KLVActions and bring an Interface.plist.")
    case .extensionPointMissing:
      Text(
        "NSExtensionPointIdentifier is missing.",
        "Add it to NSExtension with the value com.apple.keyboard-service.")
    case .extensionPointUnknown:
      Text(
        "NSExtensionPointIdentifier is not com.apple.keyboard-service.",
        "Klava loads keyboards only; set it to com.apple.keyboard-service.")
    case .manifestWrongType:
      Text("A key of the manifest has a value of the wrong type.", "Give the value the type that is expected.")
    case .identifierEmpty:
      Text("CFBundleIdentifier is empty.", "Add an identifier of your own, such as org.example.my-keyboard.")
    case .identifierMalformed:
      Text(
        "CFBundleIdentifier has other characters than A-Z, a-z, 0-9, hyphen and single full stops between them.",
        "Use a reversed domain name, such as org.example.my-keyboard.")
    case .identifierTooLong: Text("CFBundleIdentifier is longer than 128 characters.", "Shorten it.")
    case .identifierReserved:
      Text(
        "CFBundleIdentifier is reserved for Klava's own keyboard.",
        "Choose an identifier under a domain of your own.")
    case .executableEmpty: Text("CFBundleExecutable is empty.", "Set it to the name of the library's file.")
    case .executableAbsolute:
      Text("CFBundleExecutable is an absolute path.", "Put the library into the bundle and name its file alone.")
    case .executableLeavesBundle:
      Text("CFBundleExecutable leads out of the bundle.", "Put the library into the bundle and name its file alone.")
    case .executableInFolder:
      Text(
        "CFBundleExecutable names a file in a folder.",
        "Put the library at the top of the bundle and name its file alone.")
    case .languageMalformed:
      Text("PrimaryLanguage is not a BCP 47 language tag.", "Use a tag such as en-US, ru or zh-Hans.")
    case .principalClassEmpty: Text("NSExtensionPrincipalClass is empty.", "Name the class or symbol to start with.")
    case .actionNameMalformed:
      Text("A name in KLVActions is not a C identifier.", "Use the name of the exported function.")
    case .tooManyActions:
      Text(
        "KLVActions declares more than 512 actions.",
        "Declare fewer; fixed arguments let many keys share one action.")
    case .actionSignatureMissing:
      Text("An action in KLVActions has no Signature.", "Add the signature, such as v(h).")
    case .actionSignatureRefused:
      Text(
        "The signature of an action cannot be used.",
        "Write it as RESULT(ARGUMENTS), such as v(hs); Documentation/Authors/KeyboardsInC.md lists the letters.")
    case .actionArgumentMalformed:
      Text("A fixed argument of an action is neither a string, a number nor a truth value.", "Use one of these.")
    case .tooManyArguments: Text("An action has more than 16 fixed arguments.", "Pass fewer.")
    case .minimumABIMalformed: Text("KLVMinimumABI is not a version.", "Write it as 1 or 1.0.")
    case .minimumABITooHigh:
      Text("The keyboard needs a newer Klava.", "Update Klava, or ask the keyboard's author for an older version.")
    case .fileAccessUnknown:
      Text(
        "KLVFileAccess is neither none nor paths.",
        "Use none, or leave it out, unless the keyboard maps files of its own.")
    case .interfaceWrongType:
      Text("A value in Interface.plist has the wrong type.", "Give the value the type that is expected.")
    case .interfaceKeyMissing: Text("An element of Interface.plist lacks a key that it needs.", "Add it.")
    case .interfaceRootMissing:
      Text(
        "Interface.plist has none of Rows, Row, Column, Grid and ScrollArea, or more than one.",
        "Give it exactly one of them.")
    case .interfaceElementUnknown:
      Text(
        "An element of Interface.plist is of no known kind.",
        "Use a string, or a dictionary with one of Key, Label, Image, SuggestionBar, Spacer, Row, Column, Grid and "
          + "ScrollArea.")
    case .interfaceRoleUnknown: Text("A key's Role is unknown.", "Use one of the roles that are listed.")
    case .interfaceActionMalformed:
      Text("A key's Action is not a C identifier.", "Use the name of the exported function.")
    case .interfaceResultLabelUnknown:
      Text("A ResultLabel names no label of the interface.", "Use the Identifier of one of its labels.")
    case .interfaceIdentifierRepeated:
      Text("Two elements of one kind have the same identifier.", "Give each an Identifier of its own.")
    case .interfaceRefused: Text("The interface passes a limit.", "Change the element that is named.")
    case .interfaceValueUnknown:
      Text("A color, a font weight, an alignment or an axis is none that there is.", "Use one that there is.")
    case .stringsMalformed:
      Text(
        "The table of strings cannot be read.",
        "Write each line as \"key\" = \"text\"; and save the file as UTF-8.")
    // 02xx: the bundle's files and paths
    case .bundleMissing: Text("There is no such bundle.", "Check the path.")
    case .bundleNotAFolder: Text("This is not a folder.", "Give the path of a folder that holds an Info.plist.")
    case .fileMissing: Text("There is no such file in the bundle.", "Add it, or remove what refers to it.")
    case .symbolicLink: Text("This is a symbolic link.", "Put the file itself in its place.")
    case .symbolicLinkLeavesBundle:
      Text("This is a symbolic link that leads out of the bundle.", "Put the file itself in its place.")
    case .symbolicLinkLoop: Text("This symbolic link leads back to itself.", "Put a file in its place.")
    case .pathLeavesBundle: Text("The path leads out of the bundle.", "Use a path inside the bundle.")
    case .fileIsFolder: Text("This is a folder where a file is needed.", "Put a file in its place.")
    case .folderIsFile: Text("This is a file where a folder is needed.", "Put a folder in its place.")
    case .fileIsFIFO: Text("This is a FIFO.", "A bundle holds ordinary files only; remove it.")
    case .fileIsSocket: Text("This is a socket.", "A bundle holds ordinary files only; remove it.")
    case .fileIsDevice: Text("This is a device.", "A bundle holds ordinary files only; remove it.")
    case .fileUnreadable: Text("The file cannot be read.", "Make it readable for yourself, with `chmod u+r`.")
    case .fileSetsUser:
      Text("The file runs with another user's or group's rights.", "Take that away, with `chmod ug-s`.")
    case .fileWorldWritable: Text("Everybody may write to this.", "Take that away, with `chmod o-w`.")
    case .fileHasHardLinks: Text("The file has another name elsewhere (a hard link).", "Put a copy in its place.")
    case .nameNotUTF8: Text("The file's name is not UTF-8.", "Rename it.")
    case .nameHasControls: Text("The file's name has characters that cannot be seen.", "Rename it.")
    case .tooManyFiles:
      Text("The bundle has more than 4,096 files and folders.", "Put many small resources into one.")
    case .foldersTooDeep: Text("The bundle has folders more than 16 levels deep.", "Flatten it.")
    case .bundleTooLarge: Text("The bundle is larger than 64 MiB.", "Leave out what the keyboard does not need.")
    case .otherFileSystem:
      Text("This is on another file system than the bundle.", "Copy the bundle to one place first.")
    case .resourceTooLarge: Text("The resource is larger than 512 KiB.", "Split it.")
    case .bundleChangedMeanwhile:
      Text("The bundle changed while it was read.", "Wait until whatever writes it is done and try again.")
    // 03xx: the library, looked at without running it
    case .libraryMissing:
      Text("The bundle has no library where CFBundleExecutable says.", "Build the library and put it there.")
    case .libraryNotELF:
      Text("The library is not a library.", "Put a shared library (ELF) there, built with `-shared`.")
    case .libraryIsScript: Text("The library is a script.", "Put a shared library (ELF) there, built with `-shared`.")
    case .libraryTruncated: Text("The library ends before its own tables do.", "Build or copy it again.")
    case .libraryWrongClass:
      Text("The library is not for a 64-bit, little-endian machine.", "Build it for this machine.")
    case .libraryWrongMachine: Text("The library is for another kind of processor.", "Build it for this machine.")
    case .libraryNotShared:
      Text("The file is not a shared library.", "Link it with `-shared` (Swift: a dynamic library product).")
    case .libraryMalformed:
      Text("The library's tables contradict each other.", "Build it again with a common linker.")
    case .libraryExecutableStack: Text("The library asks for an executable stack.", "Link it with `-z noexecstack`.")
    case .libraryTextRelocations:
      Text("The library changes its own code when it is loaded.", "Compile all of it with `-fPIC`.")
    case .librarySymbolMissing:
      Text("The library does not export klv_keyboard.", "Export it; KlavaKit does so by itself.")
    case .librarySymbolNotData:
      Text(
        "The library's klv_keyboard is not a data object.",
        "Define it as the header says: `const klv_keyboard_entry klv_keyboard`.")
    case .libraryActionMissing:
      Text(
        "The library does not export an action that the bundle names.",
        "Export the function, or correct its name.")
    case .libraryActionNotFunction:
      Text("An action that the bundle names is exported, but is not a function.", "Name a function.")
    case .libraryNeedNotAllowed:
      Text("The library needs another library that a keyboard may not load.", "Link that library statically.")
    // 04xx: installing, the list of keyboards, identifiers
    case .keyboardUnknown:
      Text("No keyboard has this identifier or name.", "`klava list --all` shows those there are.")
    case .keyboardAmbiguous: Text("More than one keyboard has this in its identifier or name.", "Write more of it.")
    case .identifierShipped:
      Text(
        "The identifier belongs to a keyboard that comes with Klava.",
        "Choose an identifier under a domain of your own.")
    case .identifierCaseClash:
      Text(
        "A keyboard is installed whose identifier differs in case only.",
        "Uninstall that one first, or choose another identifier.")
    case .registryMalformed:
      Text(
        "The file that holds the list of keyboards is damaged.",
        "Repair it in an editor, or move it away to start afresh; Klava does not overwrite it.")
    case .registryNewer:
      Text("The file that holds the list of keyboards was written by a newer Klava.", "Update Klava.")
    case .stateUnwritable:
      Text("Klava cannot write its own files.", "Check the folder's owner, its permissions and the room on the disk.")
    case .stateUnreadable: Text("Klava cannot read its own files.", "Check the file's owner and permissions.")
    case .lastInputMode: Text("This is the last input mode that is enabled.", "Enable another one first.")
    case .accessNotRequested:
      Text(
        "The keyboard does not request full access.",
        "Nothing needs doing: it works without. Its author would set RequestsOpenAccess.")
    case .keyboardNotEnabled: Text("The keyboard is not enabled.", "Enable it first, with `klava enable`.")
    case .keyboardShipped:
      Text("The keyboard comes with Klava and cannot be uninstalled.", "Disable it, with `klava disable`.")
    case .systemKeyboardFixed:
      Text("The system keyboard is a part of Klava and has no such thing.", "Name another keyboard.")
    case .containerEmpty: Text("The folder's PlugIns holds no keyboards.", "Put the keyboards' bundles there.")
    case .identifierTwice: Text("Two of the bundles have the same identifier.", "Give each its own.")
    case .positionOutOfRange: Text("There is no such place in the list.", "Places are counted from 1.")
    case .orderRepeats: Text("The order names a keyboard twice.", "Name each once.")
    case .installFailed:
      Text("The bundle could not be copied.", "Check the room on the disk and try again; nothing was installed.")
    case .keyboardNotQuarantined: Text("The keyboard is not in quarantine.", "Nothing needs doing.")
    case .keyboardChanged: Text("The keyboard's files are not those that were installed.", "Install it again.")
    case .localNetworkWithoutAccess:
      Text(
        "The keyboard reaches no network at all, for it has no full access.",
        "Grant full access first, or together with it.")
    case .auditMalformed:
      Text("The file of what a keyboard saw and tried is damaged.", "Remove the file; only the counts are lost.")
    // 05xx: settings
    case .settingsRootMissing: Text("Settings.bundle has no Root.plist.", "Add it.")
    case .settingsWrongType:
      Text("A value in the settings' property list has the wrong type.", "Give the value the type that is expected.")
    case .settingsKeyMissing: Text("A specifier lacks a key that it needs.", "Add it.")
    case .settingsTypeUnknown: Text("A specifier is of an unknown type.", "Use one of the types that are listed.")
    case .settingsTitlesDiffer:
      Text("A specifier has not as many Titles as Values, or has none.", "Give each value its title.")
    case .settingsDefaultRefused:
      Text("A specifier's DefaultValue is not one that it allows.", "Use an allowed value.")
    case .settingsPaneMissing: Text("A child pane has no property list.", "Add the file that its File names.")
    case .settingsPanesTooDeep:
      Text("Child panes are nested more than 8 deep, or lead back to themselves.", "Flatten them.")
    case .settingsKeyRepeated: Text("Two specifiers have the same Key.", "Give each its own.")
    case .settingsTooMany: Text("The settings have more than 1,000 specifiers.", "Use fewer.")
    case .settingsRangeEmpty: Text("A slider's MinimumValue is not below its MaximumValue.", "Correct them.")
    case .settingsNone: Text("The keyboard has no settings.", "Nothing can be set.")
    case .settingUnknown: Text("The keyboard has no such setting.", "Use one of the keys that are listed.")
    case .settingWrongType: Text("The value is not of the setting's type.", "Give a value of that type.")
    case .settingOutOfRange: Text("The value is out of the setting's range.", "Give a value inside the range.")
    case .settingNotAllowed:
      Text("The value is not one of the setting's values.", "Use one of those that are listed.")
    case .settingReadOnly: Text("The setting only shows something.", "It cannot be set.")
    case .settingTooLong: Text("The value is longer than 64 KiB.", "Shorten it.")
    case .settingsStoreMalformed:
      Text(
        "The file that holds the keyboard's settings is damaged.",
        "Repair it in an editor, or move it away to start afresh; Klava does not overwrite it.")
    // 06xx: running a keyboard
    case .keyboardCrashed:
      Text(
        "The keyboard crashed.",
        "`klava log` shows its last words; it starts afresh at its next use. For its author: more memory, threads or "
          + "descriptors than SECURITY.md grants are refused to it, which few libraries survive.")
    case .keyboardHung:
      Text(
        "The keyboard did not answer in time.",
        "`klava log` shows its last words; it starts afresh at its next use.")
    case .keyboardRefusedLoad:
      Text("The keyboard refused to load.", "The message is the keyboard's own; ask its author.")
    case .keyboardVersionDiffers:
      Text(
        "The keyboard was built for another version of the plugin interface.",
        "Build it against this Klava's klava/keyboard.h.")
    case .keyboardQuarantined:
      Text("The keyboard is in quarantine.", "It comes back when its files change, or with `klava enable`.")
    case .runnerMissing:
      Text("klava-runner was not found.", "Install Klava completely, or set KLAVA_RUNNER to its path.")
    case .linkFailed:
      Text("The link to the keyboard's process failed.", "Try again; `klava doctor` looks for the cause.")
    case .keyboardNotLinked: Text("The keyboard's library could not be loaded.", "Build it with all that it needs.")
    case .keyboardRestartedTooOften:
      Text("The keyboard failed four times in a minute.", "Wait a minute, or disable it.")
    case .keyboardBrokeProtocol:
      Text("The keyboard's process sent what no keyboard may send.", "It was ended; ask its author.")
    case .keyboardOutOfMemory: Text("The keyboard used more memory than it may.", "It starts afresh at its next use.")
    case .keyboardBrokePolicy:
      Text("The keyboard tried something that is forbidden.", "It was ended; `klava audit` says what it was.")
    case .turnLimitPassed:
      Text("The keyboard changed more in one go than it may.", "None of it was applied; ask its author.")
    case .runnerNotStarted:
      Text("The keyboard's process could not be started.", "`klava doctor` looks for the cause.")
    case .principalClassNotFound:
      Text("The keyboard's library has no class or symbol of that name.", "Correct NSExtensionPrincipalClass.")
    case .keyboardNotCreated:
      Text("The keyboard could not be created.", "The message is the keyboard's own; ask its author.")
    case .actionFailed: Text("An action of the keyboard could not be called.", "Correct its signature in KLVActions.")
    case .editsRefused:
      Text(
        "The keyboard's edits were made on a document that has changed since, so none of them was applied.",
        "Press the key again.")
    case .keyboardNotConfined:
      Text(
        "The keyboard was not started, because the kernel could not hold it to its promises.",
        "`klava doctor` says which layer is missing; --unsafe-without LAYER does without it for one run.")
    case .layerMissing:
      Text("A layer of the sandbox is not in force on this system.", "`klava doctor` says which, and what to do.")
    case .layerLeftOut:
      Text("A layer of the sandbox was left out.", "Leave out --unsafe-without to have it back.")
    case .keyboardPassedLimit:
      Text("The keyboard used more of something than it may.", "It starts afresh at its next use.")
    case .controlCharacterInserted:
      Text(
        "The keyboard inserted control characters, or more than 30 combining marks in a row.",
        "None of the turn was applied; ask its author. Tab, line break and text that was there before may be inserted."
      )
    // 07xx: play scripts
    case .scriptNotJSON: Text("The line is not JSON.", "Write one JSON object on each line.")
    case .scriptNotAnObject: Text("The line is JSON, but not an object.", "Write one JSON object on each line.")
    case .scriptNoCommand: Text("The line has no command.", "Give it one of the commands that `klava help play` lists.")
    case .scriptCommandUnknown: Text("The command is unknown.", "Use one of the commands that `klava help play` lists.")
    case .scriptSeveralCommands: Text("The line has more than one command.", "Write each on a line of its own.")
    case .scriptWrongType:
      Text("A value in the line is of the wrong type.", "Give the value the type that is expected.")
    case .scriptTraitUnknown: Text("The trait is unknown.", "Use UIKit's names, such as keyboardType.")
    case .scriptTraitValueUnknown: Text("The trait has no such value.", "Use UIKit's names, such as decimalPad.")
    case .scriptExpectationFailed: Text("The state is not the expected one.", "Compare the values that are shown.")
    case .scriptKeyUnknown:
      Text(
        "The keyboard that is shown has no such key.",
        "Use a key's title or identifier; {\"show\": \"keys\"} lists them.")
    case .scriptNoField: Text("No field has the focus.", "Write a line with \"focus\" first.")
    case .scriptKeyDisabled: Text("The key cannot be pressed now.", "Do what enables it first.")
    case .scriptProxyCallUnknown:
      Text("There is no such call of the proxy.", "Use one of the calls that `klava help play` lists.")
    case .scriptLineTooLong: Text("The line is longer than 16 MiB.", "Split it.")
    case .scriptUnreadable: Text("The script cannot be read.", "Check its path and permissions.")
    case .scriptOptionUnknown:
      Text("The command has no such option.", "Use one of the options that `klava help play` lists.")
    case .scriptKeyboardBarred: Text("The keyboard may not have this field.", "\"shownBecause\" says why.")
    case .scriptHardwareKeyUnknown:
      Text(
        "There is no such hardware key.",
        "Use a character or a name such as ArrowLeft, with Command+, Control+, Alt+ or Shift+ before it.")
    case .scriptValueOutOfRange:
      Text("A number in the line is out of range.", "Use one in the range that is named.")
    case .scriptNoKeyboard: Text("No keyboard is shown.", "Pick one with \"keyboard\", or focus a field.")
    // 08xx: the command line and the machine
    case .noTerminal: Text("This needs a terminal.", "Run it in one, or use `klava play`.")
    case .aptMissing: Text("This machine has no apt.", "Install what is named with the machine's own package tool.")
    case .systemLibraryMissing:
      Text("A library is missing on this machine.", "Install it; `make deps` does so on Debian.")
    case .kernelTooOld:
      Text("The kernel lacks something that Klava needs.", "Use Linux 5.6 or newer; in a container, allow openat2.")
    case .homeMissing:
      Text("Neither HOME nor the XDG variables say where Klava's files are.", "Set HOME, or use --root.")
    case .outputUnwritable:
      Text("The output cannot be written.", "Check the path, its permissions and the room on the disk.")
    case .inputUnreadable: Text("The input cannot be read.", "Check the path and its permissions.")
    case .outputExists: Text("The output is already there.", "Choose another name, or remove it.")
    case .usageWrong: Text("The command is not used like that.", "`klava help` shows how.")
    case .shippedKeyboardsMissing:
      Text(
        "The keyboards that come with Klava were not found.",
        "Run `make build`, or set KLAVA_LIBRARY to their folder.")
    case .checkUnknown: Text("There is no check of this name.", "`klava validate --list` shows those there are.")
    case .projectFileRefused:
      Text(
        "The project file klava-validate.toml cannot be used.",
        "Write `[skip]`, and below it each check with its reason: `localizations = \"…\"`.")
    case .projectNameRefused:
      Text(
        "A keyboard cannot be called that.",
        "Use a letter, then letters and digits, at most 64: MyKeyboard, for example.")
    case .sdkMissing:
      Text(
        "What authors need, KlavaKit and the templates of projects, was not found.",
        "Run `make build` or `make install` in Klava's own folder, or set KLAVA_SDK to the folder that has KlavaKit.")
    case .benchmarkUnknown: Text("There is no benchmark of this name.", "`klava help bench` names those there are.")
    case .keyboardNotMeasured:
      Text(
        "There is no keyboard that can be measured: one is needed that starts, and has a key that types the same each time.",
        "Enable one, or name one with --keyboard.")
    case .rendererMissing:
      Text("klava-renderer was not found.", "Install Klava completely, or set KLAVA_RENDERER to its path.")
    case .pictureNotRendered:
      Text("The picture could not be rendered.", "Try a smaller --size or --scale; `klava doctor` looks for the cause.")
    case .pictureNotUsed:
      Text(
        "A picture of the keyboard could not be drawn, and its title stands in its place.",
        "Make it a PNG or SVG that stands alone, with at most 512 KiB and four million pixels.")
    // 09xx: faults of Klava's own
    case .internalFault: Text("This is a fault of Klava's own.", "Please report it, with what you did.")
    case .systemCallFailed:
      Text("The system refused something that should always work.", "Try again; if it stays, please report it.")
    }
  }
}
