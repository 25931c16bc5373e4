import Testing

@Suite("Recorded touch streams")
struct TouchStreamTests {
  @Test("Each recorded stream causes the actions in its file", arguments: TouchStream.names)
  func stream(name: String) throws {
    let stream = try TouchStream(name)
    let done = try stream.play()
    #expect(done == stream.expected, "\(done.joined(separator: "\n"))")
  }

  @Test("The folder has at least twenty streams")
  func streamCount() { #expect(TouchStream.names.count >= 20) }
}
