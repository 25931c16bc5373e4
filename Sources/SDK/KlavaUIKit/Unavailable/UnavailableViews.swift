// Types of UIKit and of other frameworks that Klava does not imitate. Each type is marked as unavailable. If code names
// the type, the compiler reports an error with the message in the type's attribute `@available`.
//
// The compiler reports an unavailable type only in an expression without other errors. Therefore the types have the
// initializers and members that most code uses.

/// The base class of the unavailable types. The members of this class prevent errors about missing members in code that
/// uses an unavailable type.
@dynamicMemberLookup @dynamicCallable open class UnavailableObject: Hashable {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public init() {}
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public init(frame: CGRect) {}
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public init(target: Any?, action: Any?) {}
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public init(nibName: String?, bundle: Any?) {}
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public required init?(coder: NSCoder) { nil }

  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public var backgroundColor: InputViewColor?
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public var tintColor: InputViewColor?
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public var bounds: CGRect { .zero }
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public var frame: CGRect = .zero
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public var isHidden = false
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public var isActive = false
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public var alpha: CGFloat = 1
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public var constant: CGFloat = 0
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public var text: String?
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public var translatesAutoresizingMaskIntoConstraints = false

  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public subscript(dynamicMember name: String) -> UnavailableObject {
    get { self }
    set {}
  }

  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public static subscript(dynamicMember name: String) -> UnavailableObject {
    get { UnavailableObject() }
    set {}
  }

  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public static func == (one: UnavailableObject, other: UnavailableObject) -> Bool { one === other }
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  @discardableResult public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, Any?>
  ) -> UnavailableObject { self }
}
/// Unavailable: use `InputView`.
@available(*, unavailable, message: "Klava draws the keyboard. Use InputView, Row, Column, Key and Label.")
open class UIView: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public static func animate(
    withDuration: TimeInterval, delay: TimeInterval = 0, animations: () -> Void, completion: ((Bool) -> Void)? = nil
  ) {}
}
/// Unavailable: use `Row` or `Column`.
@available(*, unavailable, message: "Use Row or Column.")
open class UIStackView: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init(arrangedSubviews: [UnavailableObject]) { self.init() }
}
/// Unavailable: use `Grid` in a `ScrollArea`.
@available(*, unavailable, message: "Use Grid in a ScrollArea.")
open class UICollectionView: UnavailableObject {}
/// Unavailable: use `Column` in a `ScrollArea`.
@available(*, unavailable, message: "Use Column in a ScrollArea.")
open class UITableView: UnavailableObject {}
/// Unavailable: use `ScrollArea`.
@available(*, unavailable, message: "Use ScrollArea.")
open class UIScrollView: UnavailableObject {}
/// Unavailable: use `Key`.
@available(*, unavailable, message: "Use Key.")
open class UIButton: UnavailableObject {
  /// The types of buttons, with UIKit's names.
  public enum ButtonType { case system, custom, close }
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init(type: ButtonType) { self.init() }
}
/// Unavailable: use `Label`.
@available(*, unavailable, message: "Use Label.")
open class UILabel: UnavailableObject {}
/// Unavailable: use `Image`.
@available(*, unavailable, message: "Use Image.")
open class UIImageView: UnavailableObject {}
/// Unavailable: use `Image` or the picture of a `Key`.
@available(*, unavailable, message: "Use Image, or image and systemImage of Key.")
open class UIImage: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init?(systemName: String, withConfiguration: Any? = nil) { nil }
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init?(named: String) { nil }
}
/// Unavailable: use `StyledElement.font`.
@available(*, unavailable, message: "Use the modifiers of Key and Label for fonts.")
open class UIFont: UnavailableObject {
  /// The weights of fonts, with UIKit's names.
  public enum Weight { case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black }
  /// The styles of texts, with UIKit's names.
  public enum TextStyle {
    case largeTitle, title1, title2, title3, headline, subheadline, body, callout, footnote, caption1, caption2
  }
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public static func preferredFont(forTextStyle: TextStyle, compatibleWith: Any? = nil) -> UIFont { UIFont() }
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public static func systemFont(ofSize: CGFloat, weight: Weight = .regular) -> UIFont { UIFont() }
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public static func boldSystemFont(ofSize: CGFloat) -> UIFont { UIFont() }
}
/// Unavailable: use `frame` and weights.
@available(*, unavailable, message: "Use frame(width:height:) and weights.")
open class NSLayoutConstraint: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public static func activate(_ constraints: [UnavailableObject]) {}
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public static func deactivate(_ constraints: [UnavailableObject]) {}
}
/// Unavailable: use `onLongPress` of `Key` or `TouchArea`.
@available(*, unavailable, message: "Use onLongPress of Key or TouchArea.")
open class UILongPressGestureRecognizer: UnavailableObject {}
/// Unavailable: use `onSwipe` of `Key` or `TouchArea`.
@available(*, unavailable, message: "Use onSwipe of Key or TouchArea.")
open class UISwipeGestureRecognizer: UnavailableObject {}
/// Unavailable: use `onPan` of `Key` or `TouchArea`.
@available(*, unavailable, message: "Use onPan of Key or TouchArea.")
open class UIPanGestureRecognizer: UnavailableObject {}
/// Unavailable: use the action of a `Key`, or `TouchArea.onTap`.
@available(*, unavailable, message: "Use the action of Key, or TouchArea.onTap.")
open class UITapGestureRecognizer: UnavailableObject {}
/// Unavailable: an extension has no application, as on iOS.
@available(*, unavailable, message: "As on iOS, a keyboard has no UIApplication.")
open class UIApplication: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public static var shared: UIApplication { UIApplication() }
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public static let openSettingsURLString = ""
}
/// Unavailable: Klava has no storyboards and no nibs.
@available(*, unavailable, message: "Build the input view in code: InputView.")
open class UINib: UnavailableObject {}
/// Unavailable: Klava has no storyboards and no nibs.
@available(*, unavailable, message: "Build the input view in code: InputView.")
open class UIStoryboard: UnavailableObject {}
/// Unavailable: Klava has no SwiftUI.
@available(*, unavailable, message: "Klava has no SwiftUI. Use InputView.")
open class UIHostingController<Content>: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init(rootView: Content) { self.init() }
}
/// Unavailable: the host draws the background.
@available(*, unavailable, message: "Use background(_:) of InputView.")
open class UIVisualEffectView: UnavailableObject {}
/// Unavailable: a keyboard has one controller, a UIInputViewController, and no child controllers.
@available(*, unavailable, message: "A keyboard has one controller, a UIInputViewController, and no child controllers.")
open class UIViewController: UnavailableObject {}
/// Unavailable: a keyboard has no window. The host places the keyboard.
@available(*, unavailable, message: "A keyboard has no window. The host places the keyboard.")
open class UIWindow: UnavailableObject {}
/// Unavailable: a keyboard has no responder chain, and opens no URL.
@available(*, unavailable, message: "A keyboard has no responder chain, and opens no URL.")
open class UIResponder: UnavailableObject {}
/// Unavailable: use Key, Label and Image in a Grid.
@available(*, unavailable, message: "Use Key, Label and Image in a Grid.")
open class UICollectionViewCell: UnavailableObject {}
/// Unavailable: use Label in a ScrollArea.
@available(*, unavailable, message: "Use Label in a ScrollArea.")
open class UICollectionReusableView: UnavailableObject {}
/// Unavailable: use Grid, Row and Column.
@available(*, unavailable, message: "Use Grid, Row and Column.")
open class UICollectionViewLayout: UnavailableObject {}
/// Unavailable: use Grid, Row and Column.
@available(*, unavailable, message: "Use Grid, Row and Column.")
open class UICollectionViewFlowLayout: UnavailableObject {}
/// Unavailable: use Row in a ScrollArea.
@available(*, unavailable, message: "Use Row in a ScrollArea.")
open class UITableViewCell: UnavailableObject {}
/// Unavailable: a keyboard has no fields. A keyboard types with textDocumentProxy.
@available(*, unavailable, message: "A keyboard has no fields. It types with textDocumentProxy.")
open class UITextField: UnavailableObject {}
/// Unavailable: a keyboard has no fields. A keyboard types with textDocumentProxy.
@available(*, unavailable, message: "A keyboard has no fields. It types with textDocumentProxy.")
open class UITextView: UnavailableObject {}
/// Unavailable: declare settings in Settings.bundle.
@available(*, unavailable, message: "Declare settings in Settings.bundle.")
open class UISwitch: UnavailableObject {}
/// Unavailable: declare settings in Settings.bundle, or use onPan of TouchArea.
@available(*, unavailable, message: "Declare settings in Settings.bundle, or use onPan of TouchArea.")
open class UISlider: UnavailableObject {}
/// Unavailable: use Keys in a Row.
@available(*, unavailable, message: "Use Keys in a Row.")
open class UISegmentedControl: UnavailableObject {}
/// Unavailable: use Label.
@available(*, unavailable, message: "Use Label.")
open class UIPageControl: UnavailableObject {}
/// Unavailable: use Label.
@available(*, unavailable, message: "Use Label.")
open class UIActivityIndicatorView: UnavailableObject {}
/// Unavailable: change inputView to ask the user.
@available(*, unavailable, message: "Change inputView to ask the user.")
open class UIAlertController: UnavailableObject {}
/// Unavailable: use alternatives of Key.
@available(*, unavailable, message: "Use alternatives of Key.")
open class UIMenu: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init(title: String = "", children: [UnavailableObject]) { self.init() }
}
/// Unavailable: use the action of Key.
@available(*, unavailable, message: "Use the action of Key.")
open class UIAction: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init(title: String = "", handler: (UIAction) -> Void) { self.init() }
}
/// Unavailable: a keyboard does not see the keys of a hardware keyboard.
@available(*, unavailable, message: "A keyboard does not see the keys of a hardware keyboard.")
open class UIPress: UnavailableObject {}
/// Unavailable: Klava has no transforms. Compute the points, or use Canvas.
@available(*, unavailable, message: "Klava has no transforms. Compute the points, or use Canvas.")
open class CGAffineTransform: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init(scaleX sx: CGFloat, y sy: CGFloat) { self.init() }
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init(translationX tx: CGFloat, y ty: CGFloat) { self.init() }
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init(rotationAngle angle: CGFloat) { self.init() }
}
/// Unavailable: build the path with the functions of CanvasContext.
@available(*, unavailable, message: "Build the path with the functions of CanvasContext, in a Canvas.")
open class UIBezierPath: UnavailableObject {}
/// Unavailable: use background(_:) of InputView.
@available(*, unavailable, message: "Use background(_:) of InputView.")
open class UIBlurEffect: UnavailableObject {}
/// Unavailable: use background(_:) of InputView.
@available(*, unavailable, message: "Use background(_:) of InputView.")
open class UIVisualEffect: UnavailableObject {}
/// Unavailable: use Canvas.
@available(*, unavailable, message: "Use Canvas.")
open class UIGraphicsImageRenderer: UnavailableObject {}
/// Unavailable: Klava does not animate elements.
@available(*, unavailable, message: "Klava does not animate elements.")
open class UIViewPropertyAnimator: UnavailableObject {}
/// Unavailable: compute the gesture from the touches of a TouchArea.
@available(*, unavailable, message: "Compute the gesture from the touches of a TouchArea.")
open class UIPinchGestureRecognizer: UnavailableObject {}
/// Unavailable: compute the gesture from the touches of a TouchArea.
@available(*, unavailable, message: "Compute the gesture from the touches of a TouchArea.")
open class UIRotationGestureRecognizer: UnavailableObject {}
/// Unavailable: use the modifiers of elements.
@available(*, unavailable, message: "Use the modifiers of elements.")
open class CALayer: UnavailableObject {}
/// Unavailable: use Canvas.
@available(*, unavailable, message: "Use Canvas.")
open class CAShapeLayer: UnavailableObject {}
/// Unavailable: use Canvas.
@available(*, unavailable, message: "Use Canvas.")
open class CAGradientLayer: UnavailableObject {}
/// Unavailable: Swift on Linux has no selectors.
@available(*, unavailable, message: "Swift on Linux has no selectors. Use Timer with a block, and redraw a Canvas.")
open class CADisplayLink: UnavailableObject {
  /// Exists only so that the compiler's error names the unavailable type, and not a missing declaration.
  public convenience init(target: Any, selector: Any) { self.init() }
}
/// Unavailable: use Bundle.main.data(at:).
@available(*, unavailable, message: "Use Bundle.main.data(at:).")
open class NSDataAsset: UnavailableObject {}
/// Unavailable: use AudioServicesPlaySystemSound or UIDevice.current.playInputClick().
@available(*, unavailable, message: "Use AudioServicesPlaySystemSound or UIDevice.current.playInputClick().")
open class AVAudioPlayer: UnavailableObject {}
/// Unavailable: use AudioServicesPlaySystemSound or UIDevice.current.playInputClick().
@available(*, unavailable, message: "Use AudioServicesPlaySystemSound or UIDevice.current.playInputClick().")
open class AVAudioSession: UnavailableObject {}
/// Unavailable: a keyboard plays only the sounds of keys.
@available(*, unavailable, message: "A keyboard plays only the sounds of keys.")
open class AVSpeechSynthesizer: UnavailableObject {}
/// Unavailable: use UIImpactFeedbackGenerator.
@available(*, unavailable, message: "Use UIImpactFeedbackGenerator.")
open class CHHapticEngine: UnavailableObject {}
/// Unavailable: use textServices of the controller.
@available(*, unavailable, message: "Use textServices of the controller.")
open class NLTokenizer: UnavailableObject {}
/// Unavailable: Klava does not tag words. Use textServices to find boundaries.
@available(*, unavailable, message: "Klava does not tag words. Use textServices to find boundaries.")
open class NLTagger: UnavailableObject {}
/// Unavailable: Klava does not recognize languages. Use textDocumentProxy.documentInputMode.
@available(*, unavailable, message: "Klava does not recognize languages. Use textDocumentProxy.documentInputMode.")
open class NLLanguageRecognizer: UnavailableObject {}
/// Unavailable: change inputView to ask the user.
@available(*, unavailable, message: "Change inputView to ask the user.")
open class UIAlertAction: UnavailableObject {}
/// Unavailable: a keyboard has one controller, a UIInputViewController, and no child controllers.
@available(*, unavailable, message: "A keyboard has one controller, a UIInputViewController, and no child controllers.")
open class UINavigationController: UnavailableObject {}
/// Unavailable: a keyboard has one controller, a UIInputViewController, and no child controllers.
@available(*, unavailable, message: "A keyboard has one controller, a UIInputViewController, and no child controllers.")
open class UIPageViewController: UnavailableObject {}
/// Unavailable: use Grid in a ScrollArea.
@available(*, unavailable, message: "Use Grid in a ScrollArea.")
open class UICollectionViewController: UnavailableObject {}
/// Unavailable: use Key, Label and Image in a Grid.
@available(*, unavailable, message: "Use Key, Label and Image in a Grid.")
open class UICollectionViewListCell: UnavailableObject {}
/// Unavailable: use Grid, Row and Column.
@available(*, unavailable, message: "Use Grid, Row and Column.")
open class UICollectionViewLayoutAttributes: UnavailableObject {}
/// Unavailable: use Grid, Row and Column.
@available(*, unavailable, message: "Use Grid, Row and Column.")
open class UICollectionViewCompositionalLayout: UnavailableObject {}
/// Unavailable: use the modifiers of elements.
@available(*, unavailable, message: "Use the modifiers of elements.")
open class UICellConfigurationState: UnavailableObject {}
/// Unavailable: use the modifiers of elements.
@available(*, unavailable, message: "Use the modifiers of elements.")
open class UIBackgroundConfiguration: UnavailableObject {}
/// Unavailable: use onPan of TouchArea.
@available(*, unavailable, message: "Use onPan of TouchArea.")
open class UIScreenEdgePanGestureRecognizer: UnavailableObject {}
/// Unavailable: use frame(width:height:) and weights.
@available(*, unavailable, message: "Use frame(width:height:) and weights.")
open class UILayoutGuide: UnavailableObject {}
/// Unavailable: use Canvas.
@available(*, unavailable, message: "Use Canvas.")
open class CATextLayer: UnavailableObject {}
/// Unavailable: use Canvas.
@available(*, unavailable, message: "Use Canvas.")
open class CAEmitterLayer: UnavailableObject {}
/// Unavailable: Klava does not animate elements.
@available(*, unavailable, message: "Klava does not animate elements.")
open class CATransaction: UnavailableObject {}
/// Unavailable: Klava does not animate elements.
@available(*, unavailable, message: "Klava does not animate elements.")
open class CABasicAnimation: UnavailableObject {}
/// Unavailable: Klava does not animate elements.
@available(*, unavailable, message: "Klava does not animate elements.")
open class CAKeyframeAnimation: UnavailableObject {}
/// Unavailable: Klava does not animate elements.
@available(*, unavailable, message: "Klava does not animate elements.")
open class CAMediaTimingFunction: UnavailableObject {}
/// Unavailable: use Canvas.
@available(*, unavailable, message: "Use Canvas.")
public func UIGraphicsGetCurrentContext() -> UnavailableObject? { nil }
