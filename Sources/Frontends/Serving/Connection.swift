internal import Diagnostics
internal import FoundationEssentials
internal import Glibc
internal import JSON
internal import KeyboardHost
internal import KlavaHost
internal import LinuxShims
package import Scripting
package import SystemSupport

/// The connection to one client, with the client's session. Run each connection on a separate thread: when the thread
/// ends, the kernel ends the session's processes.
package final class Connection {
  private let input: Int32
  private let output: Int32
  /// The descriptor that ends the connection when it becomes readable; nil if there is none.
  private let end: Int32?
  private let version: String
  private let maximumConnections: Int
  private let makeKeyboards: () -> UserKeyboards
  private var patience: WritePatience
  /// The session; nil before `hello`.
  private var session: InputSession?
  /// Whether the focused field is secure.
  private var hidesText: Bool { session?.isFieldSecure ?? false }
  /// The write error that ended the connection, for example if the answers go to a file on a full disk; nil if no write
  /// failed.
  package private(set) var outputError: SystemError?
  /// The read error that ended the connection, for example if the input is a folder; nil if no read failed.
  package private(set) var inputError: SystemError?

  /// The connection ended, because the client closed the connection or does not read the answers, or because a write
  /// failed.
  private struct EndedError: Error {}

  /// Creates a connection.
  ///
  /// - Parameters:
  ///   - input: The descriptor from which the connection reads the client's requests.
  ///   - output: The descriptor to which the connection writes its answers.
  ///   - end: The descriptor that ends the connection when it becomes readable; nil if there is none.
  ///   - version: The version of Klava.
  ///   - maximumConnections: The maximum number of connections that the server has at the same time.
  ///   - writePatience: The total time for which all writes may wait for a client that does not read
  ///     (``WritePatience``).
  ///   - makeKeyboards: Creates the user's keyboards, on the thread of the connection.
  package init(
    input: Int32, output: Int32, endedBy end: Int32? = nil, version: String, maximumConnections: Int = 1,
    writePatience: Duration = ServeProtocol.writePatience, makeKeyboards: @escaping () -> UserKeyboards
  ) {
    self.input = input
    self.output = output
    self.end = end
    self.version = version
    self.maximumConnections = maximumConnections
    patience = WritePatience(writePatience)
    self.makeKeyboards = makeKeyboards
  }

  /// Serves the client until it closes the connection, or until the descriptor `end` becomes readable.
  package func run() {
    defer { session?.end() }
    var lines = ScriptLines(limit: ServeProtocol.lineBytes)
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    var isEnd = false
    do throws(EndedError) {
      while true {
        while let line = lines.next(isEnd: isEnd) { try reply(to: line) }
        guard !isEnd, try waitForInput() else { return }
        let count = read(input, &buffer, buffer.count)
        if count < 0 {
          if errno == EINTR || errno == EAGAIN { continue }
          // A client that closes a socket before it reads all answers resets the connection.
          if errno != ECONNRESET { inputError = .last }
        }
        if count > 0 { lines.append(buffer[..<count]) } else { isEnd = true }
      }
    } catch {
      // The client gets no more answers, but the caller can report `outputError`.
    }
  }

  /// Waits until the client sends bytes or closes the connection. During the wait, sends events to the client.
  ///
  /// - Returns: Whether the wait succeeded. The value is false if `end` is readable or poll(2) fails.
  private func waitForInput() throws(EndedError) -> Bool {
    let waking = [end, input].compactMap(\.self)
    session?.prepare(unless: waking)
    while true {
      let descriptors = waking + (session?.eventDescriptors ?? [])
      guard let found = IdleTime(endedBy: descriptors, within: session?.timeUntilNextEvent).waitUntilOver() else {
        return false
      }
      if end != nil, found.first != 0 { return false }
      if found[waking.count - 1] != 0 { return true }
      guard let session else { continue }
      let update = session.handleEvents(unless: waking)
      guard !update.isEmpty else { continue }
      var record = Record(pushing: "update")
      record.add(update, of: session, hidesText: hidesText)
      try send(record)
    }
  }

  private func reply(to line: ScriptLines.Line) throws(EndedError) {
    var request = Request()
    guard case .bytes(let bytes) = line else {
      let limit = "The line has more than \(ServeProtocol.lineBytes) bytes."
      return try refuse(Diagnostic(.scriptLineTooLong, "", limit, remedy: "Send less text in one request."), request)
    }
    // Ignore a line of white space. A client that ends lines with CR LF sends an empty line as a single CR.
    guard bytes.contains(where: { $0 > UInt8(ascii: " ") }) else { return }
    do {
      let action = try request.read(bytes)
      guard let session else {
        guard case .hello(let hello) = action else { return try refuse(Diagnostic(.requestBeforeHello, ""), request) }
        return try begin(hello, request)
      }
      if case .hello = action { return try refuse(Diagnostic(.requestRepeatsHello, ""), request) }
      // Load the picture before creating the record, so that the record contains the warnings about the picture.
      let picture: JSONValue? = if case .picture(let path) = action { Self.picture(path, of: session) } else { nil }
      var record = record(of: perform(action, in: session), request, session)
      if let picture { record.add("picture", picture) }
      try send(record)
    } catch let diagnostic as Diagnostic {
      try refuse(diagnostic, request)
    } catch {
      throw EndedError()
    }
  }

  private func begin(_ hello: Request.Hello, _ request: Request) throws(EndedError) {
    guard hello.version == ServeProtocol.version else {
      let found =
        hello.version.map { "The client uses version \($0) of the protocol." } ?? "\"hello\" has no member \"version\"."
      let supported = "The server supports version \(ServeProtocol.version)."
      return try refuse(Diagnostic(.protocolVersionUnknown, "", "\(found) \(supported)"), request)
    }
    let session = InputSession(makeKeyboards(), application: hello.application)
    session.units = hello.units
    session.isServed = true
    session.isInterrupted = { [output, end] in Self.isOver(output, end) }
    self.session = session
    var record = Record(answering: request.identifier, isOK: true)
    record.add(
      "hello",
      .object([
        "versions": .array([.integer(ServeProtocol.version)]), "klava": .string(version),
        "capabilities": .array(ServeProtocol.capabilities.map(JSONValue.string)),
        "limits": .object([
          "lineBytes": .integer(ServeProtocol.lineBytes), "connections": .integer(maximumConnections),
        ]),
        "units": .string(hello.units.rawValue), "modes": .array(session.activeInputModes.map(\.json)),
      ]))
    record.add(nil)
    try send(record)
  }

  private func perform(_ action: Request.Action, in session: InputSession) -> InputUpdate {
    switch action {
    case .focus(let options, let field): return session.focus(options, field)
    case .step(let command): return session.perform(command)
    case .touch(let phase, let finger, let x, let y): return session.touch(phase, finger: finger, x: x, y: y)
    case .screen(let screen): return session.screenDidChange(screen)
    case .placement(let placement): return session.move(to: placement)
    case .accessory(let height): return session.setInputAccessoryViewHeight(height)
    case .keyCommands(let commands):
      session.setKeyCommands(commands)
      return session.perform(.nothing)
    case .dismiss: return session.dismissKeyboard()
    case .clearContext(let identifier): return session.clearTextInputContextIdentifier(identifier)
    case .hello, .picture, .nothing: return session.perform(.nothing)
    }
  }

  /// A picture as an object; null if the shown keyboard has no such picture.
  private static func picture(_ path: String, of session: InputSession) -> JSONValue {
    guard let bytes = session.picture(path) else { return .null }
    let isPNG = bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
    guard isPNG || klv_contains(bytes, bytes.count, "<svg", 4) else { return .null }
    return .object([
      "path": .string(path), "type": .string(isPNG ? "image/png" : "image/svg+xml"),
      "data": .string(Data(bytes).base64EncodedString()),
    ])
  }

  private func record(of update: InputUpdate, _ request: Request, _ session: InputSession) -> Record {
    var record = Record(answering: request.identifier, isOK: update.error == nil)
    record.add(update, of: session, hidesText: hidesText)
    for part in request.parts {
      switch part {
      case .view: if !request.parts.contains(.drawings) { record.add("view", session.inputView?.json() ?? .null) }
      case .drawings: record.add("view", session.inputView?.json(withDrawings: true) ?? .null)
      case .pressedKeys: record.add("pressedKeys", session.pressedKeys.json)
      case .modes: record.add("modes", .array(session.availableInputModes.map(\.json)))
      case .document:
        // The server sends the text of a secure field only as edits.
        let document = hidesText ? nil : session.document
        record.add(
          "document",
          document.map {
            .object(["before": .string($0.before), "selected": .string($0.selected), "after": .string($0.after)])
          } ?? .null)
      }
    }
    return record
  }

  private func refuse(_ diagnostic: Diagnostic, _ request: Request) throws(EndedError) {
    var record = Record(answering: request.identifier, isOK: false)
    record.add(HostError(diagnostic), hidesText: hidesText)
    try send(record)
  }

  /// Whether the descriptor `end` is readable, or the client has closed its end of the descriptor `output`, and so reads
  /// no more answers. The end of the input does not prove that the client reads no more answers, because a client can
  /// close only its sending side.
  private static func isOver(_ output: Int32, _ end: Int32?) -> Bool {
    let pause = IdleTime(endedBy: [end].compactMap(\.self), writing: [output], within: .zero)
    guard let found = pause.waitUntilOver(), let last = found.last else { return true }
    return found.dropLast().contains { $0 != 0 } || Int32(last) & (POLLERR | POLLHUP | POLLNVAL) != 0
  }

  /// Sends a record to the client. If the client does not read its answers, the method waits as long as `patience`
  /// allows. If the descriptor `end` is readable, throws an error and sends nothing.
  private func send(_ record: Record) throws(EndedError) {
    // A request that `end` interrupted may have been performed only in part, so it gets no answer.
    if let end, IdleTime(endedBy: [end], within: .zero).waitUntilOver()?.first != 0 { throw EndedError() }
    let start = ContinuousClock.now
    let error = Self.write(record.line, to: output, within: patience.left(at: start), unless: end)
    patience.spend(until: .now)
    guard let error else { return }
    outputError = error
    throw EndedError()
  }

  /// Writes bytes to a descriptor, which can be in non-blocking mode.
  ///
  /// - Parameters:
  ///   - patience: The maximum time that writing all the bytes may take.
  ///   - interruption: The descriptor that ends the wait for the client when it becomes readable; nil if there is none.
  /// - Returns: The error; nil if the function wrote all bytes in time.
  static func write(
    _ bytes: [UInt8], to output: Int32, within patience: Duration, unless interruption: Int32? = nil
  ) -> SystemError? {
    var done = 0
    let pause = IdleTime(endedBy: [interruption].compactMap(\.self), writing: [output], within: patience)
    while done < bytes.count {
      guard let ready = pause.waitUntilOver() else { return .last }
      if ready.last == 0 || done > 0, let end = pause.end, end <= .now { return SystemError(ETIMEDOUT) }
      if ready.last == 0 {
        guard ready.allSatisfy({ $0 == 0 }) else { return SystemError(ECANCELED) }
        // A signal interrupted the wait, so wait again.
        continue
      }
      let start = done
      let count = bytes.withUnsafeBytes { buffer in
        // If the output is a pipe, send(2) fails with ENOTSOCK. In this case, call write(2) for at most 4,096 bytes. A
        // pipe that is ready for writing accepts 4,096 bytes without blocking.
        let place = buffer.baseAddress.map { $0 + start }
        let sent = Glibc.send(output, place, buffer.count - start, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        return sent < 0 && errno == ENOTSOCK ? Glibc.write(output, place, min(buffer.count - start, 4_096)) : sent
      }
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        return .last
      }
      done += count
    }
    return nil
  }
}
