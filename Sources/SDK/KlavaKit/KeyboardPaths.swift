internal import KeyboardABI

/// Where the files of a keyboard are that may use paths.
public struct KeyboardPaths: Hashable, Sendable {
  /// The absolute path of the bundle's folder, which can be read.
  public let bundlePath: String
  /// The absolute path of the container's folder, which can be written.
  public let containerPath: String
}

extension InputViewController {
  /// Where the keyboard's files are; nil unless its manifest says `KLVFileAccess` = `paths`. Any keyboard reaches them
  /// through ``resources`` and ``container``.
  public var paths: KeyboardPaths? {
    guard let interfaces, let paths = interfaces.paths, let bundle = interfaces.text(paths.bundle_path),
      let container = interfaces.text(paths.container_path)
    else { return nil }
    return KeyboardPaths(bundlePath: bundle, containerPath: container)
  }
}
