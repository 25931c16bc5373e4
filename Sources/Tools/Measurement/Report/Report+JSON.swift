extension Report: Encodable {
  /// The version of the report's format, which grows with every incompatible change.
  package static let schema = 1

  private enum Keys: String, CodingKey {
    case schema, machine, effort, rows
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(Self.schema, forKey: .schema)
    try container.encode(machine, forKey: .machine)
    try container.encode(effort.rawValue, forKey: .effort)
    try container.encode(rows, forKey: .rows)
  }
}

extension Report.Row: Encodable {
  private enum Keys: String, CodingKey {
    case name, title, method, seconds, figures, curves, error
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(name, forKey: .name)
    try container.encode(title, forKey: .title)
    try container.encode(method, forKey: .method)
    try container.encode(seconds, forKey: .seconds)
    switch result {
    case .failure(let error): try container.encode(error.description, forKey: .error)
    case .success(let outcome):
      try container.encode(outcome.figures, forKey: .figures)
      if !outcome.curves.isEmpty { try container.encode(outcome.curves, forKey: .curves) }
    }
  }
}

extension Figure: Encodable {
  private enum Keys: String, CodingKey {
    case label, value, unit, spread, missing, goal, isMet, note
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(label, forKey: .label)
    try container.encode(unit, forKey: .unit)
    switch finding {
    case .missing(let reason): try container.encode(reason, forKey: .missing)
    case .value(let value, let spread):
      try container.encode(value, forKey: .value)
      try container.encodeIfPresent(spread, forKey: .spread)
    }
    try container.encodeIfPresent(goal, forKey: .goal)
    try container.encodeIfPresent(isMet, forKey: .isMet)
    try container.encodeIfPresent(note, forKey: .note)
  }
}

extension Goal: Encodable {
  private enum Keys: String, CodingKey {
    case atMost, atLeast, source
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    switch bound {
    case .atMost(let limit): try container.encode(limit, forKey: .atMost)
    case .atLeast(let limit): try container.encode(limit, forKey: .atLeast)
    }
    try container.encode(source, forKey: .source)
  }
}

/// The JSON of a distribution is a summary, because a report with all samples would have several megabytes.
extension Distribution: Encodable {
  private enum Keys: String, CodingKey {
    case count, minimum, lowerQuartile, median, upperQuartile, p99, maximum
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(count, forKey: .count)
    try container.encode(minimum, forKey: .minimum)
    try container.encode(lowerQuartile, forKey: .lowerQuartile)
    try container.encode(median, forKey: .median)
    try container.encode(upperQuartile, forKey: .upperQuartile)
    try container.encode(p99, forKey: .p99)
    try container.encode(maximum, forKey: .maximum)
  }
}
