import BundleFormat
import KeyboardProtocol
import KeyboardStore
import Testing

@testable import Desktop

@Suite("The settings of the on-screen keyboard")
struct SettingsTests {
  @Test("The defaults of the settings page are the defaults of the frontend")
  func defaults() {
    #expect(DesktopSettings(SettingsSchema.system.defaults) == DesktopSettings())
    #expect(DesktopSettings([:]) == DesktopSettings())
  }

  private static let unusual: [[String: SettingValue]] = [
    ["placement": .string("nowhere")], ["placement": .integer(3)], ["size": .string("big")], ["size": .real(.nan)],
    ["floatingWidth": .real(-.infinity)], ["appearance": .string("")], ["split": .integer(1)],
  ]

  @Test("A setting with an invalid value has its default", arguments: unusual)
  func unknown(values: [String: SettingValue]) { #expect(DesktopSettings(values) == DesktopSettings()) }

  @Test(
    "The size and the width stay within their limits",
    arguments: [(1, 0.75, 280), (100, 1, 280), (1_000, 2, 1_000), (100_000, 2, 1_200)] as [(Int64, Double, Double)])
  func limits(number: Int64, zoom: Double, width: Double) {
    let settings = DesktopSettings(["size": .integer(number), "floatingWidth": .integer(number)])
    #expect(settings.zoom == zoom)
    #expect(settings.floatingWidth == width)
  }

  @Test("Every placement can be chosen", arguments: KeyboardPlacement.allCases)
  func placements(placement: KeyboardPlacement) {
    let placements = SettingsSchema.system.specifier(SettingsSchema.placementKey)?.choices?.map(\.value) ?? []
    #expect(DesktopSettings(["placement": .string(placement.rawValue)]).placement == placement)
    #expect(placements.contains(.string(placement.rawValue)))
  }
}
