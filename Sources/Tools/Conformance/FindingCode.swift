/// The registry of all findings: a permanent code, and in ``text`` an explanation and a remedy.
///
/// A published code never changes its meaning. The hundreds are topics. The file is long because it is one table;
/// nothing else belongs here.
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

  // 22xx: loading, showing and ending a keyboard
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

  // 24xx: review guidelines
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

  // 26xx: the input view
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

  // 27xx: resource use
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

  /// The code in messages, such as `KLV-2401`.
  package var description: String { "KLV-\(rawValue)" }

  /// The severity of a finding.
  package enum Severity: String, Codable, Sendable {
    /// A fault that the author must correct before the keyboard is used.
    case error
    /// A possible improvement.
    case warning
  }

  /// The meaning of a code.
  package struct Text: Sendable {
    /// The explanation, in one sentence.
    package let explanation: String
    /// The remedy, in one sentence.
    package let remedy: String

    fileprivate init(_ explanation: String, _ remedy: String) {
      self.explanation = explanation
      self.remedy = remedy
    }
  }

  /// The severity.
  package var severity: Severity { Self.warnings.contains(self) ? .warning : .error }

  /// Whether the keyboard's process ended early.
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

  /// The explanation and the remedy.
  package var text: Text {
    switch self {
    // 20xx: the bundle and its manifest
    case .manifestUnreadable:
      Text(
        "Info.plist is missing or unreadable.",
        "Put a property list named Info.plist at the top of the bundle; `plutil -lint` checks it.")
    case .manifestIncomplete: Text("Info.plist lacks a required key.", "Add the named key.")
    case .manifestOfNoKeyboard:
      Text(
        "The extension point in the manifest is not the one for keyboards.",
        "Set NSExtensionPointIdentifier to com.apple.keyboard-service.")
    case .manifestWrongType:
      Text("A key of the manifest has a value of the wrong type.", "Use a value of the expected type.")
    case .identifierRefused:
      Text(
        "The identifier of the bundle is invalid.",
        "Use a reversed domain name of your own, such as org.example.my-keyboard.")
    case .executableMisplaced:
      Text(
        "CFBundleExecutable does not name a file at the top of the bundle.",
        "Put the library there, and give only its file name.")
    case .languageMalformed:
      Text("PrimaryLanguage is not a BCP 47 language tag.", "Use a tag such as en-US, ru or zh-Hans.")
    case .actionsMalformed: Text("KLVActions has an invalid entry.", "Correct the named entry.")
    case .signatureRefused:
      Text(
        "The signature of an action is invalid.",
        "Write it as RESULT(ARGUMENTS), such as v(hs), with fixed arguments that fit.")
    case .minimumABIRefused:
      Text(
        "The manifest requires a version of the plugin ABI that this host does not have.",
        "Name the oldest version that the keyboard works with.")
    case .fileAccessUnknown:
      Text(
        "KLVFileAccess is neither none nor paths.",
        "Remove it or set it to none; set it to paths only if the keyboard maps its own files.")
    case .manifestKeyUnknown:
      Text(
        "The manifest has an unknown key in a place for Klava's own keys or the keyboard's keys.",
        "Correct its spelling, or remove it.")
    case .nameMissing: Text("The keyboard has no visible name.", "Set CFBundleDisplayName or CFBundleName.")
    case .nameDeceptive:
      Text(
        "The name of the keyboard is deceptive.",
        "Use letters, digits and ordinary punctuation; do not use a name of Klava.")
    case .versionMissing: Text("The manifest has no version of the keyboard.", "Set CFBundleShortVersionString.")
    case .bundleNameWrong:
      Text("The name of the bundle's folder does not end in .keyboard.", "Rename the folder to NAME.keyboard.")
    case .bundleLink: Text("The bundle contains a symbolic link.", "Replace it with a copy of the file.")
    case .bundleStrangeFile:
      Text("The bundle contains a file that is not regular, or an unreadable file name.", "Remove or rename it.")
    case .bundlePermissions:
      Text("A file of the bundle has unnecessary permissions.", "Set the permissions to 644, or to 755 for a folder.")
    case .bundleTooLarge: Text("The bundle exceeds the size limit.", "Remove files that the keyboard does not need.")
    case .settingsRefused:
      Text("Klava cannot show the settings of the keyboard.", "Correct the named place in Settings.bundle.")
    case .settingsTextDeceptive:
      Text("A text of the keyboard's settings is deceptive.", "Use letters, digits and ordinary punctuation.")
    case .stringsMalformed:
      Text(
        "A table of localized strings is malformed.",
        "Write each line as \"key\" = \"text\"; and save the file as UTF-8.")
    case .localizationIncomplete: Text("A language lacks a text that another language has.", "Translate it.")
    case .interfaceFileRefused: Text("Interface.plist is invalid.", "Correct the named element.")
    case .strayFile: Text("The bundle contains an unnecessary file.", "Remove it; `klava bundle` leaves it out.")
    case .directionDisagrees:
      Text(
        "PrefersRightToLeft does not match the writing direction of the keyboard's language.",
        "Set PrefersRightToLeft to YES for a right-to-left language, and remove it for others.")
    // 21xx: the library
    case .libraryMissing:
      Text("The bundle has no library.", "Put the file that CFBundleExecutable names at the top of the bundle.")
    case .libraryNotELF: Text("The library is not a Linux shared library.", "Build it for Linux.")
    case .libraryWrongMachine:
      Text("The library is built for another processor architecture.", "Build it for this machine.")
    case .libraryDamaged: Text("The library is damaged, or is a program.", "Build it again with -shared -fPIC.")
    case .libraryExecutableStack: Text("The library requires an executable stack.", "Link it with -z noexecstack.")
    case .libraryTextRelocations:
      Text("The library has text relocations, which change its code at load time.", "Compile all of it with -fPIC.")
    case .libraryNeedsForbidden:
      Text("The library depends on a library that a keyboard may not load.", "Link that library statically.")
    case .entryMissing:
      Text("The library does not export klv_keyboard.", "Export it; KlavaKit exports it automatically.")
    case .entryNotData:
      Text("The symbol klv_keyboard of the library is not a data object.", "Define it as const klv_keyboard_entry.")
    case .actionMissing:
      Text("The library does not export an action that the bundle names.", "Export the function, or correct its name.")
    case .actionNotFunction: Text("The bundle names an action that is not a function.", "Name a function.")
    case .exportsMore:
      Text(
        "The library exports more than its entry and its actions.",
        "Compile it with -fvisibility=hidden and mark exported symbols with KLV_EXPORT.")
    case .bringsSwiftRuntime:
      Text(
        "The bundle contains a Swift runtime, but a process can have only one.",
        "Link Swift's libraries dynamically, and remove them from the bundle.")
    case .libraryDoesNotLink:
      Text(
        "The host cannot load the library.",
        "Build it with -Wl,-z,defs, so that the linker reports missing symbols.")
    case .contractDiffers:
      Text(
        "The keyboard is built for another version of the plugin ABI.",
        "Build it with this host's klava/keyboard.h.")
    case .entryMalformed: Text("klv_keyboard does not match the header.", "Set abi_version, size, create and load.")
    // 22xx: loading, showing and ending a keyboard
    case .endsWhileOpened:
      Text(
        "The process ended in a constructor while the host loaded the library.",
        "Move the code from constructors to create.")
    case .createFails: Text("The keyboard failed in create.", "Correct the cause in the keyboard's message.")
    case .loadFails: Text("The keyboard failed in load.", "Correct the cause in the keyboard's message.")
    case .endsWhileCreated:
      Text(
        "The keyboard's process ended in create.",
        "Run the script under a debugger, with KLAVA_RUNNER set to a runner with symbols.")
    case .endsWhileLoaded:
      Text("The keyboard's process ended in load.", "Run `klava log` for its last messages and calls.")
    case .hangsWhileLoaded:
      Text(
        "The keyboard exceeded the time limit for loading.",
        "Do in load only what the first input view needs, and do the rest later.")
    case .callsHostInCreate:
      Text(
        "The keyboard calls its host in create, before host functions are available.",
        "Keep the host's pointer, and call the host in load or later.")
    case .endsWhenShown:
      Text(
        "The keyboard's process ended when the host showed the keyboard.",
        "Run `klava log` for its last messages and calls.")
    case .endsWhenHidden:
      Text(
        "The keyboard's process ended when the host hid the keyboard.",
        "Run `klava log` for its last messages and calls.")
    case .endsOnKey:
      Text("The keyboard's process ended on a key press.", "Run `klava log` for its last messages and calls.")
    case .hangs:
      Text("The keyboard exceeded the time limit of a turn.", "Split long work into pieces, and continue from a timer.")
    case .endsOnChange:
      Text(
        "The keyboard's process ended on a change of the text or the selection.",
        "Run `klava log` for its last messages and calls.")
    case .endsOnTimer:
      Text("The keyboard's process ended in a timer.", "Cancel a timer before you free the object that it uses.")
    case .endsInDestroy: Text("The keyboard's process ended in destroy.", "Free each object of create exactly once.")
    case .hangsInDestroy:
      Text("The keyboard exceeded the time limit of destroy.", "Stop threads earlier, and do not wait in destroy.")
    case .endsOnNotice:
      Text(
        "The keyboard's process ended on a change of its memory, settings or standing.",
        "Check the objects that the named callback uses.")
    case .endsOnEnvironment:
      Text(
        "The keyboard's process ended when its size or appearance changed.",
        "Check environment_did_change, and its divisions.")
    case .doesNotStartAgain:
      Text(
        "The keyboard does not restart after its process was killed, or does not start beside a second process.",
        "Do not leave lock files in the data container; kernel locks end with their process.")
    case .endsUnasked:
      Text(
        "The keyboard's process ended while it was idle.",
        "End each thread before you free the data that it uses, and do not call exit.")
    case .isEmptyWhenShownAgain:
      Text(
        "The keyboard is empty when the host shows it again.",
        "Set the input view again in will_appear, or keep it.")
    case .breaksProtocol:
      Text(
        "The keyboard violated the protocol between host and runner.",
        "Use only descriptors and memory that your code created, and look for out-of-bounds writes.")
    // 23xx: the host's functions
    case .endsWithoutInterface:
      Text(
        "The keyboard's process ended because the host lacks a function table.",
        "Check whether get_interface returned NULL before the first call.")
    case .refusesWithoutInterface:
      Text(
        "The keyboard does not load if the host lacks a function table.",
        "Work without it: use defaults for settings, and do not require a log.")
    case .endsOnRefusal:
      Text(
        "The keyboard's process ended after the host refused a request.",
        "Check each result; files can be missing, full or unreadable.")
    case .callsOutOfTurn:
      Text(
        "The keyboard calls a host function at a time when it is not allowed.",
        "Read the function's tag in klava/keyboard.h.")
    case .callsFromThread:
      Text("The keyboard calls its host from the wrong thread.", "Pass results to the next turn; a timer starts one.")
    case .passesInvalidText:
      Text("The keyboard passes text to its host that is not UTF-8.", "Split text at characters, not at bytes.")
    case .passesBadArgument:
      Text(
        "The keyboard passes its host an argument that is NULL, out of range or unknown.",
        "Compare the call with its comment in klava/keyboard.h.")
    case .passesBadRecord:
      Text(
        "The keyboard passes its host a structure with a wrong size.",
        "Zero the structure, then set size to sizeof.")
    case .namesUnknownElement:
      Text(
        "The keyboard changes an element that its input view does not have.",
        "Use the identifiers of the current input view.")
    case .passesTooMuch:
      Text("The keyboard passes its host more than a call may contain.", "Split the data, or keep less.")
    case .keyFails:
      Text(
        "A key failed, and the host discarded its changes.",
        "Return KLV_OK or KLV_UNHANDLED; return an error only if the user can act on it.")
    case .typesControlCharacter:
      Text(
        "A key typed a control character, and the host discarded its changes.",
        "Insert only text, line breaks and tabs; call host functions for other actions.")
    case .passesTurnLimit:
      Text(
        "A key exceeded a limit of one turn, and the host discarded its changes.",
        "Insert less, or continue from a timer.")
    // 24xx: review guidelines
    case .nextKeyMissing:
      Text(
        "The keyboard shows no globe key although the host requires it.",
        "Show a key with the role nextKeyboard whenever needs_switch_key is true.")
    case .nextKeyDead:
      Text(
        "The globe key does not switch to the next keyboard.",
        "Return KLV_UNHANDLED for it, or call advance_to_next.")
    case .digitsMissing:
      Text(
        "The user cannot type a digit in a field for numbers.",
        "Show the digits 0 to 9 if the keyboard type is a number pad.")
    case .separatorMissing:
      Text(
        "The user cannot type the decimal separator in a field for decimal numbers.",
        "Show a period or a comma, as in the language, in a decimal pad.")
    case .typesBeyondASCII:
      Text(
        "The keyboard types non-ASCII characters in a field that accepts only ASCII.",
        "Set IsASCIICapable to NO, or show other keys if the keyboard type is asciiCapable.")
    case .needsFullAccess:
      Text(
        "The keyboard types nothing without full access.",
        "Make typing work without full access; use full access only for additional features.")
    case .needsNetwork:
      Text("The keyboard types nothing without a network.", "Make typing work offline, and fetch data later.")
    case .readsPasteboardUnasked:
      Text(
        "The keyboard reads the pasteboard without a user action.",
        "Read it only when the user presses a key for it; has_strings tells whether it has text.")
    case .connectsUnasked:
      Text("The keyboard connects to the network without a user action.", "Connect only when a key needs it.")
    // 25xx: behavior
    case .isNotRepeatable:
      Text(
        "The same keys produced different text in two runs.",
        "Do not let random numbers or the clock affect the text.")
    case .endsOnTraits:
      Text(
        "The keyboard's process ended because of the traits of a field.",
        "Handle every value of every trait, including unknown future values.")
    case .endsOnDocument:
      Text(
        "The keyboard's process ended because of the text of a document.",
        "Handle missing, long, right-to-left and multibyte text.")
    case .marksForEver:
      Text("The keyboard never unmarks its marked text.", "End marked text with unmark_text or insert_text.")
    case .editsUnasked:
      Text(
        "The keyboard changes the text without a key press.",
        "Change text only in key events, and in timers that a key started.")
    case .deletesWrongly:
      Text(
        "The delete key does not delete exactly one character.",
        "Return KLV_UNHANDLED for it, or call delete_backward once.")
    case .deletesPastStart:
      Text(
        "The delete key changes text after the insertion point, or deletes without text before it.",
        "Do nothing if there is no text before the insertion point.")
    case .spaceWrong: Text("The space key does not type a space.", "Return KLV_UNHANDLED for it, or insert one.")
    case .returnWrong:
      Text(
        "The return key does not type a line break.",
        "Return KLV_UNHANDLED for it, or insert \\n; the host turns it into the action of the field.")
    case .doesNothing:
      Text(
        "No key of the keyboard has an effect.",
        "Give keys the role character or an action, or handle them in key_event.")
    case .returnTitleFixed:
      Text(
        "The title of the return key does not follow the field.",
        "Leave its title empty to use the host's title, or follow return_key_type.")
    case .endsOnSettings:
      Text(
        "The keyboard's process ended because of its settings.",
        "Handle every value that Settings.bundle allows, and missing values.")
    // 26xx: the input view
    case .interfaceMissing: Text("The keyboard shows nothing.", "Set an input view in load, or add an Interface.plist.")
    case .keysMissing:
      Text("The keyboard shows no enabled key.", "Show keys in every kind of field that the keyboard can have.")
    case .textDirectional:
      Text(
        "A text of the input view changes the direction of the text around it.",
        "Remove the directional characters; the host mirrors the layout.")
    case .textControl: Text("A text of the input view has control characters.", "Remove them.")
    case .textInvisible: Text("A key has an invisible title.", "Give it a title, a picture or an accessibility label.")
    case .accessibleNameMissing: Text("A key has no name for a screen reader.", "Give it an accessibility label.")
    case .accessibleNameRepeated:
      Text("Two keys have the same name for a screen reader.", "Give each key a different accessibility label.")
    case .globeLookalike:
      Text(
        "A key looks like the globe key, but does not have its role.",
        "Give it the role nextKeyboard, or another title.")
    case .pictureMissing:
      Text("The input view shows a picture that the bundle does not contain.", "Add the file, or correct its path.")
    case .pictureUnusable: Text("A picture of the input view is neither PNG nor SVG.", "Save it as PNG or SVG.")
    case .textUnreadable:
      Text(
        "A text of the input view has too little contrast with its background.",
        "Choose colors with a contrast of at least 3 to 1, or use the host's colors.")
    case .overflows:
      Text(
        "The input view does not fit a width of 320 points.",
        "Give keys weights instead of widths, or make the row scroll.")
    case .targetTooSmall:
      Text("A key is too small to hit on a keyboard of 320 points.", "Make it at least 32 points wide and high.")
    case .tooTall:
      Text("The keyboard requests too much height and leaves no space for the text.", "Request at most 400 points.")
    case .keyInvisible: Text("A key is enabled but invisible.", "Show it, disable it, or remove it.")
    case .mirrorsItself:
      Text(
        "The keyboard mirrors its rows in a right-to-left layout, and the host mirrors them again.",
        "Keep the left-to-right order; set forces_left_to_right on elements that the host must not mirror.")
    // 27xx: resource use
    case .slowTurn:
      Text("A key takes long to answer.", "Do in the turn only what the key press needs, and do the rest from a timer.")
    case .slowStart:
      Text(
        "The keyboard takes long to load.",
        "Do in load only what the first input view needs, and do the rest later.")
    case .memoryLarge:
      Text(
        "The keyboard uses more than half of its memory limit.",
        "Map large data from the bundle, and load only what you need.")
    case .memoryGrows:
      Text("The memory of the keyboard grows with every key press.", "Look for objects that stay alive after a turn.")
    case .threadsMany: Text("The keyboard keeps many threads.", "Use one queue; a keyboard serves one user.")
    case .floodsLog: Text("The keyboard logs or prints too much.", "Log only unusual events.")
    case .logsTypedText: Text("The keyboard logs typed text.", "Log events only, and never typed text.")
    case .timersWhileHidden:
      Text(
        "The keyboard keeps timers while it is hidden.",
        "Cancel repeating timers in will_disappear; in Swift in viewWillDisappear.")
    case .timerTooFast:
      Text(
        "A timer of the keyboard fires too often and drains the battery.",
        "Run it at most 60 times a second, and only during an animation.")
    case .busyWhileIdle:
      Text("The keyboard uses the processor while it is idle.", "Make threads wait for work instead of polling.")
    case .threadsGrow:
      Text("The keyboard starts threads that do not end.", "Join them, or keep one thread that waits for work.")
    case .descriptorsMany:
      Text(
        "The keyboard keeps most of the open descriptors that it may have.",
        "Close files after reading; host functions need no descriptors of the keyboard.")
    case .descriptorsGrow: Text("The keyboard leaks descriptors.", "Close each descriptor in the turn that opened it.")
    // 28xx: the sandbox
    case .triedNetwork:
      Text("The keyboard tried to use the network directly.", "Request full access and use klava.network/1.")
    case .triedFiles:
      Text(
        "The keyboard tried to use files outside its bundle and data container.",
        "Use klava.resources/1 and klava.container/1.")
    case .triedProcesses:
      Text("The keyboard tried to start or inspect other processes.", "Do the work in the keyboard's process.")
    case .endedByPolicy:
      Text(
        "The keyboard made a forbidden system call, and the kernel ended its process.",
        "Remove the call, such as execve, ptrace or a signal to another process; the kernel does not report which "
          + "one.")
    case .endedByLimit:
      Text(
        "The keyboard exceeded a limit, and the host ended its process.",
        "Read SECURITY.md for the limits; klava.memory/1 returns the remaining memory.")
    case .triedDevices: Text("The keyboard tried to use a device.", "Remove the call; keyboards may not use devices.")
    case .triedOther:
      Text("The keyboard made a refused system call.", "Find the library that makes the call, and do without it.")
    }
  }
}
