import Foundation
import LinuxShims
import Testing

/// Tests how the host receives one descriptor from a process through a socket. The host must not keep additional
/// descriptors open.
@Suite struct DescriptorTests {
  /// Pipes whose write ends the test sent in one message, and the socket from which the host receives the message.
  private final class Sent {
    private(set) var pipes: [Int32] = []
    private let ends: [Int32]
    var socket: Int32 { ends[1] }

    init(_ count: Int) throws {
      var ends: [Int32] = [-1, -1]
      try #require(klv_socket_pair(&ends) == 0)
      self.ends = ends
      var writing: [Int32] = []
      defer { for descriptor in writing { close(descriptor) } }
      for _ in 0..<count {
        var pipe: [Int32] = [-1, -1]
        try #require(klv_pipe(&pipe) == 0)
        pipes.append(pipe[0])
        writing.append(pipe[1])
      }
      try send(writing)
    }

    deinit { for descriptor in pipes + ends { close(descriptor) } }

    private func send(_ descriptors: [Int32]) throws {
      let size = MemoryLayout<cmsghdr>.size + descriptors.count * MemoryLayout<Int32>.size
      // The size of the header, the descriptors and the padding: see cmsg(3).
      var control = [UInt64](repeating: 0, count: (size + 7) / 8)
      control.withUnsafeMutableBytes { bytes in
        var header = cmsghdr()
        header.cmsg_len = size
        header.cmsg_level = SOL_SOCKET
        header.cmsg_type = Int32(SCM_RIGHTS)
        bytes.storeBytes(of: header, as: cmsghdr.self)
        for (index, descriptor) in descriptors.enumerated() {
          bytes.storeBytes(of: descriptor, toByteOffset: MemoryLayout<cmsghdr>.size + 4 * index, as: Int32.self)
        }
      }
      var byte: UInt8 = 0
      let count = withUnsafeMutableBytes(of: &byte) { byte in
        control.withUnsafeMutableBytes { control in
          var part = iovec(iov_base: byte.baseAddress, iov_len: 1)
          return withUnsafeMutablePointer(to: &part) { part in
            var message = msghdr()
            message.msg_iov = part
            message.msg_iovlen = 1
            if !descriptors.isEmpty {
              message.msg_control = control.baseAddress
              message.msg_controllen = control.count
            }
            return sendmsg(ends[0], &message, 0)
          }
        }
      }
      try #require(count == 1)
    }
  }

  /// Whether all copies of a pipe's write end are closed within the given time.
  private func isClosed(_ pipe: Int32, within milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: pipe, events: 0, revents: 0)
    return poll(&descriptor, 1, milliseconds) > 0 && descriptor.revents & Int16(POLLHUP) != 0
  }

  @Test("If a message has exactly one descriptor, the host receives the descriptor")
  func receivesOne() throws {
    let sent = try Sent(1)
    let descriptor = klv_receive_descriptor(sent.socket)
    #expect(descriptor >= 0 && fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
    #expect(!isClosed(sent.pipes[0], within: 0))
    close(descriptor)
    #expect(isClosed(sent.pipes[0], within: 10_000))
  }

  @Test(
    "A message with no descriptor or several descriptors is an error, and the host closes all received descriptors",
    arguments: [0, 2, 3, 8])
  func closesAll(count: Int) throws {
    let sent = try Sent(count)
    errno = 0
    let descriptor = klv_receive_descriptor(sent.socket)
    let error = errno
    #expect(descriptor == -1)
    #expect(error == (count == 0 ? ENOMSG : EBADMSG))
    // Another test may be starting a process, which has copies of the descriptors until its `execve`. So wait.
    for pipe in sent.pipes { #expect(isClosed(pipe, within: 10_000)) }
  }
}
