import TerminalUI
import Testing

@Suite("Scanning with one switch")
struct ScanTests {
  private func scan() -> Scan { Scan(rows: [["a", "b"], ["c"], [], ["d", "e", "f"]]) }

  @Test("Rows are pointed at in turn, and empty ones are passed over")
  func rows() {
    var scan = scan()
    var seen: [[String]] = []
    for _ in 0..<4 {
      seen.append(scan.identifiers)
      scan.advance()
    }
    #expect(seen == [["a", "b"], ["c"], ["d", "e", "f"], ["a", "b"]])
  }

  @Test("The switch takes a row, then a key of it, and then the rows have their turn again")
  func selects() {
    var scan = scan()
    #expect(scan.select() == nil)
    #expect(scan.identifiers == ["a"])
    scan.advance()
    #expect(scan.identifiers == ["b"])
    #expect(scan.select() == "b")
    #expect(scan.identifiers == ["a", "b"])
  }

  @Test("A row of one key is that key")
  func oneKey() {
    var scan = scan()
    scan.advance()
    #expect(scan.select() == "c")
  }

  @Test("After two rounds without the switch the row is left")
  func leaves() {
    var scan = scan()
    _ = scan.select()
    for _ in 0..<4 { scan.advance() }
    #expect(scan.identifiers == ["a", "b"])
    scan.advance()
    #expect(scan.identifiers == ["c"])
  }

  @Test("Other keys start it anew, the same ones do not")
  func shows() {
    var scan = scan()
    _ = scan.select()
    scan.show([["a", "b"], ["c"], ["d", "e", "f"]])
    #expect(scan.identifiers == ["a"])
    scan.show([["x"]])
    #expect(scan.identifiers == ["x"])
    scan.show([])
    scan.advance()
    #expect(scan.select() == nil)
  }
}
