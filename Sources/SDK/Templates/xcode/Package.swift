// swift-tools-version: 6.2

import Foundation
import PackageDescription

/// The folders that may contain KlavaUIKit: the SDK folder of the `klava` command that created this project, and the
/// folders of an installed Klava. The environment variable KLAVA_SDK can name another folder.
let places = ["__SDK__", "/usr/local/lib/klava", "/usr/lib/klava"]
let sdk =
  Context.environment["KLAVA_SDK"]
  ?? places.first { FileManager.default.fileExists(atPath: "\($0)/KlavaUIKit/Package.swift") } ?? places[1]

let package = Package(
  name: "__NAME__",
  products: [.library(name: "__NAME__", type: .dynamic, targets: ["__NAME__"])],
  dependencies: [.package(name: "KlavaUIKit", path: "\(sdk)/KlavaUIKit")],
  targets: [
    // __MODULE_TARGETS__
    .target(
      name: "__NAME__",
      dependencies: [.product(name: "KlavaUIKit", package: "KlavaUIKit") /*__MODULE_NAMES__*/] /*__SETTINGS__*/),
    .testTarget(name: "__NAME__Tests", dependencies: ["__NAME__"]),
  ],
  swiftLanguageModes: [.v5]
)
