// RenderClient: what a picture of a keyboard is ordered by, and the process that renders it.
//
// For:    a host that wants a keyboard as PNG or SVG without decoding or shaping anything itself.
// Never:  draws (`Renderer` does, in `klava-renderer`), reads a bundle, writes the person's files, or asks a keyboard.
// Start:  `PictureOrder.swift` for what is asked, `RenderClient` below for who is.
//
// A bundle's pictures are files of anybody's making, and titles are shaped by machinery with a history of its own. So all
// of that happens in a process that was told nothing but the order, may read fonts and nothing else, and lives for one
// picture. What it answers is a file of bytes and some words.

package import Sandbox
internal import KeyboardProtocol

/// Renders pictures, each in a process of `klava-renderer`.
package struct RenderClient: Sendable {
  private let path: String
  private let environment: [String]

  /// Layers of the sandbox under which the bundle's own pictures are decoded; with any of them missing none is.
  package static let layers: Set<Layer> = [.landlock, .seccomp]

  /// The most bytes of an answer.
  package static let maximumAnswerBytes = 64 * 1_024 * 1_024

  /// A renderer that runs the program at a path.
  ///
  /// - Parameters:
  ///   - path: The absolute path of `klava-renderer`.
  ///   - variables: The variables of this process; those by which the person's fonts are found are passed on.
  package init(path: String, variables: [String: String]) {
    self.path = path
    let passed = [
      "HOME", "LANG", "LC_ALL", "LC_CTYPE", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
      "FONTCONFIG_PATH",
    ]
    environment =
      passed.compactMap { name in variables[name].map { "\(name)=\($0)" } }
      // A crash report would print what the process had in memory (Sandbox.md#crash-reports-print-text).
      + ["TZ=UTC", "SWIFT_BACKTRACE=enable=no", "G_SLICE=always-malloc"]
  }

  /// Renders a picture.
  ///
  /// Pictures of the bundle that the process cannot be trusted with, or does not survive, are left out: the answer says so.
  package func render(_ order: PictureOrder) throws(RenderError) -> PictureAnswer {
    do throws(RenderError) {
      return try run(order, under: Self.layers)
    } catch .unconfined(let layer, let why) {
      var answer = try run(order.withoutPictures, under: Self.layers.subtracting([layer]))
      answer.leaveOut(order.pictures, "Klava does not decode it without the sandbox layer \(layer.rawValue) (\(why)).")
      return answer
    } catch .ended(let how) where !order.pictures.isEmpty {
      var answer = try run(order.withoutPictures, under: Self.layers)
      answer.leaveOut(order.pictures, "Klava could not decode one of the keyboard's pictures: \(how).")
      return answer
    }
  }

  private func run(_ order: PictureOrder, under layers: Set<Layer>) throws(RenderError) -> PictureAnswer {
    let process = try RenderProcess(running: path, environment: environment, order: order, layers: layers)
    let output = try process.wait()
    do {
      return try PictureAnswer(frame: output)
    } catch {
      throw .ended("its reply is malformed: \(error)")
    }
  }
}

/// A picture that was not rendered.
package enum RenderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The program cannot be started.
  case notStarted(String)
  /// A layer of the sandbox could not be put in force.
  case unconfined(Layer, String)
  /// The process ended without an answer, as the end of a sentence.
  case ended(String)

  /// Why, as the end of a sentence; as it came.
  package var description: String {
    switch self {
    case .notStarted(let why): "Klava cannot start klava-renderer: \(why)"
    case .unconfined(let layer, let why): "the sandbox layer \(layer.rawValue) is unavailable: \(why)"
    case .ended(let how): how
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
  /// Says of pictures why they are not in it.
  fileprivate mutating func leaveOut(_ pictures: [String: [UInt8]], _ reason: String) {
    for name in pictures.keys { troubles[name] = reason }
  }
}
