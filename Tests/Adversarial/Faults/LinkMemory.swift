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
  static func descriptors() -> Set<Int32> { Set(objects().keys) }

  /// The link that was made since `before`; nil if there is none.
  init?(since before: Set<Int32>) throws {
    let made = Self.objects().filter { !before.contains($0.key) }
    guard let memory = made.first(where: { $0.value.contains(Self.memoryName) })?.key,
      let event = made.first(where: { $0.value.contains(Self.eventName) })?.key
    else { return nil }
    mapping = try SharedMapping(Descriptor(dup(memory), of: "dup"), count: Mailbox.Layout.size)
    self.event = try Descriptor(dup(event), of: "dup")
  }

  private static let memoryName = "klava-link"
  private static let eventName = "[eventfd]"

  /// The links and events that are open in this process, by their descriptors.
  private static func objects() -> [Int32: String] {
    ProcessStatus(getpid()).openObjects.filter { $0.value.contains(memoryName) || $0.value.contains(eventName) }
  }

  private func word(_ offset: Int) -> UnsafeMutablePointer<UInt32> {
    (mapping.base + offset).assumingMemoryBound(to: UInt32.self)
  }

  func store(_ value: UInt32, at offset: Int) { klv_store_release(word(offset), value) }

  func flip(_ bits: UInt32, at offset: Int) { klv_store_release(word(offset), klv_load_acquire(word(offset)) ^ bits) }

  func wake() { _ = klv_eventfd_signal(event.number) }
}
