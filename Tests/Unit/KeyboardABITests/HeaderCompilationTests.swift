import Foundation
import TestSupport
import Testing

/// A compiler and a language standard.
struct CompilerStandard: CustomTestStringConvertible {
  var compiler: URL
  var standard: String
  var testDescription: String { "\(compiler.lastPathComponent) -std=\(standard)" }

  /// All pairs of an installed compiler and a language standard that it must accept.
  static let all: [CompilerStandard] = {
    let compilers = [
      ("cc", ["c11", "c17"]), ("gcc", ["c11", "c17"]), ("clang", ["c11", "c17"]), ("c++", ["c++17"]),
      ("g++", ["c++17"]), ("clang++", ["c++17"]),
    ]
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    return compilers.flatMap { name, standards in
      let paths = folders.map { URL(filePath: $0).appending(path: name) }
      guard let path = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
        return [CompilerStandard]()
      }
      return standards.map { CompilerStandard(compiler: path, standard: $0) }
    }
  }()
}

/// Tests that the headers compile as C11, C17 and C++17 without a warning.
@Suite("The headers compile", .enabled(if: !CompilerStandard.all.isEmpty, "no C or C++ compiler is installed"))
struct HeaderCompilationTests {
  @Test("Each header compiles alone, with the other header, and included twice", arguments: CompilerStandard.all)
  func headersCompile(compilation: CompilerStandard) throws {
    let (keyboard, functions) = ("#include \"klava/keyboard.h\"\n", "#include \"klava/host_functions.h\"\n")
    let names = "#include \"klava/error_names.h\"\n"
    let all = keyboard + functions + names
    for source in [keyboard, functions, names, all + all, names + functions + keyboard] {
      try compile(source + "int klava_test_is_no_empty_file;\n", compilation)
    }
  }

  @Test("A keyboard compiles with the headers", arguments: CompilerStandard.all)
  func keyboardCompiles(compilation: CompilerStandard) throws {
    try compile(
      """
      #include "klava/keyboard.h"
      static klv_result create(klv_host *host, const klv_launch *launch, void **controller, klv_failure *failure) {
        (void)launch; (void)failure;
        *controller = host;
        return KLV_OK;
      }
      static klv_result load(void *controller, klv_failure *failure) {
        const klv_document *document = (const klv_document *)klv_get_host_interface((klv_host *)controller, KLV_DOCUMENT);
        (void)failure;
        return document ? document->insert_text((klv_host *)controller, "a", 1) : KLV_ERROR_NOT_FOUND;
      }
      const klv_keyboard_entry klv_keyboard = {KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, NULL, NULL};

      """, compilation)
  }

  @Test("The compilers report an error if the test adds a fault to a header", arguments: CompilerStandard.all)
  func faultyHeader(compilation: CompilerStandard) throws {
    #expect(throws: Command.Failure.self) {
      try compile("#include \"klava/keyboard.h\"\nKLV_STATIC_ASSERT(sizeof(klv_text) == 1, \"\");\n", compilation)
    }
  }

  private func compile(_ source: String, _ compilation: CompilerStandard) throws {
    let options = ["-std=\(compilation.standard)", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]
    try Compilation(options, code: source, compiler: compilation.compiler.path).start().succeed()
  }
}
