import HelperLauncher
import Foundation
import InputViewModel
import KeyboardProtocol
import RenderClient
import RenderProtocol
import Sandbox
import TestSupport
import Testing

@Suite struct RenderClientTests {
  private let renderer = RenderClient(
    path: Repository.product("klava-renderer"), variables: ProcessInfo.processInfo.environment)

  private func order(_ pictures: [String: [UInt8]] = [:]) -> PictureOrder {
    let keys = [Key("a"), Key("b", image: "Pictures/b.svg"), Key("🌐", role: .nextKeyboard)]
    return PictureOrder(
      inputView: InputViewTree(root: .row(keys.map { .key($0) })), addsGlobeKey: true,
      options: RenderOptions(feedback: KeyFeedback(pressedKeys: ["a"])), pictures: pictures)
  }

  private static let circle = Array(
    #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>"#.utf8)

  @Test(
    "The render process makes a PNG or an SVG, and makes the same picture again for the same order",
    arguments: PictureFormat.allCases)
  func repeatedOrder(_ format: PictureFormat) throws {
    var order = order(["Pictures/b.svg": Self.circle])
    order.options.format = format
    let answer = try renderer.render(order)
    #expect(answer.failure == nil)
    #expect(answer.troubles == [:])
    // The fonts have not changed, so the second picture must be the same.
    #expect(try renderer.render(order) == answer)
    #expect(answer.file.starts(with: format == .png ? [0x89, 0x50, 0x4E, 0x47] : Array("<?xml".utf8)))
  }

  @Test("If an image of the bundle is missing, the result names the image and still contains the picture")
  func missingPicture() throws {
    let answer = try renderer.render(order())
    #expect(answer.troubles.keys.sorted() == ["Pictures/b.svg"])
    #expect(!answer.file.isEmpty)
  }

  @Test(
    "An image of the bundle that exceeds the memory or time limit does not affect the other images",
    .timeLimit(.minutes(2)))
  func costlyPicture() throws {
    // This picture exceeds the memory or time limit. Each filter's result is as large as its region, and each filter
    // needs the result of the previous one.
    let filters = (0..<200).map { _ in #"<feGaussianBlur stdDeviation="900"/><feTurbulence numOctaves="99"/>"# }
    let bomb = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><filter id="f" x="-99" y="-99" width="999" height="999">\
      \(filters.joined())</filter><g filter="url(#f)"><rect width="9" height="9" filter="url(#f)"/></g></svg>
      """
    let answer = try renderer.render(order(["Pictures/b.svg": Array(bomb.utf8)]))
    #expect(answer.failure == nil)
    #expect(answer.troubles.keys.sorted() == ["Pictures/b.svg"])
    #expect(answer.file.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test(
    "If a sandbox layer is missing, the render process draws the keyboard without the bundle's images",
    arguments: [81, 82])
  func missingLayer(_ status: Int) throws {
    let folder = try TemporaryDirectory()
    let path = try folder.writeScript(
      """
      case "$2" in
      landlock,seccomp) echo "klava-renderer: no such layer" >&2; exit \(status) ;;
      *) exec "\(Repository.product("klava-renderer"))" "$@" ;;
      esac
      """, to: "renderer")
    let renderer = RenderClient(path: path, variables: [:])
    let answer = try renderer.render(order(["Pictures/b.svg": Self.circle]))
    #expect(answer.file.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(answer.troubles["Pictures/b.svg"]?.contains("no such layer") == true)
  }

  @Test("The render client throws an error if the render process cannot start")
  func startFailure() {
    let error = #expect(throws: HelperError.self) {
      try RenderClient(path: "/nothing", variables: [:]).render(order())
    }
    guard case .notStarted = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("The render process refuses an order with an invalid scale", arguments: [0.5, 4.5, .nan, -1, .infinity])
  func invalidScale(_ scale: Double) throws {
    var order = order()
    order.options.scale = scale
    let answer = try renderer.render(order)
    #expect(answer.failure != nil)
    #expect(answer.file.isEmpty)
  }

  @Test("Encoding and decoding preserve orders and answers, and a truncated answer is an error")
  func encoding() throws {
    let order = order(["a": [1, 2], "b": []])
    #expect(try PictureOrder(frame: order.frame) == order)
    let answer = PictureAnswer(file: [1, 2, 3], failure: "no", troubles: ["a": "b"], textsWithoutFont: ["x"])
    #expect(try PictureAnswer(frame: answer.frame) == answer)
    for count in 0..<answer.frame.count {
      #expect(throws: WireError.self) { try PictureAnswer(frame: Array(answer.frame.prefix(count))) }
    }
  }
}
