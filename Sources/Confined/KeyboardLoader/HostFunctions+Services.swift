internal import Invocation
internal import KeyboardABI
internal import KeyboardProtocol
internal import LinuxShims

extension HostFunctions {
  /// The handlers for settings, resources, data container, timers, log and memory.
  static let services: [String: Handler] = [
    "klava.settings/1.read": { keyboard, arguments throws(InvocationError) in
      let place = try record(arguments, at: 3)
      switch try text(arguments, at: 1) {
      case .refused(let refusal): return code(refusal)
      case .valid(let key):
        guard let value = keyboard.configuration.settings[key] else { return code(KLV_ERROR_NOT_FOUND) }
        return keyboard.fill(place, with: keyboard.record(of: value))
      }
    },
    "klava.resources/1.read": { keyboard, arguments throws(InvocationError) in
      let place = try record(arguments, at: 3)
      return try text(arguments, at: 1).apply { keyboard.lend(keyboard.ask(.resource(path: $0)), to: place) }
    },
    "klava.resources/1.names": { keyboard, arguments throws(InvocationError) in
      let place = try record(arguments, at: 3)
      return try text(arguments, at: 1).apply { keyboard.lend(keyboard.ask(.resourceNames(folder: $0)), to: place) }
    },
    "klava.resources/1.localized_string": { keyboard, arguments throws(InvocationError) in
      let place = try record(arguments, at: 7)
      let table = try text(arguments, at: 3)
      let language = try text(arguments, at: 5)
      return try text(arguments, at: 1).apply { key in
        guard case .valid(let table) = table, case .valid(let language) = language else {
          return KLV_ERROR_BAD_ARGUMENT
        }
        return keyboard.localizedString(key, table.isEmpty ? "Localizable" : table, language, to: place)
      }
    },
    "klava.container/1.read": { keyboard, arguments throws(InvocationError) in
      let place = try record(arguments, at: 3)
      return try text(arguments, at: 1).apply { keyboard.lend(keyboard.ask(.containerRead(name: $0)), to: place) }
    },
    "klava.container/1.write": { keyboard, arguments throws(InvocationError) in
      let start = try record(arguments, at: 3)
      let length = try arguments.uint64(at: 4)
      return try text(arguments, at: 1).apply { name in
        guard let start else { return KLV_ERROR_BAD_ARGUMENT }
        guard length <= LoadedKeyboard.fileLimit else {
          keyboard.turn?.refuseFile(bytes: length)
          return KLV_ERROR_TOO_LARGE
        }
        let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: Int(length)))
        return keyboard.lend(keyboard.ask(.containerWrite(name: name, bytes: bytes)), to: nil)
      }
    },
    "klava.container/1.remove": { keyboard, arguments throws(InvocationError) in
      try text(arguments, at: 1).apply { keyboard.lend(keyboard.ask(.containerRemove(name: $0)), to: nil) }
    },
    "klava.container/1.names": { keyboard, arguments throws(InvocationError) in
      code(keyboard.lend(keyboard.ask(.containerNames), to: try record(arguments, at: 1)))
    },
    "klava.timer/1.start": { keyboard, arguments throws(InvocationError) in
      .uint64(keyboard.startTimer(seconds: try arguments.double(at: 1), repeats: try arguments.bool(at: 2)))
    },
    "klava.timer/1.cancel": { keyboard, arguments throws(InvocationError) in
      let timer = try arguments.uint64(at: 1)
      guard keyboard.timers.removeValue(forKey: timer) != nil else { return code(KLV_ERROR_NOT_FOUND) }
      keyboard.request(.cancelTimer(identifier: timer))
      return code(KLV_OK)
    },
    "klava.log/1.write": { keyboard, arguments throws(InvocationError) in
      let level = LogLevel(rawValue: Int(try arguments.int32(at: 1)))
      return try text(arguments, at: 2).apply { message in
        guard let level else { return KLV_ERROR_BAD_ARGUMENT }
        return keyboard.log(level, message)
      }
    },
    "klava.memory/1.limit": { keyboard, _ throws(InvocationError) in
      .uint64(keyboard.configuration.memoryLimit)
    },
    "klava.memory/1.used": { _, _ throws(InvocationError) in
      .uint64(klv_heap_in_use())
    },
  ]
}

extension LoadedKeyboard {
  /// The size in bytes of the largest file that a keyboard may write.
  static let fileLimit = KeyboardLimits().fileSize

  fileprivate func record(of value: SettingValue) -> klv_setting {
    var record = klv_setting()
    switch value {
    case .string(let text):
      record.kind = KLV_SETTING_TEXT
      record.text = turn?.lend(text) ?? klv_text()
    case .boolean(let value):
      record.kind = KLV_SETTING_BOOLEAN
      record.integer = value ? 1 : 0
    case .integer(let value):
      record.kind = KLV_SETTING_INTEGER
      record.integer = value
    case .real(let value):
      record.kind = KLV_SETTING_REAL
      record.real = value
    }
    return record
  }

  /// Lends the host's reply as bytes. A line feed follows each name.
  func lend(_ reply: HostReply, to place: UnsafeMutableRawPointer?) -> klv_result {
    let bytes: [UInt8]
    switch reply {
    case .refused(let refusal): return refusal.rawValue
    case .done: return KLV_OK
    case .bytes(let content): bytes = content
    case .names(let names): bytes = names.flatMap { Array($0.utf8) + [0x0A] }
    case .document, .strings, .text, .number, .pasteboard, .connection, .paths: return KLV_ERROR_FAILED
    }
    guard let place else { return KLV_ERROR_BAD_ARGUMENT }
    guard let memory = turn?.lend(bytes) else { return KLV_ERROR_NOT_NOW }
    let record = klv_bytes(
      bytes: memory.baseAddress?.assumingMemoryBound(to: UInt8.self), length: UInt64(memory.count))
    place.storeBytes(of: record, as: klv_bytes.self)
    return KLV_OK
  }

  fileprivate func localizedString(
    _ key: String, _ table: String, _ language: String, to place: UnsafeMutableRawPointer?
  ) -> klv_result {
    let name = "\(table)\n\(language)"
    let strings: [String: String]
    if let known = localizedStrings[name] {
      strings = known
    } else {
      switch ask(.localizedStrings(table: table, language: language)) {
      case .strings(let found): strings = found
      case .refused(.notFound): strings = [:]
      case .refused(let refusal): return refusal.rawValue
      default: return KLV_ERROR_FAILED
      }
      localizedStrings[name] = strings
    }
    guard let text = strings[key] else { return KLV_ERROR_NOT_FOUND }
    _ = lend(text, to: place)
    return place == nil ? KLV_ERROR_BAD_ARGUMENT : KLV_OK
  }

  fileprivate func log(_ level: LogLevel, _ message: String) -> klv_result {
    let lines = turn?.requests.count { if case .log = $0 { true } else { false } } ?? 0
    guard lines < TurnScope.logLineLimit, message.utf8.count <= TurnScope.logLineBytes else {
      turn?.dropLine()
      return KLV_ERROR_TOO_LARGE
    }
    request(.log(level: level, message: message))
    return KLV_OK
  }
}
