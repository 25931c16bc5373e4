package import KeyboardProtocol

/// A place in a keyboard's code: a function and a source line, from the library's debug information or symbol table.
///
/// The names come from an untrusted library, so sanitize them before you print them.
package struct CodeLocation: Hashable, Sendable {
  /// The name of the function, demangled; nil for an unknown function.
  package var function: String?
  /// The path of the source file; nil for an unknown file.
  package var file: String?
  /// The number of the line, from 1; 0 for an unknown line.
  package var line: UInt32 = 0

  /// Creates a place from its parts. Without arguments, the place is unknown.
  package init(function: String? = nil, file: String? = nil, line: UInt32 = 0) {
    self.function = function
    self.file = file
    self.line = line
  }

  /// The maximum length of a name in UTF-8 bytes. The bundle reader shortens longer names.
  package static let nameBytes = 1_024
}

extension CodeLocation: CustomStringConvertible {
  /// The place as a line of a stack: `function at file:line`. Sanitize the line before you show it.
  package var description: String {
    // Code that the compiler generated has no source file.
    guard let file, file != "//<compiler-generated>" else { return function ?? "?" }
    return "\(function ?? "?") at \(file)\(line == 0 ? "" : ":\(line)")"
  }
}

extension CodeLocation: WireValue {
  /// Appends the place.
  package func encode(into writer: inout WireWriter) {
    writer.writeString(function ?? "")
    writer.writeString(file ?? "")
    writer.writeInteger(line)
  }

  /// Reads a place.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let function = try reader.readString()
    let file = try reader.readString()
    self.init(
      function: function.isEmpty ? nil : function, file: file.isEmpty ? nil : file,
      line: try reader.readInteger(UInt32.self))
  }
}

/// The message that asks `klava-bundle-reader` for the source lines at addresses of the code, and for the symbols of
/// functions.
///
/// The bundle reader answers with one frame for each address, then one frame for each function. A frame is a length in
/// bytes, followed by a ``CodePlaces``.
package struct CodeQuery: Hashable, Sendable {
  /// The mode of `klava-bundle-reader` for this message.
  package static let mode = "code"
  /// The maximum number of addresses in a query, and the maximum number of functions.
  package static let maximumAddresses = 64

  /// The addresses as offsets from the start of the mapped library. The first address is the instruction at which the
  /// process stopped, or 0 if this instruction is outside of the library. The other addresses are words from the stack
  /// that may be return addresses.
  package var addresses: [UInt64]
  /// Names of functions, such as `KeyboardViewController.viewDidLoad` or `key_event`. The bundle reader returns the
  /// symbols of all functions with one of the names.
  package var functions: [String]

  /// Creates a query.
  package init(addresses: [UInt64] = [], functions: [String] = []) {
    self.addresses = addresses
    self.functions = functions
  }
}

extension CodeQuery: WireMessage {
  /// Appends the query.
  package func encode(into writer: inout WireWriter) {
    writer.writeCount(addresses.count)
    for address in addresses { writer.writeInteger(address) }
    writer.writeCount(functions.count)
    for function in functions { writer.writeString(function) }
  }

  /// Reads a query.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    let count = try reader.readCount(maximum: Self.maximumAddresses)
    var addresses: [UInt64] = []
    for _ in 0..<count { addresses.append(try reader.readInteger(UInt64.self)) }
    var functions: [String] = []
    for _ in 0..<(try reader.readCount(maximum: Self.maximumAddresses)) { functions.append(try reader.readString()) }
    self.init(addresses: addresses, functions: functions)
  }
}

/// The places in the source code for one address. The innermost inlined function is first, and the function that
/// contains the others is last. If the library contains no name for the code at the address, the list is empty.
package struct CodePlaces: Hashable, Sendable {
  /// The maximum number of places of one address.
  package static let maximumLocations = 16

  /// The places in the source code, the innermost inlined function first.
  package var locations: [CodeLocation]

  /// Creates the places of an address.
  package init(locations: [CodeLocation]) { self.locations = locations }
}

extension CodePlaces: WireMessage {
  /// Appends the places.
  package func encode(into writer: inout WireWriter) { writer.write(locations) }

  /// Reads the places.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(locations: try reader.readArray(maximum: Self.maximumLocations))
  }
}
