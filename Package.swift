// swift-tools-version: 6.1

// The targets are in the order of the folders in Sources. Each folder says which process runs the code:
//
//   Platform    module maps of system libraries, and system calls that Swift cannot make itself
//   Shared      values that the host and a keyboard's process both use
//   SDK         the modules that the author of a keyboard imports
//   Confined    code that runs in a keyboard's process
//   Trusted     code that runs in the host's process
//   Rendering   layout, gestures and the client of the render process
//   Frontends   the terminal and the scripts
//   Tools       conformance checks and project templates
//
// A module depends only on modules above it: in its own folder or an earlier one. The render process depends on
// Rendering, because it draws layouts. It is in Sources/Confined, because it is confined. A module's tests follow it,
// together with modules that only tests use.

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

/// A system library, by its module map.
func system(_ name: String, pkgConfig: String? = nil, debian: String) -> Target {
  .systemLibrary(name: name, path: "Sources/Platform/\(name)", pkgConfig: pkgConfig, providers: [.apt([debian])])
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings)
}

/// Keyboards in Swift, by the folder of their bundle. The sources are beside the other files of the bundle.
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
  // Without pkg-config, because for these two it prints a flag that SwiftPM rejects.
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

  module("Sources/Shared/KeyboardProtocol", ["LinuxShims", "TextInput"]),
  tests("KeyboardProtocolTests", ["KeyboardProtocol", "LinuxShims", "RandomValues", "TextInput"]),
  module("Tests/RandomValues", ["KeyboardProtocol", "TextInput"]),
]

let sdk: [Target] = [
  cModule("Sources/SDK/KeyboardABI"),
  tests("KeyboardABITests", ["KeyboardABI"]),

  cModule("Sources/SDK/KlavaKitEntry", ["KeyboardABI"]),
  .target(
    name: "KlavaKit", dependencies: ["KeyboardABI", "KlavaKitEntry", "TextInput"], path: "Sources/SDK/KlavaKit",
    exclude: ["keyboard.map"], swiftSettings: swiftSettings,
    linkerSettings: [
      .unsafeFlags(["-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/SDK/KlavaKit/keyboard.map"])
    ]),
  tests("KlavaKitTests", ["KeyboardLoader", "KlavaKit", "RecordingHost", "TextInput"]),
]

let confined: [Target] = [
  module("Sources/Confined/Invocation", ["CFFI"]),
  cModule("Tests/InvocationFixture"),
  tests("InvocationTests", ["Invocation", "InvocationFixture"]),

  module("Sources/Confined/KeyboardLoader", ["Invocation", "KeyboardABI", "LinuxShims", "TextInput"]),
  module("Tests/RecordingHost", ["KeyboardABI", "KeyboardLoader", "TextInput"]),

  module("Sources/Confined/Sandbox", ["KeyboardProtocol", "LinuxShims", "TextInput"]),
  tests("SandboxTests", ["KeyboardProtocol", "Sandbox", "TextInput"]),

  cModule("Sources/Confined/RunnerStart", ["LinuxShims"]),
  program(
    "klava-runner", "Sources/Confined/Runner",
    ["KeyboardLoader", "KeyboardProtocol", "LinuxShims", "RunnerStart", "Sandbox", "TextInput"]),
]

