import TerminalUI
import Testing

@Suite("Scanning with one switch")
struct ScanTests {
  private func scan() -> Scan { Scan(rows: [["a", "b"], ["c"], [], ["d", "e", "f"]]) }

  @Test("Scanning visits the rows in turn and skips empty ones")
  func rows() {
    var scan = scan()
    var seen: [[String]] = []
    for _ in 0..<4 {
      seen.append(scan.identifiers)
      scan.advance()
    }
    #expect(seen == [["a", "b"], ["c"], ["d", "e", "f"], ["a", "b"]])
  }

  @Test("The switch selects a row and then a key, and the scan returns to the rows")
  func selects() {
    var scan = scan()
    #expect(scan.select() == nil)
    #expect(scan.identifiers == ["a"])
    scan.advance()
    #expect(scan.identifiers == ["b"])
    #expect(scan.select() == "b")
    #expect(scan.identifiers == ["a", "b"])
  }

  @Test("Selecting a row with one key presses the key")
  func oneKey() {
    var scan = scan()
    scan.advance()
    #expect(scan.select() == "c")
  }

  @Test("The scan leaves a row after two rounds without the switch")
  func leaves() {
    var scan = scan()
    _ = scan.select()
    for _ in 0..<4 { scan.advance() }
    #expect(scan.identifiers == ["a", "b"])
    scan.advance()
    #expect(scan.identifiers == ["c"])
  }

  @Test("Other keys restart the scan, and the same keys do not")
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
