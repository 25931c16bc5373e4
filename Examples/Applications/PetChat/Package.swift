// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "PetChat",
  dependencies: [.package(name: "Klava", path: "../../..")],
  targets: [
    .executableTarget(name: "PetChat", dependencies: [.product(name: "KlavaHost", package: "Klava")])
  ],
  swiftLanguageModes: [.v6]
)
