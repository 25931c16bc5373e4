internal import KeyboardABI

/// The paths of a keyboard's files, for a keyboard that may use paths.
public struct KeyboardPaths: Hashable, Sendable {
  /// The absolute path of the bundle's folder, which the keyboard can read.
  public let bundlePath: String
  /// The absolute path of the data container's folder, which the keyboard can write.
  public let containerPath: String
}

extension InputViewController {
  /// The paths of the keyboard's files; nil unless the manifest has `KLVFileAccess` = `paths`.
  ///
  /// Every keyboard can use ``resources`` and ``container``.
  public var paths: KeyboardPaths? {
    guard let interfaces, let paths = interfaces.paths, let bundle = interfaces.text(paths.bundle_path),
      let container = interfaces.text(paths.container_path)
    else { return nil }
    return KeyboardPaths(bundlePath: bundle, containerPath: container)
  }
}
