internal import Glibc
internal import KeyboardABI
internal import KeyboardProtocol
internal import LinuxShims

/// A keyboard's shared library. The loader never closes the library, because the dynamic loader cannot unload a library
/// with Swift code.
struct KeyboardLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Opens a library by its absolute path. The library's constructors run during this call.
  init(path: String) throws(KeyboardError) {
    guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw KeyboardError(
        step: .library, message: dlerror().map { String(cString: $0) } ?? "the loader cannot open the library")
    }
    self.handle = handle
  }

  /// Records the library's addresses, so that the log can name the code in which the process ended.
  func recordAddresses(in journal: UnsafeMutablePointer<klv_journal>) { klv_journal_note_library(journal, handle) }

  /// The address of an exported symbol, or nil.
  func symbol(_ name: String) -> UnsafeMutableRawPointer? {
    dlsym(handle, name)
  }

  /// Returns the record `klv_keyboard`, or nil if the library does not export it. The method pads the shorter record of
  /// an older version with zeros.
  func entry() throws(KeyboardError) -> klv_keyboard_entry? {
    guard let address = symbol("klv_keyboard") else { return nil }
    let version = address.loadUnaligned(as: UInt32.self)
    guard version >> 16 == KLV_ABI_MAJOR else {
      throw KeyboardError(
        step: .version, code: Int32(bitPattern: version),
        message: "the keyboard is built for version \(version >> 16) of the plugin ABI, but this host has version "
          + "\(KLV_ABI_MAJOR)")
    }
    // In `klv_keyboard`, the version comes first and the size second.
    let versionSize = MemoryLayout<UInt32>.size
    let length = Int((address + versionSize).loadUnaligned(as: UInt32.self))
    guard length >= 2 * versionSize, length <= Int(KLV_RECORD_LIMIT) else {
      throw KeyboardError(step: .entry, message: "klv_keyboard has an unsupported size")
    }
    return Records.copy(address, bytes: length, as: klv_keyboard_entry.self)
  }
}
