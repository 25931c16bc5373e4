internal import Layout
internal import LinuxShims
internal import SystemSupport
internal import WaylandClient

/// Two buffers of one pixel each: one in the background color of the light theme, one in the color of the dark theme.
/// `wp_viewporter` enlarges the pixel to the size of the panel.
struct PanelCover {
  private var buffers: [WaylandObject] = []

  /// Creates the buffers. If the machine has too little free memory, the object has no buffers and covers nothing.
  init(_ sharedMemory: WaylandObject) {
    let pixels = [false, true].map { Theme(isDark: $0).backdrop.rawValue }.flatMap { color in
      [8, 16, 24, 0].map { UInt8(truncatingIfNeeded: color >> $0) }
    }
    guard let file = try? Descriptor(klv_memfd_create("klava-cover")), (try? file.write(pixels)) != nil else { return }
    let pool = sharedMemory.create("create_pool", .descriptor(file.number), .int(Int32(pixels.count)))
    // Format 1 is XRGB8888.
    buffers = [0, 4].map { pool.create("create_buffer", .int($0), 1, 1, 4, .uint(1)) }
  }

  /// The buffer for an appearance; nil if there is none.
  func buffer(isDark: Bool) -> WaylandObject? { buffers.isEmpty ? nil : buffers[isDark ? 1 : 0] }
}
