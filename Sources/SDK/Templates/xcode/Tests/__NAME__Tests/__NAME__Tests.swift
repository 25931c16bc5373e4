import Testing

@testable import __NAME__

@MainActor @Suite struct ControllerTests {
  @Test("The controller loads without a host")
  func loads() {
    let controller = __CLASS__()
    controller.viewDidLoad()
    #expect(controller.inputView != nil)
  }
}
