internal import InputViewModel
internal import KeyboardABI
internal import KeyboardLoader
import KeyboardProtocol
internal import TextModel

/// The function tables that the recording host offers. For other names, the recording host returns NULL, which a
/// keyboard must expect.
enum HostTables {
  /// The function table with a name. The table stays valid until the process ends.
  static func table(named name: String) -> UnsafeRawPointer? { tables[name]?.pointer }

  private struct Table: @unchecked Sendable {
    let pointer: UnsafeRawPointer

    init<Record>(_ record: Record) {
      let memory = UnsafeMutablePointer<Record>.allocate(capacity: 1)
      memory.initialize(to: record)
      pointer = UnsafeRawPointer(memory)
    }
  }

  private static let tables: [String: Table] = [
    KLV_DOCUMENT: Table(document), KLV_FIELD: Table(field), KLV_INPUT_MODE: Table(inputMode),
    KLV_INTERFACE: Table(inputView), KLV_INTERFACE_CHANGES: Table(inputViewChanges), KLV_CANVAS: Table(canvas),
    KLV_SETTINGS: Table(settings),
    KLV_RESOURCES: Table(resources), KLV_TIMER: Table(timer), KLV_LOG: Table(log),
  ]

  private static var document: klv_document {
    klv_document(
      context_before: { lend($0, $1) { $0.buffer.before.isEmpty ? nil : $0.buffer.before } },
      context_after: { lend($0, $1) { $0.buffer.after.isEmpty ? nil : $0.buffer.after } },
      selected_text: { lend($0, $1) { $0.buffer.selected.isEmpty ? nil : String($0.buffer.selected.prefix(8_192)) } },
      marked_text: { lend($0, $1) { $0.buffer.markedText } },
      has_text: { owner($0)?.buffer.hasText ?? false },
      insert_text: { edit($0, .insertText(string($1, $2))) },
      delete_backward: { edit($0, .deleteBackward) },
      adjust_position: { edit($0, .adjustTextPosition(byCharacterOffset: Int($1))) },
      adjust_position_by_characters: { edit($0, .adjustTextPositionByCharacters(Int($1))) },
      set_marked_text: { edit($0, .setMarkedText(string($1, $2), selectedRange: Int($3)..<Int($3 + $4))) },
      unmark_text: { edit($0, .unmarkText) },
      document_identifier: { host, identifier in
        guard let owner = owner(host), let identifier else { return KLV_ERROR_BAD_ARGUMENT }
        withUnsafeMutableBytes(of: &identifier.pointee) {
          $0.storeBytes(of: owner.documentIdentifier.high.bigEndian, as: UInt64.self)
          $0.storeBytes(of: owner.documentIdentifier.low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return KLV_OK
      },
      input_mode_language: { lend($0, $1) { $0.documentLanguage } },
      context_info: { _, _ in KLV_ERROR_FAILED })
  }

  private static var field: klv_field {
    klv_field(
      traits: { host, traits in
        guard let owner = owner(host), let traits else { return KLV_ERROR_BAD_ARGUMENT }
        traits.pointee.keyboard_type = UInt32(owner.field.traits.keyboardType.rawValue)
        traits.pointee.is_multiline = owner.field.isMultiline
        return KLV_OK
      },
      environment: { host, environment in
        guard let owner = owner(host), let environment else { return KLV_ERROR_BAD_ARGUMENT }
        let known = owner.field.environment
        environment.pointee.width = known.width
        environment.pointee.height = known.height
        environment.pointee.horizontal_size_class = UInt32(known.horizontalSizeClass.rawValue)
        environment.pointee.vertical_size_class = UInt32(known.verticalSizeClass.rawValue)
        environment.pointee.is_landscape = known.isLandscape
        environment.pointee.text_scale = known.textScale
        return KLV_OK
      })
  }

  private static var inputMode: klv_input_mode {
    klv_input_mode(
      advance_to_next: { _ in KLV_OK }, show_list: { _ in KLV_OK }, dismiss: { _ in KLV_OK },
      needs_switch_key: { owner($0)?.field.standing.needsInputModeSwitchKey ?? false },
      has_full_access: { _ in false },
      primary_language: { lend($0, $1) { $0.primaryLanguage } },
      set_primary_language: { host, language, length in
        guard let owner = owner(host) else { return KLV_ERROR_FAILED }
        owner.primaryLanguage = length == 0 ? owner.manifestLanguage : string(language, length)
        return KLV_OK
      })
  }

  private static var inputView: klv_interface {
    klv_interface(
      set: { host, record in
        guard let owner = owner(host), let record, let inputView = InputViewTree(record.pointee) else {
          return KLV_ERROR_BAD_ARGUMENT
        }
        owner.inputView = inputView
        owner.inputViewCount += 1
        return KLV_OK
      },
      set_label: { update($0, .label(identifier: string($1, $2), text: string($3, $4))) },
      set_key: { host, name, length, change in
        guard let change = change?.pointee else { return KLV_ERROR_BAD_ARGUMENT }
        let title = change.title.bytes.map { string($0, change.title.length) }
        let isEnabled = change.enabled == 0 ? nil : change.enabled == 1
        let isSelected = change.selected == 0 ? nil : change.selected == 1
        return update(
          host,
          .key(identifier: string(name, length), title: title, isEnabled: isEnabled, isSelected: isSelected))
      })
  }

  private static var inputViewChanges: klv_interface_changes {
    klv_interface_changes(
      set_image: { update($0, .image(identifier: string($1, $2), name: string($3, $4))) },
      set_suggestions: { host, name, length, texts, count in
        let texts = UnsafeBufferPointer(start: texts, count: Int(count)).map { string($0.bytes, $0.length) }
        return update(host, .suggestions(identifier: string(name, length), texts))
      })
  }

  private static var canvas: klv_canvas {
    klv_canvas(set_drawing: { host, name, length, record in
      guard let record, let drawing = DisplayList(copying: record) else { return KLV_ERROR_BAD_ARGUMENT }
      return update(host, .drawing(identifier: string(name, length), drawing))
    })
  }

  private static var settings: klv_settings {
    klv_settings(read: { host, key, length, setting in
      guard let owner = owner(host), let value = owner.settings[string(key, length)], let setting else {
        return KLV_ERROR_NOT_FOUND
      }
      switch value {
      case .string(let text):
        setting.pointee.kind = KLV_SETTING_TEXT
        setting.pointee.text = owner.lend(text)
      case .boolean(let boolean):
        setting.pointee.kind = KLV_SETTING_BOOLEAN
        setting.pointee.integer = boolean ? 1 : 0
      case .integer(let integer):
        setting.pointee.kind = KLV_SETTING_INTEGER
        setting.pointee.integer = integer
      case .real(let real):
        setting.pointee.kind = KLV_SETTING_REAL
        setting.pointee.real = real
      }
      return KLV_OK
    })
  }

  private static var resources: klv_resources {
    klv_resources(
      read: { host, path, length, bytes in
        guard let owner = owner(host), let contents = owner.resource(string(path, length)), let bytes else {
          return KLV_ERROR_NOT_FOUND
        }
        let memory = owner.lend(contents)
        bytes.pointee = klv_bytes(
          bytes: memory.baseAddress?.assumingMemoryBound(to: UInt8.self), length: UInt64(contents.count))
        return KLV_OK
      },
      names: { _, _, _, _ in KLV_ERROR_NOT_FOUND },
      localized_string: { host, key, keyLength, table, tableLength, language, languageLength, text in
        guard let owner = owner(host), let text,
          let found = owner.localizedString(
            string(key, keyLength), table: string(table, tableLength), language: string(language, languageLength))
        else { return KLV_ERROR_NOT_FOUND }
        text.pointee = owner.lend(found)
        return KLV_OK
      })
  }

  private static var timer: klv_timer {
    klv_timer(
      start: { host, _, _ in
        guard let owner = owner(host) else { return 0 }
        defer { owner.nextTimer += 1 }
        owner.timers.append(owner.nextTimer)
        return owner.nextTimer
      },
      cancel: { host, timer in
        owner(host)?.timers.removeAll { $0 == timer }
        return KLV_OK
      })
  }

  private static var log: klv_log {
    klv_log(write: { host, _, message, length in
      owner(host)?.log.append(string(message, length))
      return KLV_OK
    })
  }
}

// C function pointers cannot capture values, so the functions that they share are at file scope.

private func owner(_ host: OpaquePointer?) -> RecordingHost? {
  guard let host, let owner = UnsafePointer<HostHandle>(host).pointee.owner else { return nil }
  return Unmanaged<RecordingHost>.fromOpaque(owner).takeUnretainedValue()
}

private func string(_ bytes: UnsafePointer<CChar>?, _ length: UInt64) -> String {
  String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
}

private func edit(_ host: OpaquePointer?, _ edit: Edit) -> klv_result {
  owner(host)?.apply(edit)
  return KLV_OK
}

private func lend(
  _ host: OpaquePointer?, _ text: UnsafeMutablePointer<klv_text>?, _ read: (RecordingHost) -> String?
) -> klv_result {
  guard let owner = owner(host), let text else { return KLV_ERROR_BAD_ARGUMENT }
  text.pointee = owner.lend(read(owner))
  return KLV_OK
}

private func update(_ host: OpaquePointer?, _ change: ElementChange) -> klv_result {
  guard let owner = owner(host), let inputView = try? owner.inputView?.updated(by: change) else {
    return KLV_ERROR_NOT_FOUND
  }
  owner.inputView = inputView
  return KLV_OK
}
