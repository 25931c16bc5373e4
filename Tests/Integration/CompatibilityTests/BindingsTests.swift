import Foundation
import TestSupport
import Testing

/// The declarations of `klava/keyboard.h` in Rust, generated from clang's syntax tree. The C compiler supplies names,
/// sizes and offsets.
private struct RustBindings {
  /// A node of clang's syntax tree (`-ast-dump=json`).
  private struct Node: Decodable {
    struct Kind: Decodable { var qualType: String }
    var kind: String
    var name: String?
    var type: Kind?
    var inner: [Node]?
  }

  private static let header = Repository.path("Sources/SDK/KeyboardABI/include/klava/keyboard.h")

  /// The text of `bindings.rs`.
  let text: String

  init() throws {
    let tree = try Self.clang(["-fsyntax-only", "-Xclang", "-ast-dump=json"])
    let nodes = try JSONDecoder().decode(Node.self, from: Data(tree.utf8)).inner ?? []
    let records = nodes.filter { $0.kind == "RecordDecl" && $0.inner != nil && $0.name?.hasPrefix("klv_") == true }
    let macros = try Self.clang(["-dM", "-E"]).matches(of: /#define (KLV_[A-Z0-9_]+) ([^_].*)/)
      .map { (name: String($0.1), value: String($0.2)) }
    var lines = [
      "// The declarations of klava/keyboard.h, which documents them. Klava generates this file.",
      "#![allow(dead_code, non_camel_case_types)]",
      "",
      "use std::ffi::{CStr, c_char, c_void};",
      "",
      "pub type klv_result = i32;",
      "",
      "/// The host's side of one controller. Its first members are a `klv_host_entry`.",
      "#[repr(C)]",
      "pub struct klv_host {",
      "    _private: [u8; 0],",
      "}",
      "",
    ]
    lines += try Self.constants(macros)
    for record in records { lines += try Self.record(record.name ?? "", record.inner ?? []) }
    lines += try Self.checks(records)
    text = lines.map { "\($0)\n" }.joined()
  }

  private static func clang(_ arguments: [String]) throws -> String {
    let outcome = try Command(
      "/usr/bin/env", ["clang"] + arguments + ["-x", "c", header], environment: ProcessInfo.processInfo.environment
    ).run()
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  /// Returns the output of a C program.
  private static func output(of statements: [String]) throws -> String {
    let code = """
      #include <klava/keyboard.h>
      #include <stdio.h>
      #include <stddef.h>
      #define TEXT(name, value) printf("pub const %s: &CStr = c\\"%s\\";\\n", name, value)
      #define SIGNED(name, value) printf("pub const %s: i32 = %d;\\n", name, value)
      #define UNSIGNED(name, value) printf("pub const %s: u32 = %u;\\n", name, value)
      int main(void) {
      \(statements.joined(separator: "\n"))
      }
      """
    let include = Repository.path("Sources/SDK/KeyboardABI/include")
    return try Command(Compilation(["-I", include], code: code).product(), []).run().output
  }

  private static func constants(_ macros: [(name: String, value: String)]) throws -> [String] {
    let statements = macros.sorted { $0.name < $1.name }.map { name, value in
      // Treat a macro that uses other macros as an expression with unsigned numbers.
      let isText = value.hasPrefix("\"")
      let isUnsigned = value.hasSuffix("u") || value.contains("KLV_")
      return "\(isText ? "TEXT" : isUnsigned ? "UNSIGNED" : "SIGNED")(\"\(name)\", \(name));"
    }
    return try output(of: statements).split(separator: "\n").map(String.init) + [""]
  }

  private static func record(_ name: String, _ members: [Node]) throws -> [String] {
    let fields = members.filter { $0.kind == "FieldDecl" }
    var lines = ["#[repr(C)]", "#[derive(Clone, Copy)]", "pub struct \(name) {"]
    for field in fields {
      lines.append("    pub \(field.name ?? ""): \(try type(try #require(field.type?.qualType))),")
    }
    lines += ["}", "", "impl Default for \(name) {", "    /// All bytes are zero, except the size."]
    lines.append("    fn default() -> Self {")
    if fields.first?.name == "size" || fields.dropFirst().first?.name == "size" {
      lines += [
        "        let mut record: Self = unsafe { std::mem::zeroed() };",
        "        record.size = size_of::<Self>() as u32;", "        record",
      ]
    } else {
      lines.append("        unsafe { std::mem::zeroed() }")
    }
    return lines + ["    }", "}", ""]
  }

  /// The Rust type that corresponds to a C type.
  private static func type(_ written: String) throws -> String {
    if let match = written.wholeMatch(of: /(.+?) ?\(\*\)\((.*)\)/) {
      let result = String(match.1)
      let parameters = match.2 == "void" ? [] : try match.2.split(separator: ", ").map { try type(String($0)) }
      let arrow = result == "void" ? "" : " -> \(try type(result))"
      return "Option<unsafe extern \"C\" fn(\(parameters.joined(separator: ", ")))\(arrow)>"
    }
    if let match = written.wholeMatch(of: /(.+?) ?\[(\d+)\]/) { return "[\(try type(String(match.1))); \(match.2)]" }
    if let match = written.wholeMatch(of: /(.+?) ?\*(const)?/) {
      let pointee = String(match.1)
      let isConstant = pointee.hasPrefix("const ") && !pointee.hasSuffix("*")
      let inner = try type(isConstant ? String(pointee.dropFirst(6)) : pointee)
      return "*\(isConstant ? "const" : "mut") \(inner)"
    }
    let known = [
      "bool": "bool", "char": "c_char", "double": "f64", "float": "f32", "int": "i32", "int32_t": "i32",
      "int64_t": "i64", "size_t": "usize", "uint16_t": "u16", "uint32_t": "u32", "uint64_t": "u64", "uint8_t": "u8",
      "void": "c_void",
    ]
    if let known = known[written] { return known }
    let name = written.hasPrefix("struct ") ? String(written.dropFirst(7)) : written
    return try #require(name.hasPrefix("klv_") ? name : nil, "There is no type of Rust for \(written)")
  }

  /// Generates Rust code that asserts the sizes and offsets of the C compiler.
  private static func checks(_ records: [Node]) throws -> [String] {
    let statements = records.flatMap { record in
      let name = record.name ?? ""
      let size = "printf(\"    assert!(size_of::<\(name)>() == %zu);\\n\", sizeof(\(name)));"
      let fields = (record.inner ?? []).filter { $0.kind == "FieldDecl" }.compactMap(\.name)
      return [size]
        + fields.map {
          "printf(\"    assert!(std::mem::offset_of!(\(name), \($0)) == %zu);\\n\", offsetof(\(name), \($0)));"
        }
    }
    return ["const _: () = {"] + (try output(of: statements)).split(separator: "\n").map(String.init) + ["};"]
  }
}

@Suite("The Rust bindings of the plugin ABI")
struct BindingsTests {
  @Test("The template's bindings agree with the header")
  func agree() throws {
    let path = Repository.path("Sources/SDK/Templates/rust/Sources/bindings.rs")
    let text = try RustBindings().text
    if ProcessInfo.processInfo.environment["KLAVA_RECORD"] == "1" {
      try Data(text.utf8).write(to: URL(filePath: path))
    }
    #expect(
      try String(contentsOfFile: path, encoding: .utf8) == text,
      "The header has changed. KLAVA_RECORD=1 writes the file again.")
  }
}
