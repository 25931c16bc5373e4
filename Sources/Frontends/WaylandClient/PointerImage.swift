internal import CWayland

/// The arrow of the user's cursor theme, which is the picture of the pointer above the keyboard.
package final class PointerImage {
  private let theme: OpaquePointer
  private let surface: WaylandObject
  private let (x, y): (Int32, Int32)

  /// Loads the arrow. libwayland-cursor contains a small theme for users without a cursor theme.
  ///
  /// - Parameters:
  ///   - compositor: The `wl_compositor`, at least in version 4.
  ///   - sharedMemory: The `wl_shm`.
  ///   - name: The theme; nil for the default theme.
  ///   - size: The size of the arrow in points.
  ///   - scale: The number of pixels per point.
  /// - Returns: The initializer returns nil if libwayland has no memory.
  package init?(
    compositor: WaylandObject, sharedMemory: WaylandObject, theme name: String?, size: Int32, scale: Int32
  ) {
    guard let memory = sharedMemory.proxy, let theme = wl_cursor_theme_load(name, size * scale, memory) else {
      return nil
    }
    guard let cursor = wl_cursor_theme_get_cursor(theme, "left_ptr"), let image = cursor.pointee.images[0],
      let buffer = wl_cursor_image_get_buffer(image)
    else {
      wl_cursor_theme_destroy(theme)
      return nil
    }
    self.theme = theme
    let (width, height) = (Int32(image.pointee.width), Int32(image.pointee.height))
    // The compositor accepts only buffers whose size is a multiple of the scale. Some themes have the arrow in only one
    // size, which may not be a multiple of the scale.
    let scale = width % scale == 0 && height % scale == 0 ? scale : 1
    (x, y) = (Int32(image.pointee.hotspot_x) / scale, Int32(image.pointee.hotspot_y) / scale)
    surface = compositor.create("create_surface")
    surface.request("set_buffer_scale", .int(scale))
    surface.request("attach", .proxy(buffer), 0, 0)
    surface.request("damage_buffer", 0, 0, .int(width), .int(height))
    surface.request("commit")
  }

  deinit {
    surface.destroy()
    wl_cursor_theme_destroy(theme)
  }

  /// Shows the arrow until the pointer leaves the surface.
  ///
  /// - Parameters:
  ///   - pointer: The `wl_pointer`.
  ///   - serial: The serial of the event `enter`.
  package func show(on pointer: WaylandObject, serial: UInt32) {
    pointer.request("set_cursor", .uint(serial), .object(surface), .int(x), .int(y))
  }
}
