// RenderProcess: the program `klava-renderer`, which renders one picture of a keyboard and exits.
//
// For:    `RenderClient`, which starts it and passes the order.
// Never:  reads the order before it is confined, or runs a keyboard's code. Confined, it can only read fonts, compute,
//         and write its answer.
// Start:  this file; the modules `Layout` and `Renderer` do the work.

internal import HelperStart
internal import KeyboardProtocol
internal import Layout
internal import RenderClient
internal import Renderer

let helper = HelperStart("klava-renderer")
helper.run {
  try RenderConfinement.enter(helper.layers)
  let order = try PictureOrder(frame: helper.readOrder())
  // If a sandbox layer is unavailable, the host sends no pictures. This process decodes pictures only if all layers are
  // in force.
  guard order.pictures.isEmpty || helper.layers == RenderClient.layers else {
    helper.fail("cannot decode pictures without the sandbox")
  }
  helper.send(render(order).frame)
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
