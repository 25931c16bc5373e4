/// A keyboard's manifest, from `Info.plist` (PluginABI.md#manifest-keys). The keys that begin with `KLV` are Klava's
/// own, and the other keys come from iOS.
package struct Manifest: Hashable, Sendable {
  /// The value of `KLVFileAccess`.
  package enum FileAccess: String, CaseIterable, Sendable {
    /// The keyboard uses resources and its data container through host functions, and the kernel refuses to open files
    /// by paths. A manifest without `KLVFileAccess` means `none`.
    case none
    /// The keyboard opens files by their paths, for example to map files into memory (Sandbox.md#no-paths).
    case paths
  }

  /// `CFBundleIdentifier`.
  package var identifier: String
  /// `CFBundleExecutable`: the file name of the library, at the top of the bundle.
  package var executable: String
  /// `CFBundleName`. The default is the name of the executable.
  package var name: String
  /// `CFBundleDisplayName`. The default is ``name``. A localized name in `InfoPlist.strings` replaces this name.
  package var displayName: String
  /// `CFBundleShortVersionString`; nil if there is none.
  package var version: String?
  /// `CFBundleDevelopmentRegion`: the language to use if the bundle has no localization for the user's languages. The
  /// default is `en`.
  package var developmentRegion: String
  /// `NSExtensionPrincipalClass`: the class or symbol of the controller; nil for a keyboard with only actions.
  package var principalClass: String?
  /// `IsASCIICapable`: whether the keyboard can type every ASCII character (Behavior.md#ascii-fields).
  package var isASCIICapable: Bool
  /// `PrefersRightToLeft`: whether the author declares a right-to-left keyboard.
  package var prefersRightToLeft: Bool
  /// `PrimaryLanguage`, a BCP 47 tag.
  package var primaryLanguage: String
  /// `RequestsOpenAccess`: whether the user can grant full access (Behavior.md#rights).
  package var requestsOpenAccess: Bool
  /// `KLVActions`: the declared actions by function name.
  package var actions: [String: ManifestAction]
  /// `KLVMinimumABI`; nil if there is none.
  package var minimumABI: ABIVersion?
  /// `KLVSwiftVersion`: the version of Swift that built the library; nil if there is none.
  package var swiftVersion: SwiftVersion?
  /// `KLVFileAccess`: how the keyboard can use files.
  package var fileAccess: FileAccess
  /// The complete property list, including keys that Klava does not know.
  package var contents: [String: PropertyList]

  /// The name of the manifest's file in a bundle.
  package static let fileName = "Info.plist"
  /// The value that `NSExtensionPointIdentifier` must have.
  package static let extensionPoint = "com.apple.keyboard-service"
}
