/// The permanent codes of all errors, and of all findings of `klava validate`. ``text`` says what is wrong and what to
/// do.
///
/// The meaning of a published code never changes. Do not derive properties of a code from its number: use ``topic``,
/// ``severity`` and ``isCrash``. ``retired`` lists the codes that Klava no longer reports.
package enum DiagnosticCode: Int, CaseIterable, Codable, Sendable, CustomStringConvertible {
  // 01xx: manifests, input views and their property lists
  case manifestMissing = 101
  case propertyListTooLarge = 102
  case propertyListMalformed = 103
  case propertyListTooDeep = 104
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
  case manifestVariable = 146
  case inputViewWrongType = 150
  case inputViewKeyMissing = 151
  case inputViewRootMissing = 152
  case inputViewElementUnknown = 153
  case inputViewRoleUnknown = 154
  case inputViewActionMalformed = 155
  case inputViewResultLabelUnknown = 156
  case inputViewIdentifierRepeated = 157
  case inputViewRefused = 158
  case inputViewValueUnknown = 159
  case stringsMalformed = 170
  case stringCatalogMalformed = 171

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
  case librarySwiftVersion = 316

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
  case layoutUnknown = 422
  case layoutUnusable = 423
  case composeUnusable = 424
  case signatureWrong = 425
  case signingProgramMissing = 426
  case signingFailed = 427
  case containerTooLarge = 428
  case registryLocked = 429
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
  case keyboardNotConfined = 619
  case layerMissing = 620
  case layerLeftOut = 621
  case keyboardPassedLimit = 622
  case controlCharacterInserted = 623
  case mainThreadMissing = 624
  case activationMissing = 625

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
  case scriptTooFewSteps = 721

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
  case xcodeExtensionMissing = 817
  case emojiDataMissing = 818
  case emojiDataMalformed = 819
  case rendererMissing = 820
  case pictureNotRendered = 821
  case pictureNotUsed = 822
  case bundleReaderMissing = 823
  case bundleNotRead = 824
  case compositorMissing = 830
  case compositorLacksProtocol = 831
  case compositorEnded = 832
  case inputMethodTaken = 833
  case busFailed = 834
  case desktopNotRunning = 835
  case desktopMissing = 836
  case desktopRefused = 837
  case inputViewNotRendered = 838
  case suggesterMissing = 839
  case suggestionsFailed = 840
  case lexiconNotRead = 841
  case learnedWordsMalformed = 842
  case dictionaryMissing = 843
  case serverRuns = 844
  case socketRefused = 845
  case tooManyClients = 846
  case protocolVersionUnknown = 847
  case requestBeforeHello = 848
  case requestIdentifierMissing = 849
  case requestRepeatsHello = 850
  case personalFileMalformed = 851
  case vCardNotRead = 852
  case wordsDamaged = 853

  // 09xx: faults of Klava
  case internalFault = 901
  case systemCallFailed = 902

  // 20xx: checks of the bundle
  case manifestKeyUnknown = 2012
  case nameMissing = 2013
  case nameDeceptive = 2014
  case versionMissing = 2015
  case bundleNameWrong = 2016
  case settingsTextDeceptive = 2022
  case localizationIncomplete = 2024
  case strayFile = 2026
  case directionDisagrees = 2027
  case localizationNotLanguage = 2028
  case stringsRepeated = 2029

  // 21xx: checks of the library
  case exportsMore = 2112
  case bringsSwiftRuntime = 2113
  case entryMalformed = 2116
  case foundationMisleads = 2117

  // 22xx: checks of loading, showing and ending a keyboard
  case endsWhileOpened = 2201
  case endsWhileCreated = 2204
  case endsWhileLoaded = 2205
  case hangsWhileLoaded = 2206
  case callsHostInCreate = 2207
  case endsWhenShown = 2208
  case endsWhenHidden = 2209
  case endsOnKey = 2210
  case hangs = 2211
  case endsOnChange = 2212
  case endsOnTimer = 2213
  case endsInDestroy = 2214
  case hangsInDestroy = 2215
  case endsOnNotice = 2216
  case endsOnEnvironment = 2217
  case doesNotStartAgain = 2218
  case endsUnasked = 2219
  case isEmptyWhenShownAgain = 2220

  // 23xx: checks of the host's functions
  case endsWithoutFunctionTable = 2301
  case refusesWithoutFunctionTable = 2302
  case endsOnRefusal = 2303
  case callsOutOfTurn = 2304
  case callsFromThread = 2305
  case passesInvalidText = 2306
  case passesBadArgument = 2307
  case passesBadRecord = 2308
  case namesUnknownElement = 2309
  case passesTooMuch = 2310
  case readsUndeclared = 2314

  // 24xx: checks of review guidelines
  case nextKeyMissing = 2401
  case digitsMissing = 2403
  case separatorMissing = 2404
  case typesBeyondASCII = 2405
  case needsFullAccess = 2406
  case needsNetwork = 2407
  case readsPasteboardUnasked = 2408
  case connectsUnasked = 2409

  // 25xx: checks of behavior
  case isNotRepeatable = 2501
  case endsOnTraits = 2502
  case endsOnDocument = 2503
  case marksForEver = 2504
  case editsUnasked = 2505
  case deletesWrongly = 2506
  case deletesPastStart = 2507
  case spaceWrong = 2508
  case returnWrong = 2509
  case doesNothing = 2510
  case returnTitleFixed = 2511
  case endsOnSettings = 2512
  case countsBytes = 2513
  case ignoresTraits = 2514
  case typesAnotherKey = 2515

  // 26xx: checks of the input view
  case inputViewMissing = 2601
  case keysMissing = 2602
  case textDirectional = 2603
  case textControl = 2604
  case textInvisible = 2605
  case accessibleNameMissing = 2606
  case accessibleNameRepeated = 2607
  case globeLookalike = 2608
  case pictureMissing = 2609
  case pictureUnusable = 2610
  case textUnreadable = 2611
  case overflows = 2612
  case targetTooSmall = 2613
  case tooTall = 2614
  case keyInvisible = 2615
  case mirrorsItself = 2616
  case otherScript = 2617
  case titleCut = 2618
  case keyRenamed = 2619

  // 27xx: checks of resource use
  case slowTurn = 2701
  case slowStart = 2702
  case memoryLarge = 2703
  case memoryGrows = 2704
  case threadsMany = 2705
  case floodsLog = 2706
  case logsTypedText = 2707
  case timersWhileHidden = 2708
  case timerTooFast = 2709
  case busyWhileIdle = 2710
  case threadsGrow = 2711
  case descriptorsMany = 2712
  case descriptorsGrow = 2713
  case storesReadText = 2714

  // 28xx: checks of the sandbox
  case triedNetwork = 2801
  case triedFiles = 2802
  case triedProcesses = 2803
  case triedDevices = 2806
  case triedOther = 2807

  /// The code as users see it, such as `KLV-0123`.
  package var description: String { Self.name(of: rawValue) }

  /// Returns the code with the given number as users see it, such as `KLV-0123`.
  package static func name(of number: Int) -> String {
    let digits = String(number)
    return "KLV-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension DiagnosticCode {
  /// The topic of a code. The raw value is a heading of the page of all codes, such as Errors.md#settings.
  package enum Topic: String, CaseIterable, Sendable {
    case manifest = "Manifests, input views and their property lists"
    case files = "Files and paths of bundles"
    case library = "The library's file"
    case keyboards = "Installing, the list of keyboards, identifiers"
    case settings = "Settings"
    case running = "Running a keyboard"
    case script = "Scripts of `klava play`"
    case machine = "The command line and the machine"
    case internalFault = "Internal errors of Klava"
    case bundleCheck = "Checks of the bundle"
    case libraryCheck = "Checks of the library"
    case lifeCheck = "Checks of loading, showing and ending a keyboard"
    case hostCheck = "Checks of the host's functions"
    case reviewCheck = "Checks of review guidelines"
    case behaviorCheck = "Checks of behavior"
    case inputViewCheck = "Checks of the input view"
    case resourceUseCheck = "Checks of resource use"
    case sandboxCheck = "Checks of the sandbox"
  }

  /// The topic of this code.
  package var topic: Topic { text.topic }

  /// The severity of a finding of `klava validate`.
  package enum Severity: String, Sendable {
    /// A fault that the author must correct before other users get the keyboard.
    case error
    /// A fault that the author should correct. Other users can get the keyboard before the author corrects the fault.
    case warning
  }

  /// The severity of this code, if `klava validate` reports the code.
  package var severity: Severity { Self.warnings.contains(self) ? .warning : .error }

  private static let warnings: Set<DiagnosticCode> = [
    .manifestKeyUnknown, .versionMissing, .bundleNameWrong, .localizationIncomplete, .strayFile, .directionDisagrees,
    .exportsMore, .connectsUnasked, .returnTitleFixed, .accessibleNameRepeated, .targetTooSmall, .tooTall, .slowStart,
    .memoryLarge, .threadsMany, .descriptorsMany, .triedOther, .readsUndeclared, .ignoresTraits, .otherScript,
    .titleCut, .keyRenamed, .storesReadText, .foundationMisleads, .localizationNotLanguage, .stringsRepeated,
  ]

  /// Whether a check of `klava validate` that reports this code has the outcome "crashed".
  package var isCrash: Bool { Self.crashes.contains(self) }

  /// Whether the code reports a keyboard that hung, so that the host ended its process.
  package var isHang: Bool { self == .hangs || self == .hangsWhileLoaded }

  private static let crashes: Set<DiagnosticCode> = [
    .endsWhileOpened, .endsWhileCreated, .endsWhileLoaded, .hangsWhileLoaded, .endsWhenShown, .endsWhenHidden,
    .endsOnKey, .hangs, .endsOnChange, .endsOnTimer, .endsInDestroy, .endsOnNotice, .endsOnEnvironment, .endsUnasked,
    .endsWithoutFunctionTable, .endsOnRefusal, .endsOnTraits, .endsOnDocument, .endsOnSettings, .keyboardBrokeProtocol,
    .keyboardOutOfMemory, .keyboardBrokePolicy, .keyboardPassedLimit,
  ]
}
