internal import Foundation
internal import Glibc
internal import KeyboardLink
internal import LinuxShims
internal import SystemSupport

/// The shared memory and the event descriptor of one link. A fault can write to the memory and the descriptor at any
/// time.
///
/// The type is `@unchecked Sendable`, because it has a pointer to memory that threads and processes access without
/// synchronization on purpose.
final class LinkMemory: @unchecked Sendable {
  private let mapping: SharedMapping
  private let event: Descriptor

  /// The descriptors of all links and events that are open in this process.
  static func descriptors() -> Set<String> {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return Set(names.filter { isMemory($0) || isEvent($0) })
  }

  /// The link that was made since `before`; nil if there is none.
  init?(since before: Set<String>) throws {
    let made = Self.descriptors().subtracting(before)
    guard let memory = made.first(where: Self.isMemory).flatMap({ Int32($0) }),
      let event = made.first(where: Self.isEvent).flatMap({ Int32($0) })
    else { return nil }
    mapping = try SharedMapping(Descriptor(dup(memory), of: "dup"), count: Mailbox.Layout.size)
    self.event = try Descriptor(dup(event), of: "dup")
  }

  private static func isMemory(_ name: String) -> Bool { target(name)?.contains("klava-link") == true }
  private static func isEvent(_ name: String) -> Bool { target(name)?.contains("[eventfd]") == true }

  private static func target(_ name: String) -> String? {
    // The names also include the descriptor with which Foundation read the folder. That descriptor is already closed,
    // so ignore the error.
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
  }

  private func word(_ offset: Int) -> UnsafeMutablePointer<UInt32> {
    (mapping.base + offset).assumingMemoryBound(to: UInt32.self)
  }

  func store(_ value: UInt32, at offset: Int) { klv_store_release(word(offset), value) }

  func flip(_ bits: UInt32, at offset: Int) { klv_store_release(word(offset), klv_load_acquire(word(offset)) ^ bits) }

  func wake() { _ = klv_eventfd_signal(event.number) }
}
