import TestSupport

/// Compiles the libraries and programs in `Fixtures/`, each once in a test run.
enum CLibrary {
  /// Compiles a library from a C source, with a macro. Returns its absolute path.
  static func compile(_ source: String, defining macro: String = "NONE") throws -> String {
    try Compilation.library(["-std=c11", "-pthread", "-D\(macro)"] + common(source)).product()
  }

  /// Compiles a library from a C++ source. Returns its absolute path.
  static func compileCXX(_ source: String) throws -> String {
    try Compilation.library(["-std=c++17", "-pthread"] + common(source), compiler: "c++").product()
  }

  /// Compiles a program from a C source, with macros. Returns its absolute path.
  static func program(_ source: String, defining macros: [String] = []) throws -> String {
    try Compilation(["-std=c11"] + macros.map { "-D\($0)" } + common(source)).product()
  }

  private static func common(_ source: String) -> [String] {
    let fixtures = "Tests/Integration/KeyboardHostTests/Fixtures"
    return ["-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", Repository.path("\(fixtures)/\(source)")]
  }
}
