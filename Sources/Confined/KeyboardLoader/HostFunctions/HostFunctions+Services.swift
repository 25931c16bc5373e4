internal import KeyboardABI
internal import KeyboardProtocol
internal import LinuxShims

// The functions for settings, resources, data container, timers, requested turns, log and memory.
extension HostFunctions {
  static var settings: klv_settings {
    klv_settings(read: { host, key, length, setting in
      call(host, .settingsRead) { keyboard in
        keyboard.read("key", TextArgument(key, length)) { key in
          guard let value = keyboard.configuration.settings[key] else {
            keyboard.reportUndeclared(key)
            return KLV_ERROR_NOT_FOUND
          }
          return keyboard.fill(setting, with: keyboard.record(of: value))
        }
      }
    })
  }

  static var resources: klv_resources {
    klv_resources(
      read: { host, path, length, bytes in
        call(host, .resourcesRead) { keyboard in
          keyboard.read("path", TextArgument(path, length)) {
            keyboard.lend(keyboard.ask(.resource(path: $0)), to: bytes)
          }
        }
      },
      names: { host, path, length, names in
        call(host, .resourcesNames) { keyboard in
          keyboard.read("path", TextArgument(path, length)) {
            keyboard.lend(keyboard.ask(.resourceNames(folder: $0)), to: names)
          }
        }
      },
      localized_string: { host, key, keyLength, table, tableLength, language, languageLength, text in
        call(host, .resourcesLocalizedString) { keyboard in
          keyboard.read("key", TextArgument(key, keyLength)) { key in
            keyboard.read("table", TextArgument(table, tableLength)) { table in
              keyboard.read("language", TextArgument(language, languageLength)) { language in
                keyboard.localizedString(key, table.isEmpty ? "Localizable" : table, language, to: text)
              }
            }
          }
        }
      })
  }

  static var container: klv_container {
    klv_container(
      read: { host, name, length, bytes in
        call(host, .containerRead) { keyboard in
          keyboard.read("name", TextArgument(name, length)) {
            keyboard.lend(keyboard.ask(.containerRead(name: $0)), to: bytes)
          }
        }
      },
      write: { host, name, nameLength, bytes, length in
        call(host, .containerWrite) { keyboard in
          keyboard.read("name", TextArgument(name, nameLength)) { name in
            guard let bytes else { return keyboard.badArgument("bytes is NULL") }
            guard length <= LoadedKeyboard.maximumFileBytes else {
              keyboard.refuseFile(bytes: length)
              return KLV_ERROR_TOO_LARGE
            }
            let content = [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(length)))
            return keyboard.lend(keyboard.ask(.containerWrite(name: name, bytes: content)), to: nil)
          }
        }
      },
      remove: { host, name, length in
        call(host, .containerRemove) { keyboard in
          keyboard.read("name", TextArgument(name, length)) {
            keyboard.lend(keyboard.ask(.containerRemove(name: $0)), to: nil)
          }
        }
      },
      names: { host, names in
        call(host, .containerNames) { $0.lend($0.ask(.containerNames), to: names) }
      })
  }

  static var timer: klv_timer {
    klv_timer(
      start: { host, seconds, repeats in
        call(host, .timerStart, refused: 0) { $0.startTimer(seconds: seconds, repeats: repeats) }
      },
      cancel: { host, timer in
        call(host, .timerCancel) { $0.cancelTimer(timer) }
      })
  }

  static var turnRequest: klv_turn_request {
    klv_turn_request(request: { host in
      call(host, .turnRequestRequest) { keyboard in
        keyboard.requestTurn()
        return KLV_OK
      }
    })
  }

  static var log: klv_log {
    klv_log(write: { host, level, message, length in
      call(host, .logWrite) { keyboard in
        keyboard.read("message", TextArgument(message, length)) { message in
          guard let level = LogLevel(rawValue: Int(level)) else {
            return keyboard.badArgument("level has the unknown value \(level)")
          }
          return keyboard.log(level, message)
        }
      }
    })
  }

  static var memory: klv_memory {
    klv_memory(
      limit: { host in
        call(host, .memoryLimit, refused: 0) { $0.configuration.memoryLimit }
      },
      used: { host in
        call(host, .memoryUsed, refused: 0) { _ in klv_heap_in_use() }
      })
  }
}

extension LoadedKeyboard {
  /// The maximum size in bytes of a file that a keyboard may write.
  static let maximumFileBytes = KeyboardLimits().fileSize

  fileprivate func record(of value: SettingValue) -> klv_setting {
    var record = klv_setting()
    switch value {
    case .string(let text):
      record.kind = KLV_SETTING_TEXT
      record.text = lend(text)
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

  /// Lends the keyboard the bytes of the host's reply until the turn ends. In a reply with names, a line feed follows
  /// each name.
  func lend(_ reply: HostReply, to place: UnsafeMutableRawPointer?) -> klv_result {
    let bytes: [UInt8]
    switch reply {
    case .refused(let refusal): return refusal.rawValue
    case .done: return KLV_OK
    case .bytes(let content): bytes = content
    case .names(let names): bytes = names.flatMap { Array($0.utf8) + [0x0A] }
    case .document, .strings, .text, .number, .pasteboard, .connection, .paths, .offsets:
      return KLV_ERROR_FAILED
    }
    guard let place else { return missingPlace() }
    let memory = lend(bytes)
    let record = klv_bytes(
      bytes: memory.baseAddress?.assumingMemoryBound(to: UInt8.self), length: UInt64(memory.count))
    place.storeBytes(of: record, as: klv_bytes.self)
    return KLV_OK
  }

  fileprivate func localizedString(
    _ key: String, _ table: String, _ language: String, to place: UnsafeMutableRawPointer?
  ) -> klv_result {
    let reply = localizedStrings(table, language)
    guard case .strings(let strings) = reply else {
      if case .refused(let refusal) = reply { return refusal.rawValue }
      return KLV_ERROR_FAILED
    }
    guard let text = strings[key] else { return KLV_ERROR_NOT_FOUND }
    _ = lend(text, to: place)
    return place == nil ? missingPlace() : KLV_OK
  }
}
