// swift-tools-version: 6.1
// KlavaUIKit as a separate package, beside KlavaKit. KlavaUIKit depends on OpenCombine, which the first build
// downloads.

import PackageDescription

let package = Package(
  name: "KlavaUIKit",
  products: [.library(name: "KlavaUIKit", targets: ["KlavaUIKit"])],
  dependencies: [
    .package(path: "../KlavaKit"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(
      name: "KlavaUIKit",
      dependencies: [
        .product(name: "KlavaKit", package: "KlavaKit"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
