/// What a bundle's `Info.plist` says of its keyboard (PluginABI.md#manifest-keys): the keys of iOS, and Klava's own.
package struct Manifest: Hashable, Sendable {
  /// What `KLVFileAccess` asks for.
  package enum FileAccess: String, CaseIterable, Sendable {
    /// Resources and container come through the host; no path reaches the kernel. The default.
    case none
    /// Real paths, for a keyboard that maps files of its own (Sandbox.md#no-paths).
    case paths
  }

  /// `CFBundleIdentifier`.
  package var identifier: String
  /// `CFBundleExecutable`: the name of the library's file, at the top of the bundle.
  package var executable: String
  /// `CFBundleName`; the executable's name where there is none.
  package var name: String
  /// `CFBundleDisplayName`; ``name`` where there is none. `InfoPlist.strings` may translate it.
  package var displayName: String
  /// `CFBundleShortVersionString`; nil where there is none.
  package var version: String?
  /// `CFBundleDevelopmentRegion`: the language that is used where no translation fits; `en` where there is none.
  package var developmentRegion: String
  /// `NSExtensionPrincipalClass`: the class or symbol to start with; nil for a keyboard of actions alone.
  package var principalClass: String?
  /// `IsASCIICapable` (Behavior.md#ascii-fields).
  package var isASCIICapable: Bool
  /// `PrefersRightToLeft`.
  package var prefersRightToLeft: Bool
  /// `PrimaryLanguage`, a BCP 47 tag.
  package var primaryLanguage: String
  /// `RequestsOpenAccess`: whether the person may grant full access (Behavior.md#rights).
  package var requestsOpenAccess: Bool
  /// `KLVActions`: exported functions by name.
  package var actions: [String: ManifestAction]
  /// `KLVMinimumABI`; nil where there is none.
  package var minimumABI: ABIVersion?
  /// `KLVFileAccess`.
  package var fileAccess: FileAccess
  /// The whole property list, with every key that Klava does not know.
  package var contents: [String: PropertyList]

  /// The file's name in a bundle.
  package static let fileName = "Info.plist"
  /// The value that `NSExtensionPointIdentifier` must have.
  package static let extensionPoint = "com.apple.keyboard-service"
}
