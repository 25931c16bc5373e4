import KlavaKit
import Testing

@MainActor @Suite struct PortedControllerTests {
  @Test("A view controller written for iOS works before it has a host")
  func worksWithoutAHost() {
    let controller = PortedController()
    controller.viewDidLoad()
    controller.viewWillAppear(false)
    controller.textDidChange(nil)
    controller.compose("か")
    #expect(controller.returnTitle == "return")
    #expect(controller.entries.isEmpty)
    #expect(controller.primaryLanguage == nil)
    #expect(!controller.textDocumentProxy.hasText)
  }
}
