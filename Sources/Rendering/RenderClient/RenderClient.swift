// RenderClient: the host's side of the render process. The module renders pictures and frames of a keyboard.
//
// For:    a host that needs a keyboard as PNG or SVG, or on the screen, but must not decode pictures or shape text
//         itself.
// Never:  draws (`Renderer` does, in `klava-renderer`), reads a bundle, writes the user's files, or calls a keyboard.
// Start:  `RenderClient` below for a picture; `FrameRenderer.swift` for frames on the screen. The module
//         `RenderProtocol` has the orders and answers.
//
// A bundle's pictures are untrusted files, and libraries for pictures and text shaping have had vulnerabilities. For
// this reason, a confined process decodes the pictures and shapes the text. The render process gets only its orders,
// and can read only fonts. Each render process renders one picture, or the frames of one keyboard. The answers of the
// process are pixels, the bytes of a file and some texts.

package import HelperLauncher
internal import KeyboardProtocol
package import RenderProtocol
internal import Sandbox

/// A client that renders pictures, each in a process of `klava-renderer`.
package struct RenderClient: Sendable {
  private let program: ConfinedHelper.Program

  /// The maximum number of picture names of a keyboard, including missing pictures, and the maximum total size of its
  /// pictures in bytes. A render process gets no pictures beyond these two limits.
  package static let maximumPictures = (files: 256, bytes: 16 * 1_024 * 1_024)

  /// Creates a client that runs the program at a path.
  ///
  /// - Parameters:
  ///   - path: The absolute path of `klava-renderer`.
  ///   - variables: This process's environment variables. The client passes on the variables that fontconfig and the
  ///     locale need.
  package init(path: String, variables: [String: String]) {
    program = ConfinedHelper.Program(
      path: path, environment: Self.environment(variables), answerBytes: PictureAnswer.maximumBytes)
  }

  /// The environment of the process, as `NAME=VALUE`: `G_SLICE`, and the variables that fontconfig and the locale need.
  static func environment(_ variables: [String: String]) -> [String] {
    let passed = [
      "HOME", "LANG", "LC_ALL", "LC_CTYPE", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
      "FONTCONFIG_PATH",
    ]
    return passed.compactMap { name in variables[name].map { "\(name)=\($0)" } } + ["G_SLICE=always-malloc"]
  }

  /// Renders a picture.
  ///
  /// If a sandbox layer is unavailable, or the process ends while it decodes the bundle's pictures, the client renders
  /// without the pictures. If the client left out the bundle's pictures, the answer contains the reason.
  ///
  /// - Throws: ``HelperError`` if the process cannot start, cannot be confined, or ends without an answer.
  package func render(_ order: PictureOrder) throws(HelperError) -> PictureAnswer {
    do throws(HelperError) {
      return try run(order, under: RenderConfinement.layers)
    } catch .unconfined(let layer, let why) {
      var answer = try run(order.withoutPictures, under: RenderConfinement.layers.subtracting([layer]))
      answer.leaveOut(order.pictures, Self.reason(withoutLayer: layer, why))
      return answer
    } catch .ended(let how) where !order.pictures.isEmpty {
      var answer = try run(order.withoutPictures, under: RenderConfinement.layers)
      answer.leaveOut(order.pictures, Self.reason(afterEnd: how))
      return answer
    }
  }

  /// The reason for missing pictures if a sandbox layer is unavailable.
  static func reason(withoutLayer layer: Layer, _ why: String) -> String {
    "Without the sandbox layer \(layer.rawValue), Klava does not decode pictures of bundles (\(why))."
  }

  /// The reason for missing pictures if a process ended while it decoded pictures.
  static func reason(afterEnd how: String) -> String {
    "Klava could not decode one of the keyboard's pictures: \(how)."
  }

  private func run(_ order: PictureOrder, under layers: Set<Layer>) throws(HelperError) -> PictureAnswer {
    let process = try ConfinedHelper(program, under: layers, order: order.frame)
    let output = try process.wait()
    do {
      return try PictureAnswer(frame: output)
    } catch {
      throw .ended("its reply is malformed: \(error)")
    }
  }
}

extension PictureOrder {
  fileprivate var withoutPictures: PictureOrder {
    var order = self
    order.pictures = [:]
    return order
  }
}

extension PictureAnswer {
  /// Records why the bundle's pictures are missing in an answer.
  fileprivate mutating func leaveOut(_ pictures: [String: [UInt8]], _ reason: String) {
    for name in pictures.keys { troubles[name] = reason }
  }
}
