// RenderProcess: the program `klava-renderer`, which renders one picture of a keyboard and exits.
//
// For:    `RenderClient`, which starts it and gives it its order.
// Never:  reads the order before it is confined, or runs a keyboard's code. Confined, it can only read fonts, compute,
//         and write its answer.
// Start:  this file; the modules `Layout` and `Renderer` do the work.
//
// Descriptors: 0 is the order, 1 gets the answer, 2 gets error messages. All are files in memory.

internal import Glibc
internal import KeyboardProtocol
internal import Layout
internal import LinuxShims
internal import RenderClient
internal import Renderer
internal import Sandbox

/// The exit statuses for an error. A failed sandbox layer has another status.
enum ExitStatus: Int32 {
  /// The program was started without a host.
  case noHost = 2
  /// The process cannot read the order or write the answer.
  case broken = 70
}

/// Exits after it wrote a line for the host.
func exit(_ status: Int32, _ message: String) -> Never {
  let line = Array("klava-renderer: \(message)\n".utf8)
  write(2, line, line.count)
  exit(status)
}

/// Exits after it wrote a line for the host.
func exit(_ status: ExitStatus, _ message: String) -> Never { exit(status.rawValue, message) }

klv_set_parent_death_signal(SIGKILL)
// If the host died before the line above, the kernel sends no signal. But then this process already has another
// parent.
guard CommandLine.arguments.count == 3, CommandLine.arguments[1] == String(getppid()) else {
  exit(.noHost, "only klava starts this program")
}
klv_close_from(3)
let layers = Set(CommandLine.arguments[2].split(separator: ",").compactMap { Layer(rawValue: String($0)) })

do {
  try RenderConfinement.enter(layers)
  let order = try PictureOrder(frame: readOrder())
  // A host that lacks a layer sends no pictures. This process decodes pictures only under all layers.
  guard order.pictures.isEmpty || layers == RenderClient.layers else {
    exit(.broken, "cannot decode pictures without the sandbox")
  }
  send(render(order))
} catch let failure as ConfinementError {
  exit(failure.exitStatus, failure.description)
} catch {
  exit(.broken, "\(error)")
}

/// Reads the bytes of the order.
func readOrder() -> [UInt8] {
  var status = stat()
  guard fstat(0, &status) == 0 else { exit(.broken, "the order is missing") }
  var bytes = [UInt8](repeating: 0, count: max(0, Int(status.st_size)))
  guard pread(0, &bytes, bytes.count, 0) == bytes.count else { exit(.broken, "cannot read the order") }
  return bytes
}

/// Renders the picture of an order.
func render(_ order: PictureOrder) -> PictureAnswer {
  let layout = InputViewLayout(order.inputView, in: order.environment, addsGlobeKey: order.addsGlobeKey)
  let scale = order.options.format == .png ? order.options.scale : 1
  let pixels = layout.size.width * scale * layout.size.height * scale
  guard RenderOptions.scales.contains(scale), pixels >= 1, pixels <= PictureOrder.maximumPixels else {
    return PictureAnswer(
      failure:
        "Its size of \(Int(layout.size.width)) × \(Int(layout.size.height)) points at scale \(scale) is too large.")
  }
  do {
    let rendering = try KeyboardRenderer().render(layout, order.options, pictures: order.pictures)
    return PictureAnswer(
      file: rendering.file, troubles: rendering.troubles, textsWithoutFont: rendering.textsWithoutFont)
  } catch {
    return PictureAnswer(failure: error.reason)
  }
}

/// Writes the complete answer.
func send(_ answer: PictureAnswer) {
  var bytes = answer.frame[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    guard count > 0 else { exit(.broken, "cannot write the reply") }
    bytes = bytes.dropFirst(count)
  }
}
