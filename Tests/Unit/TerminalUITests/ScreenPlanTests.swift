import TerminalUI
import Testing

@Suite("Arrangement of the screen")
struct ScreenPlanTests {
  @Test("The parts of the screen are inside the window and never overlap", arguments: [false, true])
  func fits(hasPanel: Bool) {
    for columns in stride(from: 40, through: 210, by: 17) {
      for lines in 12...70 {
        for rows in 0...8 {
          guard let plan = ScreenPlan(columns: columns, lines: lines, keyboardLines: rows, hasPanel: hasPanel) else {
            // There is no plan if the parts do not fit. However, a keyboard with four rows and no panel must always
            // fit.
            #expect(rows > 4 || hasPanel, "\(columns) × \(lines), \(rows) rows")
            continue
          }
          check(plan, columns, lines, rows)
          #expect((plan.panel != nil) == hasPanel)
          // With notices, only the field has fewer lines. The keyboard and the panel have the same lines as without
          // notices.
          let told = ScreenPlan(columns: columns, lines: lines, keyboardLines: rows, hasPanel: hasPanel, notices: 4)
          #expect(told?.keyboard == plan.keyboard && told?.panel == plan.panel)
          if let told { check(told, columns, lines, rows) }
        }
      }
    }
  }

  private func check(_ plan: ScreenPlan, _ columns: Int, _ lines: Int, _ rows: Int) {
    let parts = [plan.title, plan.field, plan.status, plan.keyboard, plan.mode] + (plan.panel.map { [$0] } ?? [])
    for part in parts {
      #expect(part.column >= 0 && part.line >= 0 && part.endColumn <= columns && part.endLine <= lines)
      #expect(part.columns > 0 && (part.lines > 0 || part == plan.keyboard))
    }
    #expect(plan.keyboard.lines >= rows && (rows == 0 || plan.keyboard.lines % rows == 0))
    for (index, one) in parts.enumerated() {
      for other in parts[(index + 1)...] {
        let areApart =
          one.endColumn <= other.column || other.endColumn <= one.column || one.endLine <= other.line
          || other.endLine <= one.line
        #expect(areApart, "\(one) \(other)")
      }
    }
  }

  @Test("There is no plan for a window that is too small", arguments: [(39, 40), (80, 11), (0, 0), (-1, -1)])
  func tooSmall(_ columns: Int, _ lines: Int) {
    #expect(ScreenPlan(columns: columns, lines: lines, keyboardLines: 4, hasPanel: false) == nil)
  }
}
