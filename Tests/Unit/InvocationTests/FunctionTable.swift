import Invocation
import InvocationFixture

/// The function table of the C fixture.
enum FunctionTable {
  struct Row {
    let signature: Signature
    let function: UnsafeRawPointer
  }

  static var rows: [Row] {
    get throws {
      var rows: [Row] = []
      while let row = fixture_row_at(rows.count)?.pointee {
        rows.append(Row(signature: try Signature(parsing: String(cString: row.signature)), function: row.function))
      }
      return rows
    }
  }

  /// Returns the checksum that each function of the table must compute from these arguments.
  static func checksum(of arguments: [Value]) -> UInt64 {
    arguments.reduce(14_695_981_039_346_656_037) { checksum, argument in
      let mixed = (checksum ^ argument.bits) &* 1_099_511_628_211
      return mixed ^ (mixed >> 32)
    }
  }
}

extension Invocation {
  func call(with arguments: [Value]) throws(InvocationError) -> Value {
    for (index, argument) in arguments.enumerated() { try setArgument(argument, at: index) }
    return try invoke()
  }
}
