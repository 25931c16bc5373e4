extension Report {
  /// The report as text for a terminal.
  package var text: String {
    ([header] + rows.map(Self.text) + [summary]).joined(separator: "\n\n")
  }

  /// The header with the machine and warnings about it.
  package var header: String {
    var lines = [machine.text]
    if machine.usableCores > 2 {
      lines.append(
        "This machine has more than two cores, and waking an idle core takes time. Run `make bench CORES=0,1` to use only two."
      )
    }
    if machine.load > Double(machine.cores) / 4 {
      lines.append("The machine is busy, so times are too long; ratios are more reliable.")
    }
    if machine.configuration == "debug" {
      lines.append("This is a debug build; its times do not show the speed of Klava.")
    }
    return lines.joined(separator: "\n")
  }

  /// The text of one row, which the caller can print before it measures the other rows.
  package static func text(_ row: Row) -> String {
    let head = "\(row.name): \(row.title)"
    switch row.result {
    case .failure(let error): return "\(head)\n  WRONG: \(error.description)"
    case .success(let outcome):
      let lines = outcome.figures.map(cells)
      let widths = (0..<4).map { column in lines.map { $0[column].count }.max() ?? 0 }
      let table = lines.map { line in
        // Numbers are right-aligned.
        let cells = line.enumerated().map { column, cell in
          let space = String(repeating: " ", count: column < 4 ? widths[column] - cell.count : 0)
          return column == 1 ? space + cell : cell + space
        }
        var text = "  " + cells.joined(separator: "  ")
        while text.last == " " { text.removeLast() }
        return text
      }
      let note = row.method.isEmpty ? [] : wrapped(row.method).map { "  \($0)" }
      return ([head] + note + table).joined(separator: "\n")
    }
  }

  /// The last line of the report, which says how many goals the figures meet, and which benchmarks had wrong results.
  package var summary: String {
    let met = figures.compactMap(\.isMet)
    let missing = figures.filter { $0.goal != nil && $0.value == nil }.count
    var parts = ["goals met: \(met.filter { $0 }.count) of \(met.count)"]
    if missing > 0 { parts.append("\(missing) not measurable here") }
    let wrong = rows.filter { if case .failure = $0.result { true } else { false } }
    if !wrong.isEmpty { parts.append("wrong results in \(wrong.map(\.name).joined(separator: ", "))") }
    return parts.joined(separator: "; ")
  }

  /// The columns of a figure: label, value, spread, goal, note.
  private static func cells(_ figure: Figure) -> [String] {
    let goal = figure.goal.map { "\($0.text(figure.unit))" } ?? ""
    switch figure.finding {
    case .missing(let reason): return [figure.label, "–", "", goal, reason]
    case .value(let value, let spread):
      let verdict = figure.isMet.map { $0 ? " met" : " NOT MET" } ?? ""
      return [
        figure.label, figure.unit.text(value), spread.map { Self.spread($0, figure.unit) } ?? "", goal + verdict,
        figure.note ?? "",
      ]
    }
  }

  private static func spread(_ samples: Distribution, _ unit: Unit) -> String {
    guard samples.count > 1 else { return "" }
    return "\(unit.text(samples.lowerQuartile)) … \(unit.text(samples.upperQuartile)) (\(samples.count))"
  }

  /// The text in lines of at most 100 characters.
  private static func wrapped(_ text: String) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].count + word.count >= 100 { lines.append("") }
      lines[lines.count - 1] += lines[lines.count - 1].isEmpty ? word : " \(word)"
    }
    return lines
  }
}
