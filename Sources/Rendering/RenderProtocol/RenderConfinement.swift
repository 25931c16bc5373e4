internal import Glibc
package import KeyboardLink
package import Sandbox
internal import SeccompFilter
internal import SystemSupport

/// The confinement of the render process, which can only read fonts, compute, and write its answers.
package enum RenderConfinement {
  /// The sandbox layers required for decoding the bundle's pictures. If a required layer is unavailable, the process
  /// decodes no pictures.
  package static let layers: Set<Layer> = [.landlock, .seccomp]

  /// The memory limit in bytes. A picture of 16 million pixels needs a quarter of the memory limit.
  private static let memory: UInt64 = 512 << 20
  /// The limit of processor time for one picture in seconds. A normal picture needs less than one second of processor
  /// time.
  private static let processorTime: UInt64 = 4
  /// The file size limit in bytes for a process that renders frames. The process writes only one file: its error
  /// output.
  private static let errorBytes: UInt64 = 64 << 10

  /// Confines a process that renders one picture. Call this function while the process has one thread, and before it
  /// reads the order.
  ///
  /// - Throws: The error of the sandbox layer that is unavailable.
  package static func enter(_ layers: Set<Layer>) throws {
    try enter(layers, fileSize: UInt64(PictureAnswer.maximumBytes), processorTime: processorTime)
  }

  /// Maps the pool of a process that renders frames, and confines the process. Call this function while the process has
  /// one thread, and before it reads a message.
  ///
  /// The seccomp filter refuses shared mappings, so this function maps the largest possible pool before it loads the
  /// filter. This function also closes the pool's descriptor, so that the process cannot change the size of the pool.
  /// The host limits the time of each frame, so there is no limit of processor time (Sandbox.md#frames).
  ///
  /// - Returns: The mapped pool. The process can access only the part that the host has allocated.
  /// - Throws: ``LinkError`` if the pool cannot be mapped; the error of the sandbox layer that is unavailable.
  package static func enterForFrames(_ layers: Set<Layer>) throws -> SharedMapping {
    let pool = try SharedMapping(Descriptor(owning: BufferArea.poolNumber), count: BufferArea.maximumPoolBytes)
    try enter(layers, fileSize: errorBytes, processorTime: nil)
    return pool
  }

  private static func enter(_ layers: Set<Layer>, fileSize: UInt64, processorTime: UInt64?) throws {
    try ReadingConfinement.enter(
      layers, reading: folders, memory: memory, fileSize: fileSize, processorTime: processorTime,
      // The render process opens files by their paths, and Landlock limits the files that it can open.
      filter: layers.contains(.seccomp)
        ? ConfinementOrder.Filter(try FilterProgram(profile: .paths)) : ConfinementOrder.Filter())
  }

  /// The folders of the machine's and the user's fonts, and of fontconfig's configuration and cache.
  private static var folders: [String] {
    let home = variable("HOME")
    func own(_ name: String, _ usual: String, _ folder: String) -> String? {
      (variable(name) ?? home.map { "\($0)/\(usual)" }).map { "\($0)/\(folder)" }
    }
    let shared = [
      "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig", "/etc/fonts", "/var/cache/fontconfig",
      "/usr/share/locale", "/usr/lib/locale",
    ]
    let others = [
      home.map { "\($0)/.fonts" }, own("XDG_DATA_HOME", ".local/share", "fonts"),
      own("XDG_CONFIG_HOME", ".config", "fontconfig"), own("XDG_CACHE_HOME", ".cache", "fontconfig"),
      variable("FONTCONFIG_PATH"),
    ]
    return shared + others.compactMap(\.self).filter { $0.hasPrefix("/") }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }
}
