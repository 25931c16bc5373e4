internal import KeyboardABI

/// The paths of a keyboard's bundle and data container, for a keyboard with `KLVFileAccess` = `paths` in its manifest.
public struct KeyboardPaths: Hashable, Sendable {
  /// The absolute path of the bundle's folder, which the keyboard can read.
  public let bundlePath: String
  /// The absolute path of the data container's folder, which the keyboard can write.
  public let containerPath: String
}

extension KeyboardServices where Self: InputViewController {
  /// The paths of the keyboard's files; nil if the manifest does not have `KLVFileAccess` = `paths`.
  ///
  /// Without paths, a keyboard reads and writes its files with ``resources`` and ``container``.
  public var paths: KeyboardPaths? { tables.flatMap(KeyboardPaths.init(tables:)) }
}

extension KeyboardPaths {
  /// The paths of the keyboard that the host is calling on this thread; nil outside of a call by the host, or if the
  /// keyboard has no paths.
  @_spi(KlavaUIKit) public static var current: KeyboardPaths? {
    HostFunctionTables.current.flatMap(KeyboardPaths.init(tables:))
  }

  init?(tables: HostFunctionTables) {
    guard let paths = tables.paths, let bundle = tables.text(paths.bundle_path),
      let container = tables.text(paths.container_path)
    else { return nil }
    self.init(bundlePath: bundle, containerPath: container)
  }
}
