// swift-tools-version: 6.1

import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target of `Sources/`, with what it leans on.
func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

/// A keyboard's library: its sources lie beside the other files of its bundle.
func keyboard(_ name: String, in folder: String) -> Target {
  .target(name: name, dependencies: ["KlavaKit"], path: "\(folder)/\(name)/Sources", swiftSettings: swiftSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings)
}

/// Keyboards that show what the sandbox must not disturb, by what they lean on.
let honestKeyboards = [
  "HonestSwift", "HonestConcurrency", "HonestDispatch", "HonestEssentials", "HonestFoundation",
]

let orderedCollections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")

let package = Package(
  name: "Klava",
  products: [
    .executable(name: "klava", targets: ["klava"]),
    .executable(name: "klava-runner", targets: ["klava-runner"]),
    .library(name: "KlavaKit", targets: ["KlavaKit"]),
    .library(name: "HabrTags", type: .dynamic, targets: ["HabrTags"]),
    .library(name: "Calculator", type: .dynamic, targets: ["Calculator"]),
    .library(name: "PetPhrases", type: .dynamic, targets: ["PetPhrases"]),
    .library(name: "ProxyProbe", type: .dynamic, targets: ["ProxyProbe"]),
    .library(name: "ServiceProbe", type: .dynamic, targets: ["ServiceProbe"]),
    .library(name: "Typist", type: .dynamic, targets: ["Typist"]),
    .library(name: "SwiftCaller", type: .dynamic, targets: ["SwiftCaller"]),
    .library(name: "CCaller", type: .dynamic, targets: ["CCaller"]),
    .library(name: "KeyActions", type: .dynamic, targets: ["KeyActions"]),
    .library(name: "ManyKeys", type: .dynamic, targets: ["ManyKeys"]),
    .library(name: "MarkLeaver", type: .dynamic, targets: ["MarkLeaver"]),
  ] + honestKeyboards.map { .library(name: $0, type: .dynamic, targets: [$0]) },
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: [
    // What a plugin and its loader agree on, and what a keyboard written in Swift imports.
    .target(name: "KeyboardABI"),
    .target(name: "KlavaKitEntry", dependencies: ["KeyboardABI"]),
    .target(
      name: "KlavaKit", dependencies: ["TextInput", "KeyboardABI", "KlavaKitEntry"], exclude: ["keyboard.map"],
      swiftSettings: swiftSettings,
      linkerSettings: [
        .unsafeFlags(["-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/KlavaKit/keyboard.map"])
      ]),

    // The rooms of the house, each leaning only on those above it.
    room("TextInput"),
    .systemLibrary(name: "CFFI", path: "Sources/System/CFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
    .target(name: "LinuxShims"),
    .target(name: "RunnerStart", dependencies: ["LinuxShims"]),
    room("Invocation", ["CFFI"]),
    room("Wire", ["TextInput", "LinuxShims"]),
    room("KeyboardExtension", ["TextInput", "KeyboardABI", "Invocation", "LinuxShims"]),
    room("Bundles", ["TextInput", "LinuxShims"]),
    room("Projects", ["Bundles"]),
    room("Sandbox", ["TextInput", "Wire", "LinuxShims"]),
    .systemLibrary(
      name: "CSeccomp", path: "Sources/System/CSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
    room("SeccompFilter", ["CSeccomp", "LinuxShims"]),
    room(
      "KeyboardHost",
      [
        "TextInput", "KeyboardExtension", "Wire", "Bundles", "LinuxShims", "Sandbox", "SeccompFilter",
        orderedCollections,
      ]),
    room("SystemKeyboard", ["TextInput", "KeyboardHost"]),
    .systemLibrary(name: "CCanberra", path: "Sources/System/CCanberra", providers: [.apt(["libcanberra-dev"])]),
    room("Sounds", ["TextInput", "KeyboardHost", "CCanberra", "LinuxShims"]),
    room("Rendering", ["TextInput"]),
    room("Gestures", ["TextInput", "Rendering"]),
    room("Pictures", ["TextInput", "Wire", "LinuxShims", "Sandbox", "SeccompFilter"]),
    .systemLibrary(
      name: "CCairo", path: "Sources/System/CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    // Without pkg-config, which answers for these two with a flag that no package may have.
    .systemLibrary(name: "CPango", path: "Sources/System/CPango", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(name: "CRsvg", path: "Sources/System/CRsvg", providers: [.apt(["librsvg2-dev"])]),
    .systemLibrary(
      name: "CSPNG", path: "Sources/System/CSPNG", pkgConfig: "spng", providers: [.apt(["libspng-dev"])]),
    room("Drawing", ["TextInput", "Rendering", "Pictures", "CCairo", "CPango", "CRsvg", "CSPNG"]),
    room("Play", ["TextInput", "KeyboardHost", "SystemKeyboard", "Bundles", "Sandbox"]),
    room(
      "Conformance",
      [
        "TextInput", "KeyboardExtension", "KeyboardHost", "SystemKeyboard", "Play", "Rendering", "Bundles", "Sandbox",
        "LinuxShims", .product(name: "TOMLKit", package: "TOMLKit"),
      ]),

    .systemLibrary(name: "CNcurses", path: "Sources/System/CNcurses", providers: [.apt(["libncurses-dev"])]),
    room(
      "Simulator",
      ["TextInput", "KeyboardHost", "Bundles", "Play", "Rendering", "Gestures", "LinuxShims", "CNcurses"]),

    .executableTarget(
      name: "klava-runner",
      dependencies: ["TextInput", "KeyboardExtension", "Wire", "LinuxShims", "RunnerStart", "Sandbox"],
      path: "Sources/Runner", swiftSettings: swiftSettings),
    .executableTarget(
      name: "klava-painter",
      dependencies: ["Drawing", "LinuxShims", "Pictures", "Rendering", "Sandbox", "TextInput", "Wire"],
      path: "Sources/Painter", swiftSettings: swiftSettings),
    // How fast all that is (`make bench`, `klava bench`).
    .target(
      name: "Measurement", dependencies: ["LinuxShims"], path: "Benchmarks/Measurement", swiftSettings: swiftSettings),
    .target(
      name: "KlavaBenchmarks",
      dependencies: [
        "Bundles", "Invocation", "KeyboardHost", "LinuxShims", "Measurement", "Sandbox", "SystemKeyboard",
        "TextInput", "TurnBudget", "Wire",
      ],
      path: "Benchmarks/Klava", swiftSettings: swiftSettings),
    // With what draws, which `klava` does not have.
    .target(
      name: "RenderBenchmarks",
      dependencies: ["Drawing", "Measurement", "Pictures", "Rendering", "Simulator", "SystemKeyboard", "TextInput"],
      path: "Benchmarks/Render", swiftSettings: swiftSettings),
    .executableTarget(name: "peer-session", path: "Benchmarks/Peers/Session"),
    .target(
      name: "Peers", dependencies: ["KeyboardHost", "KlavaBenchmarks", "LinuxShims", "Measurement", "Wire"],
      path: "Benchmarks/Peers", exclude: ["Clients", "Session"], swiftSettings: swiftSettings),
    .executableTarget(
      name: "klava-bench",
      dependencies: [
        "Bundles", "KlavaBenchmarks", "Measurement", "Peers", "RenderBenchmarks",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/Program", swiftSettings: swiftSettings),
    .executableTarget(
      name: "allocation-count", dependencies: ["Invocation", "InvocationFixture"], path: "Benchmarks/AllocationCount",
      swiftSettings: swiftSettings),
    keyboard("SwiftCaller", in: "Benchmarks/Keyboards"),
    .target(
      name: "CCaller", dependencies: ["KeyboardABI"], path: "Benchmarks/Keyboards/CCaller", publicHeadersPath: "."),
    .target(
      name: "ManyKeys", dependencies: ["KeyboardABI"], path: "Benchmarks/Keyboards/ManyKeys", publicHeadersPath: "."),
    .target(
      name: "MarkLeaver", dependencies: ["KeyboardABI"], path: "Benchmarks/Keyboards/MarkLeaver", publicHeadersPath: "."
    ),

    .executableTarget(
      name: "klava",
      dependencies: [
        "Bundles", "Conformance", "Invocation", "KeyboardHost", "KlavaBenchmarks", "LinuxShims", "Measurement",
        "Pictures", "Play", "Projects", "Rendering", "Sandbox", "SeccompFilter", "Simulator", "Sounds",
        "SystemKeyboard", "TextInput",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Host", exclude: ["Support"], swiftSettings: swiftSettings),

    // Keyboards.
    keyboard("HabrTags", in: "Plugins"),
    keyboard("Calculator", in: "Plugins"),
    keyboard("PetPhrases", in: "Plugins"),
    keyboard("ProxyProbe", in: "Tests"),
    keyboard("ServiceProbe", in: "Tests"),

    // What tests are made of, and the two ordeals that run by themselves (`make faults`, `make fuzz`).
    .target(
      name: "RandomValues", dependencies: ["TextInput", "Wire"], path: "Tests/RandomValues",
      swiftSettings: swiftSettings),
    .target(
      name: "TestSupport", dependencies: ["LinuxShims"], path: "Tests/TestSupport", swiftSettings: swiftSettings),
    .target(name: "Typist", dependencies: ["KeyboardABI"], path: "Tests/Typist", publicHeadersPath: "."),
    .executableTarget(
      name: "hostile-runner", dependencies: ["LinuxShims", "RandomValues", "TextInput", "Wire"],
      path: "Tests/HostileRunner", swiftSettings: swiftSettings),
    .executableTarget(
      name: "klava-faults",
      dependencies: [
        "Bundles", "KeyboardHost", "LinuxShims", "RandomValues", "Sandbox", "SystemKeyboard", "TextInput", "Wire",
      ],
      path: "Tests/Faults", swiftSettings: swiftSettings),
    .executableTarget(
      name: "klava-fuzz",
      dependencies: [
        "Bundles", "Invocation", "KeyboardABI", "KeyboardExtension", "KeyboardHost", "LinuxShims", "Pictures", "Play",
        "RandomValues", "SystemKeyboard", "TextInput", "Wire",
      ],
      path: "Tests/Fuzzing", exclude: ["Interface.plist"], swiftSettings: swiftSettings),

    tests("MeasurementTests", ["Measurement"]),
    // What a turn costs in instructions (Benchmarks/turn-budget.json).
    .target(
      name: "KeyActions", dependencies: ["KeyboardABI"], path: "Benchmarks/Keyboards/KeyActions", publicHeadersPath: "."
    ),
    .target(name: "TurnBudget", path: "Benchmarks/TurnBudget", swiftSettings: swiftSettings),
    .executableTarget(
      name: "turn-instructions",
      dependencies: [
        "Bundles", "KeyboardExtension", "KeyboardHost", "SystemKeyboard", "TextInput", "TurnBudget", "Wire",
      ],
      path: "Benchmarks/TurnInstructions", swiftSettings: swiftSettings),
    tests("TurnBudgetTests", ["TurnBudget", "turn-instructions"]),

    // Tests, one target a room.
    .target(name: "InvocationFixture", path: "Tests/InvocationFixture"),
    tests("InvocationTests", ["Invocation", "InvocationFixture"]),
    .executableTarget(name: "seccomp-subject", path: "Tests/SeccompSubject"),
    tests("SeccompFilterTests", ["SeccompFilter", "CSeccomp", "seccomp-subject"], exclude: ["SystemCalls.txt"]),
    tests("WireTests", ["Wire", "TextInput", "LinuxShims", "RandomValues"]),
    tests("BundlesTests", ["Bundles", "TextInput", "LinuxShims"]),
    tests("SoundsTests", ["Sounds", "KeyboardHost", "TextInput"]),
    tests("SystemKeyboardTests", ["SystemKeyboard", "KeyboardHost", "TextInput"]),
    tests("TextInputTests", ["RandomValues", "TextInput"]),
    tests("KeyboardABITests", ["KeyboardABI"]),
    tests("SandboxTests", ["Sandbox", "TextInput", "Wire"]),
    .target(name: "LocalServer", path: "Tests/LocalServer", swiftSettings: swiftSettings),
    tests(
      "KeyboardHostTests",
      [
        "Bundles", "KeyboardExtension", "KeyboardHost", "LocalServer", "RandomValues", "Sandbox", "SystemKeyboard",
        "TestSupport", "TextInput", "Wire", "hostile-runner", "klava-runner", "start-probe",
      ],
      exclude: ["Cases", "Fixtures"]),
    .executableTarget(
      name: "start-probe", dependencies: ["KeyboardHost", "LinuxShims", "Sandbox", "TextInput"],
      path: "Tests/StartProbe", swiftSettings: swiftSettings),
    tests(
      "HostileZooTests", ["Bundles", "KeyboardHost", "Sandbox", "SystemKeyboard", "TextInput", "Wire", "klava-runner"],
      exclude: ["zoo.tsv"]),
    tests(
      "RenderingTests",
      [
        "Calculator", "HabrTags", "KeyboardHost", "PetPhrases", "RandomValues", "RecordingHost", "Rendering",
        "SystemKeyboard", "TextInput",
      ],
      exclude: ["Frames.txt"]),
    tests(
      "GesturesTests",
      ["Bundles", "Gestures", "KeyboardHost", "RandomValues", "Rendering", "SystemKeyboard", "TextInput"],
      exclude: ["Streams"]),
    .executableTarget(
      name: "painter-probe", dependencies: ["Pictures", "Sandbox"], path: "Tests/PainterProbe",
      swiftSettings: swiftSettings),
    tests(
      "PicturesTests", ["Pictures", "Sandbox", "TextInput", "Wire", "klava-painter", "painter-probe"]),
    tests(
      "DrawingTests",
      [
        "Calculator", "Drawing", "HabrTags", "KlavaKit", "PetPhrases", "Pictures", "RecordingHost", "Rendering",
        "SystemKeyboard", "TextInput",
      ]),
    tests("PlayTests", ["Bundles", "KeyboardHost", "Play", "SystemKeyboard", "TestSupport", "TextInput"]),
    tests(
      "SimulatorTests",
      ["Simulator", "Bundles", "KeyboardHost", "Play", "Rendering", "SystemKeyboard", "TextInput"],
      exclude: ["Pictures"]),
    tests("KlavaTests", ["klava", "klava-painter", "klava-runner", "Bundles", "TextInput"], exclude: ["Fixtures"]),
    tests("ConformanceTests", ["Conformance", "Bundles", "Invocation", "klava", "klava-runner"]),
    tests("ScriptTests", ["klava", "klava-runner", "LocalServer"], exclude: ["Scripts"]),
    tests(
      "StabilityTests", ["klava", "klava-runner", "KlavaKit", "TextInput", "Wire"], exclude: ["Baselines", "Oldest"]),
    tests("DocumentationTests", ["klava", "klava-runner", "KlavaKit", "Bundles", "KeyboardABI", "TextInput"]),
    tests("FaultTests", ["klava-faults", "klava-fuzz", "hostile-runner", "klava-runner"]),
    tests("PeersTests", ["KlavaBenchmarks", "Measurement", "Peers", "peer-session"]),
    tests("KlavaKitTests", ["KlavaKit", "KeyboardExtension", "RecordingHost", "TextInput"]),
    .target(
      name: "RecordingHost", dependencies: ["TextInput", "KeyboardABI", "KeyboardExtension"],
      path: "Tests/RecordingHost",
      swiftSettings: swiftSettings),
    tests(
      "HabrTagsTests", ["HabrTags", "KlavaKit", "RecordingHost", "TextInput", "KeyboardABI"], exclude: ["tags.jsonl"]),
    tests(
      "CalculatorTests", ["Calculator", "KlavaKit", "RecordingHost", "TextInput", "KeyboardABI"],
      exclude: ["calculations.jsonl", "cuts.jsonl"]),
    tests("PetPhrasesTests", ["PetPhrases", "KlavaKit", "RecordingHost", "TextInput", "KeyboardABI"]),
  ] + honestKeyboards.map { keyboard($0, in: "Tests/HonestKeyboards") },
  swiftLanguageModes: [.v6]
)
