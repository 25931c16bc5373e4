/// A keyboard's manifest, from `Info.plist` (PluginABI.md#manifest-keys). Keys that begin with `KLV` are Klava's; the
/// other keys come from iOS.
package struct Manifest: Hashable, Sendable {
  /// The value of `KLVFileAccess`.
  package enum FileAccess: String, CaseIterable, Sendable {
    /// The default: the host serves resources and the data container, and the kernel refuses every path.
    case none
    /// The keyboard uses real paths, for example to map files (Sandbox.md#no-paths).
    case paths
  }

  /// `CFBundleIdentifier`.
  package var identifier: String
  /// `CFBundleExecutable`: the file name of the library, at the top of the bundle.
  package var executable: String
  /// `CFBundleName`. The default is the name of the executable.
  package var name: String
  /// `CFBundleDisplayName`. The default is ``name``. `InfoPlist.strings` may localize it.
  package var displayName: String
  /// `CFBundleShortVersionString`; nil if there is none.
  package var version: String?
  /// `CFBundleDevelopmentRegion`: the language to use if no localization matches. The default is `en`.
  package var developmentRegion: String
  /// `NSExtensionPrincipalClass`: the class or symbol of the controller; nil for a keyboard with only actions.
  package var principalClass: String?
  /// `IsASCIICapable`: whether the keyboard can type every ASCII character (Behavior.md#ascii-fields).
  package var isASCIICapable: Bool
  /// `PrefersRightToLeft`.
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
  /// `KLVFileAccess`.
  package var fileAccess: FileAccess
  /// The complete property list, including keys that Klava does not know.
  package var contents: [String: PropertyList]

  /// The file's name in a bundle.
  package static let fileName = "Info.plist"
  /// The value that `NSExtensionPointIdentifier` must have.
  package static let extensionPoint = "com.apple.keyboard-service"
}