let trusted: [Target] = [
  module("Sources/Trusted/Diagnostics"),

  module("Sources/Trusted/Bundles", ["Diagnostics", "LinuxShims", "TextInput"]),
  tests("BundlesTests", ["Bundles", "Diagnostics", "LinuxShims", "TextInput"]),

  module("Sources/Trusted/SeccompFilter", ["CSeccomp", "LinuxShims", "Sandbox"]),
  .executableTarget(name: "seccomp-subject", path: "Tests/SeccompSubject"),
  tests("SeccompFilterTests", ["CSeccomp", "SeccompFilter", "seccomp-subject"], exclude: ["SystemCalls.txt"]),

  module(
    "Sources/Trusted/KeyboardHost",
    [
      "Bundles", "Diagnostics", "KeyboardLoader", "KeyboardProtocol", "LinuxShims", "Sandbox", "SeccompFilter",
      "TextInput", orderedCollections,
    ]),
  program("hostile-runner", "Tests/HostileRunner", ["KeyboardProtocol", "LinuxShims", "RandomValues", "TextInput"]),
  program("start-probe", "Tests/StartProbe", ["KeyboardHost", "LinuxShims", "Sandbox", "TextInput"]),
  tests(
    "KeyboardHostTests",
    [
      "Bundles", "Diagnostics", "KeyboardHost", "KeyboardLoader", "KeyboardProtocol", "LocalServer", "RandomValues",
      "Sandbox", "SystemKeyboard", "TestSupport", "TextInput", "hostile-runner", "klava-runner", "start-probe",
    ], exclude: ["Cases", "Fixtures"]),
  tests(
    "HostileZooTests",
    ["Bundles", "KeyboardHost", "KeyboardProtocol", "Sandbox", "SystemKeyboard", "TextInput", "klava-runner"],
    exclude: ["zoo.tsv"]),

  module("Sources/Trusted/SystemKeyboard", ["KeyboardHost", "TextInput"]),
  tests("SystemKeyboardTests", ["KeyboardHost", "SystemKeyboard", "TextInput"]),

  module("Sources/Trusted/Sounds", ["CCanberra", "KeyboardHost", "LinuxShims", "TextInput"]),
  tests("SoundsTests", ["KeyboardHost", "Sounds", "TextInput"]),
]

let rendering: [Target] = [
  module("Sources/Rendering/Layout", ["TextInput"]),
  tests(
    "LayoutTests",
    [
      "Calculator", "HabrTags", "KeyboardHost", "Layout", "PetPhrases", "RandomValues", "RecordingHost",
      "SystemKeyboard", "TextInput",
    ], exclude: ["Frames.txt"]),

  module("Sources/Rendering/Gestures", ["Layout", "TextInput"]),
  tests(
    "GesturesTests", ["Bundles", "Gestures", "KeyboardHost", "Layout", "RandomValues", "SystemKeyboard", "TextInput"],
    exclude: ["Streams"]),

  module(
    "Sources/Rendering/RenderClient", ["KeyboardProtocol", "LinuxShims", "Sandbox", "SeccompFilter", "TextInput"]),
  program("renderer-probe", "Tests/RendererProbe", ["RenderClient", "Sandbox"]),
  tests(
    "RenderClientTests",
    ["KeyboardProtocol", "RenderClient", "Sandbox", "TextInput", "klava-renderer", "renderer-probe"]),
]

let renderProcess: [Target] = [
  module("Sources/Confined/Renderer", ["CCairo", "CPango", "CRsvg", "CSPNG", "Layout", "RenderClient", "TextInput"]),
  tests(
    "RendererTests",
    [
      "Calculator", "HabrTags", "KlavaKit", "Layout", "PetPhrases", "RecordingHost", "RenderClient", "Renderer",
      "SystemKeyboard", "TextInput",
    ]),

  program(
    "klava-renderer", "Sources/Confined/RenderProcess",
    ["KeyboardProtocol", "Layout", "LinuxShims", "RenderClient", "Renderer", "Sandbox", "TextInput"]),
]

let frontends: [Target] = [
  module(
    "Sources/Frontends/Scripting", ["Bundles", "Diagnostics", "KeyboardHost", "Sandbox", "SystemKeyboard", "TextInput"]),
  tests(
    "ScriptingTests",
    ["Bundles", "Diagnostics", "KeyboardHost", "Scripting", "SystemKeyboard", "TestSupport", "TextInput"]),

  module(
    "Sources/Frontends/TerminalUI",
    ["CNcurses", "Diagnostics", "Gestures", "KeyboardHost", "Layout", "LinuxShims", "Scripting", "TextInput"]),
  tests(
    "TerminalUITests",
    ["Bundles", "Diagnostics", "KeyboardHost", "Layout", "Scripting", "SystemKeyboard", "TerminalUI", "TextInput"],
    exclude: ["Pictures"]),
]

let tools: [Target] = [
  module("Sources/Tools/Projects", ["Bundles", "Diagnostics"]),

  module(
    "Sources/Tools/Conformance",
    [
      "Bundles", "Diagnostics", "KeyboardHost", "KeyboardLoader", "Layout", "LinuxShims", "Sandbox", "Scripting",
      "SystemKeyboard", "TextInput", toml,
    ]),
  tests("ConformanceTests", ["Bundles", "Conformance", "Diagnostics", "Invocation", "klava", "klava-runner"]),
]

