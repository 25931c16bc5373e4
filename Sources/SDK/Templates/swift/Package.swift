// swift-tools-version: 6.1

import Foundation
import PackageDescription

/// The folders that may contain KlavaKit: the SDK folder of the `klava` command that created this project, and the
/// folders of an installed Klava. The environment variable KLAVA_SDK can name another folder.
let places = ["__SDK__", "/usr/local/lib/klava", "/usr/lib/klava"]
let sdk =
  Context.environment["KLAVA_SDK"]
  ?? places.first { FileManager.default.fileExists(atPath: "\($0)/KlavaKit/Package.swift") } ?? places[1]

let package = Package(
  name: "__NAME__",
  products: [.library(name: "__NAME__", type: .dynamic, targets: ["__NAME__"])],
  dependencies: [.package(name: "KlavaKit", path: "\(sdk)/KlavaKit")],
  targets: [
    .target(name: "__NAME__", dependencies: [.product(name: "KlavaKit", package: "KlavaKit")]),
    .testTarget(name: "__NAME__Tests", dependencies: ["__NAME__"]),
  ],
  swiftLanguageModes: [.v6]
)
