package import BundleFormat
internal import CLibdw
internal import Glibc
package import SystemSupport

/// A reader that finds the function and source line of an address in a library, and the symbols for a function name.
///
/// The reader uses the library's debug information and symbol tables.
package struct CodeReader: ~Copyable {
  private let file: Descriptor
  private let elf: OpaquePointer
  /// The debug information; nil if the library has none.
  private let debugging: OpaquePointer?
  /// The symbols of functions, sorted by address.
  private let functions: [Symbol]

  private struct Symbol {
    let start: UInt64
    let size: UInt64
    let symbol: String
    /// The function's name in the source code.
    let name: String
  }

  /// Opens a library; nil if it is not an ELF file.
  package init?(_ file: consuming Descriptor) {
    elf_version(UInt32(EV_CURRENT))
    guard let elf = elf_begin(file.number, ELF_C_READ, nil) else { return nil }
    self.elf = elf
    self.file = file
    debugging = dwarf_begin_elf(elf, DWARF_C_READ, nil)
    functions = Self.functions(of: elf)
  }

  deinit {
    dwarf_end(debugging)
    elf_end(elf)
  }

  /// Returns the places in the source code that an instruction comes from.
  ///
  /// - Parameter address: The offset of the instruction from the start of the mapped library.
  package func places(of address: UInt64) -> CodePlaces {
    var locations = inlined(at: address)
    if locations.isEmpty || locations.last?.function == nil, let symbol = symbol(at: address) {
      if locations.isEmpty { locations = [CodeLocation()] }
      locations[locations.count - 1].function = symbol
    }
    return CodePlaces(locations: Array(locations.prefix(CodePlaces.maximumLocations)))
  }

  /// Returns the places in the source code of the call that precedes a return address. The result is empty if the
  /// instruction before the address is not a call.
  package func places(ofCallBefore address: UInt64) -> CodePlaces {
    followsCall(address) ? places(of: address - 1) : CodePlaces(locations: [])
  }

  // MARK: Machine code

  /// Whether an address can be the return address of a call instruction directly before it.
  ///
  /// The first byte of a function is a return address only if the previous function ends with a direct call of a
  /// function that does not return. Any other such address is a stored pointer to the function.
  private func followsCall(_ address: UInt64) -> Bool {
    let code = bytes(before: address, count: 8)
    guard code.count == 8 else { return false }
    #if arch(x86_64)
      // A direct call is the byte E8 and an offset of four bytes.
      if code[3] == 0xE8 {
        let offset = code[4...].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let target = address &+ UInt64(bitPattern: Int64(Int32(bitPattern: offset)))
        if !bytes(before: target &+ 1, count: 1).isEmpty { return true }
      }
      return !isFunction(address) && (2...7).contains { Self.isIndirectCall(code.suffix($0)) }
    #elseif arch(arm64)
      // On AArch64, BL is a direct call, and BLR is an indirect call.
      return code[7] >> 2 == 0b100101 || !isFunction(address) && code[7] == 0xD6 && code[6] == 0x3F
    #endif
  }

  #if arch(x86_64)
    /// Whether the bytes are exactly one indirect call, without a prefix.
    private static func isIndirectCall(_ code: ArraySlice<UInt8>) -> Bool {
      // An indirect call is the byte FF and a ModRM byte whose bits 3 to 5 have the value 2. The ModRM byte says whether
      // a SIB byte and an offset of one or four bytes follow.
      guard code.first == 0xFF, let form = code.dropFirst().first, form >> 3 & 7 == 2 else { return false }
      let (mode, register) = (form >> 6, form & 7)
      let base = mode != 3 && register == 4 ? code.dropFirst(2).first.map { $0 & 7 } : register
      guard let base else { return false }
      let offset =
        switch mode {
        case 0: base == 5 ? 4 : 0
        case 1: 1
        case 2: 4
        default: 0
        }
      return code.count == 2 + (mode != 3 && register == 4 ? 1 : 0) + offset
    }
  #endif

  /// Whether an address is the first byte of a function in a symbol table.
  private func isFunction(_ address: UInt64) -> Bool { functions.contains { $0.start == address } }

  /// Returns the bytes before an address, or an empty array if no executable segment of the file contains them all.
  private func bytes(before address: UInt64, count: UInt64) -> [UInt8] {
    var segments = 0
    guard elf_getphdrnum(elf, &segments) == 0 else { return [] }
    for index in 0..<Int32(clamping: segments) {
      var segment = GElf_Phdr()
      guard gelf_getphdr(elf, index, &segment) != nil, segment.p_type == PT_LOAD, segment.p_flags & UInt32(PF_X) != 0,
        address >= count, address - count >= segment.p_vaddr, address - segment.p_vaddr <= segment.p_filesz
      else { continue }
      let (offset, isTooFar) = segment.p_offset.addingReportingOverflow(address - count - segment.p_vaddr)
      guard !isTooFar, let offset = Int64(exactly: offset),
        let data = elf_getdata_rawchunk(elf, offset, Int(count), ELF_T_BYTE), data.pointee.d_size == Int(count),
        let bytes = data.pointee.d_buf
      else { return [] }
      return Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }
    return []
  }

  // MARK: Debug information

  /// Finds the places in the source code that an instruction comes from, in the debug information.
  private func inlined(at address: UInt64) -> [CodeLocation] {
    guard let debugging, var unit = unit(at: address, of: debugging) else { return [] }
    var place = CodeLocation()
    if let line = dwarf_getsrc_die(&unit, address) {
      var number: Int32 = 0
      dwarf_lineno(line, &number)
      place.file = dwarf_linesrc(line, nil, nil).map { Self.text($0) }
      place.line = UInt32(clamping: number)
    }
    var locations: [CodeLocation] = []
    for var scope in scopes(at: address, in: &unit, of: debugging) {
      let tag = dwarf_tag(&scope)
      guard tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram else { continue }
      place.function = name(of: &scope)
      // GCC can split a function and inline a part of the function into the rest. The debug information then contains a
      // call of the function by itself, in the line of its declaration. Return only the place in the part.
      var declared: Int32 = 0
      let isSplit =
        place.function != nil && place.function == locations.last?.function
        && dwarf_decl_line(&scope, &declared) == 0 && Int64(declared) == Int64(place.line)
      if !isSplit { locations.append(place) }
      guard tag == DW_TAG_inlined_subroutine else { return locations }
      place = caller(of: &scope, in: &unit)
    }
    // If the debug information has a line for the address but no function, return only the line.
    return locations.isEmpty && place.file != nil ? [place] : locations
  }

  /// Returns the compilation unit that contains an instruction.
  private func unit(at address: UInt64, of debugging: OpaquePointer) -> Dwarf_Die? {
    var unit: OpaquePointer?
    var die = Dwarf_Die()
    while dwarf_get_units(debugging, unit, &unit, nil, nil, &die, nil) == 0 {
      if dwarf_haspc(&die, address) == 1 { return die }
    }
    return nil
  }

  /// Returns the scopes around an instruction, the innermost first. After the scopes of an inlined function come
  /// the scopes of the function that contains the inlined code.
  private func scopes(at address: UInt64, in unit: inout Dwarf_Die, of debugging: OpaquePointer) -> [Dwarf_Die] {
    var found: UnsafeMutablePointer<Dwarf_Die>?
    guard dwarf_getscopes(&unit, address, &found) > 0, let innermost = found else { return [] }
    defer { free(innermost) }
    // After the scope of an inlined function, dwarf_getscopes returns the scopes that declare the function. So call
    // dwarf_getscopes_die, which returns the scopes into which the compiler inlined the function.
    var die = Dwarf_Die()
    var nested: UnsafeMutablePointer<Dwarf_Die>?
    guard dwarf_offdie(debugging, dwarf_dieoffset(innermost), &die) != nil else { return [] }
    let count = dwarf_getscopes_die(&die, &nested)
    guard count > 0, let nested else { return [] }
    defer { free(nested) }
    return Array(UnsafeBufferPointer(start: nested, count: Int(count)))
  }

  private func name(of scope: inout Dwarf_Die) -> String? {
    var attribute = Dwarf_Attribute()
    for kind in [DW_AT_linkage_name, DW_AT_MIPS_linkage_name, DW_AT_name]
    where dwarf_attr_integrate(&scope, UInt32(kind), &attribute) != nil {
      if let text = dwarf_formstring(&attribute) { return Self.demangled(text) }
    }
    return nil
  }

  /// Returns the file and line at which the compiler inlined a function, without the name of the calling function.
  private func caller(of scope: inout Dwarf_Die, in unit: inout Dwarf_Die) -> CodeLocation {
    var attribute = Dwarf_Attribute()
    var line: Dwarf_Word = 0
    var index: Dwarf_Word = 0
    var files: OpaquePointer?
    var count = 0
    if dwarf_attr(&scope, UInt32(DW_AT_call_line), &attribute) != nil { dwarf_formudata(&attribute, &line) }
    guard dwarf_attr(&scope, UInt32(DW_AT_call_file), &attribute) != nil,
      dwarf_formudata(&attribute, &index) == 0, dwarf_getsrcfiles(&unit, &files, &count) == 0,
      index < count, let path = dwarf_filesrc(files, Int(index), nil, nil)
    else { return CodeLocation(line: UInt32(clamping: line)) }
    return CodeLocation(file: Self.text(path), line: UInt32(clamping: line))
  }

  // MARK: Symbols

  private func symbol(at address: UInt64) -> String? {
    functions.last { $0.start <= address && address - $0.start < max($0.size, 1) }?.name
  }

  /// Returns the symbols of the functions with this name, such as `KeyboardViewController.viewDidLoad` or `key_event`.
  ///
  /// The name may leave out the module and outer types. The method does not find closures inside a function.
  package func symbols(of name: String) -> CodePlaces {
    let found = functions.filter { function in
      let declared = function.name.prefix { $0 != "(" && $0 != "<" }
      return declared == name || declared.hasSuffix(".\(name)")
    }
    let symbols = Set(found.map(\.symbol)).sorted().prefix(CodePlaces.maximumLocations)
    return CodePlaces(locations: symbols.map { CodeLocation(function: $0) })
  }

  private static func functions(of elf: OpaquePointer) -> [Symbol] {
    var functions: [Symbol] = []
    var section: OpaquePointer?
    while let next = elf_nextscn(elf, section) {
      section = next
      var header = GElf_Shdr()
      guard gelf_getshdr(next, &header) != nil, [SHT_SYMTAB, SHT_DYNSYM].contains(Int32(bitPattern: header.sh_type)),
        header.sh_entsize > 0, let data = elf_getdata(next, nil)
      else { continue }
      for index in 0..<Int32(clamping: header.sh_size / header.sh_entsize) {
        var symbol = GElf_Sym()
        guard gelf_getsym(data, index, &symbol) != nil, symbol.st_info & 0xF == STT_FUNC, symbol.st_value > 0,
          let name = elf_strptr(elf, Int(header.sh_link), Int(symbol.st_name))
        else { continue }
        functions.append(
          Symbol(start: symbol.st_value, size: symbol.st_size, symbol: text(name), name: demangled(name)))
      }
    }
    return functions
  }

  // MARK: Names

  /// Returns the name of a function as in its source code.
  private static func demangled(_ name: UnsafePointer<CChar>) -> String {
    guard let plain = swift_demangle(name, strlen(name), nil, nil, 0) else { return text(name) }
    defer { free(plain) }
    // The demangler writes a private declaration as `(name in _0123…)`, with a number for the source file. Keep only
    // the name.
    return text(plain).replacing(/\((?<name>[^() ]+) in _[0-9A-F]{32}\)/) { String($0.name) }
  }

  private static func text(_ bytes: UnsafePointer<CChar>) -> String {
    let length = strnlen(bytes, CodeLocation.nameBytes)
    return String(decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
  }
}
