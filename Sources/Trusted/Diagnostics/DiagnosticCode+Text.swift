extension DiagnosticCode {
  /// The topic and the texts of a code.
  package struct Text: Sendable {
    /// The topic of the code.
    package let topic: Topic
    /// A sentence that says what is wrong.
    package let explanation: String
    /// A sentence that says what to do.
    package let remedy: String

    fileprivate init(_ topic: Topic, _ explanation: String, _ remedy: String) {
      self.topic = topic
      self.explanation = explanation
      self.remedy = remedy
    }
  }

  /// The topic and the texts of this code. The table of texts is long, so put no other code into this file.
  package var text: Text {
    switch self {
    // 01xx: manifests, input views and their property lists
    case .manifestMissing:
      Text(.manifest, "The bundle has no Info.plist.", "Put the manifest Info.plist at the top of the bundle.")
    case .propertyListTooLarge:
      Text(.manifest, "The property list is larger than 256 KiB.", "Move large data to a separate resource file.")
    case .propertyListMalformed:
      Text(.manifest, "The file is not a valid property list.", "Check the file with `plutil -lint` or `xmllint`.")
    case .propertyListTooDeep:
      Text(.manifest, "The property list is nested more than 32 levels deep.", "Reduce the nesting.")
    case .propertyListRepeats:
      Text(
        .manifest,
        "The property list has more than 20,000 values. A value to which several references point counts once for each "
          + "reference.",
        "Move large data to a separate resource file.")
    case .propertyListNotADictionary:
      Text(.manifest, "The root of the property list is not a dictionary.", "Make the root a dictionary.")
    case .bundleIdentifierMissing:
      Text(
        .manifest, "CFBundleIdentifier is missing.",
        "Set CFBundleIdentifier to a unique identifier, such as org.example.my-keyboard.")
    case .executableMissing:
      Text(.manifest, "CFBundleExecutable is missing.", "Set CFBundleExecutable to the file name of the library.")
    case .extensionMissing:
      Text(
        .manifest,
        "NSExtension is missing.",
        "Add the dictionary NSExtension with NSExtensionPointIdentifier and NSExtensionPrincipalClass.")
    case .principalClassMissing:
      Text(
        .manifest,
        "NSExtensionPrincipalClass is missing.",
        "Add the name of your view controller class or entry symbol. If the keyboard has neither a class nor an entry "
          + "symbol, declare KLVActions and add an Interface.plist.")
    case .extensionPointMissing:
      Text(
        .manifest, "NSExtensionPointIdentifier is missing.",
        "Set NSExtensionPointIdentifier in the dictionary NSExtension to com.apple.keyboard-service.")
    case .extensionPointUnknown:
      Text(
        .manifest, "NSExtensionPointIdentifier is not com.apple.keyboard-service.",
        "Set NSExtensionPointIdentifier to com.apple.keyboard-service. Klava loads only keyboard extensions.")
    case .manifestWrongType:
      Text(.manifest, "A value in the manifest has the wrong type.", "Use a value of the type that the message names.")
    case .identifierEmpty:
      Text(
        .manifest, "CFBundleIdentifier is empty.",
        "Set CFBundleIdentifier to a unique identifier, such as org.example.my-keyboard.")
    case .identifierMalformed:
      Text(
        .manifest,
        "CFBundleIdentifier is malformed.",
        "Use a reversed domain name, such as org.example.my-keyboard. An identifier may contain A-Z, a-z, 0-9, hyphens, "
          + "and single periods between other characters.")
    case .identifierTooLong:
      Text(.manifest, "CFBundleIdentifier is longer than 128 characters.", "Shorten the identifier.")
    case .identifierReserved:
      Text(
        .manifest, "CFBundleIdentifier is reserved for Klava itself.",
        "Choose an identifier under your own domain.")
    case .executableEmpty:
      Text(
        .manifest, "CFBundleExecutable is empty or is not a valid file name.",
        "Set CFBundleExecutable to the file name of the library.")
    case .executableAbsolute:
      Text(
        .manifest, "CFBundleExecutable is an absolute path.",
        "Put the library into the bundle, and set CFBundleExecutable to the file name alone.")
    case .executableLeavesBundle:
      Text(
        .manifest, "CFBundleExecutable points outside the bundle.",
        "Put the library into the bundle, and set CFBundleExecutable to the file name alone.")
    case .executableInFolder:
      Text(
        .manifest, "CFBundleExecutable names a file in a subfolder.",
        "Put the library at the top of the bundle, and set CFBundleExecutable to the file name alone.")
    case .languageMalformed:
      Text(.manifest, "PrimaryLanguage is not a BCP 47 language tag.", "Use a tag such as en-US, ru or zh-Hans.")
    case .principalClassEmpty:
      Text(
        .manifest, "NSExtensionPrincipalClass is empty.", "Add the name of your view controller class or entry symbol.")
    case .actionNameMalformed:
      Text(.manifest, "A name in KLVActions is not a C identifier.", "Use the name of the exported function.")
    case .tooManyActions:
      Text(
        .manifest,
        "KLVActions declares more than 512 actions.",
        "Declare fewer actions. Many keys can share one action if each key passes different fixed arguments.")
    case .actionSignatureMissing:
      Text(.manifest, "An action in KLVActions has no Signature.", "Add the signature, such as v(h).")
    case .actionSignatureRefused:
      Text(
        .manifest, "The signature of an action is invalid.",
        "Write the signature as RESULT(ARGUMENTS), such as v(hs). Documentation/Authors/KeyboardsInC.md lists the "
          + "letters of signatures.")
    case .actionArgumentMalformed:
      Text(
        .manifest, "A fixed argument of an action is not a string, number or Boolean, or is longer than 4,096 bytes.",
        "Use a string of at most 4,096 bytes, a number or a Boolean.")
    case .tooManyArguments: Text(.manifest, "An action has more than 16 fixed arguments.", "Pass fewer arguments.")
    case .minimumABIMalformed:
      Text(
        .manifest, "KLVMinimumABI is not a version number.",
        "Write one number, or two numbers with a period between them, such as 1 or 1.2.")
    case .minimumABITooHigh:
      Text(
        .manifest,
        "The keyboard requires a newer version of Klava.",
        "Update Klava, or install an older version of the keyboard.")
    case .fileAccessUnknown:
      Text(
        .manifest, "The value of KLVFileAccess is neither `none` nor `paths`.",
        "Remove KLVFileAccess, or set it to `none`. Set KLVFileAccess to `paths` only if the keyboard opens its "
          + "files by their paths.")
    case .manifestVariable:
      Text(
        .manifest, "Info.plist contains a variable of Xcode that has no value.",
        "Replace the variable with its value, or pass the value with `klava bundle --set NAME=VALUE`.")
    case .inputViewWrongType:
      Text(
        .manifest, "A value in Interface.plist has the wrong type.", "Use a value of the type that the message names.")
    case .inputViewKeyMissing:
      Text(.manifest, "An element of Interface.plist lacks a required key.", "Add the key that the message names.")
    case .inputViewRootMissing:
      Text(
        .manifest,
        "The outermost dictionary of Interface.plist must have exactly one of the keys Rows, Row, Column, Grid, Layers "
          + "and ScrollArea.",
        "Add one of the keys that the message names, or remove all of them except one.")
    case .inputViewElementUnknown:
      Text(
        .manifest,
        "Interface.plist has an element of an unknown kind.",
        "Write the element as a string, or as a dictionary with exactly one of the keys Key, Label, Image, "
          + "SuggestionBar, Spacer, Row, Column, Grid, Layers and ScrollArea.")
    case .inputViewRoleUnknown:
      Text(
        .manifest, "A key has an unknown Role.",
        "Use one of the roles that Documentation/Reference/InterfacePlist.md lists.")
    case .inputViewActionMalformed:
      Text(.manifest, "The Action of a key is not a C identifier.", "Use the name of the exported function.")
    case .inputViewResultLabelUnknown:
      Text(
        .manifest, "A ResultLabel names a label that the input view does not have.",
        "Use the Identifier of an existing label.")
    case .inputViewIdentifierRepeated:
      Text(
        .manifest, "Two elements of the same kind have the same identifier.", "Give each element a unique Identifier.")
    case .inputViewRefused:
      Text(
        .manifest, "The input view exceeds a limit, or one of its elements is invalid.",
        "Correct the value or the element that the message names.")
    case .inputViewValueUnknown:
      Text(
        .manifest, "A color, font weight, alignment or axis has an unknown value.",
        "Use one of the values that Documentation/Reference/InterfacePlist.md lists.")
    case .stringsMalformed:
      Text(
        .manifest, "The table of strings is malformed.",
        "Write each entry as `\"key\" = \"text\";` and save the file as UTF-8.")
    case .stringCatalogMalformed:
      Text(
        .manifest, "Klava cannot convert the String Catalog.",
        "Correct the file in Xcode, or write tables such as en.lproj/Localizable.strings.")
    // 02xx: the bundle's files and paths
    case .bundleMissing:
      Text(
        .files, "The bundle does not exist.",
        "Check the path. `klava list --all --json` shows the paths of the bundles that Klava knows.")
    case .bundleNotAFolder:
      Text(.files, "The bundle is not a folder.", "Give the path of a folder that contains an Info.plist.")
    case .fileMissing:
      Text(
        .files, "The bundle does not contain a required file.",
        "Add the missing file, or remove the reference to it.")
    case .symbolicLink: Text(.files, "The file is a symbolic link.", "Replace the link with a copy of the file.")
    case .symbolicLinkLeavesBundle:
      Text(
        .files, "The file is a symbolic link that points outside the bundle.",
        "Replace the link with a copy of the file.")
    case .symbolicLinkLoop:
      Text(.files, "The symbolic link leads back to itself and never to a file.", "Replace the link with a file.")
    case .pathLeavesBundle:
      Text(
        .files, "The path is invalid or leads outside the bundle.",
        "Use a relative path of at most 1,024 bytes, without the component `..`.")
    case .fileIsFolder:
      Text(.files, "The bundle has a folder where it must have a file.", "Replace the folder with a file.")
    case .folderIsFile:
      Text(.files, "The bundle has a file where it must have a folder.", "Replace the file with a folder.")
    case .fileIsFIFO:
      Text(.files, "The file is a FIFO.", "Remove the FIFO. A bundle may contain only regular files and folders.")
    case .fileIsSocket:
      Text(.files, "The file is a socket.", "Remove the socket. A bundle may contain only regular files and folders.")
    case .fileIsDevice:
      Text(.files, "The file is a device.", "Remove the device. A bundle may contain only regular files and folders.")
    case .fileUnreadable: Text(.files, "Klava cannot read the file.", "Make the file readable with `chmod u+r`.")
    case .fileSetsUser:
      Text(.files, "The file has the set-user-ID or set-group-ID bit.", "Clear the bit with `chmod ug-s`.")
    case .fileWorldWritable:
      Text(.files, "All users can write to the file or folder.", "Remove the permission with `chmod o-w`.")
    case .fileHasHardLinks: Text(.files, "The file has more than one hard link.", "Replace the file with a copy.")
    case .nameNotUTF8: Text(.files, "A file name in the bundle is not UTF-8.", "Rename the file.")
    case .nameHasControls: Text(.files, "The file name contains invisible characters.", "Rename the file.")
    case .tooManyFiles:
      Text(.files, "The bundle contains more than 4,096 files and folders.", "Combine small resources into one file.")
    case .foldersTooDeep: Text(.files, "The bundle has folders more than 16 levels deep.", "Reduce the nesting.")
    case .bundleTooLarge:
      Text(.files, "The bundle is larger than 64 MiB.", "Remove files that the keyboard does not need.")
    case .otherFileSystem:
      Text(
        .files, "The file and the bundle are on different file systems.", "Copy the complete bundle to one file system."
      )
    case .resourceTooLarge:
      Text(.files, "The resource is larger than 512 KiB.", "Split the resource into several files.")
    case .bundleChangedMeanwhile:
      Text(
        .files, "The bundle changed while Klava read it.",
        "Wait until no program writes to the bundle. Then try again.")
    // 03xx: the library, read without running it
    case .libraryMissing:
      Text(
        .library, "The bundle has no library at the path in CFBundleExecutable.",
        "Build the library and put it at the path in CFBundleExecutable.")
    case .libraryNotELF: Text(.library, "The library is not an ELF file.", "Build a shared library with `-shared`.")
    case .libraryIsScript: Text(.library, "The library is a script.", "Build a shared library with `-shared`.")
    case .libraryTruncated: Text(.library, "The library file is truncated.", "Build or copy the library again.")
    case .libraryWrongClass:
      Text(
        .library, "The library is not built for a 64-bit, little-endian machine.",
        "Build the library for this machine.")
    case .libraryWrongMachine:
      Text(.library, "The library is built for another processor architecture.", "Build the library for this machine.")
    case .libraryNotShared:
      Text(
        .library, "The file is not a shared library.",
        "Link the library with `-shared`. In Swift, build a dynamic library product.")
    case .libraryMalformed:
      Text(
        .library, "The ELF tables of the library are inconsistent.",
        "Build the library again with a standard linker.")
    case .libraryExecutableStack:
      Text(.library, "The library requires an executable stack.", "Link the library with `-z noexecstack`.")
    case .libraryTextRelocations:
      Text(
        .library, "The library has text relocations, which change its code at load time.",
        "Compile all sources of the library with `-fPIC`.")
    case .librarySymbolMissing:
      Text(
        .library, "The library does not export the symbol klv_keyboard.",
        "Define klv_keyboard, and export it. In Swift, KlavaKit exports the symbol. If the keyboard has only actions, "
          + "remove NSExtensionPrincipalClass and declare the actions in KLVActions.")
    case .librarySymbolNotData:
      Text(
        .library, "The symbol klv_keyboard of the library is not a data object.",
        "Define the symbol as in the header: `const klv_keyboard_entry klv_keyboard`.")
    case .libraryActionMissing:
      Text(
        .library, "Info.plist or Interface.plist names an action that the library does not export.",
        "Export the function, or correct its name.")
    case .libraryActionNotFunction:
      Text(.library, "An action names an exported symbol that is not a function.", "Use the name of a function.")
    case .libraryNeedNotAllowed:
      Text(
        .library, "The library needs another library that Klava does not allow.",
        "Ask the keyboard's author for a build without the other library. Authors: link the other library statically. "
          + "If the other library belongs to Swift, remove the import of its module.")
    case .librarySwiftVersion:
      Text(
        .library, "The keyboard and Klava were built with different versions of Swift.",
        "Ask the keyboard's author for a build with Klava's version of Swift. Authors: build the keyboard with "
          + "Klava's version of Swift."
      )
    // 04xx: installing, the list of keyboards, identifiers
    case .keyboardUnknown:
      Text(
        .keyboards, "No keyboard has this identifier or name.",
        "Run `klava list --all` to list all keyboards, or `klava list --layouts` to list the keyboard layouts.")
    case .keyboardAmbiguous:
      Text(
        .keyboards, "More than one keyboard matches this identifier or name.",
        "Write the whole identifier, or a longer part of it.")
    case .identifierShipped:
      Text(
        .keyboards, "The identifier belongs to a keyboard that ships with Klava.",
        "Choose an identifier under your own domain.")
    case .identifierCaseClash:
      Text(
        .keyboards, "The identifier differs from the identifier of an installed keyboard only in upper and lower case.",
        "Uninstall the installed keyboard before you install this keyboard, or choose another identifier.")
    case .registryMalformed:
      Text(
        .keyboards,
        "A file with your choices is damaged: the list of keyboards, the positions of the on-screen keyboard, the "
          + "remembered input modes, or the recent emoji.",
        "Repair the file that the message names in an editor, or move it away to start with the defaults. Klava does not "
          + "overwrite a damaged list of keyboards.")
    case .registryNewer:
      Text(.keyboards, "A newer version of Klava wrote the file that contains the list of keyboards.", "Update Klava.")
    case .stateUnwritable:
      Text(
        .keyboards,
        "Klava cannot write its state files.",
        "Check the owner and permissions of the folder, and the free disk space.")
    case .stateUnreadable:
      Text(.keyboards, "Klava cannot read a state file.", "Check the owner and permissions of the file.")
    case .lastInputMode:
      Text(
        .keyboards, "No other enabled keyboard works, so you cannot disable this keyboard.",
        "Enable another keyboard first. Then disable this keyboard.")
    case .accessNotRequested:
      Text(
        .keyboards, "The keyboard does not request full access.",
        "Use the keyboard without full access, or ask its author to set RequestsOpenAccess.")
    case .keyboardNotEnabled:
      Text(.keyboards, "The keyboard is not enabled.", "Enable the keyboard with `klava enable`.")
    case .keyboardShipped:
      Text(
        .keyboards, "You cannot uninstall a keyboard that ships with Klava.",
        "Disable the keyboard with `klava disable`.")
    case .systemKeyboardFixed:
      Text(.keyboards, "You cannot use this command for the system keyboard.", "Choose another keyboard.")
    case .containerEmpty:
      Text(.keyboards, "The folder PlugIns contains no keyboards.", "Put the bundles of the keyboards into PlugIns.")
    case .identifierTwice:
      Text(
        .keyboards, "Two of the bundles to install have the same identifier.", "Give each bundle a unique identifier.")
    case .positionOutOfRange:
      Text(
        .keyboards, "The list of input modes does not have this position.",
        "Use a position in the list. The first position is 1.")
    case .orderRepeats: Text(.keyboards, "The order names a keyboard twice.", "Name each keyboard once.")
    case .installFailed:
      Text(
        .keyboards, "Klava could not copy a bundle, so Klava installed nothing.",
        "Check the free disk space and try again.")
    case .keyboardNotQuarantined:
      Text(.keyboards, "The keyboard is not in quarantine.", "No action is needed.")
    case .keyboardChanged:
      Text(.keyboards, "The files of the keyboard have changed since the installation.", "Install the keyboard again.")
    case .localNetworkWithoutAccess:
      Text(
        .keyboards,
        "The keyboard cannot use the local network because it does not have full access.",
        "To grant both rights, run `klava access ID --full yes --local-network yes`.")
    case .layoutUnknown:
      Text(
        .machine, "No keyboard layout has this name.", "Run `klava list --layouts` to list all keyboard layouts.")
    case .layoutUnusable:
      Text(
        .machine, "Klava cannot load the keyboard layout.",
        "Correct the file of the layout, or choose another layout from the output of `klava list --layouts`.")
    case .composeUnusable:
      Text(
        .machine, "Klava cannot read the compose sequences.",
        "Correct your compose file: the file that XCOMPOSEFILE names, `~/.config/XCompose` or `~/.XCompose`.")
    case .signatureWrong:
      Text(
        .keyboards, "The signature of the bundle is invalid: a file or the signature changed after signing.",
        "Get the bundle again from its author. Authors: sign the bundle again with `klava sign`.")
    case .signingProgramMissing:
      Text(
        .keyboards, "This machine has no ssh-keygen. Klava needs ssh-keygen to make and verify signatures.",
        "Install OpenSSH. On Debian, install the package openssh-client.")
    case .signingFailed:
      Text(
        .keyboards, "Klava could not make or verify the signature.",
        "Give a private key of OpenSSH, such as ~/.ssh/id_ed25519. To make a key, run `ssh-keygen -t ed25519`.")
    case .containerTooLarge:
      Text(
        .keyboards, "The folder PlugIns contains too many keyboards.",
        "Divide the keyboards among several container folders, or install the bundles one by one.")
    case .registryLocked:
      Text(
        .keyboards, "Another process of Klava keeps this file locked.",
        "Try again when no other command of Klava runs. If you suspended a command, resume it with `fg`.")
    case .auditMalformed:
      Text(
        .keyboards, "The audit file of a keyboard is damaged.",
        "Remove the file. You lose only the counts of the audit.")
    // 05xx: settings
    case .settingsRootMissing: Text(.settings, "Settings.bundle has no Root.plist.", "Add the file Root.plist.")
    case .settingsWrongType:
      Text(
        .settings, "A value in a property list of Settings.bundle has the wrong type.",
        "Use a value of the type that the message names.")
    case .settingsKeyMissing:
      Text(
        .settings, "A property list of Settings.bundle, or a specifier (an entry of the list), lacks a required key.",
        "Add the key that the message names.")
    case .settingsTypeUnknown:
      Text(
        .settings, "A specifier has an unknown type.",
        "Use a supported type of Apple's settings schema, such as PSToggleSwitchSpecifier.")
    case .settingsTitlesDiffer:
      Text(
        .settings, "A specifier has different numbers of Titles and Values.",
        "Give Titles and Values the same number of entries, at least one.")
    case .settingsDefaultRefused:
      Text(
        .settings, "A specifier does not allow its own DefaultValue.", "Use a DefaultValue that the specifier allows.")
    case .settingsPaneMissing:
      Text(
        .settings, "A child pane has no property list.", "Add the property list with the name in the pane's `File` key."
      )
    case .settingsPanesTooDeep:
      Text(
        .settings, "Child panes are nested more than 8 levels deep, or a pane contains itself.", "Reduce the nesting."
      )
    case .settingsKeyRepeated: Text(.settings, "Two specifiers have the same Key.", "Give each specifier a unique Key.")
    case .settingsTooMany: Text(.settings, "The settings have more than 1,000 specifiers.", "Remove specifiers.")
    case .settingsRangeEmpty:
      Text(.settings, "The MinimumValue of a slider is not less than its MaximumValue.", "Correct the two values.")
    case .settingsNone: Text(.settings, "The keyboard has no settings.", "Choose a keyboard that has settings.")
    case .settingUnknown: Text(.settings, "The keyboard does not have this setting.", "Use one of the listed keys.")
    case .settingWrongType:
      Text(.settings, "The value does not have the type of the setting.", "Give a value of the setting's type.")
    case .settingOutOfRange:
      Text(.settings, "The value is outside the range of the setting.", "Give a value inside the range.")
    case .settingNotAllowed: Text(.settings, "The setting does not allow this value.", "Use one of the listed values.")
    case .settingReadOnly: Text(.settings, "The setting is read-only.", "Choose a setting that you can change.")
    case .settingTooLong: Text(.settings, "The value is longer than 64 KiB.", "Shorten the value.")
    case .settingsStoreMalformed:
      Text(
        .settings,
        "The file with the keyboard's settings is damaged.",
        "Repair the file in an editor, or move it away to start with the defaults. Klava does not overwrite a damaged "
          + "file.")
    // 06xx: running a keyboard
    case .keyboardCrashed:
      Text(
        .running,
        "The keyboard crashed.",
        "Run `klava log` with the keyboard's identifier to see its last messages. To restart the keyboard, choose it "
          + "again. If the keyboard failed while it loaded, first run `klava enable`. Authors: check "
          + "whether the keyboard calls exit, or a function calls itself without end. Check whether the keyboard failed to "
          + "allocate memory, start a thread or open a file. Documentation/Design/Limits.md lists the limits.")
    case .keyboardHung:
      Text(
        .running,
        "The keyboard did not answer in time.",
        "Run `klava log` with the keyboard's identifier to see its last messages. To restart the keyboard, choose it "
          + "again. If the keyboard failed while it loaded, first run `klava enable`. Authors: `klava log` also shows "
          + "what the keyboard did. Documentation/Design/Limits.md lists the time limits.")
    case .keyboardRefusedLoad:
      Text(
        .running,
        "The keyboard refused to load.",
        "Send the message to the keyboard's author. Authors: correct the cause that the message states.")
    case .keyboardVersionDiffers:
      Text(
        .running, "The keyboard was built for another version of the plugin ABI.",
        "Authors: build the keyboard with klava/keyboard.h from the installed version of Klava.")
    case .keyboardQuarantined:
      Text(
        .running, "The keyboard is in quarantine.",
        "Enable the keyboard again with `klava enable`, or install a new version of the keyboard.")
    case .runnerMissing:
      Text(
        .running,
        "Klava cannot find klava-runner.",
        "Install Klava completely, or set KLAVA_RUNNER to the path of klava-runner.")
    case .linkFailed:
      Text(
        .running, "The link to the keyboard's process failed.", "Try again, or run `klava doctor` to find the cause.")
    case .keyboardNotLinked:
      Text(
        .running,
        "The keyboard's process could not load the library.",
        "Link the library with all its dependencies. With -Wl,-z,defs, the linker reports missing symbols.")
    case .keyboardRestartedTooOften:
      Text(.running, "The keyboard failed four times in a minute.", "Wait a minute, or disable the keyboard.")
    case .keyboardBrokeProtocol:
      Text(
        .running, "The keyboard's process violated the protocol, and the host ended it.",
        "Report the fault to the keyboard's author. Authors: use only descriptors that your code opened and memory that "
          + "it allocated, and look for out-of-bounds writes.")
    case .keyboardOutOfMemory:
      Text(
        .running,
        "The keyboard exceeded its memory limit.",
        "To restart the keyboard, choose it again. Authors: Documentation/Design/Limits.md lists the limits. The "
          + "functions of klava.memory/1 return the memory limit and the used memory.")
    case .keyboardBrokePolicy:
      Text(
        .running,
        "The kernel ended the keyboard's process because the process tried a forbidden operation.",
        "Run `klava log` with the keyboard's identifier to see its last messages and calls. Authors: remove the "
          + "forbidden call, such as execve, ptrace or a signal to another process.")
    case .turnLimitPassed:
      Text(
        .running, "The keyboard made too many changes for one event, and the host applied none of them.",
        "Report the fault to the keyboard's author. Authors: make fewer changes for one event, or continue from a "
          + "timer.")
    case .runnerNotStarted:
      Text(
        .running, "The host could not start the keyboard's process.",
        "If you upgraded Klava while this program ran, start the program again. Otherwise run `klava doctor` to find "
          + "the cause.")
    case .principalClassNotFound:
      Text(
        .running, "NSExtensionPrincipalClass names a class or symbol that the keyboard's library does not have.",
        "Set NSExtensionPrincipalClass to the name of an existing class or symbol.")
    case .keyboardNotCreated:
      Text(
        .running,
        "The keyboard could not create its controller.",
        "Send the message to the keyboard's author. Authors: correct the cause that the message states.")
    case .actionFailed:
      Text(
        .running,
        "The keyboard could not handle a key or another event, and the host discarded the keyboard's changes.",
        "Report the fault to the keyboard's author. Authors: correct the cause that the message names. If a host function "
          + "refused a call, correct the arguments of the call. Return an error only if the user can act on it.")
    case .keyboardNotConfined:
      Text(
        .running,
        "The host did not start the keyboard because a required sandbox layer is unavailable.",
        "Run `klava doctor` to see which layer is unavailable. To run the keyboard once without the layer, use "
          + "--unsafe-without LAYER."
      )
    case .layerMissing:
      Text(
        .running, "A sandbox layer is unavailable on this system.",
        "Run `klava doctor` to see which layer is missing and how to enable it.")
    case .layerLeftOut:
      Text(.running, "A sandbox layer is disabled.", "To enable the layer, remove the option --unsafe-without.")
    case .keyboardPassedLimit:
      Text(
        .running,
        "The keyboard exceeded a limit.",
        "To restart the keyboard, choose it again. Authors: Documentation/Design/Limits.md lists the limits.")
    case .mainThreadMissing:
      Text(
        .running,
        "The application's input view is written in Swift, and the application's main thread did not run "
          + "the code of the view.",
        "Use the session on the main thread, or let the main thread serve the main queue, for example with an `async` "
          + "main."
      )
    case .controlCharacterInserted:
      Text(
        .running,
        "The keyboard inserted control characters, more than 30 combining marks in a row, or invisible text. "
          + "The host discarded all changes that the keyboard made for the event.",
        "Report the fault to the keyboard's author. A keyboard may insert tabs, line breaks, and the control "
          + "characters that the replaced text contains. It may insert at most 4 invisible characters in a row.")
    case .activationMissing:
      Text(
        .running,
        "The keyboard changed the text or its height without a gesture of the user that allows the change. The host "
          + "discarded all changes that the keyboard made for the event.",
        "Touch the key again. Authors: Documentation/Design/Behavior.md#user-activation lists the changes that need a "
          + "gesture of the user. For example, insert a line break at most one second after a gesture, and before the "
          + "keyboard inserts other text for the same touch.")
    // 07xx: play scripts
    case .scriptNotJSON: Text(.script, "The line is not JSON.", "Write one JSON object on each line.")
    case .scriptNotAnObject: Text(.script, "The line is not a JSON object.", "Write one JSON object on each line.")
    case .scriptNoCommand:
      Text(.script, "The line has no step.", "Add one of the steps that `klava help play` lists.")
    case .scriptCommandUnknown:
      Text(
        .script, "The line has an unknown step of a script, or an unknown command of `klava type`.",
        "Use a step that `klava help play` lists. In `klava type`, write `:help` to list the commands.")
    case .scriptSeveralCommands:
      Text(.script, "The line has more than one step.", "Write each step on a separate line.")
    case .scriptWrongType:
      Text(
        .script, "A value in the line has the wrong type, or is none of the expected values.",
        "Use the expected value or type.")
    case .scriptTraitUnknown: Text(.script, "The trait is unknown.", "Use UIKit's names, such as keyboardType.")
    case .scriptTraitValueUnknown:
      Text(
        .script, "The trait cannot have this value.",
        "Use one of UIKit's values for the trait, such as emailAddress for keyboardType.")
    case .scriptExpectationFailed:
      Text(.script, "An expectation of the script is not met.", "Compare the expected value with the actual value.")
    case .scriptKeyUnknown:
      Text(
        .script,
        "The visible keyboard does not have this key.",
        "Use the title or identifier of a key. The line {\"show\": \"keys\"} lists the keys.")
    case .scriptNoField:
      Text(
        .script, "No field has the focus.",
        "Give a field the focus first, with \"focus\".")
    case .scriptKeyDisabled:
      Text(
        .script, "The key is disabled.",
        "Make the keyboard enable the key first. For example, some return keys are disabled while the field is empty.")
    case .scriptProxyCallUnknown:
      Text(.script, "The proxy call is unknown.", "Use one of the calls that `klava help play` lists.")
    case .scriptLineTooLong: Text(.script, "The line is too long.", "Split the line into several lines.")
    case .scriptUnreadable:
      Text(.script, "Klava cannot read the script.", "Check the path and permissions of the script.")
    case .scriptOptionUnknown:
      Text(.script, "The step does not have this option.", "Use one of the options that `klava help play` lists.")
    case .scriptKeyboardBarred:
      Text(
        .script, "The host does not give this field to the keyboard.",
        "The member \"shownBecause\" in the answer to the step gives the reason.")
    case .scriptHardwareKeyUnknown:
      Text(
        .script, "The hardware key is unknown.",
        "Use a character or a name such as ArrowLeft. Write Command+, Control+, Alt+ or Shift+ before the key if "
          + "needed.")
    case .scriptValueOutOfRange:
      Text(.script, "A number in the line is out of range.", "Use a number in the allowed range.")
    case .scriptNoKeyboard:
      Text(
        .script, "No keyboard is visible.",
        "Choose a keyboard with \"keyboard\", or focus a field that has no input view of the application.")
    case .scriptTooFewSteps:
      Text(
        .script, "The request undoes more steps than Klava has recorded for the field.",
        "Undo fewer steps. Klava keeps the last 100 steps of a field, and discards them when the application changes "
          + "the text. Klava keeps no steps of secure fields."
      )
    // 08xx: the command line and the machine
    case .noTerminal:
      Text(.machine, "This command needs a terminal.", "Run the command in a terminal, or use `klava play`.")
    case .aptMissing:
      Text(
        .machine, "This machine has no apt.",
        "Install the packages that the message names with the package manager of your system.")
    case .systemLibraryMissing:
      Text(
        .machine, "A system library is missing or does not work.",
        "Install the library. In Klava's source folder on Debian, run `make deps`.")
    case .kernelTooOld:
      Text(
        .machine, "The kernel lacks a feature that Klava needs.",
        "Use Linux 5.6 or newer. In a container, allow the system call openat2.")
    case .homeMissing:
      Text(
        .machine, "Neither HOME nor the XDG variables are set, so Klava cannot find its files.",
        "Set HOME, or use --root.")
    case .outputUnwritable:
      Text(.machine, "Klava cannot write the output.", "Check the path, its permissions and the free disk space.")
    case .inputUnreadable: Text(.machine, "Klava cannot read the input.", "Check the path and its permissions.")
    case .outputExists:
      Text(.machine, "The output already exists.", "Choose another name, or remove the existing output.")
    case .usageWrong: Text(.machine, "The command line is invalid.", "Run `klava help` to see the usage.")
    case .shippedKeyboardsMissing:
      Text(
        .machine,
        "Klava cannot find the keyboards that ship with it.",
        "Install Klava completely, run `make build` in Klava's source folder, or set KLAVA_LIBRARY to the folder that "
          + "contains the keyboards.")
    case .checkUnknown: Text(.machine, "No check has this name.", "Run `klava validate --list` to list the checks.")
    case .projectFileRefused:
      Text(
        .machine, "The project file klava-validate.toml is invalid.",
        "Correct the file. To skip checks, write the line `[skip]`, and below it a line with the reason for each check: "
          + "`localizations = \"…\"`.")
    case .projectNameRefused:
      Text(
        .machine,
        "The name of the keyboard is invalid.",
        "Use a name of at most 64 letters and digits that starts with a letter, such as MyKeyboard.")
    case .xcodeExtensionMissing:
      Text(
        .machine, "No Info.plist in the folder describes a keyboard extension.",
        "Give the path of the extension's folder, whose Info.plist contains the key NSExtension.")
    case .sdkMissing:
      Text(
        .machine,
        "Klava cannot find the SDK (KlavaKit and the project templates).",
        "Install the package klava-dev, or run `make build` or `make install` in Klava's folder, or set KLAVA_SDK to the "
          + "folder that contains KlavaKit.")
    case .benchmarkUnknown:
      Text(.machine, "No benchmark has this name.", "Run `klava help bench` to list the benchmarks.")
    case .keyboardNotMeasured:
      Text(
        .machine,
        "Klava found no keyboard to measure.",
        "Enable a keyboard with a key that always types the same text, or name such a keyboard with --keyboard.")
    case .compositorMissing:
      Text(
        .machine, "No Wayland compositor answers.",
        "Run klava-desktop in a Wayland session, or set WAYLAND_DISPLAY and XDG_RUNTIME_DIR to the values of the "
          + "session. In KDE Plasma, select Klava in System Settings, under Virtual Keyboard.")
    case .compositorLacksProtocol:
      Text(
        .machine, "The compositor lacks a protocol that an on-screen keyboard needs.",
        "Use KDE Plasma, or a compositor with input-method-v2 and layer-shell, such as sway. Run `klava doctor "
          + "--desktop` to list the missing protocols.")
    case .compositorEnded:
      Text(.machine, "The compositor ended the connection.", "Start klava-desktop again, or let systemd restart it.")
    case .inputMethodTaken:
      Text(
        .machine, "Another input method is already active in this session.",
        "Quit the other input method, for example another klava-desktop, fcitx5, IBus or another on-screen keyboard. "
          + "Klava tries again every 5 s."
      )
    case .busFailed:
      Text(
        .machine, "A D-Bus name or connection is not available.",
        "You can still type. To control the keyboard over D-Bus, start klava-desktop in a session with a bus.")
    case .desktopNotRunning:
      Text(
        .machine, "No klava-desktop answers on the session bus.",
        "Run `klava-desktop`. If klava-desktop runs with --without-bus, start it again without this option.")
    case .desktopRefused:
      Text(.machine, "klava-desktop refused the command.", "Run `klava list` to see the keyboards that you can choose.")
    case .desktopMissing:
      Text(
        .machine, "Klava cannot find klava-desktop.",
        "Install Klava completely, or set KLAVA_DESKTOP to the path of klava-desktop.")
    case .inputViewNotRendered:
      Text(
        .running, "Klava cannot draw the keyboard's input view, and shows the system keyboard instead.",
        "Choose the keyboard again in a minute. If Klava still cannot draw the keyboard, run `klava render` to find "
          + "the cause.")
    case .emojiDataMissing:
      Text(
        .machine, "Klava cannot read the emoji data of Unicode.",
        "Install Debian's packages unicode-data and unicode-cldr-core. Without the data, you can type text, but you "
          + "cannot choose or search emoji."
      )
    case .emojiDataMalformed:
      Text(
        .machine, "A file with the emoji data of Unicode is damaged.",
        "Reinstall the Debian package that contains the file. Without the data, you can type text, but you cannot "
          + "choose or search emoji."
      )
    case .rendererMissing:
      Text(
        .machine,
        "Klava cannot find klava-renderer.",
        "Install Klava completely, or set KLAVA_RENDERER to the path of klava-renderer.")
    case .suggesterMissing:
      Text(
        .machine,
        "Klava cannot find klava-suggester.",
        "Install Klava completely, or set KLAVA_SUGGESTER to the path of klava-suggester.")
    case .suggestionsFailed:
      Text(
        .machine,
        "The process that finds suggestions failed.",
        "You can still type, and Klava starts the process again. If this error repeats, reinstall the dictionary of the "
          + "language, or remove the language's lexicon with `klava lexicon remove`."
      )
    case .lexiconNotRead:
      Text(
        .machine,
        "Klava cannot read a list of word frequencies.",
        "Use a file such as large_en.msgpack.gz from the Python package wordfreq. Or use a text file in UTF-8 with a "
          + "word and a number in each line."
      )
    case .learnedWordsMalformed:
      Text(
        .machine,
        "The file with the words that you taught the keyboard is damaged.",
        "Repair the file in an editor, or remove it with `klava lexicon clear`.")
    case .personalFileMalformed:
      Text(
        .machine, "A file with your own data or your text shortcuts is damaged.",
        "Repair the file in an editor, or remove it. If you remove the file, you lose only its entries.")
    case .vCardNotRead:
      Text(
        .machine,
        "Klava cannot import a vCard.",
        "Export your contacts again as a vCard of version 2.1, 3.0 or 4.0 (.vcf).")
    case .wordsDamaged:
      Text(
        .machine,
        "A dictionary or a lexicon is damaged.",
        "Reinstall the Debian package of the dictionary, or install the lexicon again with `klava lexicon install`. "
          + "You can still type, but suggestions and corrections are worse.")
    case .dictionaryMissing:
      Text(
        .machine,
        "A language has neither a dictionary nor a lexicon.",
        "Install a dictionary from Debian, such as the package hunspell-en-us, or install a lexicon with `klava "
          + "lexicon install`."
      )
    case .serverRuns:
      Text(
        .machine, "Another `klava serve` already uses this socket.",
        "Connect to the running server, or choose another socket with --socket-path.")
    case .socketRefused:
      Text(.machine, "Klava cannot create the socket.", "Choose another socket with --socket-path.")
    case .tooManyClients:
      Text(.machine, "The server has too many clients.", "Close a connection, or start another server.")
    case .protocolVersionUnknown:
      Text(
        .machine, "The server does not support the client's version of the protocol.",
        "Send a version that Documentation/Design/ServeProtocol.md describes, or update Klava.")
    case .requestBeforeHello:
      Text(
        .machine, "The first request is not `hello`.",
        "Begin each connection with {\"id\": 1, \"hello\": {\"version\": 1}}.")
    case .requestIdentifierMissing:
      Text(
        .machine, "The request has no valid `id`. An `id` is an integer, or a string of at most 1,024 bytes.",
        "Give each request an `id`. The answer has the same `id`.")
    case .requestRepeatsHello:
      Text(.machine, "The client sent `hello` twice.", "Send `hello` only once on each connection.")
    case .pictureNotRendered:
      Text(
        .machine,
        "Klava could not render the picture.",
        "Try a smaller --size or --scale, or run `klava doctor` to find the cause.")
    case .pictureNotUsed:
      Text(
        .machine,
        "Klava could not draw a picture from the keyboard's bundle, and shows the title of the element instead.",
        "Use an SVG that refers to no other file, or a PNG with at most 4,096 pixels per side and 4,194,304 pixels in "
          + "total. The picture's file may have at most 512 KiB.")
    case .bundleReaderMissing:
      Text(
        .machine,
        "Klava cannot find klava-bundle-reader.",
        "Install Klava completely, or set KLAVA_BUNDLE_READER to the path of klava-bundle-reader.")
    case .bundleNotRead:
      Text(
        .machine, "Klava cannot read a bundle.",
        "Run `klava doctor`. If `klava doctor` reports no error, do not use the bundle, and send this message to the "
          + "bundle's author.")
    // 09xx: faults of Klava
    case .internalFault:
      Text(.internalFault, "Klava has an internal error.", "Report the error, with the steps that led to it.")
    case .systemCallFailed:
      Text(
        .internalFault, "A system call failed unexpectedly.",
        "Try again. If the call fails again, report the error.")
    // 20xx: checks of the bundle
    case .manifestKeyUnknown:
      Text(
        .bundleCheck,
        "A property list of the bundle has a key that is unknown, misspelled or in the wrong dictionary.",
        "Correct the spelling or the place of the key, or remove the key.")
    case .nameMissing:
      Text(.bundleCheck, "The keyboard has no visible name.", "Set CFBundleDisplayName or CFBundleName.")
    case .nameDeceptive:
      Text(
        .bundleCheck,
        "The name of the keyboard is deceptive.",
        "Use letters, digits and ordinary punctuation. Do not use the name System or Klava.")
    case .versionMissing:
      Text(.bundleCheck, "The manifest does not contain the keyboard's version.", "Set CFBundleShortVersionString.")
    case .bundleNameWrong:
      Text(
        .bundleCheck, "The name of the bundle's folder does not end in .keyboard.",
        "Rename the folder to NAME.keyboard.")
    case .settingsTextDeceptive:
      Text(
        .bundleCheck, "A text of the keyboard's settings is deceptive.", "Use letters, digits and ordinary punctuation."
      )
    case .localizationIncomplete:
      Text(
        .bundleCheck, "A text or a table of strings is missing in one of the keyboard's languages.",
        "Add the missing translations to the folder of the language.")
    case .strayFile:
      Text(
        .bundleCheck, "The bundle contains a file or a folder that the keyboard does not need.",
        "Remove the file or folder, or make the bundle with `klava bundle`, which leaves out source files.")
    case .directionDisagrees:
      Text(
        .bundleCheck,
        "PrefersRightToLeft does not match the writing direction of the keyboard's language.",
        "Set PrefersRightToLeft to YES for a right-to-left language, and remove the key for other languages.")
    case .localizationNotLanguage:
      Text(
        .bundleCheck,
        "The name of a folder with localized files is not a language tag, so Klava never uses the folder.",
        "Rename the folder to the tag of its language, such as ru.lproj or zh-Hans.lproj.")
    case .stringsRepeated:
      Text(
        .bundleCheck, "A table of strings has the same key more than once, and only one of the texts has an effect.",
        "Remove all entries of the key except one.")
    // 21xx: checks of the library
    case .exportsMore:
      Text(
        .libraryCheck,
        "The library exports symbols other than klv_keyboard and the keyboard's actions.",
        "In C, compile the library with -fvisibility=hidden, and mark exported symbols with KLV_EXPORT. In Swift, "
          + "link the library with the version script that `klava new` makes."
      )
    case .bringsSwiftRuntime:
      Text(
        .libraryCheck,
        "The bundle contains a Swift runtime. The keyboard's process already has Klava's Swift runtime, and cannot "
          + "have a second one.",
        "Link Swift's libraries dynamically, and remove them from the bundle.")
    case .foundationMisleads:
      Text(
        .libraryCheck,
        "The library calls a function of Foundation that returns a wrong value in a keyboard, without an error.",
        "Use KlavaUIKit, or a function of Foundation that takes a locale. KlavaKit also has KeyboardSettings, "
          + "KeyboardContainer, KeyboardResources and preferredLanguages."
      )
    case .entryMalformed:
      Text(
        .running, "The record klv_keyboard does not match the header klava/keyboard.h.",
        "Set the members abi_version, size, create and load.")
    // 22xx: checks of loading, showing and ending a keyboard
    case .endsWhileOpened:
      Text(
        .lifeCheck,
        "The keyboard's process ended while it loaded the library, in one of the library's constructors.",
        "Move the code of the constructors into the function create.")
    case .endsWhileCreated:
      Text(
        .lifeCheck,
        "The keyboard's process ended in the function create.",
        "To see which line of code ends the process, run `klava debug --script` with the script that the report shows.")
    case .endsWhileLoaded:
      Text(
        .lifeCheck, "The keyboard's process ended while the keyboard was loading.",
        "Play the script that the report shows. Then run `klava log` with the keyboard's identifier to see the keyboard's "
          + "last messages and calls.")
    case .hangsWhileLoaded:
      Text(
        .lifeCheck,
        "The keyboard exceeded the time limit for loading.",
        "In the function load, do only the work that the first input view needs. Do other work later.")
    case .callsHostInCreate:
      Text(
        .lifeCheck,
        "The keyboard calls the host in the function create. In create, host functions are not available yet.",
        "In create, only store the pointer to the host. Call the host in load or later.")
    case .endsWhenShown:
      Text(
        .lifeCheck,
        "The keyboard's process ended when the host showed the keyboard.",
        "Play the script that the report shows. Then run `klava log` with the keyboard's identifier to see the keyboard's "
          + "last messages and calls.")
    case .endsWhenHidden:
      Text(
        .lifeCheck,
        "The keyboard's process ended when the host hid the keyboard.",
        "Play the script that the report shows. Then run `klava log` with the keyboard's identifier to see the keyboard's "
          + "last messages and calls.")
    case .endsOnKey:
      Text(
        .lifeCheck, "The keyboard's process ended while it handled a key press.",
        "Play the script that the report shows. Then run `klava log` with the keyboard's identifier to see the keyboard's "
          + "last messages and calls.")
    case .hangs:
      Text(
        .lifeCheck, "The keyboard exceeded the time limit for one event.",
        "Split long work into pieces, and continue from a timer. If the report lists the same calls many times, make "
          + "the keyboard leave its loop as soon as a call has no effect.")
    case .endsOnChange:
      Text(
        .lifeCheck,
        "The keyboard's process ended when the text or the selection changed.",
        "Play the script that the report shows. Then run `klava log` with the keyboard's identifier to see the keyboard's "
          + "last messages and calls.")
    case .endsOnTimer:
      Text(
        .lifeCheck, "The keyboard's process ended while it handled a timer.",
        "Before you free an object, cancel the timers that use it.")
    case .endsInDestroy:
      Text(
        .lifeCheck, "The keyboard's process ended in the function destroy.",
        "Free each object only once, and do not use an object after you free it.")
    case .hangsInDestroy:
      Text(
        .lifeCheck, "The keyboard exceeded the time limit for the function destroy.",
        "Stop threads before the host calls destroy, for example in will_disappear. Do not wait in destroy.")
    case .endsOnNotice:
      Text(
        .lifeCheck,
        "The keyboard's process ended after a memory warning, or after a change of its settings, of its access or "
          + "of the need for a globe key.",
        "Check the objects that the callback for this event uses. The report names the event.")
    case .endsOnEnvironment:
      Text(
        .lifeCheck,
        "The keyboard's process ended when its environment changed, such as the size or the writing direction.",
        "Check the callback environment_did_change, for example for a division by zero.")
    case .doesNotStartAgain:
      Text(
        .lifeCheck,
        "The keyboard does not start again after its process was killed, or does not start while another process of "
          + "the same keyboard runs.",
        "Do not use lock files in the data container. A killed process cannot remove its lock files.")
    case .endsUnasked:
      Text(
        .lifeCheck,
        "The keyboard's process ended while it was idle.",
        "Before you free data, end the threads that use it. Do not call exit.")
    case .isEmptyWhenShownAgain:
      Text(
        .lifeCheck,
        "The keyboard is empty when the host shows it again.",
        "Set the input view again in will_appear, or do not remove it when the host hides the keyboard.")
    // 23xx: checks of the host's functions
    case .endsWithoutFunctionTable:
      Text(
        .hostCheck,
        "The keyboard's process ended because the host did not have a function table.",
        "If get_interface returns NULL, do not use the function table.")
    case .refusesWithoutFunctionTable:
      Text(
        .hostCheck,
        "The keyboard does not load if the host does not have a function table.",
        "Let the keyboard load without the function table. For example, use default values if there are no settings.")
    case .endsOnRefusal:
      Text(
        .hostCheck,
        "The keyboard's process ended after the host refused a request.",
        "Check the result of each call. For example, a file can be missing or unreadable, and the data container can "
          + "be full.")
    case .callsOutOfTurn:
      Text(
        .hostCheck,
        "The keyboard calls a host function at a time when the call is not allowed.",
        "Call the function only at the times that its tag in klava/keyboard.h allows.")
    case .callsFromThread:
      Text(
        .hostCheck, "The keyboard calls the host from a background thread.",
        "Store the results of background threads, and pass them to the host from a timer.")
    case .passesInvalidText:
      Text(
        .hostCheck, "The keyboard passes the host a text that is not UTF-8.",
        "If you split a text, split it between characters, not inside a character."
      )
    case .passesBadArgument:
      Text(
        .hostCheck,
        "The keyboard passes the host an argument that is NULL, out of range or unknown.",
        "Pass only arguments that the host function's comment in klava/keyboard.h allows.")
    case .passesBadRecord:
      Text(
        .hostCheck,
        "The keyboard passes the host a structure with a wrong value in its member `size`.",
        "Zero the structure. Then set its member `size` to the value of sizeof.")
    case .namesUnknownElement:
      Text(
        .hostCheck,
        "The keyboard tries to change an element that its input view does not have.",
        "Use the identifiers of the current input view.")
    case .passesTooMuch:
      Text(
        .hostCheck, "The keyboard passes too much data to a host function in one call.",
        "Split the data into several calls, or pass less data.")
    case .readsUndeclared:
      Text(
        .hostCheck, "The keyboard reads a setting or a resource that its bundle does not contain.",
        "Declare the setting in Settings.bundle, add the file to the bundle, or correct the name.")
    // 24xx: checks of review guidelines
    case .nextKeyMissing:
      Text(
        .reviewCheck,
        "The keyboard shows no globe key although the host requires one.",
        "Show a key with the role nextKeyboard whenever needs_switch_key is true.")
    case .digitsMissing:
      Text(
        .reviewCheck, "The user cannot type one or more of the digits 0 to 9 in a field for numbers.",
        "Show the digits 0 to 9 if the field's keyboard type is a number pad. Read the field's keyboard type when "
          + "the keyboard appears.")
    case .separatorMissing:
      Text(
        .reviewCheck,
        "The user cannot type the decimal separator in a field for decimal numbers.",
        "If the keyboard type is decimalPad, show the decimal separator of the language: a period, a comma or the Arabic ٫."
      )
    case .typesBeyondASCII:
      Text(
        .reviewCheck,
        "The keyboard types non-ASCII characters in a field that accepts only ASCII.",
        "Set IsASCIICapable to NO. If IsASCIICapable is YES, show only keys that type ASCII for the keyboard types "
          + "asciiCapable and asciiCapableNumberPad.")
    case .needsFullAccess:
      Text(
        .reviewCheck,
        "The keyboard types nothing without full access.",
        "Make typing work without full access. Use full access only for features that typing does not need.")
    case .needsNetwork:
      Text(
        .reviewCheck, "The keyboard types nothing without a network.", "Make typing work offline. Fetch data later."
      )
    case .readsPasteboardUnasked:
      Text(
        .reviewCheck, "The keyboard reads the pasteboard without a user action.",
        "Read the pasteboard only when the user presses a key that needs the pasteboard's text. The function "
          + "has_strings says whether the pasteboard has text.")
    case .connectsUnasked:
      Text(
        .reviewCheck, "The keyboard connects to the network without a user action.",
        "Connect only when the user presses a key that needs the network."
      )
    // 25xx: checks of behavior
    case .isNotRepeatable:
      Text(
        .behaviorCheck,
        "The same keys typed different texts in two runs.",
        "Make the typed text independent of random numbers and of the clock.")
    case .endsOnTraits:
      Text(
        .behaviorCheck,
        "The keyboard's process ended while it handled the traits of a field.",
        "Handle every value of every trait, including unknown future values.")
    case .endsOnDocument:
      Text(
        .behaviorCheck,
        "The keyboard's process ended while it handled the text of a document.",
        "Handle missing, long, right-to-left and multibyte text.")
    case .marksForEver:
      Text(
        .behaviorCheck, "The keyboard leaves marked text in the field and never confirms it.",
        "Confirm marked text with unmark_text or insert_text.")
    case .editsUnasked:
      Text(
        .behaviorCheck,
        "The keyboard changes the text without a key press.",
        "Change the text only in key events, and in timers that a key event started.")
    case .deletesWrongly:
      Text(
        .behaviorCheck,
        "The delete key does not delete exactly one character.",
        "Return KLV_UNHANDLED for the delete key, or call delete_backward once.")
    case .deletesPastStart:
      Text(
        .behaviorCheck,
        "The delete key changes the text although there is no text before the insertion point.",
        "Do nothing if there is no text before the insertion point.")
    case .spaceWrong:
      Text(
        .behaviorCheck, "The space key does not type a space.",
        "Return KLV_UNHANDLED for the space key, or insert a space.")
    case .returnWrong:
      Text(
        .behaviorCheck,
        "The return key does not type a line break.",
        "Return KLV_UNHANDLED for the return key, or insert \\n. In a single-line field, the host then performs the "
          + "field's action.")
    case .doesNothing:
      Text(
        .behaviorCheck, "No key of the keyboard has an effect.",
        "Give the keys an action or the role \"character\", or handle the presses in key_event.")
    case .returnTitleFixed:
      Text(
        .behaviorCheck,
        "The title of the return key does not match the field's return key type.",
        "Leave the title empty to use the host's title, or set the title that return_key_type requires.")
    case .endsOnSettings:
      Text(
        .behaviorCheck,
        "The keyboard's process ended while it handled the values of its settings.",
        "Handle missing values, and every value that Settings.bundle allows.")
    case .countsBytes:
      Text(
        .behaviorCheck,
        "A key deletes or skips the wrong number of characters if the text is not ASCII.",
        "One call of delete_backward deletes one character, and adjust_position counts UTF-16 code units. In Swift, "
          + "adjustTextPosition(byCharacters:) counts characters."
      )
    case .ignoresTraits:
      Text(
        .behaviorCheck,
        "The input view does not change when the field's traits change.",
        "Set the input view again in traits_did_change (in Swift: traitsDidChange).")
    case .typesAnotherKey:
      Text(
        .behaviorCheck, "A key types a character other than its title.",
        "Insert the whole title of the pressed key as UTF-8, or return KLV_UNHANDLED.")
    // 26xx: checks of the input view
    case .inputViewMissing:
      Text(
        .inputViewCheck, "The keyboard shows no input view.", "Set an input view in load, or add an Interface.plist.")
    case .keysMissing:
      Text(
        .inputViewCheck, "The keyboard shows no enabled key that types.",
        "Show at least one enabled key that types in every kind of field.")
    case .textDirectional:
      Text(
        .inputViewCheck, "A text of the input view contains characters that change the direction of other texts.",
        "Remove the characters. The host mirrors the layout for right-to-left languages.")
    case .textControl:
      Text(.inputViewCheck, "A text of the input view has control characters.", "Remove the control characters.")
    case .textInvisible:
      Text(
        .inputViewCheck, "A key has no visible title.",
        "Give the key a title or a picture. If the key gets touches, an accessibility label is enough.")
    case .accessibleNameMissing:
      Text(.inputViewCheck, "A key has no name for a screen reader.", "Give the key an accessibility label.")
    case .accessibleNameRepeated:
      Text(
        .inputViewCheck, "Two keys have the same name for a screen reader.",
        "Give each key a different accessibility label.")
    case .globeLookalike:
      Text(
        .inputViewCheck,
        "A key looks like the globe key, but does not have the role nextKeyboard.",
        "Give the key the role nextKeyboard, or another title.")
    case .pictureMissing:
      Text(
        .inputViewCheck, "The input view shows a picture that the bundle does not contain.",
        "Add the picture's file to the bundle, or correct the path of the picture.")
    case .pictureUnusable:
      Text(
        .inputViewCheck, "A picture of the input view is neither PNG nor SVG, or Klava cannot draw the picture.",
        "Save the picture as an SVG that refers to no other file, or as a PNG with at most 4,096 pixels per side and "
          + "4,194,304 pixels in total. The picture's file may have at most 512 KiB.")
    case .textUnreadable:
      Text(
        .inputViewCheck,
        "A text of the input view has too little contrast with its background.",
        "Choose colors with a contrast of at least 3 to 1, or use the host's colors.")
    case .overflows:
      Text(
        .inputViewCheck,
        "The input view does not fit a width of 320 points.",
        "Give keys weights instead of widths, or make the row scroll.")
    case .targetTooSmall:
      Text(
        .inputViewCheck, "A key is too small to hit on a keyboard that is 320 points wide.",
        "Make the key at least 32 points high and wide. In a row with more than ten keys, a width of 24 points is enough."
      )
    case .tooTall:
      Text(
        .inputViewCheck, "The keyboard is higher than 400 points, and leaves too little space for the text.",
        "Request a height of at most 400 points.")
    case .keyInvisible:
      Text(
        .inputViewCheck, "A key is enabled but invisible.",
        "Make the key visible, disable it, or remove it.")
    case .mirrorsItself:
      Text(
        .inputViewCheck,
        "The keyboard mirrors its rows in a right-to-left layout, and the host mirrors them again.",
        "Give the host the elements in left-to-right order, even in a right-to-left layout. Set forces_left_to_right "
          + "on elements that the host must not mirror.")
    case .otherScript:
      Text(
        .inputViewCheck,
        "The letters of the keys do not belong to the script of the keyboard's language.",
        "Set PrimaryLanguage to the language that the keyboard types. If the language usually has another script, add the script "
          + "to the tag, as in sr-Latn.")
    case .titleCut:
      Text(
        .inputViewCheck, "A title does not fit its key on a keyboard that is 320 points wide.",
        "Shorten the title, widen the key, or use a picture with an accessibility label.")
    case .keyRenamed:
      Text(
        .inputViewCheck, "Two keys have the same identifier, so KlavaKit gave one of them another identifier.",
        "Give each key its own identifier, so that the keyboard can name the key.")
    // 27xx: checks of resource use
    case .slowTurn:
      Text(
        .resourceUseCheck, "The keyboard takes more than 50 ms to handle a key press.",
        "In the handler of a key press, do only the work that the press needs. Do other work from a timer.")
    case .slowStart:
      Text(
        .resourceUseCheck,
        "The keyboard takes more than 500 ms to load.",
        "In the function load, do only the work that the first input view needs. Do other work later.")
    case .memoryLarge:
      Text(
        .resourceUseCheck,
        "The keyboard uses more than half of its memory limit.",
        "Map large files of the bundle into memory, and load only the data that you need.")
    case .memoryGrows:
      Text(
        .resourceUseCheck,
        "The memory of the keyboard grows with every key press, or each time the host shows the keyboard.",
        "Look for objects that the keyboard allocates for a key press or in will_appear, and never frees.")
    case .threadsMany:
      Text(
        .resourceUseCheck, "The keyboard has more than 48 threads.",
        "Do all background work on one thread or one serial queue.")
    case .floodsLog:
      Text(
        .resourceUseCheck, "The keyboard logs or prints more than about four lines, or 512 bytes, for each turn.",
        "Log only unusual events.")
    case .logsTypedText:
      Text(.resourceUseCheck, "The keyboard logs typed text.", "Log events only, and never typed text.")
    case .timersWhileHidden:
      Text(
        .resourceUseCheck,
        "The keyboard keeps timers while it is hidden.",
        "Cancel repeating timers in will_disappear (in Swift: viewWillDisappear).")
    case .timerTooFast:
      Text(
        .resourceUseCheck,
        "A timer of the keyboard fires more than 60 times a second and drains the battery.",
        "Run the timer at most 60 times a second, and only during an animation.")
    case .busyWhileIdle:
      Text(
        .resourceUseCheck, "The keyboard uses processor time between turns.",
        "Make threads wait for work instead of polling.")
    case .threadsGrow:
      Text(
        .resourceUseCheck, "The keyboard starts threads that do not end.",
        "End each thread and join it, or use one thread that waits for work.")
    case .descriptorsMany:
      Text(
        .resourceUseCheck, "The number of open descriptors exceeds three quarters of the keyboard's limit.",
        "Close each file after you read it. Or read files with host functions, which open no descriptors in the "
          + "keyboard's process.")
    case .descriptorsGrow:
      Text(
        .resourceUseCheck, "The keyboard leaks descriptors.",
        "Close each descriptor that the keyboard opens.")
    case .storesReadText:
      Text(
        .resourceUseCheck, "The keyboard stores text of the field in its data container.",
        "Store text of a field only if the user asks the keyboard to store it, and say so in the keyboard's "
          + "description.")
    // 28xx: checks of the sandbox
    case .triedNetwork:
      Text(
        .sandboxCheck, "The keyboard tried to use the network directly.",
        "Use klava.network/1, which needs full access."
      )
    case .triedFiles:
      Text(
        .sandboxCheck,
        "The keyboard tried to use files outside its bundle and data container.",
        "Use klava.resources/1 and klava.container/1.")
    case .triedProcesses:
      Text(
        .sandboxCheck, "The keyboard tried to start or inspect other processes.",
        "Do the work in the keyboard's process.")
    case .triedDevices:
      Text(.sandboxCheck, "The keyboard tried to use a device.", "Remove the call. Keyboards may not use devices.")
    case .triedOther:
      Text(
        .sandboxCheck, "The keyboard made a system call that the sandbox refuses.",
        "Remove the call, or replace the dependency that makes it.")
    }
  }
}
