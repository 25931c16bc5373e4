/// The permanent codes of all errors that a user can meet. ``text`` says what is wrong and what to do.
///
/// A published code never changes its meaning. The hundreds group the codes: the author's files (01 to 03), the
/// user's keyboards and settings (04, 05), a running keyboard (06), a script (07), the machine (08), faults of Klava
/// (09). The file is long because it is one table. Add nothing else to it.
package enum DiagnosticCode: Int, CaseIterable, Sendable, CustomStringConvertible {
  // 01xx: manifests, input views and their property lists
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

  // 03xx: the library, read without running it
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

  // 09xx: faults of Klava
  case internalFault = 901
  case systemCallFailed = 902

  /// The code as users see it, such as `KLV-0123`.
  package var description: String {
    let digits = String(rawValue)
    return "KLV-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Finds the code with this text, such as `KLV-0123`; nil if there is none.
  package init?(_ description: String) {
    guard let found = Self.allCases.first(where: { $0.description == description }) else { return nil }
    self = found
  }

  /// The meaning of a code.
  package struct Text: Sendable {
    /// A sentence that says what is wrong.
    package let explanation: String
    /// A sentence that says what to do.
    package let remedy: String

    fileprivate init(_ explanation: String, _ remedy: String) {
      self.explanation = explanation
      self.remedy = remedy
    }
  }

  /// The meaning of the code, and what to do.
  package var text: Text {
    switch self {
    // 01xx: manifests, input views and their property lists
    case .manifestMissing:
      Text("The bundle has no Info.plist.", "Put the manifest Info.plist at the top of the bundle.")
    case .propertyListTooLarge:
      Text("The property list is larger than 256 KiB.", "Move large data to a separate resource file.")
    case .propertyListMalformed:
      Text("The file is not a valid property list.", "Check it with `plutil -lint` or `xmllint`.")
    case .propertyListTooDeep: Text("The property list is nested more than 32 levels deep.", "Reduce the nesting.")
    case .propertyListEntities:
      Text("The property list declares XML entities.", "Remove the declarations between [ and ] of the DOCTYPE.")
    case .propertyListExternalEntity:
      Text("The DOCTYPE of the property list refers to another file.", "Use Apple's standard DOCTYPE, or none.")
    case .propertyListNotUTF8: Text("The property list is not UTF-8.", "Save it as UTF-8.")
    case .propertyListContainsItself:
      Text(
        "A collection in the binary property list contains itself.",
        "Write the file again with `plutil -convert binary1`.")
    case .propertyListCounts:
      Text(
        "The binary property list declares more objects than its bytes can hold.",
        "Write the file again with `plutil -convert binary1`.")
    case .propertyListRepeats:
      Text("The property list expands to more than 20,000 values.", "Move large data to a separate resource file.")
    case .propertyListNotADictionary:
      Text("The root of the property list is not a dictionary.", "Make the root a dictionary.")
    case .bundleIdentifierMissing:
      Text("CFBundleIdentifier is missing.", "Add a unique identifier, such as org.example.my-keyboard.")
    case .executableMissing: Text("CFBundleExecutable is missing.", "Add the file name of the library.")
    case .extensionMissing:
      Text(
        "NSExtension is missing.",
        "Add the dictionary NSExtension with NSExtensionPointIdentifier and NSExtensionPrincipalClass.")
    case .principalClassMissing:
      Text(
        "NSExtensionPrincipalClass is missing.",
        "Add the name of your view controller class or entry symbol, or declare KLVActions and add an "
          + "Interface.plist.")
    case .extensionPointMissing:
      Text("NSExtensionPointIdentifier is missing.", "Add it to NSExtension with the value com.apple.keyboard-service.")
    case .extensionPointUnknown:
      Text(
        "NSExtensionPointIdentifier is not com.apple.keyboard-service.",
        "Set it to com.apple.keyboard-service; Klava loads only keyboards.")
    case .manifestWrongType:
      Text("A key of the manifest has a value of the wrong type.", "Use a value of the expected type.")
    case .identifierEmpty:
      Text("CFBundleIdentifier is empty.", "Set it to a unique identifier, such as org.example.my-keyboard.")
    case .identifierMalformed:
      Text(
        "CFBundleIdentifier contains characters other than A-Z, a-z, 0-9, hyphens and single periods between them.",
        "Use a reversed domain name, such as org.example.my-keyboard.")
    case .identifierTooLong: Text("CFBundleIdentifier is longer than 128 characters.", "Shorten it.")
    case .identifierReserved:
      Text("CFBundleIdentifier is reserved for Klava's system keyboard.", "Choose an identifier under your own domain.")
    case .executableEmpty: Text("CFBundleExecutable is empty.", "Set it to the file name of the library.")
    case .executableAbsolute:
      Text("CFBundleExecutable is an absolute path.", "Put the library into the bundle and give only its file name.")
    case .executableLeavesBundle:
      Text(
        "CFBundleExecutable points outside the bundle.",
        "Put the library into the bundle and give only its file name.")
    case .executableInFolder:
      Text(
        "CFBundleExecutable names a file in a subfolder.",
        "Put the library at the top of the bundle and give only its file name.")
    case .languageMalformed:
      Text("PrimaryLanguage is not a BCP 47 language tag.", "Use a tag such as en-US, ru or zh-Hans.")
    case .principalClassEmpty:
      Text("NSExtensionPrincipalClass is empty.", "Add the name of your view controller class or entry symbol.")
    case .actionNameMalformed:
      Text("A name in KLVActions is not a C identifier.", "Use the name of the exported function.")
    case .tooManyActions:
      Text(
        "KLVActions declares more than 512 actions.",
        "Declare fewer; with fixed arguments, many keys can share one action.")
    case .actionSignatureMissing: Text("An action in KLVActions has no Signature.", "Add the signature, such as v(h).")
    case .actionSignatureRefused:
      Text(
        "The signature of an action is invalid.",
        "Write it as RESULT(ARGUMENTS), such as v(hs); Documentation/Authors/KeyboardsInC.md lists the letters.")
    case .actionArgumentMalformed:
      Text("A fixed argument of an action is not a string, number or Boolean.", "Use a string, number or Boolean.")
    case .tooManyArguments: Text("An action has more than 16 fixed arguments.", "Pass fewer arguments.")
    case .minimumABIMalformed: Text("KLVMinimumABI is not a version number.", "Write it as 1 or 1.0.")
    case .minimumABITooHigh:
      Text(
        "The keyboard requires a newer version of Klava.",
        "Update Klava, or install an older version of the keyboard.")
    case .fileAccessUnknown:
      Text(
        "KLVFileAccess is neither none nor paths.",
        "Remove it or set it to none; set it to paths only if the keyboard maps its own files.")
    case .interfaceWrongType:
      Text("A value in Interface.plist has the wrong type.", "Use a value of the expected type.")
    case .interfaceKeyMissing: Text("An element of Interface.plist lacks a required key.", "Add the key.")
    case .interfaceRootMissing:
      Text(
        "Interface.plist must contain exactly one of Rows, Row, Column, Grid and ScrollArea.",
        "Keep exactly one of them.")
    case .interfaceElementUnknown:
      Text(
        "Interface.plist has an element of unknown kind.",
        "Use a string, or a dictionary with one of Key, Label, Image, SuggestionBar, Spacer, Row, Column, Grid and "
          + "ScrollArea.")
    case .interfaceRoleUnknown: Text("A key has an unknown Role.", "Use one of the listed roles.")
    case .interfaceActionMalformed:
      Text("The Action of a key is not a C identifier.", "Use the name of the exported function.")
    case .interfaceResultLabelUnknown:
      Text("A ResultLabel names a label that the input view does not have.", "Use the Identifier of an existing label.")
    case .interfaceIdentifierRepeated:
      Text("Two elements of the same kind have the same identifier.", "Give each element a unique Identifier.")
    case .interfaceRefused: Text("The input view exceeds a limit.", "Change the named element.")
    case .interfaceValueUnknown:
      Text("A color, font weight, alignment or axis has an unknown value.", "Use one of the defined values.")
    case .stringsMalformed:
      Text("The strings table is malformed.", "Write each line as \"key\" = \"text\"; and save the file as UTF-8.")
    // 02xx: the bundle's files and paths
    case .bundleMissing: Text("The bundle does not exist.", "Check the path.")
    case .bundleNotAFolder:
      Text("The bundle is not a folder.", "Give the path of a folder that contains an Info.plist.")
    case .fileMissing: Text("The bundle does not contain this file.", "Add the file, or remove the reference to it.")
    case .symbolicLink: Text("The file is a symbolic link.", "Replace it with a copy of the file.")
    case .symbolicLinkLeavesBundle:
      Text("The file is a symbolic link that points outside the bundle.", "Replace it with a copy of the file.")
    case .symbolicLinkLoop: Text("The symbolic link points to itself.", "Replace it with a file.")
    case .pathLeavesBundle: Text("The path leads outside the bundle.", "Use a path inside the bundle.")
    case .fileIsFolder: Text("This must be a file, but it is a folder.", "Replace it with a file.")
    case .folderIsFile: Text("This must be a folder, but it is a file.", "Replace it with a folder.")
    case .fileIsFIFO: Text("The file is a FIFO.", "Remove it; a bundle contains only regular files and folders.")
    case .fileIsSocket: Text("The file is a socket.", "Remove it; a bundle contains only regular files and folders.")
    case .fileIsDevice: Text("The file is a device.", "Remove it; a bundle contains only regular files and folders.")
    case .fileUnreadable: Text("Klava cannot read the file.", "Make it readable with `chmod u+r`.")
    case .fileSetsUser: Text("The file has the set-user-ID or set-group-ID bit.", "Clear the bit with `chmod ug-s`.")
    case .fileWorldWritable:
      Text("All users can write to this file or folder.", "Remove the permission with `chmod o-w`.")
    case .fileHasHardLinks: Text("The file has another hard link.", "Replace it with a copy.")
    case .nameNotUTF8: Text("The file name is not UTF-8.", "Rename the file.")
    case .nameHasControls: Text("The file name contains invisible characters.", "Rename the file.")
    case .tooManyFiles:
      Text("The bundle contains more than 4,096 files and folders.", "Combine small resources into one file.")
    case .foldersTooDeep: Text("The bundle has folders more than 16 levels deep.", "Reduce the nesting.")
    case .bundleTooLarge: Text("The bundle is larger than 64 MiB.", "Remove files that the keyboard does not need.")
    case .otherFileSystem:
      Text("The file is on another file system than the bundle.", "Copy the complete bundle to one file system.")
    case .resourceTooLarge: Text("The resource is larger than 512 KiB.", "Split it.")
    case .bundleChangedMeanwhile:
      Text("The bundle changed while Klava read it.", "Wait until no program writes to it, then try again.")
    // 03xx: the library, read without running it
    case .libraryMissing:
      Text("The bundle has no library at the path in CFBundleExecutable.", "Build the library and put it there.")
    case .libraryNotELF: Text("The library is not an ELF file.", "Build a shared library with `-shared`.")
    case .libraryIsScript: Text("The library is a script.", "Build a shared library with `-shared`.")
    case .libraryTruncated: Text("The library file is truncated.", "Build or copy it again.")
    case .libraryWrongClass:
      Text("The library is not built for a 64-bit, little-endian machine.", "Build it for this machine.")
    case .libraryWrongMachine:
      Text("The library is built for another processor architecture.", "Build it for this machine.")
    case .libraryNotShared:
      Text("The file is not a shared library.", "Link it with `-shared` (Swift: a dynamic library product).")
    case .libraryMalformed:
      Text("The ELF tables of the library are inconsistent.", "Build it again with a standard linker.")
    case .libraryExecutableStack: Text("The library requires an executable stack.", "Link it with `-z noexecstack`.")
    case .libraryTextRelocations:
      Text("The library has text relocations, which change its code at load time.", "Compile all of it with `-fPIC`.")
    case .librarySymbolMissing:
      Text("The library does not export klv_keyboard.", "Export it; KlavaKit exports it automatically.")
    case .librarySymbolNotData:
      Text(
        "The symbol klv_keyboard of the library is not a data object.",
        "Define it as in the header: `const klv_keyboard_entry klv_keyboard`.")
    case .libraryActionMissing:
      Text("The library does not export an action that the bundle names.", "Export the function, or correct its name.")
    case .libraryActionNotFunction: Text("The library exports an action that is not a function.", "Name a function.")
    case .libraryNeedNotAllowed:
      Text("The library depends on a library that a keyboard may not load.", "Link that library statically.")
    // 04xx: installing, the list of keyboards, identifiers
    case .keyboardUnknown:
      Text("No keyboard has this identifier or name.", "Run `klava list --all` to list all keyboards.")
    case .keyboardAmbiguous:
      Text("More than one keyboard matches this identifier or name.", "Write more of the identifier.")
    case .identifierShipped:
      Text("The identifier belongs to a bundled keyboard.", "Choose an identifier under your own domain.")
    case .identifierCaseClash:
      Text(
        "An installed keyboard has an identifier that differs only in case.",
        "Uninstall that keyboard first, or choose another identifier.")
    case .registryMalformed:
      Text(
        "The file with the list of keyboards is damaged.",
        "Repair it in an editor, or move it away to start with an empty list; Klava does not overwrite it.")
    case .registryNewer: Text("A newer version of Klava wrote the file with the list of keyboards.", "Update Klava.")
    case .stateUnwritable:
      Text(
        "Klava cannot write its state files.",
        "Check the owner and permissions of the folder, and the free disk space.")
    case .stateUnreadable: Text("Klava cannot read its state files.", "Check the owner and permissions of the file.")
    case .lastInputMode: Text("This is the last enabled input mode.", "Enable another input mode first.")
    case .accessNotRequested:
      Text(
        "The keyboard does not request full access.",
        "Use it without full access, or ask its author to set RequestsOpenAccess.")
    case .keyboardNotEnabled: Text("The keyboard is not enabled.", "Enable it first with `klava enable`.")
    case .keyboardShipped: Text("You cannot uninstall a bundled keyboard.", "Disable it with `klava disable`.")
    case .systemKeyboardFixed: Text("This does not apply to the system keyboard.", "Name another keyboard.")
    case .containerEmpty: Text("The folder PlugIns contains no keyboards.", "Put the bundles of the keyboards there.")
    case .identifierTwice: Text("Two of the bundles have the same identifier.", "Give each bundle a unique identifier.")
    case .positionOutOfRange: Text("The list has no such position.", "Use a position in the list; the first is 1.")
    case .orderRepeats: Text("The order names a keyboard twice.", "Name each keyboard once.")
    case .installFailed:
      Text("Klava could not copy the bundle, and installed nothing.", "Check the free disk space and try again.")
    case .keyboardNotQuarantined:
      Text("The keyboard is not in quarantine.", "No action is needed.")
    case .keyboardChanged:
      Text("The files of the keyboard have changed since the installation.", "Install the keyboard again.")
    case .localNetworkWithoutAccess:
      Text(
        "The keyboard cannot use any network because it has no full access.",
        "Grant full access before or together with access to the local network.")
    case .auditMalformed: Text("The audit file of a keyboard is damaged.", "Remove the file; you lose only the counts.")
    // 05xx: settings
    case .settingsRootMissing: Text("Settings.bundle has no Root.plist.", "Add the file Root.plist.")
    case .settingsWrongType:
      Text("A value in the settings' property list has the wrong type.", "Use a value of the expected type.")
    case .settingsKeyMissing: Text("A specifier lacks a required key.", "Add the key.")
    case .settingsTypeUnknown: Text("A specifier has an unknown type.", "Use one of the listed types.")
    case .settingsTitlesDiffer:
      Text("A specifier has no Titles, or not one for each entry of Values.", "Add one title for each value.")
    case .settingsDefaultRefused:
      Text("The DefaultValue of a specifier is not an allowed value.", "Use an allowed value.")
    case .settingsPaneMissing: Text("A child pane has no property list.", "Add the file that the key File names.")
    case .settingsPanesTooDeep:
      Text("Child panes are nested more than 8 levels deep, or refer back to themselves.", "Reduce the nesting.")
    case .settingsKeyRepeated: Text("Two specifiers have the same Key.", "Give each specifier a unique Key.")
    case .settingsTooMany: Text("The settings have more than 1,000 specifiers.", "Remove specifiers.")
    case .settingsRangeEmpty:
      Text("The MinimumValue of a slider is not less than its MaximumValue.", "Correct the two values.")
    case .settingsNone: Text("The keyboard has no settings.", "Choose a keyboard with settings.")
    case .settingUnknown: Text("The keyboard has no such setting.", "Use one of the listed keys.")
    case .settingWrongType: Text("The value does not have the type of the setting.", "Give a value of that type.")
    case .settingOutOfRange: Text("The value is outside the range of the setting.", "Give a value inside the range.")
    case .settingNotAllowed: Text("The setting does not allow this value.", "Use one of the listed values.")
    case .settingReadOnly: Text("The setting is read-only.", "Change another setting.")
    case .settingTooLong: Text("The value is longer than 64 KiB.", "Shorten it.")
    case .settingsStoreMalformed:
      Text(
        "The file with the keyboard's settings is damaged.",
        "Repair it in an editor, or move it away to start with the defaults; Klava does not overwrite it.")
    // 06xx: running a keyboard
    case .keyboardCrashed:
      Text(
        "The keyboard crashed.",
        "Run `klava log` for its last messages; it restarts at its next use. Authors: check for failed allocations, "
          + "threads and descriptors; SECURITY.md lists the limits.")
    case .keyboardHung:
      Text(
        "The keyboard did not answer in time.",
        "Run `klava log` for its last messages; it restarts at its next use.")
    case .keyboardRefusedLoad: Text("The keyboard refused to load.", "Send the keyboard's message to its author.")
    case .keyboardVersionDiffers:
      Text(
        "The keyboard was built for another version of the plugin ABI.",
        "Build it with the klava/keyboard.h of this Klava.")
    case .keyboardQuarantined:
      Text("The keyboard is in quarantine.", "Enable it with `klava enable`, or wait until its files change.")
    case .runnerMissing:
      Text(
        "Klava cannot find klava-runner.",
        "Install Klava completely, or set KLAVA_RUNNER to the path of klava-runner.")
    case .linkFailed:
      Text("The link to the keyboard's process failed.", "Try again, or run `klava doctor` to find the cause.")
    case .keyboardNotLinked:
      Text("The host could not load the keyboard's library.", "Link the library with all its dependencies.")
    case .keyboardRestartedTooOften:
      Text("The keyboard failed four times in a minute.", "Wait a minute, or disable the keyboard.")
    case .keyboardBrokeProtocol:
      Text(
        "The keyboard's process violated the protocol, and the host ended it.",
        "Report this to the keyboard's author.")
    case .keyboardOutOfMemory: Text("The keyboard reached its memory limit.", "Use it again to restart it.")
    case .keyboardBrokePolicy:
      Text(
        "The keyboard tried a forbidden operation, and the host ended its process.",
        "Run `klava audit` to see the operation.")
    case .turnLimitPassed:
      Text(
        "The keyboard made too many changes in one turn, and the host applied none of them.",
        "Report this to the keyboard's author.")
    case .runnerNotStarted:
      Text("The host could not start the keyboard's process.", "Run `klava doctor` to find the cause.")
    case .principalClassNotFound:
      Text("The keyboard's library has no class or symbol of that name.", "Correct NSExtensionPrincipalClass.")
    case .keyboardNotCreated:
      Text("The host could not create the keyboard's controller.", "Send the keyboard's message to its author.")
    case .actionFailed:
      Text("The host could not call an action of the keyboard.", "Correct the signature of the action in KLVActions.")
    case .editsRefused:
      Text(
        "The document changed before the keyboard's edits arrived, and the host applied none of them.",
        "Press the key again.")
    case .keyboardNotConfined:
      Text(
        "The host did not start the keyboard because a required sandbox layer is unavailable.",
        "Run `klava doctor` to see which one; use --unsafe-without LAYER to run without it once.")
    case .layerMissing:
      Text("A sandbox layer is unavailable on this system.", "Run `klava doctor` to see which one and how to fix it.")
    case .layerLeftOut: Text("A sandbox layer is disabled.", "Remove --unsafe-without to enable it.")
    case .keyboardPassedLimit: Text("The keyboard exceeded a limit.", "Use it again to restart it.")
    case .controlCharacterInserted:
      Text(
        "The keyboard inserted control characters, or more than 30 combining marks in a row. The host applied "
          + "nothing of the turn.",
        "Report this to the keyboard's author; a keyboard may insert tabs, line breaks and text that was there "
          + "before.")
    // 07xx: play scripts
    case .scriptNotJSON: Text("The line is not JSON.", "Write one JSON object on each line.")
    case .scriptNotAnObject: Text("The line is JSON, but not an object.", "Write one JSON object on each line.")
    case .scriptNoCommand: Text("The line has no command.", "Add one of the commands that `klava help play` lists.")
    case .scriptCommandUnknown: Text("The command is unknown.", "Use one of the commands that `klava help play` lists.")
    case .scriptSeveralCommands: Text("The line has more than one command.", "Write each command on a separate line.")
    case .scriptWrongType: Text("A value in the line has the wrong type.", "Use a value of the expected type.")
    case .scriptTraitUnknown: Text("The trait is unknown.", "Use UIKit's names, such as keyboardType.")
    case .scriptTraitValueUnknown: Text("The trait has no such value.", "Use UIKit's names, such as decimalPad.")
    case .scriptExpectationFailed: Text("The state differs from the expected state.", "Compare the two values.")
    case .scriptKeyUnknown:
      Text(
        "The visible keyboard has no such key.",
        "Use the title or identifier of a key; {\"show\": \"keys\"} lists them.")
    case .scriptNoField: Text("No field has the focus.", "Write a line with \"focus\" first.")
    case .scriptKeyDisabled: Text("The key is disabled.", "Do the steps that enable the key first.")
    case .scriptProxyCallUnknown:
      Text("The proxy call is unknown.", "Use one of the calls that `klava help play` lists.")
    case .scriptLineTooLong: Text("The line is longer than 16 MiB.", "Split it.")
    case .scriptUnreadable: Text("Klava cannot read the script.", "Check its path and permissions.")
    case .scriptOptionUnknown:
      Text("The command has no such option.", "Use one of the options that `klava help play` lists.")
    case .scriptKeyboardBarred:
      Text("The keyboard cannot be used in this field.", "Read \"shownBecause\" for the reason.")
    case .scriptHardwareKeyUnknown:
      Text(
        "The hardware key is unknown.",
        "Use a character or a name such as ArrowLeft, preceded by Command+, Control+, Alt+ or Shift+ if needed.")
    case .scriptValueOutOfRange: Text("A number in the line is out of range.", "Use a number in the named range.")
    case .scriptNoKeyboard: Text("No keyboard is visible.", "Choose one with \"keyboard\", or focus a field.")
    // 08xx: the command line and the machine
    case .noTerminal: Text("This command needs a terminal.", "Run it in a terminal, or use `klava play`.")
    case .aptMissing:
      Text("This machine has no apt.", "Install the named packages with the package manager of your system.")
    case .systemLibraryMissing: Text("A system library is missing.", "Install it; on Debian, run `make deps`.")
    case .kernelTooOld:
      Text("The kernel lacks a feature that Klava needs.", "Use Linux 5.6 or newer; in a container, allow openat2.")
    case .homeMissing:
      Text("Neither HOME nor the XDG variables are set, so Klava cannot find its files.", "Set HOME, or use --root.")
    case .outputUnwritable:
      Text("Klava cannot write the output.", "Check the path, its permissions and the free disk space.")
    case .inputUnreadable: Text("Klava cannot read the input.", "Check the path and its permissions.")
    case .outputExists: Text("The output already exists.", "Choose another name, or remove it.")
    case .usageWrong: Text("The command line is invalid.", "Run `klava help` to see the usage.")
    case .shippedKeyboardsMissing:
      Text(
        "Klava cannot find the bundled keyboards.",
        "Run `make build`, or set KLAVA_LIBRARY to the folder of the keyboards.")
    case .checkUnknown: Text("No check has this name.", "Run `klava validate --list` to list the checks.")
    case .projectFileRefused:
      Text(
        "The project file klava-validate.toml is invalid.",
        "Write `[skip]`, and below it each check with its reason: `localizations = \"…\"`.")
    case .projectNameRefused:
      Text(
        "The name of the keyboard is invalid.",
        "Use a letter, then letters and digits, at most 64 characters: MyKeyboard, for example.")
    case .sdkMissing:
      Text(
        "Klava cannot find the SDK (KlavaKit and the project templates).",
        "Run `make build` or `make install` in Klava's folder, or set KLAVA_SDK to the folder that contains "
          + "KlavaKit.")
    case .benchmarkUnknown: Text("No benchmark has this name.", "Run `klava help bench` to list the benchmarks.")
    case .keyboardNotMeasured:
      Text(
        "Klava found no keyboard to measure.",
        "Enable a keyboard that has a key with constant text, or name one with --keyboard.")
    case .rendererMissing:
      Text(
        "Klava cannot find klava-renderer.",
        "Install Klava completely, or set KLAVA_RENDERER to the path of klava-renderer.")
    case .pictureNotRendered:
      Text(
        "Klava could not render the picture.",
        "Try a smaller --size or --scale, or run `klava doctor` to find the cause.")
    case .pictureNotUsed:
      Text(
        "Klava could not draw a picture of the keyboard, and shows the title of its key instead.",
        "Use a self-contained PNG or SVG of at most 512 KiB and four million pixels.")
    // 09xx: faults of Klava
    case .internalFault: Text("Klava has an internal error.", "Report it with the steps that led to it.")
    case .systemCallFailed: Text("A system call failed unexpectedly.", "Try again; if it fails again, report it.")
    }
  }
}
