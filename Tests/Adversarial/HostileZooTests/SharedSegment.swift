import Glibc

/// A System V shared memory segment to which all users may attach. Releasing this value removes the segment.
final class SharedSegment {
  let identifier: Int32
  private static let text = Array("the victim's segment".utf8)
  private static let makeNew: Int32 = 0o1000

  init() throws {
    identifier = shmget(0, 4096, 0o666 | Self.makeNew)
    guard identifier >= 0, let memory = shmat(identifier, nil, 0) else {
      throw Listener.Failure(operation: "shmget", errno: errno)
    }
    memory.copyMemory(from: Self.text, byteCount: Self.text.count)
    shmdt(memory)
  }

  deinit { shmctl(identifier, IPC_RMID, nil) }

  /// Whether the segment's content is unchanged.
  var isUnharmed: Bool {
    guard let memory = shmat(identifier, nil, Int32(SHM_RDONLY)) else { return false }
    defer { shmdt(memory) }
    return UnsafeRawBufferPointer(start: memory, count: Self.text.count).elementsEqual(Self.text)
  }
}
