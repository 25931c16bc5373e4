import KeyboardABI
import Testing

/// Tests that the host's function tables agree with `klava/keyboard.h`.
@Suite("The host's functions")
struct HostFunctionTableTests {
  struct Row: Equatable {
    var name: String
    var signature: String?
    var needs: UInt32?
  }

  static let hostInterfaces = [
    KLV_DOCUMENT, KLV_FIELD, KLV_INPUT_MODE, KLV_INTERFACE, KLV_INTERFACE_CHANGES, KLV_CANVAS, KLV_SETTINGS,
    KLV_RESOURCES,
    KLV_CONTAINER, KLV_TIMER, KLV_LOG, KLV_MEMORY, KLV_FEEDBACK, KLV_PASTEBOARD, KLV_NETWORK, KLV_PATHS,
    KLV_TURN_REQUEST, KLV_TEXT_SERVICES, KLV_HAPTICS, KLV_SPELLING,
    KLV_LEXICON,
  ]

  /// The rows of the host's table in order, each with the name of its function table.
  static let table: [(interface: String, row: Row)] = {
    var count = 0
    let rows = UnsafeBufferPointer(start: klv_host_function_table(&count), count: count)
    return rows.map {
      (
        String(cString: $0.interface_name),
        Row(name: String(cString: $0.name), signature: String(cString: $0.signature), needs: $0.needs)
      )
    }
  }()

  static let permissions: [String: UInt32] = [
    "load": KLV_NEEDS_LOAD, "turn": KLV_NEEDS_TURN, "field": KLV_NEEDS_FIELD, "edit": KLV_NEEDS_EDIT,
    "any": KLV_NEEDS_NOTHING,
  ]

  @Test(
    "The host's table lists the functions of the header with the same names, order, types and permissions",
    arguments: hostInterfaces)
  func agrees(name: String) throws {
    let interface = try #require(try Header().interfaces.first { $0.name == name })
    let declared = interface.functions.map {
      Row(
        name: $0.name, signature: $0.signature,
        needs: $0.tags.count == 1 ? $0.tags.first.flatMap { Self.permissions[$0] } : nil)
    }
    #expect(!declared.isEmpty)
    #expect(declared == Self.table.filter { $0.interface == name }.map(\.row))
  }

  @Test("The host's table has exactly the expected function tables, in order")
  func interfacesInOrder() {
    var names: [String] = []
    for (interface, _) in Self.table where names.last != interface { names.append(interface) }
    #expect(names == Self.hostInterfaces)
  }

  @Test("Every function's first argument is the host")
  func firstArgument() {
    for (interface, row) in Self.table {
      #expect(row.signature?.dropFirst(1).hasPrefix("(h") == true, "\(interface).\(row.name)")
    }
  }

  @Test("A text argument is followed by its length in bytes")
  func textLength() {
    for (interface, row) in Self.table {
      let signature = row.signature ?? ""
      #expect(
        signature.split(separator: "s", omittingEmptySubsequences: false).dropFirst().allSatisfy { $0.hasPrefix("t") },
        "\(interface).\(row.name): \(signature)")
    }
  }

  @Test("The imported Swift structs have the same size as their function tables")
  func structSizes() {
    let sizes: [String: Int] = [
      KLV_DOCUMENT: MemoryLayout<klv_document>.size, KLV_FIELD: MemoryLayout<klv_field>.size,
      KLV_INPUT_MODE: MemoryLayout<klv_input_mode>.size, KLV_INTERFACE: MemoryLayout<klv_interface>.size,
      KLV_INTERFACE_CHANGES: MemoryLayout<klv_interface_changes>.size, KLV_CANVAS: MemoryLayout<klv_canvas>.size,
      KLV_SETTINGS: MemoryLayout<klv_settings>.size, KLV_RESOURCES: MemoryLayout<klv_resources>.size,
      KLV_CONTAINER: MemoryLayout<klv_container>.size, KLV_TIMER: MemoryLayout<klv_timer>.size,
      KLV_LOG: MemoryLayout<klv_log>.size, KLV_MEMORY: MemoryLayout<klv_memory>.size,
      KLV_FEEDBACK: MemoryLayout<klv_feedback>.size,
      KLV_PASTEBOARD: MemoryLayout<klv_pasteboard>.size, KLV_NETWORK: MemoryLayout<klv_network>.size,
      KLV_PATHS: MemoryLayout<klv_paths>.size, KLV_TURN_REQUEST: MemoryLayout<klv_turn_request>.size,
      KLV_TEXT_SERVICES: MemoryLayout<klv_text_services>.size, KLV_HAPTICS: MemoryLayout<klv_haptics>.size,
      KLV_SPELLING: MemoryLayout<klv_spelling>.size, KLV_LEXICON: MemoryLayout<klv_lexicon>.size,
    ]
    for (name, size) in sizes {
      #expect(size == Self.table.count { $0.interface == name } * MemoryLayout<UnsafeRawPointer>.size, "\(name)")
    }
  }

  @Test("Each function table has a unique name that ends in its version")
  func uniqueNames() throws {
    let interfaces = try Header().interfaces
    #expect(interfaces.count == Self.hostInterfaces.count + 6)
    #expect(Set(interfaces.map(\.name)).count == interfaces.count)
    for interface in interfaces {
      #expect(interface.name.wholeMatch(of: /klava\.[a-z-]+\/1/) != nil, "\(interface.name)")
      #expect(interface.macro == interface.type.uppercased(), "\(interface.name)")
    }
    let ofKeyboards = interfaces.map(\.name).filter { !Self.hostInterfaces.contains($0) }
    #expect(ofKeyboards == [KLV_APPEARING, KLV_KEYS, KLV_TOUCH, KLV_TEXT_DELEGATE, KLV_OBSERVING, KLV_MAIN_QUEUE])
  }

  @Test("The header asserts the size of each of its structs")
  func sizeAssertions() throws {
    let text = try Header().text
    let records = text.matches(of: /\n\} (klv_\w+);/).map { String($0.1) }
    #expect(records.count >= 20)
    for record in records { #expect(text.contains("KLV_STATIC_ASSERT(sizeof(\(record)) =="), "\(record)") }
  }
}
