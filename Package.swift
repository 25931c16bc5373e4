// swift-tools-version: 6.1

// The targets are in the order of the folders in Sources. The names Confined and Trusted say which processes run the
// code. The other names say the purpose of the code:
//
//   Platform    module maps of system libraries, system calls that Swift cannot make, and a type that owns a descriptor
//   Shared      values that the host exchanges with other processes, and the link to a keyboard's process
//   SDK         the modules that the author of a keyboard imports
//   Confined    code that runs in a keyboard's process, the render process, the bundle reader or the suggestion process
//   Trusted     code that runs in the host's process
//   Rendering   layout, gestures, and the protocol and the client of the render process
//   Frontends   the terminal, the scripts, the desktop's on-screen keyboard, and the interfaces for applications
//   Tools       command-line options, conformance checks, the checks of the machine, reports, projects and benchmarks
//
// A module depends only on modules that precede it in this file. Dependencies on later folders are exceptions:
//
//   - The code of the render process is in the folder Confined, but its targets follow RenderProtocol, because this
//     code draws layouts.
//   - BundleParser and klava-bundle-reader are in the folder Confined, but depend on BundleFormat, which declares the
//     values that they return. BundleParser also depends on HostFiles, which has parsers of texts, and on Diagnostics,
//     which declares the errors.
//   - KeyboardHost and SystemKeyboard depend on Layout, which is in the folder Rendering. KeyboardHost asks Layout
//     where a keyboard's globe key is, and SystemKeyboard asks Layout for the usual height of a keyboard.
//   - Benchmarks depend on modules in the folder Tests. turn-instructions and invocation-allocations depend on
//     InvocationFixture. DesktopBenchmarks depends on TestSupport and on DesktopSupport, which starts the compositors
//     and applications of the tests.
//
// The programs in the folder Host follow Tools. The tests of a module, and the modules that only these tests use,
// follow the module. Tests can depend on later targets. BundleFixtures, which only tests use, depends on the later
// target BundleParser.

import Foundation
import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ path: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  let name = path.split(separator: "/").last.map(String.init) ?? path
  return .target(
    name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: swiftSettings)
}

/// Creates the target of a module in C.
func cModule(_ path: String, _ dependencies: [Target.Dependency] = [], headers: String? = nil) -> Target {
  let name = path.split(separator: "/").last.map(String.init) ?? path
  return .target(name: name, dependencies: dependencies, path: path, publicHeadersPath: headers)
}

func program(
  _ name: String, _ path: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  linkerSettings: [LinkerSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: swiftSettings,
    linkerSettings: linkerSettings)
}

/// Creates the target of a system library, whose module map is in Sources/Platform.
func system(_ name: String, pkgConfig: String? = nil, debian: String) -> Target {
  .systemLibrary(name: name, path: "Sources/Platform/\(name)", pkgConfig: pkgConfig, providers: [.apt([debian])])
}

/// Creates the dependency on a Swift package. If the folder Vendor contains the package, as in the tarball of `make
/// dist`, uses this copy.
func dependency(_ url: String, from version: Version) -> Package.Dependency {
  let vendored = "Vendor/\(url.split(separator: "/").last ?? "")"
  return FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/\(vendored)")
    ? .package(path: vendored) : .package(url: url, from: version)
}

/// Creates the target of a test suite, which can also import TestSupport.
func tests(_ path: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  let name = path.split(separator: "/").last.map(String.init) ?? path
  return .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(path)", exclude: exclude,
    swiftSettings: swiftSettings)
}

/// The keyboards in Swift. The key is the parent folder of the keyboards' source folders.
let swiftKeyboards: KeyValuePairs = [
  "Plugins": ["HabrTags", "Calculator", "PetPhrases", "ProxyProbe"],
  "Tests/Fixtures": ["GestureProbe", "ServiceProbe"],
  "Tests/Fixtures/HonestKeyboards": [
    "HonestSwift", "HonestConcurrency", "HonestDispatch", "HonestEssentials", "HonestFoundation", "HonestMainQueue",
    "HonestUIKit",
  ],
  "Benchmarks/Keyboards": ["SwiftCaller"],
]

/// The keyboards in C. The key is the parent folder of the keyboards' source folders.
let cKeyboards: KeyValuePairs = [
  "Tests/Adversarial": ["CrashingKeyboard"],
  "Benchmarks/Keyboards": ["CCaller", "KeyActions", "ManyKeys", "CodeRanMarker"],
]

let keyboardProducts = (swiftKeyboards.flatMap(\.value) + cKeyboards.flatMap(\.value)).map {
  Product.library(name: $0, type: .dynamic, targets: [$0])
}

/// The version script for the linker, from the template of `klava new`. Each keyboard in Swift passes this script to
/// the linker. The package KlavaKit cannot pass the script, because SwiftPM permits no linker flags in a package on
/// which other packages depend.
let versionScript = "\(Context.packageDirectory)/Sources/SDK/Templates/swift/Sources/keyboard.map"

