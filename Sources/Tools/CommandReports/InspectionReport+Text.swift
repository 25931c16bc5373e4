internal import BundleFormat
internal import CommandSupport
internal import Diagnostics

extension InspectionReport {
  /// The maximum number of exported symbols in the text report. The JSON report contains all exported symbols.
  private static let shownExports = 40

  /// The report as sanitized text.
  package var text: String {
    [name.sanitized(), manifestText, libraryText, actionsText, contentsText, filesText, warningsText]
      .compactMap(\.self).joined(separator: "\n\n")
  }

  private var manifestText: String? {
    guard !manifest.isEmpty else { return nil }
    var table = Table("Manifest", "value")
    for (key, value) in manifest.sorted(by: { $0.key < $1.key }) { table.add(key, value) }
    return table.text
  }

  private var libraryText: String? {
    guard let library else { return nil }
    var table = Table("Library", "name")
    for name in library.needs { table.add("needs", name) }
    for symbol in library.exports.prefix(Self.shownExports) { table.add("exports \(symbol.kind)", symbol.name) }
    let left = library.exports.count - Self.shownExports
    if left > 0 { table.add("exports", "and \(left) more (use --json to list all)") }
    return table.text
  }

  private var actionsText: String? {
    guard !actions.isEmpty else { return nil }
    var table = Table("Action", "signature", "arguments", "result label")
    for action in actions {
      table.add(action.name, action.signature, action.arguments.joined(separator: ", "), action.resultLabel ?? "")
    }
    return table.text
  }

  private var contentsText: String? {
    let parts = [
      inputView.map { "Input view: keys \($0.keys), labels \($0.labels)." },
      settings > 0 ? "Settings: \(settings)." : nil,
      signer.map { "Signed with the key \($0)." },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }

  private var warningsText: String? {
    warnings.isEmpty ? nil : warnings.map { "Warning: \($0.sanitized())" }.joined(separator: "\n")
  }

  private var filesText: String {
    var table = Table("Bytes", "file")
    for file in files { table.add(String(file.bytes), file.path) }
    table.add(String(files.reduce(0) { $0 + $1.bytes }), "in total, files: \(files.count)")
    return table.text
  }
}
