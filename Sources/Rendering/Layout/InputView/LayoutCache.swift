package import InputViewModel

/// The last layout of an input view, which a frontend computes again only after a change. Computing a layout takes
/// longer than the rest of a gesture.
package struct LayoutCache {
  private struct Arguments: Equatable {
    var inputView: InputViewTree
    var environment: KeyboardEnvironment
    var addsGlobeKey: Bool
    var scrollOffsets: [ElementPath: Double]
  }

  private var last: (arguments: Arguments, layout: InputViewLayout)?

  /// Creates a cache without a layout.
  package init() {}

  /// Returns the layout for the arguments of ``InputViewLayout/init(_:in:addsGlobeKey:scrollOffsets:)``.
  package mutating func layout(
    of inputView: InputViewTree, in environment: KeyboardEnvironment, addsGlobeKey: Bool,
    scrollOffsets: [ElementPath: Double]
  ) -> InputViewLayout {
    let arguments = Arguments(
      inputView: inputView, environment: environment, addsGlobeKey: addsGlobeKey, scrollOffsets: scrollOffsets)
    if let last, last.arguments == arguments { return last.layout }
    let layout = InputViewLayout(
      inputView, in: environment, addsGlobeKey: addsGlobeKey, scrollOffsets: scrollOffsets)
    last = (arguments, layout)
    return layout
  }
}
