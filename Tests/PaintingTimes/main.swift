// painting-times: how long pictures of keyboards take in a process that goes on living, as a frontend's does. It is for whoever
// changes how they are drawn (`make paintings`), and asserts nothing.

internal import Drawing
internal import Glibc
internal import Pictures
internal import Rendering
internal import SystemKeyboard
internal import TextInput

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 200

/// What the system keyboard shows in a field.
func shown(in field: FieldState) -> Interface? {
  let turn = Turn(serial: 1, event: .appear(field), document: nil)
  for case .setInterface(let interface) in SystemKeyboard().serve(turn, answering: { _ in .refused(.failed) }).requests
  {
    return interface
  }
  return nil
}

let svg = Array(
  """
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><circle cx="34" cy="42" r="9" fill="#a86032"/>\
  <path d="M14 46h68l-8 30a6 6 0 0 1-6 4H28a6 6 0 0 1-6-4z" fill="#3a7bd5"/></svg>
  """.utf8)
let pictured = Interface(
  root: .column([
    .row((0..<3).map { .key(Key("Picture \($0)", role: .action, image: "a.svg")) }),
    .row([.key(Key("🌐", role: .nextKeyboard)), .key(Key("EN", role: .planeSwitch))]),
  ]))

func measure(_ name: String, _ interface: Interface?, _ options: PaintingOptions, _ screen: Size) {
  guard let interface else { return print("\(name): nothing is shown") }
  let painter = KeyboardPainter()
  let environment = KeyboardEnvironment(screen: screen)
  func paint() -> (milliseconds: Double, bytes: Int) {
    let start = processorTime()
    do throws(DrawingError) {
      let layout = InterfaceLayout(interface, in: environment)
      let bytes = try painter.paint(layout, options, pictures: ["a.svg": svg]).file.count
      return (processorTime() - start, bytes)
    } catch {
      print("\(name): \(error.reason)")
      return (0, 0)
    }
  }
  let first = paint()
  let times = (0..<max(1, count)).map { _ in paint().milliseconds }.sorted()
  func rounded(_ time: Double) -> Double { (time * 100).rounded() / 100 }
  let middle = times[times.count / 2], tail = times[times.count * 9 / 10]
  print(
    "\(name): first \(rounded(first.milliseconds)) ms, then p50 \(rounded(middle)), p90 \(rounded(tail)); \(first.bytes) bytes"
  )
}

/// Milliseconds of processor time of this process: what else the machine does is not in it.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

let phone = Size(width: 390, height: 844)
let letters = shown(in: FieldState())
measure("letters, phone, PNG at 2", letters, PaintingOptions(scale: 2), phone)
measure("letters, phone, PNG at 3", letters, PaintingOptions(scale: 3), phone)
measure("letters, tablet, PNG at 2", letters, PaintingOptions(scale: 2), Size(width: 1024, height: 768))
measure("letters, phone, SVG", letters, PaintingOptions(format: .svg), phone)
measure("pictures, phone, PNG at 2", pictured, PaintingOptions(scale: 2), phone)
