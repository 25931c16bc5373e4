/// The registry of everything that the suite can find: its permanent code, and in ``text`` what is wrong and what to do.
///
/// A code once published keeps its meaning for ever. The hundreds say what it is about. The file is long because it is one
/// table; nothing else belongs here.
package enum FindingCode: Int, CaseIterable, Codable, Sendable, CustomStringConvertible {
  // 20xx: the bundle and its manifest
  case manifestUnreadable = 2001
  case manifestIncomplete = 2002
  case manifestOfNoKeyboard = 2003
  case manifestWrongType = 2004
  case identifierRefused = 2005
  case executableMisplaced = 2006
  case languageMalformed = 2007
  case actionsMalformed = 2008
  case signatureRefused = 2009
  case minimumABIRefused = 2010
  case fileAccessUnknown = 2011
  case manifestKeyUnknown = 2012
  case nameMissing = 2013
  case nameDeceptive = 2014
  case versionMissing = 2015
  case bundleNameWrong = 2016
  case bundleLink = 2017
  case bundleStrangeFile = 2018
  case bundlePermissions = 2019
  case bundleTooLarge = 2020
  case settingsRefused = 2021
  case settingsTextDeceptive = 2022
  case stringsMalformed = 2023
  case localizationIncomplete = 2024
  case interfaceFileRefused = 2025
  case strayFile = 2026
  case directionDisagrees = 2027

  // 21xx: the library
  case libraryMissing = 2101
  case libraryNotELF = 2102
  case libraryWrongMachine = 2103
  case libraryDamaged = 2104
  case libraryExecutableStack = 2105
  case libraryTextRelocations = 2106
  case libraryNeedsForbidden = 2107
  case entryMissing = 2108
  case entryNotData = 2109
  case actionMissing = 2110
  case actionNotFunction = 2111
  case exportsMore = 2112
  case bringsSwiftRuntime = 2113
  case libraryDoesNotLink = 2114
  case contractDiffers = 2115
  case entryMalformed = 2116

  // 22xx: the life of a keyboard
  case endsWhileOpened = 2201
  case createFails = 2202
  case loadFails = 2203
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
  case breaksProtocol = 2221

  // 23xx: the host's functions
  case endsWithoutInterface = 2301
  case refusesWithoutInterface = 2302
  case endsOnRefusal = 2303
  case callsOutOfTurn = 2304
  case callsFromThread = 2305
  case passesInvalidText = 2306
  case passesBadArgument = 2307
  case passesBadRecord = 2308
  case namesUnknownElement = 2309
  case passesTooMuch = 2310
  case keyFails = 2311
  case typesControlCharacter = 2313
  case passesTurnLimit = 2312

  // 24xx: rules of review
  case nextKeyMissing = 2401
  case nextKeyDead = 2402
  case digitsMissing = 2403
  case separatorMissing = 2404
  case typesBeyondASCII = 2405
  case needsFullAccess = 2406
  case needsNetwork = 2407
  case readsPasteboardUnasked = 2408
  case connectsUnasked = 2409

  // 25xx: behavior
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

  // 26xx: the interface
  case interfaceMissing = 2601
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

  // 27xx: manners
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

  // 28xx: the sandbox
  case triedNetwork = 2801
  case triedFiles = 2802
  case triedProcesses = 2803
  case endedByPolicy = 2804
  case endedByLimit = 2805
  case triedDevices = 2806
  case triedOther = 2807

  /// The code as people see it and search for it, such as `KLV-2401`.
  package var description: String { "KLV-\(rawValue)" }

  /// How bad a finding is.
  package enum Severity: String, Codable, Sendable {
    /// The keyboard should not be used before it is mended.
    case error
    /// The keyboard could be better.
    case warning
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

  /// How bad it is.
  package var severity: Severity { Self.warnings.contains(self) ? .warning : .error }

  /// Whether the keyboard's process ended before its time.
  package var isCrash: Bool { Self.crashes.contains(self) }

  private static let warnings: Set<FindingCode> = [
    .manifestKeyUnknown, .versionMissing, .bundleNameWrong, .localizationIncomplete, .strayFile, .directionDisagrees,
    .exportsMore,
    .connectsUnasked, .returnTitleFixed, .accessibleNameRepeated, .targetTooSmall, .tooTall, .slowStart,
    .memoryLarge, .threadsMany, .descriptorsMany, .triedOther,
  ]

  private static let crashes: Set<FindingCode> = [
    .endsWhileOpened, .endsWhileCreated, .endsWhileLoaded, .hangsWhileLoaded, .endsWhenShown, .endsWhenHidden,
    .endsOnKey, .hangs, .endsOnChange, .endsOnTimer, .endsInDestroy, .endsOnNotice, .endsOnEnvironment, .endsUnasked,
    .breaksProtocol, .endsWithoutInterface, .endsOnRefusal, .endsOnTraits, .endsOnDocument, .endsOnSettings,
    .endedByPolicy, .endedByLimit,
  ]

  /// What the code means and what to do.
  package var text: Text {
    switch self {
    // 20xx: the bundle and its manifest
    case .manifestUnreadable:
      Text(
        "Info.plist is missing, or cannot be read.",
        "Put a property list of that name at the top of the bundle; `plutil -lint` checks it.")
    case .manifestIncomplete: Text("Info.plist lacks a key that every keyboard needs.", "Add the key that is named.")
    case .manifestOfNoKeyboard:
      Text(
        "The manifest's extension point is not that of keyboards.",
        "Set NSExtensionPointIdentifier to com.apple.keyboard-service.")
    case .manifestWrongType:
      Text("A key of the manifest has a value of the wrong type.", "Give the value the type that is expected.")
    case .identifierRefused:
      Text(
        "The bundle's identifier cannot be used.",
        "Use a reversed domain name of your own, such as org.example.my-keyboard.")
    case .executableMisplaced:
      Text(
        "CFBundleExecutable does not name a file at the top of the bundle.",
        "Put the library there, and name its file alone.")
    case .languageMalformed:
      Text("PrimaryLanguage is not a BCP 47 language tag.", "Use a tag such as en-US, ru or zh-Hans.")
    case .actionsMalformed: Text("KLVActions is not as the plugin contract has it.", "Correct the entry that is named.")
    case .signatureRefused:
      Text(
        "The signature of an action cannot be used.",
        "Write it as RESULT(ARGUMENTS), such as v(hs), with fixed arguments that fit.")
    case .minimumABIRefused:
      Text(
        "The manifest asks for a version of the plugin contract that this host does not have.",
        "Name the oldest version that the keyboard works with.")
    case .fileAccessUnknown:
      Text(
        "KLVFileAccess is neither none nor paths.",
        "Use none, or leave it out, unless the keyboard maps files of its own.")
    case .manifestKeyUnknown:
      Text(
        "The manifest has a key that nobody reads, where Klava's and a keyboard's own keys stand.",
        "Correct its spelling, or remove it.")
    case .nameMissing:
      Text("The keyboard has no name that a person can see.", "Set CFBundleDisplayName or CFBundleName.")
    case .nameDeceptive:
      Text(
        "The keyboard's name is not what it seems.",
        "Use letters, digits and ordinary punctuation, and no name of Klava's own.")
    case .versionMissing:
      Text("The manifest does not say which version of the keyboard this is.", "Set CFBundleShortVersionString.")
    case .bundleNameWrong:
      Text("The bundle's folder is not called as a keyboard.", "Give it a name that ends in .keyboard.")
    case .bundleLink: Text("The bundle holds a symbolic link.", "Put the file itself in its place.")
    case .bundleStrangeFile:
      Text(
        "The bundle holds what is neither an ordinary file nor a folder, or a file whose name nobody can read.",
        "Remove or rename it.")
    case .bundlePermissions:
      Text(
        "A file of the bundle has permissions that no bundle needs.",
        "Give it the permissions 644, or 755 for a folder.")
    case .bundleTooLarge:
      Text("The bundle is larger than a keyboard may be.", "Leave out what the keyboard does not need.")
    case .settingsRefused:
      Text("The keyboard's settings cannot be shown to a person.", "Correct what is named in Settings.bundle.")
    case .settingsTextDeceptive:
      Text("A text of the keyboard's settings is not what it seems.", "Use letters, digits and ordinary punctuation.")
    case .stringsMalformed:
      Text(
        "A table of localized strings cannot be read.",
        "Write each line as \"key\" = \"text\"; and save the file as UTF-8.")
    case .localizationIncomplete: Text("A language lacks a text that another one has.", "Translate it.")
    case .interfaceFileRefused: Text("Interface.plist cannot be used.", "Correct the element that is named.")
    case .strayFile: Text("The bundle holds a file that no keyboard needs.", "Leave it out; `klava bundle` does.")
    case .directionDisagrees:
      Text(
        "PrefersRightToLeft says something else than how the keyboard's language is written.",
        "Set PrefersRightToLeft to YES for a language that is written from right to left, and leave it out for others.")
    // 21xx: the library
    case .libraryMissing:
      Text("The bundle has no library.", "Put the file that CFBundleExecutable names at the top of the bundle.")
    case .libraryNotELF: Text("The library is no shared library of Linux.", "Build it for Linux.")
    case .libraryWrongMachine: Text("The library is built for another kind of machine.", "Build it for this one.")
    case .libraryDamaged: Text("The library is damaged, or is a program.", "Build it anew with -shared -fPIC.")
    case .libraryExecutableStack: Text("The library wants an executable stack.", "Link it with -z noexecstack.")
    case .libraryTextRelocations: Text("Loading the library changes its code.", "Compile all of it with -fPIC.")
    case .libraryNeedsForbidden:
      Text("The library needs another library that a keyboard may not load.", "Link that library statically.")
    case .entryMissing: Text("The library does not export klv_keyboard.", "Export it; KlavaKit does so by itself.")
    case .entryNotData: Text("The library's klv_keyboard is not data.", "Define it as const klv_keyboard_entry.")
    case .actionMissing:
      Text("The library does not export an action that the bundle names.", "Export the function, or correct its name.")
    case .actionNotFunction: Text("An action that the bundle names is no function.", "Name a function.")
    case .exportsMore:
      Text(
        "The library exports more than its entry and its actions.",
        "Compile it with -fvisibility=hidden and mark what is to be seen with KLV_EXPORT.")
    case .bringsSwiftRuntime:
      Text(
        "The bundle brings a Swift runtime of its own, and a process can have only one.",
        "Link Swift's libraries dynamically, and leave them out of the bundle.")
    case .libraryDoesNotLink:
      Text("The library cannot be loaded.", "Build it with -Wl,-z,defs, which says at once what is missing.")
    case .contractDiffers:
      Text(
        "The keyboard is built for another version of the plugin contract.",
        "Build it against this host's klava/keyboard.h.")
    case .entryMalformed: Text("klv_keyboard is not as the header has it.", "Set abi_version, size, create and load.")
    // 22xx: the life of a keyboard
    case .endsWhileOpened:
      Text(
        "The keyboard's process ended while its library was opened, in a constructor.",
        "Do nothing in constructors; make the controller in create.")
    case .createFails: Text("The keyboard's create fails.", "The message is the keyboard's own.")
    case .loadFails: Text("The keyboard's load fails.", "The message is the keyboard's own.")
    case .endsWhileCreated:
      Text(
        "The keyboard's process ended in create.",
        "Run the script under a debugger, with KLAVA_RUNNER set to a runner with symbols.")
    case .endsWhileLoaded:
      Text("The keyboard's process ended in load.", "`klava log` shows its last words and its last calls.")
    case .hangsWhileLoaded:
      Text("The keyboard is not loaded in time.", "Do in load what the first interface needs, and the rest later.")
    case .callsHostInCreate:
      Text(
        "The keyboard calls its host in create, where nothing answers.",
        "Keep the host's pointer, and call it from load on.")
    case .endsWhenShown:
      Text("The keyboard's process ended when it was shown.", "`klava log` shows its last words and its last calls.")
    case .endsWhenHidden:
      Text("The keyboard's process ended when it was hidden.", "`klava log` shows its last words and its last calls.")
    case .endsOnKey:
      Text("The keyboard's process ended when a key was used.", "`klava log` shows its last words and its last calls.")
    case .hangs:
      Text("The keyboard does not answer in the time that it has for a turn.", "Do long work in pieces, from a timer.")
    case .endsOnChange:
      Text(
        "The keyboard's process ended when it was told of a change of the text or its selection.",
        "`klava log` shows its last words and its last calls.")
    case .endsOnTimer:
      Text("The keyboard's process ended when its timer ran out.", "Cancel timers whose object is gone.")
    case .endsInDestroy: Text("The keyboard's process ended in destroy.", "Free what create made, once.")
    case .hangsInDestroy:
      Text(
        "The keyboard does not come to an end in the time that it has for that.",
        "Wait for nobody in destroy: stop threads before.")
    case .endsOnNotice:
      Text(
        "The keyboard's process ended when it was told of its memory, its settings or its standing.",
        "Look at what the callback that is named uses.")
    case .endsOnEnvironment:
      Text(
        "The keyboard's process ended when its size or appearance changed.",
        "Look at environment_did_change, and at what it divides by.")
    case .doesNotStartAgain:
      Text(
        "The keyboard cannot be started again after its process was killed, or beside another one of its kind.",
        "Leave no locks in the container; the kernel's locks end with their process, files do not.")
    case .endsUnasked:
      Text(
        "The keyboard's process ended while nobody used it.",
        "Let threads end before their work is gone; never call exit.")
    case .isEmptyWhenShownAgain:
      Text(
        "The keyboard shows nothing when it is shown a second time.",
        "Set the interface again in will_appear, or keep it.")
    case .breaksProtocol:
      Text(
        "The keyboard broke the protocol between host and runner.",
        "Leave descriptors and memory alone that your code did not make; look for writes out of bounds.")
    // 23xx: the host's functions
    case .endsWithoutInterface:
      Text(
        "The keyboard's process ended because its host lacks an interface.",
        "Ask whether get_interface returned NULL before the first call.")
    case .refusesWithoutInterface:
      Text(
        "The keyboard does not load where its host lacks an interface.",
        "Do without it: settings have defaults, and a log is never needed.")
    case .endsOnRefusal:
      Text(
        "The keyboard's process ended because its host refused what it asked for.",
        "Look at each result; files can be missing, full or unreadable.")
    case .callsOutOfTurn:
      Text(
        "The keyboard calls a function of its host when that may not be called.",
        "The function's tag in klava/keyboard.h says when.")
    case .callsFromThread:
      Text(
        "The keyboard calls its host from another thread than the one that it was called on.",
        "Hand results to the next turn; a timer brings one.")
    case .passesInvalidText:
      Text("The keyboard passes text to its host that is not UTF-8.", "Cut text at characters, not at bytes.")
    case .passesBadArgument:
      Text(
        "The keyboard passes its host an argument that is NULL, out of range or no such thing.",
        "Compare the call with its sentence in klava/keyboard.h.")
    case .passesBadRecord:
      Text(
        "The keyboard passes its host a record whose size is wrong.",
        "Set size to sizeof, and all else to zero first.")
    case .namesUnknownElement:
      Text(
        "The keyboard changes an element that its interface does not have.",
        "Use the identifiers of the interface that is shown.")
    case .passesTooMuch: Text("The keyboard passes its host more than a call may bring.", "Split it, or keep less.")
    case .keyFails:
      Text(
        "A key fails, and what it did is undone.",
        "Return KLV_OK or KLV_UNHANDLED, and an error only where the person can do something about it.")
    case .typesControlCharacter:
      Text(
        "A key types a control character, and what it did is undone.",
        "Insert text, line breaks and tabs; what other controls would do the host's functions do.")
    case .passesTurnLimit:
      Text(
        "A key does more in one turn than a turn may, and all of it is undone.",
        "Insert less, or go on from a timer.")
    // 24xx: rules of review
    case .nextKeyMissing:
      Text(
        "The keyboard shows no way to the next keyboard where its host says that it must.",
        "Show a key of the role nextKeyboard wherever needs_switch_key is true.")
    case .nextKeyDead:
      Text("The key to the next keyboard does not lead there.", "Return KLV_UNHANDLED for it, or call advance_to_next.")
    case .digitsMissing:
      Text(
        "A digit cannot be typed in a field for numbers.",
        "Show the digits 0 to 9 where the keyboard type is a number pad.")
    case .separatorMissing:
      Text(
        "The decimal separator cannot be typed in a field for decimal numbers.",
        "Show a full stop or a comma, as the language has it, in a decimal pad.")
    case .typesBeyondASCII:
      Text(
        "The keyboard types other characters than ASCII in a field that takes only these.",
        "Set IsASCIICapable to NO, or show other keys where the keyboard type is asciiCapable.")
    case .needsFullAccess:
      Text(
        "The keyboard types nothing without full access.",
        "Full access may add to a keyboard; without it one must still type.")
    case .needsNetwork:
      Text("The keyboard types nothing without a network.", "Type first, and fetch what can be fetched later.")
    case .readsPasteboardUnasked:
      Text(
        "The keyboard reads the pasteboard although the person asked for nothing.",
        "Read it when a key is pressed that says so; has_strings tells whether there is anything.")
    case .connectsUnasked:
      Text(
        "The keyboard connects to the network although the person asked for nothing.",
        "Connect when a key needs it.")
    // 25xx: behavior
    case .isNotRepeatable:
      Text("The same keys do not make the same text twice.", "Take nothing from chance or the clock that becomes text.")
    case .endsOnTraits:
      Text(
        "The keyboard's process ended because of a field's traits.",
        "Handle every value of every trait, and values that do not exist yet.")
    case .endsOnDocument:
      Text(
        "The keyboard's process ended because of the text that it was shown.",
        "Text may be missing, long, from right to left, and of characters of many bytes.")
    case .marksForEver:
      Text(
        "What the keyboard marks stays marked, whatever key is pressed.",
        "End marked text with unmark_text or insert_text.")
    case .editsUnasked:
      Text(
        "The keyboard changes the text although no key was pressed.",
        "Change text in key events, and in timers that a key started.")
    case .deletesWrongly:
      Text(
        "The delete key does not delete exactly one character.",
        "Return KLV_UNHANDLED for it, or call delete_backward once.")
    case .deletesPastStart:
      Text(
        "The delete key changes the text after the insertion point, or what is not there.",
        "Do nothing where there is no text before the insertion point.")
    case .spaceWrong: Text("The space key does not type a space.", "Return KLV_UNHANDLED for it, or insert one.")
    case .returnWrong:
      Text(
        "The return key does not type a line break.",
        "Return KLV_UNHANDLED for it, or insert \\n; the host makes the field's action of it.")
    case .doesNothing:
      Text(
        "No key of the keyboard does anything.",
        "Give keys the role character, an action, or use them in key_event.")
    case .returnTitleFixed:
      Text(
        "The return key is called the same whatever it does in the field.",
        "Leave its title empty for the host's word, or follow return_key_type.")
    case .endsOnSettings:
      Text(
        "The keyboard's process ended because of its settings.",
        "Take every value that Settings.bundle allows, and a missing one.")
    // 26xx: the interface
    case .interfaceMissing:
      Text("The keyboard shows nothing.", "Set an interface in load, or bring an Interface.plist.")
    case .keysMissing:
      Text("The keyboard shows no key that can be pressed.", "Show keys in every kind of field that it may have.")
    case .textDirectional:
      Text(
        "A text of the interface changes the direction of what stands around it.",
        "Remove the directional characters; mirroring is the host's matter.")
    case .textControl: Text("A text of the interface has control characters.", "Remove them.")
    case .textInvisible:
      Text("A key has a title that nobody can see.", "Give it a title, a picture or an accessibility label.")
    case .accessibleNameMissing:
      Text("A key has nothing that a screen reader could say.", "Give it an accessibility label.")
    case .accessibleNameRepeated:
      Text("Two keys have the same name for a screen reader.", "Give each an accessibility label of its own.")
    case .globeLookalike:
      Text(
        "A key looks like the one to the next keyboard, and is not.",
        "Give it the role nextKeyboard, or another title.")
    case .pictureMissing:
      Text("The interface shows a picture that the bundle does not have.", "Add the file, or correct its path.")
    case .pictureUnusable: Text("A picture of the interface is neither PNG nor SVG.", "Save it as one of these.")
    case .textUnreadable:
      Text(
        "A text of the interface can hardly be told from its background.",
        "Choose colors with a contrast of at least 3 to 1, or leave them to the host.")
    case .overflows:
      Text(
        "The interface does not fit a width of 320 points.",
        "Give keys weights instead of widths, or let the row scroll.")
    case .targetTooSmall:
      Text("A key is smaller than a finger on a keyboard of 320 points.", "Make it at least 32 points wide and high.")
    case .tooTall:
      Text("The keyboard asks for more height than leaves room for the text.", "Ask for at most 400 points.")
    case .keyInvisible: Text("A key can be pressed and not be seen.", "Show it, or disable it, or leave it out.")
    case .mirrorsItself:
      Text(
        "Where the layout runs from right to left the keyboard turns its rows round, and the host then turns them back.",
        "Leave the order as it is, for the host mirrors it; forces_left_to_right keeps what must not be mirrored.")
    // 27xx: manners
    case .slowTurn:
      Text("A key takes long to answer.", "Do in the turn what the key press needs, and the rest from a timer.")
    case .slowStart:
      Text("The keyboard takes long to load.", "Do in load what the first interface needs, and the rest later.")
    case .memoryLarge:
      Text(
        "The keyboard uses more than half of the memory that it may.",
        "Map what is large from the bundle, and load what is needed.")
    case .memoryGrows: Text("The keyboard's memory grows with every key press.", "Look for what each turn keeps.")
    case .threadsMany: Text("The keyboard keeps many threads.", "Use one queue; a keyboard answers one person.")
    case .floodsLog: Text("The keyboard logs or prints so much that its log is of no use.", "Log what is unusual.")
    case .logsTypedText:
      Text("The keyboard logs what a person typed.", "Log that something happened, and never what was written.")
    case .timersWhileHidden:
      Text(
        "The keyboard keeps timers while it is hidden.",
        "Cancel repeating timers in will_disappear; in Swift in viewWillDisappear.")
    case .timerTooFast:
      Text(
        "A timer of the keyboard runs so often that it empties a battery.",
        "Let it run at most 60 times a second, and only while something moves.")
    case .busyWhileIdle:
      Text(
        "The keyboard keeps the processor busy although nobody uses it.",
        "Let threads wait for work instead of asking for it.")
    case .threadsGrow:
      Text("The keyboard starts threads that do not end.", "Join them, or use one that waits for work.")
    case .descriptorsMany:
      Text(
        "The keyboard keeps most of the open descriptors that it may have.",
        "Close what has been read; the host's functions need no descriptor of the keyboard's.")
    case .descriptorsGrow:
      Text("The keyboard opens descriptors that it does not close.", "Close each one in the turn that opened it.")
    // 28xx: the sandbox
    case .triedNetwork:
      Text(
        "The keyboard tried to use the network by itself.",
        "Ask the host for it: klava.network/1, with full access.")
    case .triedFiles:
      Text("The keyboard tried to use files that are not its own.", "Use klava.resources/1 and klava.container/1.")
    case .triedProcesses:
      Text(
        "The keyboard tried to start or to look at other processes.",
        "A keyboard is one process; do the work in it.")
    case .endedByPolicy:
      Text(
        "The keyboard tried what no keyboard may, and was ended for it.",
        "Remove the call: the kernel does not say which it was, and execve, ptrace and signals to others are such.")
    case .endedByLimit:
      Text(
        "The keyboard used more of something than it may, and was ended for it.",
        "SECURITY.md lists the limits; klava.memory/1 tells how much memory is left.")
    case .triedDevices: Text("The keyboard tried to use a device.", "No keyboard may use one.")
    case .triedOther:
      Text("The keyboard tried a system call that is refused.", "Find out which library makes it, and do without.")
    }
  }
}
