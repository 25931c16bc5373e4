import TerminalUI
import Testing

@Suite("Scanning with one switch")
struct ScanTests {
  private func scan() -> Scan { Scan(rows: [["a", "b"], ["c"], [], ["d", "e", "f"]]) }

  @Test("Scanning visits the rows in order and skips empty rows")
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

  @Test("Selecting a row that has only one key presses that key")
  func oneKey() {
    var scan = scan()
    scan.advance()
    #expect(scan.select() == "c")
  }

  @Test("The scan returns to the rows if the user does not press the switch while it goes through a row twice")
  func leaves() {
    var scan = scan()
    _ = scan.select()
    for _ in 0..<4 { scan.advance() }
    #expect(scan.identifiers == ["a", "b"])
    scan.advance()
    #expect(scan.identifiers == ["c"])
  }

  @Test("If the keys of the input view change, the scan restarts; other changes do not restart it")
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
