import Invocation
import InvocationFixture

/// The function table of the C fixture.
enum FunctionTable {
  struct Row {
    let signature: Signature
    let function: UnsafeRawPointer
    let apply: @convention(c) (UnsafeRawPointer?, UnsafePointer<UInt64>?, UnsafeMutablePointer<UInt64>?) -> Void
  }

  static var rows: [Row] {
    get throws {
      var rows: [Row] = []
      while let row = fixture_row_at(rows.count)?.pointee {
        rows.append(
          Row(
            signature: try hostSignature(String(cString: row.signature)), function: row.function, apply: row.apply))
      }
      return rows
    }
  }

  /// The checksum that the table's functions compute from their arguments.
  static func checksum(of arguments: [Value]) -> UInt64 {
    arguments.reduce(14_695_981_039_346_656_037) { checksum, argument in
      let mixed = (checksum ^ argument.bits) &* 1_099_511_628_211
      return mixed ^ (mixed >> 32)
    }
  }
}

/// A signature parsed with the letters for host functions.
func hostSignature(_ text: String) throws(InvocationError) -> Signature {
  try Signature(parsing: text, allowing: .hostFunctions)
}

/// An invocation for a signature with the letters for host functions.
func hostInvocation(_ text: String) throws(InvocationError) -> Invocation {
  try Invocation(hostSignature(text))
}
