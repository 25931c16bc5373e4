import Testing

@Suite("What fingers mean")
struct TouchStreamTests {
  @Test("Each recorded stream does what is written beside it", arguments: TouchStream.names)
  func stream(name: String) throws {
    let stream = try TouchStream(name)
    let done = try stream.play()
    #expect(done == stream.expected, "\(done.joined(separator: "\n"))")
  }

  @Test("There are streams")
  func thereAreStreams() { #expect(TouchStream.names.count >= 20) }
}
