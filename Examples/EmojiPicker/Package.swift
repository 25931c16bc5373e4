// swift-tools-version: 6.1

import Foundation
import PackageDescription

/// The folders that can contain KlavaKit: .build/sdk in the clone of Klava, and the folders of an installed Klava. The
/// environment variable KLAVA_SDK can name another folder.
let places = ["\(Context.packageDirectory)/../../.build/sdk", "/usr/local/lib/klava", "/usr/lib/klava"]
let sdk =
  Context.environment["KLAVA_SDK"]
  ?? places.first { FileManager.default.fileExists(atPath: "\($0)/KlavaKit/Package.swift") } ?? places[1]

let package = Package(
  name: "EmojiPicker",
  products: [.library(name: "EmojiPicker", type: .dynamic, targets: ["EmojiPicker"])],
  dependencies: [.package(name: "KlavaKit", path: "\(sdk)/KlavaKit")],
  targets: [
    .target(name: "EmojiPicker", dependencies: [.product(name: "KlavaKit", package: "KlavaKit")]),
    .testTarget(name: "EmojiPickerTests", dependencies: ["EmojiPicker"]),
  ],
  swiftLanguageModes: [.v6]
)