let keyboardTargets =
  swiftKeyboards.flatMap { folder, names in
    names.map { name in
      Target.target(
        name: name, dependencies: [name == "HonestUIKit" ? "KlavaUIKit" : "KlavaKit"],
        path: "\(folder)/\(name)/Sources",
        // Compile HonestUIKit with the language version of the projects that `klava new --from-xcode` makes.
        swiftSettings: swiftSettings + (name == "HonestUIKit" ? [.swiftLanguageMode(.v5)] : []),
        // Set a soname. Without a soname, the linker would write the path of the output file into the library.
        linkerSettings: [
          .unsafeFlags(["-Xlinker", "--version-script=\(versionScript)", "-Xlinker", "-soname=lib\(name).so"])
        ])
    }
  }
  + cKeyboards.flatMap { folder, names in
    names.map { cModule("\(folder)/\($0)", ["KeyboardABI"], headers: ".") }
  }

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let orderedCollections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")
let toml = Target.Dependency.product(name: "TOMLKit", package: "TOMLKit")

let platform: [Target] = [
  system("CFFI", pkgConfig: "libffi", debian: "libffi-dev"),
  system("CSeccomp", pkgConfig: "libseccomp", debian: "libseccomp-dev"),
  system("CCanberra", debian: "libcanberra-dev"),
  system("CCairo", pkgConfig: "cairo", debian: "libcairo2-dev"),
  // The next two targets do not use pkg-config, because pkg-config prints a flag for them that SwiftPM rejects.
  system("CPango", debian: "libpango1.0-dev"),
  system("CRsvg", debian: "librsvg2-dev"),
  system("CSPNG", pkgConfig: "spng", debian: "libspng-dev"),
  system("CLibdw", pkgConfig: "libdw", debian: "libdw-dev"),
  system("CNcurses", debian: "libncurses-dev"),
  system("CWayland", pkgConfig: "wayland-client", debian: "libwayland-dev"),
  system("CSystemd", pkgConfig: "libsystemd", debian: "libsystemd-dev"),
  system("CXkbcommon", pkgConfig: "xkbcommon", debian: "libxkbcommon-dev"),
  system("CHunspell", pkgConfig: "hunspell", debian: "libhunspell-dev"),
  system("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),
  system("CXkbregistry", pkgConfig: "xkbregistry", debian: "libxkbregistry-dev"),
  // The module CLibXML2 declares the functions of libxml2 itself, so it needs no compiler flags from pkg-config.
  system("CLibXML2", debian: "libxml2-dev"),
  // `make deps` generates the tables of the Wayland protocols with wayland-scanner.
  .target(
    name: "WaylandProtocols", dependencies: ["CWayland"], path: "Sources/Platform/WaylandProtocols", exclude: ["XML"],
    cSettings: [.unsafeFlags(["-I", "\(Context.packageDirectory)/.build/protocols"])]),
  .target(
    name: "ICUShims", path: "Sources/Platform/ICUShims",
    linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
  cModule("Sources/Platform/LinuxShims"),
  module("Sources/Platform/SystemSupport", ["LinuxShims"]),
  module("Tests/Fixtures/TestSupport", ["LinuxShims", "SystemSupport"]),
  module("Tests/Fixtures/LocalServer"),
]

let shared: [Target] = [
  module("Sources/Shared/TextModel"),
  module("Sources/Shared/InputViewModel", ["TextModel"]),
  module("Sources/Shared/JSONSyntax", ["TextModel"]),
  tests("Unit/TextModelTests", ["KeyboardProtocol", "RandomValues", "TextModel"]),
  tests("Unit/InputViewModelTests", ["InputViewModel", "RandomValues"]),

  module("Sources/Shared/KeyboardProtocol", ["InputViewModel", "SystemSupport", "TextModel"]),
  module("Tests/Fixtures/RandomValues", ["InputViewModel", "KeyboardProtocol", "TestSupport", "TextModel"]),
  tests(
    "Unit/KeyboardProtocolTests", ["InputViewModel", "KeyboardLink", "KeyboardProtocol", "RandomValues", "TextModel"]),
  module("Sources/Shared/SuggestionProtocol", ["KeyboardProtocol"]),
  module("Sources/Shared/KeyboardLink", ["KeyboardProtocol", "LinuxShims", "SystemSupport"]),
  tests(
    "Unit/KeyboardLinkTests",
    [
      "HostLink", "InputViewModel", "KeyboardLink", "KeyboardProtocol", "LinuxShims", "RandomValues", "RunnerLink",
      "SystemSupport", "TextModel",
    ]),
]

let sdk: [Target] = [
  cModule("Sources/SDK/KeyboardABI"),
  tests("Unit/KeyboardABITests", ["KeyboardABI"]),

  cModule("Sources/SDK/KlavaKitEntry", ["KeyboardABI"]),
  .target(
    name: "KlavaKit", dependencies: ["InputViewModel", "JSONSyntax", "KeyboardABI", "KlavaKitEntry", "TextModel"],
    path: "Sources/SDK/KlavaKit", swiftSettings: swiftSettings),
  .target(
    name: "KlavaUIKit",
    dependencies: [
      "KlavaKit", .product(name: "OpenCombine", package: "OpenCombine"),
      .product(name: "OpenCombineDispatch", package: "OpenCombine"),
    ], path: "Sources/SDK/KlavaUIKit", swiftSettings: swiftSettings),
  tests(
    "Unit/KlavaKitTests",
    ["InputViewModel", "KeyboardLoader", "KeyboardProtocol", "KlavaKit", "RecordingHost", "TextModel"]),
]

let confined: [Target] = [
  module("Sources/Confined/Invocation", ["CFFI"]),
  cModule("Tests/Fixtures/InvocationFixture"),
  tests("Unit/InvocationTests", ["Invocation", "InvocationFixture"]),

  module(
    "Sources/Confined/KeyboardLoader",
    ["InputViewModel", "Invocation", "KeyboardABI", "KeyboardProtocol", "LinuxShims", "TextModel"]),
  module(
    "Tests/Fixtures/RecordingHost",
    ["InputViewModel", "KeyboardABI", "KeyboardLoader", "KeyboardProtocol", "TextModel"]),

  tests(
    "Unit/KeyboardLoaderTests",
    ["InputViewModel", "KeyboardABI", "KeyboardLoader", "KeyboardProtocol", "LinuxShims", "RandomValues"]),

  module("Sources/Confined/RunnerLink", ["KeyboardLink", "KeyboardProtocol", "LinuxShims", "SystemSupport"]),
  module("Sources/Confined/Sandbox", ["KeyboardLink", "KeyboardProtocol", "LinuxShims", "SystemSupport"]),
  tests("Unit/SandboxTests", ["KeyboardProtocol", "Sandbox"]),

  module("Sources/Confined/SeccompFilter", ["CSeccomp", "LinuxShims", "Sandbox", "SystemSupport"]),
  .executableTarget(name: "seccomp-subject", path: "Tests/Fixtures/SeccompSubject"),
  tests("Unit/SeccompFilterTests", ["CSeccomp", "SeccompFilter", "seccomp-subject"], exclude: ["SystemCalls.txt"]),

  module("Sources/Confined/HelperMain", ["KeyboardProtocol", "LinuxShims", "Sandbox", "SystemSupport"]),

  module("Sources/Confined/SuggestionEngine", ["CHunspell", "CZlib", "SuggestionProtocol"]),
  tests("Unit/SuggestionEngineTests", ["SuggestionEngine", "SuggestionProtocol"]),
  program(
    "klava-suggester", "Sources/Confined/SuggestionProcess",
    [
      "HelperMain", "KeyboardProtocol", "Sandbox", "SeccompFilter", "SuggestionEngine", "SuggestionProtocol",
      "SystemSupport",
    ]),

  cModule("Sources/Confined/RunnerPreinit", ["LinuxShims"]),
  program(
    "klava-runner", "Sources/Confined/Runner",
    [
      "KeyboardLink", "KeyboardLoader", "KeyboardProtocol", "LinuxShims", "RunnerLink", "RunnerPreinit", "Sandbox",
      "SystemSupport", "TextModel",
    ]),
]

let trusted: [Target] = [
  module("Sources/Trusted/Diagnostics"),

  module("Sources/Trusted/Timing"),
  module("Sources/Trusted/ApplicationDocument", ["TextModel"]),
  tests("Unit/ApplicationDocumentTests", ["ApplicationDocument", "TextModel"]),
  module("Sources/Trusted/HelperLauncher", ["KeyboardLink", "LinuxShims", "Sandbox", "SystemSupport"]),
  module("Sources/Trusted/JSON", ["Diagnostics", "JSONSyntax", "KeyboardProtocol", "TextModel"]),
  module("Sources/Trusted/HostFiles", ["Diagnostics", "JSON", "LinuxShims", "SystemSupport", "TextModel"]),
  module(
    "Sources/Trusted/BundleFormat",
    ["Diagnostics", "InputViewModel", "KeyboardABI", "KeyboardProtocol", "TextModel"]),
  module("Sources/Trusted/ImportFormats", ["BundleFormat", "Diagnostics", "JSON"]),
  module(
    "Sources/Trusted/BundleFiles",
    [
      "BundleFormat", "Diagnostics", "HelperLauncher", "HostFiles", "ImportFormats", "InputViewModel", "JSON",
      "KeyboardProtocol", "LinuxShims", "Sandbox", "SystemSupport",
    ]),
  module("Sources/Trusted/Translations", ["BundleFormat"]),
  module(
    "Sources/Trusted/KeyboardStore",
    [
      "BundleFiles", "BundleFormat", "Diagnostics", "HostFiles", "ImportFormats", "InputViewModel", "JSON",
      "KeyboardProtocol", "LinuxShims", "SuggestionProtocol", "SystemSupport", "TextModel", "Translations",
    ]),
  module(
    "Tests/Fixtures/BundleFixtures",
    ["BundleFormat", "BundleParser", "Diagnostics", "HostFiles", "KeyboardStore", "TestSupport"]),
  tests(
    "Unit/BundleFormatTests",
    [
      "BundleFiles", "BundleFixtures", "BundleFormat", "BundleParser", "Diagnostics", "HostFiles", "InputViewModel",
      "JSON", "KeyboardProtocol", "KeyboardStore", "klava-bundle-reader",
    ]),
  tests(
    "Unit/KeyboardStoreTests",
    [
      "BundleFiles", "BundleFixtures", "BundleFormat", "BundleParser", "Diagnostics", "HostFiles", "ImportFormats",
      "InputViewModel", "JSON", "KeyboardProtocol", "KeyboardStore", "LinuxShims", "SuggestionProtocol",
      "SystemSupport", "TextModel", "Translations", "klava-bundle-reader",
    ]),

  module("Sources/Trusted/HostLink", ["KeyboardLink", "KeyboardProtocol", "LinuxShims", "SystemSupport"]),

  module(
    "Sources/Trusted/SuggestionClient",
    [
      "Diagnostics", "HelperLauncher", "KeyboardProtocol", "KeyboardStore", "Sandbox", "SuggestionProtocol",
      "SystemSupport",
    ]),
  tests(
    "Integration/SuggestionClientTests",
    ["Diagnostics", "KeyboardStore", "SuggestionClient", "SuggestionProtocol", "SystemSupport", "klava-suggester"]),

  module("Sources/Trusted/HostNetwork", ["KeyboardProtocol", "LinuxShims", "SystemSupport", "Timing"]),
  tests(
    "Unit/HostNetworkTests",
    ["HostNetwork", "InputViewModel", "KeyboardProtocol", "LocalServer", "TextModel", "Timing"]),
  module("Sources/Trusted/TextServices", ["ICUShims", "TextModel"]),
  tests("Unit/TextServicesTests", ["TextModel", "TextServices"]),
  module(
    "Sources/Trusted/EmojiData", ["CLibXML2", "Diagnostics", "HostFiles", "ICUShims", "LinuxShims", "SystemSupport"]),
  tests("Unit/EmojiDataTests", ["Diagnostics", "EmojiData", "TextModel"]),

  module("Sources/Rendering/Layout", ["InputViewModel", "KeyboardProtocol", "TextModel"]),
  tests(
    "Unit/LayoutTests",
    [
      "Calculator", "HabrTags", "InputViewModel", "KeyboardHost", "KeyboardProtocol", "Layout", "PetPhrases",
      "RandomValues", "RecordingHost", "SystemKeyboard", "TextModel",
    ], exclude: ["Frames.txt"]),

  module(
    "Sources/Trusted/KeyboardHost",
    [
      "BundleFiles", "BundleFormat", "Diagnostics", "HostFiles", "HostLink", "HostNetwork", "InputViewModel",
      "KeyboardLink", "KeyboardLoader", "KeyboardProtocol", "KeyboardStore", "Layout", "LinuxShims", "Sandbox",
      "SeccompFilter", "SuggestionClient", "SuggestionProtocol", "SystemSupport", "TextModel", "TextServices", "Timing",
      orderedCollections,
    ]),
  program(
    "hostile-runner", "Tests/Adversarial/HostileRunner",
    ["InputViewModel", "KeyboardLink", "KeyboardProtocol", "LinuxShims", "RandomValues", "TestSupport", "TextModel"]),
  program(
    "failed-start-leaks", "Tests/Fixtures/FailedStartLeaks",
    ["KeyboardHost", "KeyboardProtocol", "LinuxShims", "Sandbox", "SystemSupport", "TextModel"]),
  tests(
    "Integration/KeyboardHostTests",
    [
      "BundleFiles", "BundleFormat", "Diagnostics", "FakeKeyboards", "HostFiles", "HostLink", "InputViewModel",
      "KeyboardHost", "KeyboardLink", "KeyboardProtocol", "KeyboardStore", "LocalServer", "RandomValues", "Sandbox",
      "SuggestionClient", "SuggestionProtocol", "SystemKeyboard", "SystemSupport", "TextModel", "Timing",
      "hostile-runner", "klava-runner", "klava-suggester", "failed-start-leaks",
    ], exclude: ["Fixtures"]),
  tests(
    "Unit/KeyboardHostUnitTests",
    [
      "FakeKeyboards", "InputViewModel", "KeyboardHost", "KeyboardLink", "KeyboardLoader", "KeyboardProtocol",
      "KeyboardStore", "RandomValues", "SystemKeyboard", "TextModel",
    ], exclude: ["DocumentCases"]),
  tests(
    "Adversarial/HostileZooTests",
    [
      "BundleFiles", "BundleFormat", "HostFiles", "KeyboardHost", "KeyboardLink", "KeyboardProtocol", "KeyboardStore",
      "LinuxShims", "Sandbox", "SystemKeyboard", "SystemSupport", "TextModel", "Timing", "klava-runner",
    ],
    exclude: ["zoo.tsv"]),

  module(
    "Sources/Trusted/KeyboardLayouts",
    ["CXkbcommon", "CXkbregistry", "Diagnostics", "ICUShims", "KeyboardStore", "SystemSupport"]),
  module(
    "Sources/Trusted/SystemKeyboard",
    [
      "BundleFormat", "Diagnostics", "EmojiData", "InputViewModel", "KeyboardHost", "KeyboardLayouts",
      "KeyboardProtocol", "KeyboardStore", "Layout", "SuggestionClient", "SuggestionProtocol", "TextModel",
      "TextServices", "Translations",
    ]),
  tests(
    "Unit/SystemKeyboardTests",
    [
      "Diagnostics", "EmojiData", "FakeKeyboards", "InputViewModel", "KeyboardHost", "KeyboardLayouts",
      "KeyboardProtocol", "KeyboardStore", "Layout", "SuggestionClient", "SuggestionEngine", "SuggestionProtocol",
      "SystemKeyboard", "TextModel", "Translations",
    ]),

  module(
    "Tests/Fixtures/FakeKeyboards",
    [
      "HostFiles", "InputViewModel", "KeyboardHost", "KeyboardProtocol", "KeyboardStore", "SystemKeyboard", "TextModel",
      "Timing",
    ]),

  module("Sources/Trusted/Sounds", ["CCanberra", "InputViewModel", "KeyboardHost", "LinuxShims", "SystemSupport"]),
  tests("Unit/SoundsTests", ["InputViewModel", "KeyboardHost", "Sounds", "TextModel"]),
]

let bundleReader: [Target] = [
  module(
    "Sources/Confined/BundleParser",
    ["BundleFormat", "CLibdw", "Diagnostics", "HostFiles", "SystemSupport", "TextModel"]),
  program(
    "klava-bundle-reader", "Sources/Confined/BundleReaderProcess",
    [
      "BundleFormat", "BundleParser", "HelperMain", "KeyboardProtocol", "Sandbox", "SeccompFilter", "SystemSupport",
    ]),
]

let rendering: [Target] = [
  module("Sources/Rendering/Gestures", ["InputViewModel", "KeyboardProtocol", "Layout", "TextModel"]),
  tests(
    "Unit/GesturesTests",
    [
      "FakeKeyboards", "Gestures", "InputViewModel", "KeyboardHost", "KeyboardProtocol", "KeyboardStore", "Layout",
      "RandomValues", "SystemKeyboard", "TextModel", "Timing",
    ],
    exclude: ["Streams"]),

  module(
    "Sources/Rendering/RenderProtocol",
    ["InputViewModel", "KeyboardLink", "KeyboardProtocol", "Layout", "Sandbox", "SeccompFilter", "SystemSupport"]),
  module(
    "Sources/Rendering/RenderClient",
    [
      "HelperLauncher", "InputViewModel", "KeyboardProtocol", "LinuxShims", "RenderProtocol", "Sandbox",
      "SystemSupport",
    ]),
  program("compromised-renderer", "Tests/Fixtures/CompromisedRenderer", ["LinuxShims", "RenderProtocol", "Sandbox"]),
  tests(
    "Integration/RenderClientTests",
    [
      "HelperLauncher", "InputViewModel", "KeyboardProtocol", "Layout", "RenderClient", "RenderProtocol", "Renderer",
      "Sandbox", "SystemSupport", "klava-renderer", "compromised-renderer",
    ]),
]

let renderProcess: [Target] = [
  module(
    "Sources/Confined/Renderer",
    [
      "CCairo", "CPango", "CRsvg", "CSPNG", "InputViewModel", "KeyboardProtocol", "Layout", "RenderProtocol",
      "TextModel",
    ]),
  tests(
    "Unit/RendererTests",
    [
      "Calculator", "HabrTags", "InputViewModel", "KeyboardProtocol", "KlavaKit", "Layout", "PetPhrases",
      "RandomValues", "RecordingHost", "RenderProtocol", "Renderer", "SystemKeyboard", "TextModel",
    ]),

  program(
    "klava-renderer", "Sources/Confined/RenderProcess",
    [
      "HelperMain", "KeyboardLink", "KeyboardProtocol", "Layout", "RenderProtocol", "Renderer", "SystemSupport",
    ]),
]

let frontends: [Target] = [
  module(
    "Sources/Frontends/Scripting",
    [
      "BundleFiles", "BundleFormat", "Diagnostics", "EmojiData", "Gestures", "HostFiles", "InputViewModel",
      "Invocation", "JSON", "KeyboardHost", "KeyboardLayouts", "KeyboardProtocol", "KeyboardStore", "Layout", "Sandbox",
      "SuggestionClient", "SystemKeyboard", "TextModel", "Timing",
    ]),
  tests(
    "Unit/ScriptingTests",
    [
      "Diagnostics", "FakeKeyboards", "HostFiles", "InputViewModel", "JSON", "KeyboardHost", "KeyboardProtocol",
      "KeyboardStore", "Scripting", "SystemKeyboard", "TextModel", "Timing",
    ]),

  module(
    "Sources/Frontends/KlavaHost",
    [
      "Diagnostics", "Gestures", "HostFiles", "InputViewModel", "KeyboardHost", "KeyboardStore", "Layout", "LinuxShims",
      "Scripting", "SystemSupport", "TextModel", "Timing", "Translations",
    ]),
  // A part of the product KlavaHost. Because of this module, SwiftPM builds Klava's three helper executables into the
  // build folder of an application that uses KlavaHost. SwiftPM also links the modules of these executables into the
  // application. `klava` must not contain the modules of these executables, so `klava` does not depend on
  // HelperProgramDependencies.
  module("Sources/Frontends/HelperProgramDependencies", ["klava-bundle-reader", "klava-runner", "klava-suggester"]),

  // The example PetChat, which is also a separate package. PetChat is a target here so that the tests can run it.
  program("PetChat", "Examples/Applications/PetChat/Sources/PetChat", ["KlavaHost"]),
  tests(
    "Integration/KlavaHostTests",
    ["BundleFiles", "BundleFormat", "KlavaHost", "PetChat", "RandomValues", "SystemSupport", "klava", "klava-runner"],
    exclude: ["scenarios.jsonl"]),
  module(
    "Sources/Frontends/Serving",
    [
      "Diagnostics", "HostFiles", "JSON", "KeyboardHost", "KlavaHost", "LinuxShims", "Scripting", "SystemSupport",
    ]),

  tests(
    "Integration/ServingTests", ["Serving", "SystemSupport", "klava", "klava-runner"],
    exclude: ["Driver", "answers.jsonl", "requests.jsonl"]),

  module("Sources/Frontends/WaylandClient", ["CWayland", "WaylandProtocols"]),
  module(
    "Sources/Frontends/DesktopBus",
    ["CSystemd", "Diagnostics", "InputViewModel", "KeyboardProtocol", "SystemSupport", "Timing"]),
  tests("Integration/DesktopBusTests", ["CSystemd", "DesktopBus", "InputViewModel", "SystemSupport", "Timing"]),
  module(
    "Sources/Frontends/Desktop",
    [
      "ApplicationDocument", "BundleFormat", "CXkbcommon", "DesktopBus", "Diagnostics", "Gestures", "HelperLauncher",
      "HostFiles", "InputViewModel", "KeyboardHost", "KeyboardLayouts", "KeyboardProtocol", "KeyboardStore", "Layout",
      "LinuxShims", "RenderClient", "RenderProtocol", "Scripting", "SystemSupport", "TextModel", "Timing",
      "Translations", "WaylandClient",
    ]),
  tests(
    "Unit/DesktopUnitTests",
    [
      "ApplicationDocument", "BundleFormat", "CXkbcommon", "Desktop", "DesktopBus", "Diagnostics", "FakeKeyboards",
      "Gestures", "InputViewModel", "KeyboardHost", "KeyboardProtocol", "KeyboardStore", "Layout", "SystemKeyboard",
      "SystemSupport", "TextModel", "Timing", "Translations", "WaylandClient",
    ]),

  module(
    "Sources/Frontends/TerminalUI",
    [
      "CNcurses", "Diagnostics", "Gestures", "InputViewModel", "KeyboardHost", "KeyboardProtocol", "Layout",
      "LinuxShims", "Sandbox", "Scripting", "SystemSupport", "TextModel", "Timing",
    ]),
  tests(
    "Unit/TerminalUITests",
    [
      "Diagnostics", "FakeKeyboards", "InputViewModel", "KeyboardHost", "KeyboardProtocol", "KeyboardStore", "Layout",
      "Scripting", "SuggestionClient", "SuggestionProtocol", "SystemKeyboard", "SystemSupport", "TerminalUI",
      "TextModel", "Timing",
    ],
    exclude: ["Pictures"]),
]

let tools: [Target] = [
  module(
    "Sources/Tools/CommandSupport",
    [
      "BundleFiles", "BundleFormat", "Diagnostics", "HostFiles", "InputViewModel", "Invocation", "JSON",
      "KeyboardHost", "KeyboardStore", "LinuxShims", "RenderClient", "RenderProtocol", "Sandbox", "Scripting",
      "SystemSupport", "Timing", "Translations", argumentParser,
    ]),

  module(
    "Sources/Tools/Doctor",
    [
      "BundleFiles", "BundleFormat", "CommandSupport", "Diagnostics", "EmojiData", "HostFiles", "InputViewModel",
      "Invocation", "KeyboardHost", "KeyboardLayouts", "KeyboardStore", "LinuxShims", "RenderClient", "RenderProtocol",
      "Sandbox", "SeccompFilter", "Sounds", "SuggestionClient", "SuggestionProtocol", "SystemSupport", "Translations",
    ]),

  module(
    "Sources/Tools/DesktopDoctor",
    ["Desktop", "DesktopBus", "Diagnostics", "Doctor", "SystemSupport", "WaylandClient"]),

  module(
    "Sources/Tools/Projects",
    ["BundleFiles", "BundleFormat", "Diagnostics", "HostFiles", "JSON", "KeyboardStore", "LinuxShims", "SystemSupport"]),

  module(
    "Sources/Tools/Conformance",
    [
      "BundleFiles", "BundleFormat", "Diagnostics", "HostFiles", "InputViewModel", "JSON", "KeyboardABI",
      "KeyboardHost", "KeyboardLayouts", "KeyboardLoader", "KeyboardProtocol", "KeyboardStore", "Layout", "LinuxShims",
      "RenderClient", "RenderProtocol", "Sandbox", "Scripting", "SystemKeyboard", "SystemSupport", "TextModel",
      "Timing", toml,
    ]),
  tests(
    "Integration/ConformanceTests",
    ["Conformance", "Diagnostics", "Invocation", "klava", "klava-renderer", "klava-runner"]),

  module(
    "Sources/Tools/CommandReports",
    [
      "BundleFiles", "BundleFormat", "CommandSupport", "Conformance", "Diagnostics", "HostFiles", "InputViewModel",
      "JSON", "KeyboardLayouts", "KeyboardProtocol", "KeyboardStore", "SuggestionProtocol", "TextModel",
    ]),
  tests(
    "Unit/CommandReportsTests",
    [
      "BundleFormat", "CommandReports", "CommandSupport", "Diagnostics", "JSON", "KeyboardLayouts", "KeyboardStore",
      "SuggestionProtocol", "TextModel",
    ]),

  // The benchmarks of `klava bench`, which `make bench` also runs.
  module("Sources/Tools/Measurement", ["LinuxShims"]),
  tests("Unit/MeasurementTests", ["JSON", "Measurement"]),

  // Counts the instructions of turns, and compares the counts with Benchmarks/instruction-budget.json.
  module("Sources/Tools/InstructionBudget", ["HelperLauncher", "JSON", "SystemSupport"]),
  module(
    "Sources/Tools/HostBenchmarks",
    [
      "BundleFormat", "CommandSupport", "Diagnostics", "HelperLauncher", "HostFiles", "InputViewModel", "Invocation",
      "KeyboardHost", "KeyboardLink", "KeyboardProtocol", "KeyboardStore", "KlavaHost", "LinuxShims", "Measurement",
      "Sandbox", "Scripting", "SystemKeyboard", "SystemSupport", "TextModel", "Timing", "InstructionBudget",
    ]),
]

let benchmarks: [Target] = [
  // The benchmarks that draw. `klava` does not link these benchmarks, because it must not load the drawing libraries.
  module(
    "Benchmarks/RenderBenchmarks",
    [
      "InputViewModel", "KeyboardProtocol", "Layout", "Measurement", "RenderProtocol", "Renderer", "SystemKeyboard",
      "TerminalUI", "TextModel",
    ]),

  .executableTarget(name: "peer-session", path: "Benchmarks/Peers/Session"),
  module(
    "Benchmarks/Peers",
    [
      "HostBenchmarks", "KeyboardHost", "KeyboardLink", "KeyboardProtocol", "LinuxShims", "Measurement",
      "SystemSupport",
    ],
    exclude: ["ClientsAndEngines", "Session"]),
  tests("Integration/PeersTests", ["HostBenchmarks", "Measurement", "Peers", "SystemSupport", "peer-session"]),

  program(
    "turn-instructions", "Benchmarks/TurnInstructions",
    [
      "HostLink", "InputViewModel", "InvocationFixture", "KeyboardHost", "KeyboardLink", "KeyboardLoader",
      "KeyboardProtocol", "KeyboardStore", "RunnerLink", "SystemKeyboard", "SystemSupport", "TextModel", "Timing",
      "InstructionBudget",
    ]),
  tests("Unit/InstructionBudgetTests", ["InstructionBudget", "turn-instructions"]),

  // Measures the accuracy of the suggestions with lists of misspellings that a developer provides.
  program(
    "suggestion-accuracy", "Benchmarks/SuggestionAccuracy", ["SuggestionEngine", "SuggestionProtocol"],
    exclude: ["lists.py"]),
  program("invocation-allocations", "Benchmarks/InvocationAllocations", ["Invocation", "InvocationFixture"]),
  // The benchmarks that start compositors. `klava` does not link these benchmarks.
  module(
    "Benchmarks/DesktopBenchmarks",
    ["DesktopSupport", "Layout", "Measurement", "SystemSupport", "TestSupport"]),
  program(
    "klava-bench", "Benchmarks/Program",
    [
      "DesktopBenchmarks", "HostBenchmarks", "HostFiles", "JSON", "KeyboardStore", "Measurement", "Peers",
      "RenderBenchmarks", argumentParser,
    ]),
]

let host: [Target] = [
  program(
    "klava-desktop", "Host/KlavaDesktop",
    [
      "CommandSupport", "Desktop", "DesktopBus", "DesktopDoctor", "Diagnostics", "Doctor", "HostFiles", "KeyboardHost",
      "KeyboardStore", "Scripting", "Sounds", "Timing", "WaylandClient", argumentParser,
    ]),
  program(
    "klava", "Host/Klava",
    [
      "BundleFiles", "BundleFormat", "CommandReports", "CommandSupport", "Conformance", "Diagnostics", "Doctor",
      "HostBenchmarks", "HostFiles", "ImportFormats", "InputViewModel", "Invocation", "JSON", "KeyboardHost",
      "KeyboardLayouts", "KeyboardProtocol", "KeyboardStore", "Layout", "LinuxShims", "Measurement", "Projects",
      "RenderClient", "RenderProtocol", "Sandbox", "Scripting", "SeccompFilter", "Serving", "Sounds",
      "SuggestionClient", "SuggestionProtocol", "SystemKeyboard", "SystemSupport", "TerminalUI", "TextModel", "Timing",
      argumentParser,
    ],
    // Link with `--as-needed`, so that klava does not load all of Foundation. TOMLKit imports Foundation, but uses only
    // FoundationEssentials. The option must come before the libraries, and `-Xlinker` would put it after the libraries.
    linkerSettings: [
      .unsafeFlags(["-Xclang-linker", "--config=\(Context.packageDirectory)/Host/Scripts/link-needed.cfg"])
    ]),
  tests(
    "Integration/KlavaTests",
    [
      "BundleFormat", "HostFiles", "InputViewModel", "KeyboardProtocol", "KeyboardStore", "TextModel", "klava",
      "klava-desktop", "klava-renderer", "klava-runner", "klava-suggester",
    ],
    exclude: ["Fixtures"]),
  tests("Integration/ScriptTests", ["LocalServer", "SystemSupport", "klava", "klava-runner"], exclude: ["Scripts"]),
  tests("Integration/AuthorWorkflowTests", ["klava", "klava-runner"]),
  tests(
    "Integration/CompatibilityTests", ["KeyboardProtocol", "KlavaKit", "klava", "klava-runner"],
    exclude: ["Baselines", "Oldest", "Version1.2"]),
  tests(
    "Integration/DocumentationTests",
    [
      "BundleFormat", "BundleParser", "Diagnostics", "InputViewModel", "KeyboardABI", "KlavaKit", "TextModel", "klava",
      "klava-bundle-reader", "klava-runner",
    ]),

  // The programs for fault injection and fuzzing. The tests run them briefly. `make faults` and `make fuzz` run them
  // for a long time.
  program(
    "klava-faults", "Tests/Adversarial/Faults",
    [
      "BundleFiles", "BundleFormat", "Diagnostics", "FakeKeyboards", "HostFiles", "InputViewModel", "KeyboardHost",
      "KeyboardLink", "KeyboardProtocol", "KeyboardStore", "LinuxShims", "RandomValues", "Sandbox", "SystemKeyboard",
      "SystemSupport", "TestSupport", "TextModel", "Timing",
    ]),
  program(
    "klava-fuzz", "Tests/Adversarial/Fuzzing",
    [
      "BundleFiles", "BundleFormat", "BundleParser", "Diagnostics", "EmojiData", "FakeKeyboards", "HostFiles",
      "HostLink", "ImportFormats", "InputViewModel", "Invocation", "KeyboardABI", "KeyboardHost", "KeyboardLink",
      "KeyboardLoader", "KeyboardProtocol", "KeyboardStore", "LinuxShims", "Projects", "RandomValues",
      "RenderProtocol", "Scripting", "SuggestionEngine", "SuggestionProtocol", "SystemKeyboard", "SystemSupport",
      "TestSupport", "TextModel",
      "TextServices", "Timing",
    ], exclude: ["Interface.plist"]),
  tests("Adversarial/FaultAndFuzzTests", ["hostile-runner", "klava-faults", "klava-fuzz", "klava-runner"]),

  // The tests that type into real applications under headless compositors (`make test-desktop`).
  module(
    "Tests/Desktop/DesktopSupport",
    [
      "ApplicationDocument", "CXkbcommon", "FakeKeyboards", "InputViewModel", "KeyboardHost", "KeyboardProtocol",
      "KeyboardStore", "Layout", "LinuxShims", "SystemKeyboard", "SystemSupport", "TestSupport", "TextModel", "Timing",
      "WaylandClient",
    ]),
  .testTarget(
    name: "DesktopTests",
    dependencies: [
      "ApplicationDocument", "Desktop", "DesktopSupport", "Diagnostics", "InputViewModel", "KeyboardHost", "Layout",
      "LocalServer", "SystemSupport", "TestSupport", "Translations", "klava", "klava-desktop", "klava-renderer",
      "klava-runner",
    ],
    path: "Tests/Desktop/DesktopTests", swiftSettings: swiftSettings),
]

let keyboardTests: [Target] = [
  tests(
    "Unit/HabrTagsTests", ["HabrTags", "KeyboardABI", "KeyboardProtocol", "KlavaKit", "RecordingHost", "TextModel"],
    exclude: ["tags.jsonl"]),
  tests(
    "Unit/CalculatorTests",
    ["Calculator", "InputViewModel", "KeyboardABI", "KeyboardProtocol", "KlavaKit", "RecordingHost"],
    exclude: ["calculations.jsonl", "roundings.jsonl"]),
  tests("Unit/PetPhrasesTests", ["KeyboardABI", "KeyboardProtocol", "KlavaKit", "PetPhrases", "RecordingHost"]),
]

let package = Package(
  name: "Klava",
  products: [
    .executable(name: "klava", targets: ["klava"]),
    .executable(name: "klava-desktop", targets: ["klava-desktop"]),
    .executable(name: "klava-runner", targets: ["klava-runner"]),
    // If another package depends on Klava, SwiftPM builds only products. These programs are products because
    // `HelperProgramDependencies` needs them.
    .executable(name: "klava-bundle-reader", targets: ["klava-bundle-reader"]),
    .executable(name: "klava-suggester", targets: ["klava-suggester"]),
    .library(name: "KlavaHost", targets: ["KlavaHost", "HelperProgramDependencies"]),
    .library(name: "KlavaKit", targets: ["KlavaKit"]),
    .library(name: "KlavaUIKit", targets: ["KlavaUIKit"]),
  ] + keyboardProducts,
  dependencies: [
    dependency("https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    dependency("https://github.com/apple/swift-collections", from: "1.6.0"),
    dependency("https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    dependency("https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: platform + shared + sdk + confined + trusted + bundleReader + rendering + renderProcess + frontends + tools
    + benchmarks + host + keyboardTargets + keyboardTests,
  swiftLanguageModes: [.v6]
)
