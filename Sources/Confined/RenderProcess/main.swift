// RenderProcess: the program `klava-renderer`. The program renders one picture of a keyboard and exits, or renders the
// frames of a keyboard until the host closes the socket.
//
// For:    `RenderClient` and `FrameRenderer`, which start the program and pass the orders.
// Never:  runs a keyboard's code, or reads an order before the program is confined. After the confinement, the program
//         can only read fonts, compute, and write its answers.
// Start:  this file, then the modules `Layout` and `Renderer`.

internal import HelperMain
internal import KeyboardLink
internal import KeyboardProtocol
internal import Layout
internal import LinuxShims
internal import RenderProtocol
internal import Renderer
internal import SystemSupport

let helper = HelperMain("klava-renderer")
helper.run { helper.mode == FrameOrder.mode ? try renderFrames() : try renderPicture() }

/// Reads the order for a picture, and sends the picture to the host.
func renderPicture() throws {
  try RenderConfinement.enter(helper.layers)
  let order = try PictureOrder(frame: helper.readOrder())
  checkLayers(for: order.pictures)
  helper.send(render(order).frame)
}

/// Renders frames until the host closes the socket.
func renderFrames() throws {
  // Use the scheduling policy SCHED_BATCH, so that rendering does not delay the typed text on its way to the
  // application. With SCHED_BATCH, a process that wakes up does not preempt another process. Ignore an error: rendering
  // works without the policy.
  klv_set_batch_policy()
  let pool = try RenderConfinement.enterForFrames(helper.layers)
  let damageRenderer = DamageRenderer(into: UnsafeMutableRawBufferPointer(start: pool.base, count: pool.count))
  damageRenderer.loadFonts()
  let socket = OrderSocket()
  while let order: FrameOrder = try socket.read() {
    switch order {
    case .show(let content, let pictures):
      checkLayers(for: pictures)
      try damageRenderer.show(content, adding: pictures)
    case .render(let order): try socket.write(damageRenderer.render(order))
    }
  }
}

/// Exits if the order has pictures and a sandbox layer is not in force. If a layer is unavailable, the host sends no
/// pictures.
func checkLayers(for pictures: [String: [UInt8]]) {
  guard pictures.isEmpty || helper.layers == RenderConfinement.layers else {
    helper.fail("cannot decode pictures without the sandbox")
  }
}

func render(_ order: PictureOrder) -> PictureAnswer {
  let layout = InputViewLayout(order.inputView, in: order.environment, addsGlobeKey: order.addsGlobeKey)
  let scale = order.options.format == .png ? order.options.scale : 1
  let pixels = layout.size.width * scale * layout.size.height * scale
  guard RenderOptions.scales.contains(scale), pixels >= 1, pixels <= PictureOrder.maximumPixels else {
    return PictureAnswer(
      failure:
        pixels > PictureOrder.maximumPixels
        ? "\(Int(layout.size.width)) × \(Int(layout.size.height)) points at scale \(scale) are more than "
          + "\(Int(PictureOrder.maximumPixels)) pixels."
        : "The size of \(Int(layout.size.width)) × \(Int(layout.size.height)) points at scale \(scale) is not supported."
    )
  }
  do {
    let rendering = try KeyboardRenderer().render(layout, order.options, pictures: order.pictures)
    return PictureAnswer(
      file: rendering.file, troubles: rendering.troubles, textsWithoutFont: rendering.textsWithoutFont,
      cutTexts: rendering.cutTexts)
  } catch {
    return PictureAnswer(failure: error.reason)
  }
}
