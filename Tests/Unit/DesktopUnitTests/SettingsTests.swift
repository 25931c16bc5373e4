import BundleFormat
import InputViewModel
import KeyboardProtocol
import KeyboardStore
import Layout
import Testing

@testable import Desktop

@Suite("The settings of the on-screen keyboard")
struct SettingsTests {
  @Test("The settings page shows the same defaults that the frontend uses")
  func defaults() {
    #expect(DesktopSettings(SettingsSchema.system.defaults) == DesktopSettings())
    #expect(DesktopSettings([:]) == DesktopSettings())
  }

  private static let unusual: [[String: SettingValue]] = [
    ["placement": .string("nowhere")], ["placement": .integer(3)], ["size": .string("big")], ["size": .real(.nan)],
    ["floatingWidth": .real(-.infinity)], ["appearance": .string("")], ["split": .integer(1)],
  ]

  @Test("An invalid value of a setting counts as the default value", arguments: unusual)
  func unknown(values: [String: SettingValue]) { #expect(DesktopSettings(values) == DesktopSettings()) }

  @Test(
    "The settings for size and width cannot exceed their limits",
    arguments: [(1, 0.75, 320), (100, 1, 320), (1_000, 2, 1_000), (100_000, 2, 1_200)] as [(Int64, Double, Double)])
  func limits(number: Int64, zoom: Double, width: Double) {
    let settings = DesktopSettings(["size": .integer(number), "floatingWidth": .integer(number)])
    #expect(settings.zoom == zoom)
    #expect(settings.floatingWidth == width)
  }

  @Test(
    "A larger size makes the keyboard higher, up to 60 % of the screen",
    arguments: [(1_024, 768), (1_280, 800), (800, 480), (390, 844), (1_920, 1_080)] as [(Double, Double)])
  func heights(width: Double, height: Double) {
    let screen = Size(width: width, height: height)
    let view = InputViewTree(root: .column([.row([.key(Key("a"))])]))
    func shown(_ percent: Int) -> Double {
      let zoom = Double(percent) / 100
      let environment = KeyboardEnvironment(screen: screen, zoom: zoom)
      let content = PanelContent(keyboard: "k", inputView: view, environment: environment)
      return InputViewLayout(content.inputView(zoom: zoom).tree, in: environment).size.height * zoom
    }
    let usual = shown(100)
    for percent in stride(from: 75, through: 200, by: 5) {
      let wanted = min(usual * Double(percent) / 100, screen.height * 0.6)
      #expect(abs(shown(percent) - wanted) < 1, "\(percent) %")
    }
  }

  @Test("Every placement can be chosen", arguments: KeyboardPlacement.allCases)
  func placements(placement: KeyboardPlacement) {
    let placements = SettingsSchema.system.specifier(SettingsSchema.placementKey)?.choices?.map(\.value) ?? []
    #expect(DesktopSettings(["placement": .string(placement.rawValue)]).placement == placement)
    #expect(placements.contains(.string(placement.rawValue)))
  }
}
