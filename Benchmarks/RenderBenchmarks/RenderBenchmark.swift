// RenderBenchmarks: the time to render a keyboard's input view.
//
// For:    `klava-bench`, which runs this benchmark as the row `render`.
// Never:  part of `klava`, because `klava` must not load the drawing libraries.
// Start:  `RenderBenchmark` below.

internal import InputViewModel
internal import KeyboardProtocol
internal import Layout
package import Measurement
internal import RenderProtocol
internal import Renderer
internal import SystemKeyboard
internal import TerminalUI

/// The benchmark that renders an input view to a picture, and to the cells of a terminal.
package struct RenderBenchmark: Benchmark {
  package let name = "render"
  package let title = "an input view to PNG and to terminal cells"
  package let method = """
    Computes the layout of an input view and draws the layout. The process has drawn a picture before, as the process \
    of a frontend usually has, so fonts and symbols are already loaded. A PNG at 2× has two pixels per point in each \
    direction. The times of pictures include the encoding of the file. The cells are the cells of `klava simulate` on a \
    terminal with 80 columns.
    """

  /// Creates the benchmark.
  package init() {}

  /// An input view to render, with the size of the screen and the options.
  private struct RenderedView {
    let name: String
    let inputView: InputViewTree
    var screen = Size(width: 390, height: 844)
    var options = RenderOptions(scale: 2)
    var goal: Goal?
    /// The bytes with which every file in the format of the picture begins.
    var signature: [UInt8] { options.format == .svg ? Array("<?xml".utf8) : [0x89, 0x50, 0x4E, 0x47] }
  }

  package func run(_ effort: Effort) throws -> Outcome {
    let letters = try Self.letters()
    let views = [
      RenderedView(name: "letters, telephone, PNG at 2×", inputView: letters, goal: .atMost(8e-3)),
      RenderedView(name: "letters, telephone, PNG at 3×", inputView: letters, options: RenderOptions(scale: 3)),
      RenderedView(name: "letters, tablet, PNG at 2×", inputView: letters, screen: Size(width: 1024, height: 768)),
      RenderedView(name: "letters, telephone, SVG", inputView: letters, options: RenderOptions(format: .svg)),
      RenderedView(name: "pictures of a bundle, telephone, PNG at 2×", inputView: Self.pictured),
    ]
    let renderer = KeyboardRenderer()
    var contenders: [Contender] = views.map { view in { [try Self.render(view, with: renderer)] } }
    contenders.append { [try Self.cells(of: letters)] }
    let series = try sampleInTurn(effort.samples(200), contenders)
    return Outcome(
      zip(views, series).map { Figure($0.name, $1.samples, .seconds, goal: $0.goal) }
        + [Figure("letters, 80 columns of cells", series[views.count].samples, .seconds, goal: .atMost(0.3e-3))])
  }

  private static func render(_ view: RenderedView, with renderer: KeyboardRenderer) throws -> Double {
    var file: [UInt8] = []
    let time = try seconds(of: {
      let layout = InputViewLayout(view.inputView, in: KeyboardEnvironment(screen: view.screen))
      let rendering = try renderer.render(layout, view.options, pictures: ["a.svg": picture])
      guard rendering.troubles.isEmpty else { throw WrongWorkError("\(view.name): \(rendering.troubles)") }
      file = rendering.file
    })
    guard file.starts(with: view.signature), file.count > 1_000 else {
      throw WrongWorkError("\(view.name) is not a picture")
    }
    return time
  }

  private static func cells(of inputView: InputViewTree) throws -> Double {
    var grid = CellGrid(columns: 80, lines: 12)
    let time = seconds(of: {
      let layout = InputViewLayout(inputView, in: KeyboardEnvironment(screen: Size(width: 640, height: 480)))
      let keyboard = KeyboardCells(layout, columns: grid.columns, lines: grid.lines)
      grid.draw(keyboard, at: CellPosition(column: 0, line: 0))
    })
    let text = grid.rows.map { row in row.map(\.text).joined() }.joined(separator: "\n")
    for letter in ["q", "p", "a", "m"] where !text.contains(letter) { throw WrongWorkError("no cell shows \(letter)") }
    return time
  }

  /// Returns the input view of the system keyboard in a field with default traits.
  private static func letters() throws -> InputViewTree {
    let turn = Turn(serial: 1, event: .appear(FieldState()), document: nil)
    let result = SystemKeyboard().serve(turn, while: nil) { _ in .refused(.failed) }
    for case .setInputView(let inputView) in result?.requests ?? [] { return inputView }
    throw WrongWorkError("the system keyboard shows nothing")
  }

  private static let picture = Array(
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><circle cx="34" cy="42" r="9" fill="#a86032"/>\
    <path d="M14 46h68l-8 30a6 6 0 0 1-6 4H28a6 6 0 0 1-6-4z" fill="#3a7bd5"/></svg>
    """.utf8)
  private static let pictured = InputViewTree(
    root: .column([
      .row((0..<3).map { .key(Key("Picture \($0)", role: .action, image: "a.svg")) }),
      .row([.key(Key("🌐", role: .nextKeyboard)), .key(Key("EN", role: .planeSwitch))]),
    ]))
}
