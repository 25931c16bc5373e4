// klava-renderer: renders one picture of a keyboard, and ends. It is told what to render by its host alone, is confined before
// it looks at the order, and from then on can read fonts, compute, and write its answer.
//
// Descriptors: 0 is the order, 1 takes the answer, 2 takes what went wrong. All are files in memory.

internal import Renderer
internal import Glibc
internal import LinuxShims
internal import RenderClient
internal import Layout
internal import Sandbox
internal import TextInput
internal import KeyboardProtocol

/// How the process ends where it cannot go on; the layers of the sandbox have statuses of their own.
enum ExitStatus: Int32 {
  /// Started by hand, without a host.
  case noHost = 2
  /// The order cannot be read, or its answer not be written.
  case broken = 70
}

/// Ends the process with a line for its host.
func exit(_ status: Int32, _ message: String) -> Never {
  let line = Array("klava-renderer: \(message)\n".utf8)
  write(2, line, line.count)
  exit(status)
}

/// Ends the process with a line for its host.
func exit(_ status: ExitStatus, _ message: String) -> Never { exit(status.rawValue, message) }

klv_set_parent_death_signal(SIGKILL)
// A host that died before that line has no death left to tell of: then this process has another parent already.
guard CommandLine.arguments.count == 3, CommandLine.arguments[1] == String(getppid()) else {
  exit(.noHost, "only klava starts this program")
}
klv_close_from(3)
let layers = Set(CommandLine.arguments[2].split(separator: ",").compactMap { Layer(rawValue: String($0)) })

do {
  try RenderConfinement.enter(layers)
  let order = try PictureOrder(frame: readOrder())
  // Its host leaves them out; a picture is decoded under every layer or not at all.
  guard order.pictures.isEmpty || layers == RenderClient.layers else {
    exit(.broken, "cannot decode pictures without the sandbox")
  }
  answer(render(order))
} catch let failure as ConfinementFailure {
  exit(failure.exitStatus, failure.description)
} catch {
  exit(.broken, "\(error)")
}

/// The bytes of the order.
func readOrder() -> [UInt8] {
  var status = stat()
  guard fstat(0, &status) == 0 else { exit(.broken, "the order is missing") }
  var bytes = [UInt8](repeating: 0, count: max(0, Int(status.st_size)))
  guard pread(0, &bytes, bytes.count, 0) == bytes.count else { exit(.broken, "cannot read the order") }
  return bytes
}

/// Does what an order says.
func render(_ order: PictureOrder) -> PictureAnswer {
  let layout = InterfaceLayout(order.interface, in: order.environment, addsGlobeKey: order.addsGlobeKey)
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

/// Writes the answer, whole.
func answer(_ answer: PictureAnswer) {
  var bytes = answer.frame[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    guard count > 0 else { exit(.broken, "cannot write the reply") }
    bytes = bytes.dropFirst(count)
  }
}
