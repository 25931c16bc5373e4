// swift-tools-version: 6.1
// KlavaKit as a separate package. `make build` puts this package into .build/sdk, and `make install` puts it into
// PREFIX/lib/klava. KlavaKit depends on no other package, so the first build of a keyboard downloads nothing.

import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "KlavaKit",
  products: [.library(name: "KlavaKit", targets: ["KlavaKit"])],
  targets: [
    .target(name: "KeyboardABI"),
    .target(name: "KlavaKitEntry", dependencies: ["KeyboardABI"]),
    .target(name: "JSONSyntax", dependencies: ["TextModel"], swiftSettings: swiftSettings),
    .target(name: "TextModel", swiftSettings: swiftSettings),
    .target(name: "InputViewModel", dependencies: ["TextModel"], swiftSettings: swiftSettings),
    .target(
      name: "KlavaKit", dependencies: ["InputViewModel", "JSONSyntax", "KeyboardABI", "KlavaKitEntry", "TextModel"],
      swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)
