internal import CommandSupport
internal import Diagnostics
package import KeyboardStore
internal import TextModel

/// The user's own data, which `klava me show` prints.
package struct OwnDataReport: CommandReport {
  private struct Row: Encodable {
    let type: String
    let values: [String]
  }

  private let rows: [Row]

  /// Creates the list of the content types for which the user stored texts.
  package init(_ data: OwnData) {
    rows = OwnData.types.filter { !data[$0].isEmpty }.map { Row(type: $0.name, values: data[$0]) }
  }

  package func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }

  package var text: String {
    guard !rows.isEmpty else { return "You have not stored any texts. Run `klava help me` to see how to store them." }
    var table = Table("type", "text")
    for row in rows {
      for (index, value) in row.values.enumerated() { table.add(index == 0 ? row.type : "", value.sanitized()) }
    }
    return table.text
  }
}
