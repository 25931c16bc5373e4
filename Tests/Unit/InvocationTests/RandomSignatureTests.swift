import Invocation
import InvocationFixture
import TestSupport
import Testing

@Suite("Calls with many signatures")
struct RandomSignatureTests {
  @Test("Among the functions of the fixture, each type occurs at each of the sixteen argument positions")
  func coverage() throws {
    let rows = try FunctionTable.rows
    #expect(rows.count == 64)
    for place in 0..<16 {
      let types = Set(rows.filter { $0.signature.arguments.count > place }.map { $0.signature.arguments[place] })
      #expect(types == Set(ValueType.allCases.filter { $0 != .nothing }))
    }
    #expect(Set(rows.map(\.signature.result)) == Set(ValueType.allCases.filter { ![.handle, .key].contains($0) }))
  }

  @Test(
    "Invocations pass arguments to compiled C functions without changing a bit",
    arguments: 0..<8 as Range<UInt64>)
  func callingC(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for row in try FunctionTable.rows {
      let invocation = try Invocation(row.function, row.signature)
      for _ in 0..<20 {
        let values = row.signature.arguments.map { Value($0, bits: generator.nextBits()) }
        let result = try invocation.call(with: values)
        let checksum = FunctionTable.checksum(of: values)
        #expect(fixture_last_checksum() == checksum, "\(row.signature), seed \(seed)")
        #expect(result.isIdentical(to: Value(row.signature.result, bits: checksum)), "\(row.signature), seed \(seed)")
      }
    }
  }
}
