// swift-tools-version: 6.1

// The targets stand in the order of the folders below Sources, which say what process runs the code:
//
//   Platform    module maps of system libraries, and system calls that Swift cannot make itself
//   Shared      values that the host and a keyboard's process both use
//   SDK         what the author of a keyboard imports
//   Confined    what runs in a keyboard's process
//   Trusted     what runs in the host's process
//   Rendering   layout, gestures and the client of the render process
//   Frontends   the terminal and the scripts
//   Tools       conformance checks and project templates
//
// A module depends only on modules above it: in its own folder or an earlier one. The render process comes after Rendering,
// because it draws layouts, but stands in Sources/Confined, because it is confined. A module's tests follow it, with what only
// tests use.

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

/// A module in C.
func cModule(_ path: String, _ dependencies: [Target.Dependency] = [], headers: String? = nil) -> Target {
  let name = path.split(separator: "/").last.map(String.init) ?? path
  return .target(name: name, dependencies: dependencies, path: path, publicHeadersPath: headers)
}

func program(
  _ name: String, _ path: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, exclude: exclude, swiftSettings: swiftSettings)
}

/// A library of the system, by its module map.
func system(_ name: String, pkgConfig: String? = nil, debian: String) -> Target {
  .systemLibrary(name: name, path: "Sources/Platform/\(name)", pkgConfig: pkgConfig, providers: [.apt([debian])])
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings)
}

/// Keyboards in Swift, by the folder of their bundle. The sources stand beside the other files of the bundle.
let swiftKeyboards: KeyValuePairs = [
  "Plugins": ["HabrTags", "Calculator", "PetPhrases"],
  "Tests": ["ProxyProbe", "ServiceProbe"],
  "Tests/HonestKeyboards": [
    "HonestSwift", "HonestConcurrency", "HonestDispatch", "HonestEssentials", "HonestFoundation",
  ],
  "Benchmarks/Keyboards": ["SwiftCaller"],
]

/// Keyboards in C, by the folder of their sources.
let cKeyboards: KeyValuePairs = [
  "Tests": ["Typist"],
  "Benchmarks/Keyboards": ["CCaller", "KeyActions", "ManyKeys", "MarkLeaver"],
]

let keyboardProducts = (swiftKeyboards.flatMap(\.value) + cKeyboards.flatMap(\.value)).map {
  Product.library(name: $0, type: .dynamic, targets: [$0])
}

