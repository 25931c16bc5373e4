internal import KeyboardABI
internal import KeyboardProtocol

// The functions for pasteboard, network and paths. Each call sends a request to the host, which decides whether the
// keyboard has access.
extension HostFunctions {
  static var pasteboard: klv_pasteboard {
    klv_pasteboard(
      string: { host, place in
        call(host, .pasteboardString) { keyboard in
          guard let place else { return keyboard.missingPlace() }
          let reply = keyboard.ask(.pasteboard(.string))
          guard case .text(let text) = reply else { return reply.refusalCode }
          return keyboard.lend(text, to: place)
        }
      },
      set_string: { host, text, length in
        call(host, .pasteboardSetString) { keyboard in
          guard text != nil || length > 0 else { return keyboard.setPasteboard(nil) }
          return keyboard.read("text", TextArgument(text, length, limit: PasteboardRequest.maximumTextBytes)) {
            keyboard.setPasteboard($0)
          }
        }
      },
      has_strings: { host, place in
        call(host, .pasteboardHasStrings) {
          $0.store(.pasteboard(.status), at: place) { $0.status?.hasStrings }
        }
      },
      change_count: { host, place in
        call(host, .pasteboardChangeCount) {
          $0.store(.pasteboard(.status), at: place) { $0.status?.changeCount }
        }
      })
  }

  static var network: klv_network {
    klv_network(
      connect: { host, name, length, port, place in
        call(host, .networkConnect) { keyboard in
          keyboard.read("name", TextArgument(name, length)) {
            keyboard.store(.network(.connect(name: $0, port: port)), at: place, \.number)
          }
        }
      },
      state: { host, connection, info in
        call(host, .networkState) { keyboard in
          guard let info else { return keyboard.missingPlace() }
          let reply = keyboard.ask(.network(.state(connection: connection)))
          guard case .connection(let state) = reply else { return reply.refusalCode }
          return keyboard.fill(info, with: klv_connection_info(state))
        }
      },
      send: { host, connection, bytes, length, taken in
        call(host, .networkSend) { keyboard in
          guard let bytes else { return keyboard.badArgument("bytes is NULL") }
          guard length <= NetworkRequest.Limit.callBytes else {
            keyboard.refuse("length is \(length); the most is \(NetworkRequest.Limit.callBytes)")
            return KLV_ERROR_TOO_LARGE
          }
          let content = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(length)))
          return keyboard.store(.network(.send(connection: connection, bytes: content)), at: taken, \.number)
        }
      },
      receive: { host, connection, capacity, seconds, place in
        call(host, .networkReceive) { keyboard in
          let request = NetworkRequest.receive(connection: connection, capacity: capacity, seconds: seconds)
          guard let place else { return keyboard.missingPlace() }
          return keyboard.lend(keyboard.ask(.network(request)), to: place)
        }
      },
      close: { host, connection in
        call(host, .networkClose) { $0.ask(.network(.close(connection: connection))).refusalCode }
      })
  }

  static var paths: klv_paths {
    klv_paths(
      bundle_path: { host, path in
        call(host, .pathsBundlePath) { keyboard in
          guard let paths = keyboard.paths else { return KLV_ERROR_NO_ACCESS }
          return keyboard.lend(paths.bundle, to: path)
        }
      },
      container_path: { host, path in
        call(host, .pathsContainerPath) { keyboard in
          guard let paths = keyboard.paths else { return KLV_ERROR_NO_ACCESS }
          return keyboard.lend(paths.container, to: path)
        }
      })
  }
}

extension HostReply {
  /// The state of the pasteboard; nil if the reply does not contain the state.
  fileprivate var status: PasteboardStatus? { if case .pasteboard(let status) = self { status } else { nil } }

  /// The number in the reply; nil if the reply contains no number.
  fileprivate var number: UInt64? { if case .number(let number) = self { number } else { nil } }

  /// The result code for the reply: the error of a refusal, success for `done`, and a failure for any other reply.
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

  /// Sends a request to the host, and stores the result at the address that the keyboard gave.
  fileprivate func store<Result: BitwiseCopyable>(
    _ request: HostRequest, at place: UnsafeMutableRawPointer?, _ result: (HostReply) -> Result?
  ) -> klv_result {
    // Check the address before sending the request. If the loader could not store the number of a new connection, the
    // keyboard could not close this connection.
    guard let place else { return missingPlace() }
    let reply = ask(request)
    guard let result = result(reply) else { return reply.refusalCode }
    place.storeBytes(of: result, as: Result.self)
    return KLV_OK
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
