import Invocation
import InvocationFixture
import TestSupport
import Testing

@Suite("Calls with many signatures")
struct RandomSignatureTests {
  @Test("The table has each type at each of the sixteen positions")
  func coverage() throws {
    let rows = try FunctionTable.rows
    #expect(rows.count == 64)
    for place in 0..<16 {
      let types = Set(rows.filter { $0.signature.arguments.count > place }.map { $0.signature.arguments[place] })
      #expect(types == Set(ValueType.allCases.filter { $0 != .nothing }))
    }
    #expect(Set(rows.map(\.signature.result)) == Set(ValueType.allCases.filter { $0 != .key }))
  }

  @Test(
    "Invocations pass arguments to functions of a C compiler without changing a bit", arguments: 0..<8 as Range<UInt64>)
  func callingC(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for row in try FunctionTable.rows {
      let invocation = try Invocation(row.signature)
      for _ in 0..<20 {
        let values = row.signature.arguments.map { Value($0, bits: generator.nextBits()) }
        let result = try invocation.call(row.function, with: values.span)
        let checksum = FunctionTable.checksum(of: values)
        #expect(fixture_last_checksum() == checksum, "\(row.signature), seed \(seed)")
        #expect(result.isIdentical(to: Value(row.signature.result, bits: checksum)), "\(row.signature), seed \(seed)")
      }
    }
  }

  @Test("C callers pass arguments to thunks without changing a bit", arguments: 0..<8 as Range<UInt64>)
  func calledFromC(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for row in try FunctionTable.rows {
      var received: [Value] = []
      var answer = Value.void
      let thunk = try Thunk(row.signature) { arguments throws(InvocationError) in
        received = []
        for index in 0..<arguments.count { received.append(try arguments.value(at: index)) }
        return answer
      }
      for _ in 0..<20 {
        let values = row.signature.arguments.map { Value($0, bits: generator.nextBits()) }
        answer = Value(row.signature.result, bits: generator.nextBits())
        var result: UInt64 = 0
        row.apply(thunk.function, values.map(\.bits), &result)
        #expect(result == answer.bits, "\(row.signature), seed \(seed)")
        #expect(received.map(\.bits) == values.map(\.bits), "\(row.signature), seed \(seed)")
        #expect(received.map(\.type) == values.map(\.type), "\(row.signature), seed \(seed)")
      }
    }
  }

  @Test("Invocations pass arguments to thunks without changing a bit", arguments: 0..<8 as Range<UInt64>)
  func thunksFromInvocations(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<250 {
      let signature = try Self.randomSignature(using: &generator)
      let values = signature.arguments.map { Value($0, bits: generator.nextBits()) }
      let answer = Value(signature.result, bits: generator.nextBits())
      var received: [UInt64] = []
      let thunk = try Thunk(signature) { arguments throws(InvocationError) in
        for index in 0..<arguments.count { received.append(try arguments.value(at: index).bits) }
        return answer
      }
      let result = try Invocation(signature).call(thunk.function, with: values.span)
      #expect(result.isIdentical(to: answer), "\(signature), seed \(seed)")
      #expect(received == values.map(\.bits), "\(signature), seed \(seed)")
    }
  }

  private static func randomSignature(using generator: inout SeededGenerator) throws(InvocationError) -> Signature {
    let letters = Array("biuqtfdshkp")
    var text = "vbiuqtfdshp".randomElement(using: &generator).map(String.init) ?? "v"
    text.append("(")
    for _ in 0..<Int.random(in: 0...16, using: &generator) {
      text.append(letters.randomElement(using: &generator) ?? "i")
    }
    return try hostSignature(text + ")")
  }
}
