internal import Glibc

/// The unit of a figure.
package enum Unit: String, Sendable, Codable {
  case seconds, bytes, count, ratio, perSecond, instructions

  /// A value as text: `9.8 µs`, `1.4 MB`, `2.9×`.
  package func text(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    switch self {
    case .seconds: return Self.scaled(value, [(1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")])
    case .bytes: return Self.scaled(value, [(1e9, "GB"), (1e6, "MB"), (1e3, "KB"), (1, "B")])
    case .count: return Self.short(value)
    case .ratio: return "\(Self.short(value))×"
    case .perSecond: return "\(Self.short(value))/s"
    case .instructions: return Self.scaled(value, [(1e9, "G"), (1e6, "M"), (1e3, "k"), (1, "instructions")])
    }
  }

  /// The value in the largest unit that is not larger than the value, or in the smallest unit if all units are larger.
  private static func scaled(_ value: Double, _ units: [(size: Double, name: String)]) -> String {
    // Show a value that rounds up to 1,000 of a unit in the next larger unit.
    let unit = units.first { abs(value) / $0.size >= 0.9995 } ?? units[units.count - 1]
    return "\(short(value / unit.size)) \(unit.name)"
  }

  /// The value rounded to about three digits, without trailing zeros.
  private static func short(_ value: Double) -> String {
    let size = abs(value)
    if size == 0 { return "0" }
    if size >= 99.95 { return text(value, "%.0f") }
    let text = Self.text(value, size >= 9.995 ? "%.1f" : size >= 0.0095 ? "%.2f" : "%.4f")
    return text.hasSuffix(".0") || text.hasSuffix(".00") ? String(text.prefix { $0 != "." }) : text
  }

  private static func text(_ value: Double, _ format: String) -> String {
    String(unsafeUninitializedCapacity: 512) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { text in
        Int(withVaList([value]) { vsnprintf(text.baseAddress, text.count, format, $0) })
      }
    }
  }
}
