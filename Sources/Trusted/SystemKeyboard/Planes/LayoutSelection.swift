internal import Diagnostics
internal import InputViewModel
internal import KeyboardHost
internal import KeyboardLayouts
internal import KeyboardStore
internal import Layout

/// A compiled keyboard layout with its compose sequences, and with its planes for each number of columns that the
/// keyboard has had.
final class LayoutSelection {
  let layout: KeyboardLayout
  /// The compose sequences; nil without compose sequences.
  let table: ComposeTable?
  private var planes: [Int: LayoutPlanes] = [:]

  init(_ layout: KeyboardLayout, composing table: ComposeTable?) {
    self.layout = layout
    self.table = table
  }

  /// Returns the planes for a width in points.
  func planes(width: Double) -> LayoutPlanes {
    let columns = LayoutPlanes.columns(width: width)
    if let known = planes[columns] { return known }
    let new = LayoutPlanes(layout, columns: columns)
    planes[columns] = new
    return new
  }
}

/// The keyboard layouts that the system keyboard has compiled, by the identifiers of their input modes.
///
/// The keyboard compiles each layout once in a session, at the latest when the user selects the layout.
final class CompiledLayouts {
  private var selections: [String: LayoutSelection] = [:]
  /// The identifiers of the layouts that libxkbcommon cannot compile.
  private var failed: Set<String> = []
  private lazy var catalog = LayoutCatalog()
  private lazy var table = ComposeTable { diagnostics.append($0) }
  /// The errors to show to the user, each only once.
  private(set) var diagnostics: [Diagnostic] = []

  /// Returns a compiled keyboard layout; nil for the built-in keyboard layout, and for a keyboard layout that
  /// libxkbcommon cannot compile.
  subscript(identifier: String) -> LayoutSelection? {
    if let known = selections[identifier] { return known }
    guard KeyboardLayoutName.isIdentifier(identifier), !failed.contains(identifier) else { return nil }
    do throws(Diagnostic) {
      guard let name = KeyboardLayoutName(identifier: identifier) else {
        throw Diagnostic(.layoutUnknown, identifier)
      }
      let selection = LayoutSelection(try KeyboardLayout(name, catalog: catalog, composing: table), composing: table)
      selections[identifier] = selection
      return selection
    } catch {
      failed.insert(identifier)
      diagnostics.append(
        error.code == .layoutUnknown
          ? Diagnostic(
            error.code, identifier,
            "The keyboard layout no longer exists, so Klava shows the built-in layout.",
            remedy: "Run `klava disable \(identifier)`; `klava list --layouts` lists all layouts.")
          : error)
      return nil
    }
  }

  /// Returns the errors that occurred since the last call of this method.
  func drainDiagnostics() -> [Diagnostic] {
    defer { diagnostics = [] }
    return diagnostics
  }
}
