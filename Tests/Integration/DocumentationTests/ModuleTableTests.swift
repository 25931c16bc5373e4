import Foundation
import TestSupport
import Testing

/// Tests of the table of modules in ARCHITECTURE.md.
@Suite("The table of modules")
struct ModuleTableTests {
  /// A module, and the modules on which it depends.
  private struct Module {
    let name: String
    let dependencies: Set<String>
  }

  /// The modules that the table does not list as dependencies, because most other modules use them.
  private static let common: Set<String> = [
    "LinuxShims", "SystemSupport", "TextModel", "InputViewModel", "KeyboardProtocol", "Diagnostics",
  ]

  @Test("The table lists the same dependencies as Package.swift")
  func dependencies() throws {
    let rows = try Self.rows()
    let targets = try Self.targets()
    #expect(rows.count > 50)
    for (path, row) in rows {
      guard let target = targets[path] else { continue }
      #expect(row.dependencies == target.subtracting(Self.common), "\(path)")
    }
    // The row of `klava` describes its dependencies in words.
    #expect(Set(targets.keys).subtracting(rows.map(\.path)) == ["Host/Klava"])
  }

  @Test("In the table, each module follows the modules on which it depends")
  func order() throws {
    var above: Set<String> = []
    for (path, row) in try Self.rows() {
      // The table has no row for each module map, such as `CFFI`.
      let missing = row.dependencies.subtracting(above).filter { $0.prefixMatch(of: /C[A-Z]/) == nil }
      #expect(missing == [], "\(path)")
      above.insert(row.name)
    }
  }

  /// The rows that list all dependencies, by the path of the module.
  private static func rows() throws -> [(path: String, row: Module)] {
    var folder = ""
    return try Repository.text("ARCHITECTURE.md").split(separator: "\n").compactMap { line in
      guard
        let cells = line.wholeMatch(
          of: /\| (?:`([\w\/]+)`)? ?\| `(\w+)`(?:, [`\w…]+)*(?: \(`[\w-]+`\))? \|([^|]*)\|.*/)
      else { return nil }
      if let first = cells.1 { folder = first.split(separator: "/").joined(separator: "/") }
      guard cells.3.wholeMatch(of: /[ ,]*(`\w+`[ ,]*)*/) != nil else { return nil }
      let dependencies = cells.3.matches(of: /`(\w+)`/).map { String($0.1) }
      return ("\(folder)/\(cells.2)", Module(name: String(cells.2), dependencies: Set(dependencies)))
    }
  }

  /// The modules on which each module in Swift depends, by the path of the module.
  private static func targets() throws -> [String: Set<String>] {
    let declarations = try Repository.text("Package.swift").matches(
      of: /\b(?:module|program)\(\s*(?:"[\w-]+",\s*)?"((?:Sources|Host)\/[\w\/]+)"(?:,\s*\[([^\]]*)\])?/)
    return Dictionary(
      uniqueKeysWithValues: declarations.map { declaration in
        let names = (declaration.2 ?? "").matches(of: /"([A-Z]\w*)"/).map { String($0.1) }
        return (String(declaration.1), Set(names))
      })
  }
}