let keyboardTargets =
  swiftKeyboards.flatMap { folder, names in
    names.map { name in
      Target.target(
        name: name, dependencies: ["KlavaKit"], path: "\(folder)/\(name)/Sources", swiftSettings: swiftSettings)
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
  // Without pkg-config: for these two it prints a flag that SwiftPM refuses.
  system("CPango", debian: "libpango1.0-dev"),
  system("CRsvg", debian: "librsvg2-dev"),
  system("CSPNG", pkgConfig: "spng", debian: "libspng-dev"),
  system("CNcurses", debian: "libncurses-dev"),
  cModule("Sources/Platform/LinuxShims"),
  module("Tests/TestSupport", ["LinuxShims"]),
  module("Tests/LocalServer"),
]

let shared: [Target] = [
  module("Sources/Shared/TextInput"),
  tests("TextInputTests", ["RandomValues", "TextInput"]),

  module("Sources/Shared/Wire", ["TextInput", "LinuxShims"]),
  tests("WireTests", ["Wire", "TextInput", "LinuxShims", "RandomValues"]),
  module("Tests/RandomValues", ["TextInput", "Wire"]),
]

let sdk: [Target] = [
  cModule("Sources/SDK/KeyboardABI"),
  tests("KeyboardABITests", ["KeyboardABI"]),

  cModule("Sources/SDK/KlavaKitEntry", ["KeyboardABI"]),
  .target(
    name: "KlavaKit", dependencies: ["TextInput", "KeyboardABI", "KlavaKitEntry"], path: "Sources/SDK/KlavaKit",
    exclude: ["keyboard.map"], swiftSettings: swiftSettings,
    linkerSettings: [
      .unsafeFlags(["-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/SDK/KlavaKit/keyboard.map"])
    ]),
  tests("KlavaKitTests", ["KlavaKit", "KeyboardExtension", "RecordingHost", "TextInput"]),
]

let confined: [Target] = [
  module("Sources/Confined/Invocation", ["CFFI"]),
  cModule("Tests/InvocationFixture"),
  tests("InvocationTests", ["Invocation", "InvocationFixture"]),

  module("Sources/Confined/KeyboardExtension", ["TextInput", "KeyboardABI", "Invocation", "LinuxShims"]),
  module("Tests/RecordingHost", ["TextInput", "KeyboardABI", "KeyboardExtension"]),

  module("Sources/Confined/Sandbox", ["TextInput", "Wire", "LinuxShims"]),
  tests("SandboxTests", ["Sandbox", "TextInput", "Wire"]),

  cModule("Sources/Confined/RunnerStart", ["LinuxShims"]),
  program(
    "klava-runner", "Sources/Confined/Runner",
    ["TextInput", "KeyboardExtension", "Wire", "LinuxShims", "RunnerStart", "Sandbox"]),
]

let trusted: [Target] = [
  module("Sources/Trusted/Bundles", ["TextInput", "LinuxShims"]),
  tests("BundlesTests", ["Bundles", "TextInput", "LinuxShims"]),

  module("Sources/Trusted/SeccompFilter", ["CSeccomp", "LinuxShims"]),
  .executableTarget(name: "seccomp-subject", path: "Tests/SeccompSubject"),
  tests("SeccompFilterTests", ["SeccompFilter", "CSeccomp", "seccomp-subject"], exclude: ["SystemCalls.txt"]),

  module(
    "Sources/Trusted/KeyboardHost",
    [
      "TextInput", "KeyboardExtension", "Wire", "Bundles", "LinuxShims", "Sandbox", "SeccompFilter", orderedCollections,
    ]),
  program("hostile-runner", "Tests/HostileRunner", ["LinuxShims", "RandomValues", "TextInput", "Wire"]),
  program("start-probe", "Tests/StartProbe", ["KeyboardHost", "LinuxShims", "Sandbox", "TextInput"]),
  tests(
    "KeyboardHostTests",
    [
      "Bundles", "KeyboardExtension", "KeyboardHost", "LocalServer", "RandomValues", "Sandbox", "SystemKeyboard",
      "TestSupport", "TextInput", "Wire", "hostile-runner", "klava-runner", "start-probe",
    ],
    exclude: ["Cases", "Fixtures"]),
  tests(
    "HostileZooTests", ["Bundles", "KeyboardHost", "Sandbox", "SystemKeyboard", "TextInput", "Wire", "klava-runner"],
    exclude: ["zoo.tsv"]),

  module("Sources/Trusted/SystemKeyboard", ["TextInput", "KeyboardHost"]),
  tests("SystemKeyboardTests", ["SystemKeyboard", "KeyboardHost", "TextInput"]),

  module("Sources/Trusted/Sounds", ["TextInput", "KeyboardHost", "CCanberra", "LinuxShims"]),
  tests("SoundsTests", ["Sounds", "KeyboardHost", "TextInput"]),
]

let rendering: [Target] = [
  module("Sources/Rendering/Rendering", ["TextInput"]),
  tests(
    "RenderingTests",
    [
      "Calculator", "HabrTags", "KeyboardHost", "PetPhrases", "RandomValues", "RecordingHost", "Rendering",
      "SystemKeyboard", "TextInput",
    ],
    exclude: ["Frames.txt"]),

  module("Sources/Rendering/Gestures", ["TextInput", "Rendering"]),
  tests(
    "GesturesTests",
    ["Bundles", "Gestures", "KeyboardHost", "RandomValues", "Rendering", "SystemKeyboard", "TextInput"],
    exclude: ["Streams"]),

  module("Sources/Rendering/Pictures", ["TextInput", "Wire", "LinuxShims", "Sandbox", "SeccompFilter"]),
  program("painter-probe", "Tests/PainterProbe", ["Pictures", "Sandbox"]),
  tests("PicturesTests", ["Pictures", "Sandbox", "TextInput", "Wire", "klava-painter", "painter-probe"]),
]

let renderProcess: [Target] = [
  module(
    "Sources/Confined/Drawing", ["TextInput", "Rendering", "Pictures", "CCairo", "CPango", "CRsvg", "CSPNG"]),
  tests(
    "DrawingTests",
    [
      "Calculator", "Drawing", "HabrTags", "KlavaKit", "PetPhrases", "Pictures", "RecordingHost", "Rendering",
      "SystemKeyboard", "TextInput",
    ]),

  program(
    "klava-painter", "Sources/Confined/Painter",
    ["Drawing", "LinuxShims", "Pictures", "Rendering", "Sandbox", "TextInput", "Wire"]),
]

let frontends: [Target] = [
  module("Sources/Frontends/Play", ["TextInput", "KeyboardHost", "SystemKeyboard", "Bundles", "Sandbox"]),
  tests("PlayTests", ["Bundles", "KeyboardHost", "Play", "SystemKeyboard", "TestSupport", "TextInput"]),

  module(
    "Sources/Frontends/Simulator",
    ["TextInput", "KeyboardHost", "Bundles", "Play", "Rendering", "Gestures", "LinuxShims", "CNcurses"]),
  tests(
    "SimulatorTests", ["Simulator", "Bundles", "KeyboardHost", "Play", "Rendering", "SystemKeyboard", "TextInput"],
    exclude: ["Pictures"]),
]

let tools: [Target] = [
  module("Sources/Tools/Projects", ["Bundles"]),

  module(
    "Sources/Tools/Conformance",
    [
      "TextInput", "KeyboardExtension", "KeyboardHost", "SystemKeyboard", "Play", "Rendering", "Bundles", "Sandbox",
      "LinuxShims", toml,
    ]),
  tests("ConformanceTests", ["Conformance", "Bundles", "Invocation", "klava", "klava-runner"]),
]

let benchmarks: [Target] = [
  module("Benchmarks/Measurement", ["LinuxShims"]),
  tests("MeasurementTests", ["Measurement"]),

  // Instructions of a turn (Benchmarks/turn-budget.json).
  module("Benchmarks/TurnBudget"),
  .target(
    name: "KlavaBenchmarks",
    dependencies: [
      "Bundles", "Invocation", "KeyboardHost", "LinuxShims", "Measurement", "Sandbox", "SystemKeyboard", "TextInput",
      "TurnBudget", "Wire",
    ],
    path: "Benchmarks/Klava", swiftSettings: swiftSettings),

  // The rows that draw. `klava` does not link them.
  .target(
    name: "RenderBenchmarks",
    dependencies: ["Drawing", "Measurement", "Pictures", "Rendering", "Simulator", "SystemKeyboard", "TextInput"],
    path: "Benchmarks/Render", swiftSettings: swiftSettings),

  .executableTarget(name: "peer-session", path: "Benchmarks/Peers/Session"),
  module(
    "Benchmarks/Peers", ["KeyboardHost", "KlavaBenchmarks", "LinuxShims", "Measurement", "Wire"],
    exclude: ["Clients", "Session"]),
  tests("PeersTests", ["KlavaBenchmarks", "Measurement", "Peers", "peer-session"]),

  program(
    "turn-instructions", "Benchmarks/TurnInstructions",
    ["Bundles", "KeyboardExtension", "KeyboardHost", "SystemKeyboard", "TextInput", "TurnBudget", "Wire"]),
  tests("TurnBudgetTests", ["TurnBudget", "turn-instructions"]),

  program("allocation-count", "Benchmarks/AllocationCount", ["Invocation", "InvocationFixture"]),
  program(
    "klava-bench", "Benchmarks/Program",
    ["Bundles", "KlavaBenchmarks", "Measurement", "Peers", "RenderBenchmarks", argumentParser]),
]

let host: [Target] = [
  program(
    "klava", "Host",
    [
      "Bundles", "Conformance", "Invocation", "KeyboardHost", "KlavaBenchmarks", "LinuxShims", "Measurement",
      "Pictures", "Play", "Projects", "Rendering", "Sandbox", "SeccompFilter", "Simulator", "Sounds",
      "SystemKeyboard", "TextInput", argumentParser,
    ],
    exclude: ["README.md", "Support"]),
  tests("KlavaTests", ["klava", "klava-painter", "klava-runner", "Bundles", "TextInput"], exclude: ["Fixtures"]),
  tests("ScriptTests", ["klava", "klava-runner", "LocalServer"], exclude: ["Scripts"]),
  tests(
    "StabilityTests", ["klava", "klava-runner", "KlavaKit", "TextInput", "Wire"], exclude: ["Baselines", "Oldest"]),
  tests("DocumentationTests", ["klava", "klava-runner", "KlavaKit", "Bundles", "KeyboardABI", "TextInput"]),

  // Faults and fuzzing, which also run by themselves (`make faults`, `make fuzz`).
  program(
    "klava-faults", "Tests/Faults",
    ["Bundles", "KeyboardHost", "LinuxShims", "RandomValues", "Sandbox", "SystemKeyboard", "TextInput", "Wire"]),
  program(
    "klava-fuzz", "Tests/Fuzzing",
    [
      "Bundles", "Invocation", "KeyboardABI", "KeyboardExtension", "KeyboardHost", "LinuxShims", "Pictures", "Play",
      "RandomValues", "SystemKeyboard", "TextInput", "Wire",
    ],
    exclude: ["Interface.plist"]),
  tests("FaultTests", ["klava-faults", "klava-fuzz", "hostile-runner", "klava-runner"]),
]

let keyboardTests: [Target] = [
  tests(
    "HabrTagsTests", ["HabrTags", "KlavaKit", "RecordingHost", "TextInput", "KeyboardABI"], exclude: ["tags.jsonl"]),
  tests(
    "CalculatorTests", ["Calculator", "KlavaKit", "RecordingHost", "TextInput", "KeyboardABI"],
    exclude: ["calculations.jsonl", "cuts.jsonl"]),
  tests("PetPhrasesTests", ["PetPhrases", "KlavaKit", "RecordingHost", "TextInput", "KeyboardABI"]),
]

let package = Package(
  name: "Klava",
  products: [
    .executable(name: "klava", targets: ["klava"]),
    .executable(name: "klava-runner", targets: ["klava-runner"]),
    .library(name: "KlavaKit", targets: ["KlavaKit"]),
  ] + keyboardProducts,
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: platform + shared + sdk + confined + trusted + rendering + renderProcess + frontends + tools + benchmarks
    + host + keyboardTargets + keyboardTests,
  swiftLanguageModes: [.v6]
)