let benchmarks: [Target] = [
  module("Benchmarks/Measurement", ["LinuxShims"]),
  tests("MeasurementTests", ["Measurement"]),

  // Instructions of a turn (Benchmarks/turn-budget.json).
  module("Benchmarks/TurnBudget"),
  .target(
    name: "KlavaBenchmarks",
    dependencies: [
      "Bundles", "Diagnostics", "Invocation", "KeyboardHost", "KeyboardProtocol", "LinuxShims", "Measurement",
      "Sandbox", "SystemKeyboard", "TextInput", "TurnBudget",
    ], path: "Benchmarks/Klava", swiftSettings: swiftSettings),

  // The benchmarks that draw. `klava` does not link them.
  .target(
    name: "RenderBenchmarks",
    dependencies: ["Layout", "Measurement", "RenderClient", "Renderer", "SystemKeyboard", "TerminalUI", "TextInput"],
    path: "Benchmarks/Render", swiftSettings: swiftSettings),

  .executableTarget(name: "peer-session", path: "Benchmarks/Peers/Session"),
  module(
    "Benchmarks/Peers", ["KeyboardHost", "KeyboardProtocol", "KlavaBenchmarks", "LinuxShims", "Measurement"],
    exclude: ["Clients", "Session"]),
  tests("PeersTests", ["KlavaBenchmarks", "Measurement", "Peers", "peer-session"]),

  program(
    "turn-instructions", "Benchmarks/TurnInstructions",
    ["Bundles", "KeyboardHost", "KeyboardLoader", "KeyboardProtocol", "SystemKeyboard", "TextInput", "TurnBudget"]),
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
      "Bundles", "Conformance", "Diagnostics", "Invocation", "KeyboardHost", "KlavaBenchmarks", "Layout", "LinuxShims",
      "Measurement", "Projects", "RenderClient", "Sandbox", "Scripting", "SeccompFilter", "Sounds", "SystemKeyboard",
      "TerminalUI", "TextInput", argumentParser,
    ], exclude: ["README.md", "Support"]),
  tests("KlavaTests", ["Bundles", "TextInput", "klava", "klava-renderer", "klava-runner"], exclude: ["Fixtures"]),
  tests("ScriptTests", ["LocalServer", "klava", "klava-runner"], exclude: ["Scripts"]),
  tests(
    "StabilityTests", ["KeyboardProtocol", "KlavaKit", "TextInput", "klava", "klava-runner"],
    exclude: ["Baselines", "Oldest"]),
  tests(
    "DocumentationTests", ["Bundles", "Diagnostics", "KeyboardABI", "KlavaKit", "TextInput", "klava", "klava-runner"]),

  // Fault injection and fuzzing, which also run separately (`make faults`, `make fuzz`).
  program(
    "klava-faults", "Tests/Faults",
    [
      "Bundles", "Diagnostics", "KeyboardHost", "KeyboardProtocol", "LinuxShims", "RandomValues", "Sandbox",
      "SystemKeyboard", "TextInput",
    ]),
  program(
    "klava-fuzz", "Tests/Fuzzing",
    [
      "Bundles", "Diagnostics", "Invocation", "KeyboardABI", "KeyboardHost", "KeyboardLoader", "KeyboardProtocol",
      "LinuxShims", "RandomValues", "RenderClient", "Scripting", "SystemKeyboard", "TextInput",
    ], exclude: ["Interface.plist"]),
  tests("FaultTests", ["hostile-runner", "klava-faults", "klava-fuzz", "klava-runner"]),
]

let keyboardTests: [Target] = [
  tests(
    "HabrTagsTests", ["HabrTags", "KeyboardABI", "KlavaKit", "RecordingHost", "TextInput"], exclude: ["tags.jsonl"]),
  tests(
    "CalculatorTests", ["Calculator", "KeyboardABI", "KlavaKit", "RecordingHost", "TextInput"],
    exclude: ["calculations.jsonl", "cuts.jsonl"]),
  tests("PetPhrasesTests", ["KeyboardABI", "KlavaKit", "PetPhrases", "RecordingHost", "TextInput"]),
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
