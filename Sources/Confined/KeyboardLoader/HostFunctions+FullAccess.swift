internal import Invocation
internal import KeyboardABI
internal import KeyboardProtocol

extension HostFunctions {
  /// The handlers for pasteboard, network and paths. Each call asks the host, which decides whether the keyboard has
  /// access.
  static let fullAccess: [String: Handler] = [
    "klava.pasteboard/1.string": { keyboard, arguments throws(InvocationError) in
      guard let place = try record(arguments, at: 1) else { return code(KLV_ERROR_BAD_ARGUMENT) }
      let reply = keyboard.ask(.pasteboard(.string))
      guard case .text(let text) = reply else { return code(reply.refusalCode) }
      return keyboard.lend(text, to: place)
    },
    "klava.pasteboard/1.set_string": { keyboard, arguments throws(InvocationError) in
      let (start, length) = (try arguments.string(at: 1), try arguments.uint64(at: 2))
      guard start != nil || length > 0 else { return code(keyboard.setPasteboard(nil)) }
      let text = TextArgument(start: start, length: length, limit: PasteboardRequest.textLimit)
      return text.apply { keyboard.setPasteboard($0) }
    },
    "klava.pasteboard/1.has_strings": { keyboard, arguments throws(InvocationError) in
      keyboard.store(.pasteboard(.status), at: try record(arguments, at: 1)) { reply in
        if case .pasteboard(let status) = reply { status.hasStrings } else { nil }
      }
    },
    "klava.pasteboard/1.change_count": { keyboard, arguments throws(InvocationError) in
      keyboard.store(.pasteboard(.status), at: try record(arguments, at: 1)) { reply in
        if case .pasteboard(let status) = reply { status.changeCount } else { nil }
      }
    },
    "klava.network/1.connect": { keyboard, arguments throws(InvocationError) in
      let (port, place) = (try arguments.uint64(at: 3), try record(arguments, at: 4))
      switch try text(arguments, at: 1) {
      case .refused(let refusal): return code(refusal)
      case .valid(let name): return keyboard.store(.network(.connect(name: name, port: port)), at: place, \.number)
      }
    },
    "klava.network/1.state": { keyboard, arguments throws(InvocationError) in
      let (connection, place) = (try arguments.uint64(at: 1), try record(arguments, at: 2))
      guard let place else { return code(KLV_ERROR_BAD_ARGUMENT) }
      let reply = keyboard.ask(.network(.state(connection: connection)))
      guard case .connection(let state) = reply else { return code(reply.refusalCode) }
      return keyboard.fill(place, with: klv_connection_info(state))
    },
    "klava.network/1.send": { keyboard, arguments throws(InvocationError) in
      let connection = try arguments.uint64(at: 1)
      let (start, length) = (try record(arguments, at: 2), try arguments.uint64(at: 3))
      guard let start else { return code(KLV_ERROR_BAD_ARGUMENT) }
      guard length <= NetworkRequest.Limit.callBytes else { return code(KLV_ERROR_TOO_LARGE) }
      let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: Int(length)))
      let request = HostRequest.network(.send(connection: connection, bytes: bytes))
      return keyboard.store(request, at: try record(arguments, at: 4), \.number)
    },
    "klava.network/1.receive": { keyboard, arguments throws(InvocationError) in
      let (connection, capacity) = (try arguments.uint64(at: 1), try arguments.uint64(at: 2))
      let (seconds, place) = (try arguments.double(at: 3), try record(arguments, at: 4))
      let request = NetworkRequest.receive(connection: connection, capacity: capacity, seconds: seconds)
      guard place != nil else { return code(KLV_ERROR_BAD_ARGUMENT) }
      return code(keyboard.lend(keyboard.ask(.network(request)), to: place))
    },
    "klava.network/1.close": { keyboard, arguments throws(InvocationError) in
      code(keyboard.ask(.network(.close(connection: try arguments.uint64(at: 1)))).refusalCode)
    },
    "klava.paths/1.bundle_path": { keyboard, arguments throws(InvocationError) in
      guard let paths = keyboard.paths else { return code(KLV_ERROR_NO_ACCESS) }
      return keyboard.lend(paths.bundle, to: try record(arguments, at: 1))
    },
    "klava.paths/1.container_path": { keyboard, arguments throws(InvocationError) in
      guard let paths = keyboard.paths else { return code(KLV_ERROR_NO_ACCESS) }
      return keyboard.lend(paths.container, to: try record(arguments, at: 1))
    },
  ]
}

extension HostReply {
  /// The number in the reply, if there is one.
  fileprivate var number: UInt64? { if case .number(let number) = self { number } else { nil } }

  /// The result code for the reply: the refusal, success for `done`, and a failure for a reply of another kind.
  fileprivate var refusalCode: klv_result {
    switch self {
    case .refused(let refusal): refusal.rawValue
    case .done: KLV_OK
    default: KLV_ERROR_FAILED
    }
  }
}

extension LoadedKeyboard {
  fileprivate func setPasteboard(_ text: String?) -> klv_result {
    ask(.pasteboard(.setString(text))).refusalCode
  }

  /// Sends a request to the host, and stores the result at the place that the keyboard gave.
  fileprivate func store<Result: BitwiseCopyable>(
    _ request: HostRequest, at place: UnsafeMutableRawPointer?, _ result: (HostReply) -> Result?
  ) -> Value {
    // The place is checked before the request: the keyboard could not close a connection whose number is lost.
    guard let place else { return HostFunctions.code(KLV_ERROR_BAD_ARGUMENT) }
    let reply = ask(request)
    guard let result = result(reply) else { return HostFunctions.code(reply.refusalCode) }
    place.storeBytes(of: result, as: Result.self)
    return HostFunctions.code(KLV_OK)
  }
}

extension klv_connection_info {
  fileprivate init(_ state: ConnectionState) {
    self.init()
    switch state {
    case .connecting: self.state = KLV_CONNECTION_CONNECTING
    case .open: self.state = KLV_CONNECTION_OPEN
    case .closed: self.state = KLV_CONNECTION_CLOSED
    case .failed(let refusal):
      self.state = KLV_CONNECTION_FAILED
      failure = refusal.rawValue
    }
  }
}
