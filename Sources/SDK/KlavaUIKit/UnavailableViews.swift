// UIKit's and other types that Klava does not imitate. If code names such a type, the compiler shows the message.

/// Unavailable: use `InputView`.
@available(*, unavailable, message: "Klava draws the keyboard. Use InputView, Row, Column, Key and Label.")
public class UIView {}
/// Unavailable: use `Row` or `Column`.
@available(*, unavailable, message: "Use Row or Column.")
public class UIStackView {}
/// Unavailable: use `Grid` in a `ScrollArea`.
@available(*, unavailable, message: "Use Grid in a ScrollArea.")
public class UICollectionView {}
/// Unavailable: use `Column` in a `ScrollArea`.
@available(*, unavailable, message: "Use Column in a ScrollArea.")
public class UITableView {}
/// Unavailable: use `ScrollArea`.
@available(*, unavailable, message: "Use ScrollArea.")
public class UIScrollView {}
/// Unavailable: use `Key`.
@available(*, unavailable, message: "Use Key.")
public class UIButton {}
/// Unavailable: use `Label`.
@available(*, unavailable, message: "Use Label.")
public class UILabel {}
/// Unavailable: use `Image`.
@available(*, unavailable, message: "Use Image.")
public class UIImageView {}
/// Unavailable: use `Image` or the picture of a `Key`.
@available(*, unavailable, message: "Use Image, or image and systemImage of Key.")
public class UIImage {}
/// Unavailable: use `StyledElement.font`.
@available(*, unavailable, message: "Use the modifiers of Key and Label for fonts.")
public class UIFont {}
/// Unavailable: use `frame` and weights.
@available(*, unavailable, message: "Use frame(width:height:) and weights.")
public class NSLayoutConstraint {}
/// Unavailable: use `onLongPress` of `Key` or `TouchArea`.
@available(*, unavailable, message: "Use onLongPress of Key or TouchArea.")
public class UILongPressGestureRecognizer {}
/// Unavailable: use `onSwipe` of `Key` or `TouchArea`.
@available(*, unavailable, message: "Use onSwipe of Key or TouchArea.")
public class UISwipeGestureRecognizer {}
/// Unavailable: use `onPan` of `Key` or `TouchArea`.
@available(*, unavailable, message: "Use onPan of Key or TouchArea.")
public class UIPanGestureRecognizer {}
/// Unavailable: use the action of a `Key`, or `TouchArea.onTap`.
@available(*, unavailable, message: "Use the action of Key, or TouchArea.onTap.")
public class UITapGestureRecognizer {}
/// Unavailable: an extension has no application, as on iOS.
@available(*, unavailable, message: "A keyboard has no UIApplication, as on iOS.")
public class UIApplication {}
/// Unavailable: storyboards and nibs do not exist.
@available(*, unavailable, message: "Build the input view in code: InputView.")
public class UINib {}
/// Unavailable: storyboards and nibs do not exist.
@available(*, unavailable, message: "Build the input view in code: InputView.")
public class UIStoryboard {}
/// Unavailable: Klava has no SwiftUI.
@available(*, unavailable, message: "Klava has no SwiftUI. Use InputView.")
public class UIHostingController<Content> {}
/// Unavailable: the host draws the background.
@available(*, unavailable, message: "Use background(_:) of InputView.")
public class UIVisualEffectView {}
/// Unavailable: a keyboard has one controller, a UIInputViewController, and no child controllers.
@available(*, unavailable, message: "A keyboard has one controller, a UIInputViewController, and no child controllers.")
public class UIViewController {}
/// Unavailable: a keyboard has no window. The host places it.
@available(*, unavailable, message: "A keyboard has no window. The host places it.")
public class UIWindow {}
/// Unavailable: a keyboard has no responder chain, and opens no URL.
@available(*, unavailable, message: "A keyboard has no responder chain, and opens no URL.")
public class UIResponder {}
/// Unavailable: use Key, Label and Image in a Grid.
@available(*, unavailable, message: "Use Key, Label and Image in a Grid.")
public class UICollectionViewCell {}
/// Unavailable: use Label in a ScrollArea.
@available(*, unavailable, message: "Use Label in a ScrollArea.")
public class UICollectionReusableView {}
/// Unavailable: use Grid, Row and Column.
@available(*, unavailable, message: "Use Grid, Row and Column.")
public class UICollectionViewLayout {}
/// Unavailable: use Grid, Row and Column.
@available(*, unavailable, message: "Use Grid, Row and Column.")
public class UICollectionViewFlowLayout {}
/// Unavailable: use Row in a ScrollArea.
@available(*, unavailable, message: "Use Row in a ScrollArea.")
public class UITableViewCell {}
/// Unavailable: a keyboard has no fields. It types with textDocumentProxy.
@available(*, unavailable, message: "A keyboard has no fields. It types with textDocumentProxy.")
public class UITextField {}
/// Unavailable: a keyboard has no fields. It types with textDocumentProxy.
@available(*, unavailable, message: "A keyboard has no fields. It types with textDocumentProxy.")
public class UITextView {}
/// Unavailable: declare settings in Settings.bundle.
@available(*, unavailable, message: "Declare settings in Settings.bundle.")
public class UISwitch {}
/// Unavailable: declare settings in Settings.bundle, or use onPan of TouchArea.
@available(*, unavailable, message: "Declare settings in Settings.bundle, or use onPan of TouchArea.")
public class UISlider {}
/// Unavailable: use Keys in a Row.
@available(*, unavailable, message: "Use Keys in a Row.")
public class UISegmentedControl {}
/// Unavailable: use Label.
@available(*, unavailable, message: "Use Label.")
public class UIPageControl {}
/// Unavailable: use Label.
@available(*, unavailable, message: "Use Label.")
public class UIActivityIndicatorView {}
/// Unavailable: change inputView to ask the user.
@available(*, unavailable, message: "Change inputView to ask the user.")
public class UIAlertController {}
/// Unavailable: use alternatives of Key.
@available(*, unavailable, message: "Use alternatives of Key.")
public class UIMenu {}
/// Unavailable: use Path in a Canvas.
@available(*, unavailable, message: "Use Path in a Canvas.")
public class UIBezierPath {}
/// Unavailable: use background(_:) of InputView.
@available(*, unavailable, message: "Use background(_:) of InputView.")
public class UIBlurEffect {}
/// Unavailable: use background(_:) of InputView.
@available(*, unavailable, message: "Use background(_:) of InputView.")
public class UIVisualEffect {}
/// Unavailable: use Canvas.
@available(*, unavailable, message: "Use Canvas.")
public class UIGraphicsImageRenderer {}
/// Unavailable: klava has no animations of elements.
@available(*, unavailable, message: "Klava has no animations of elements.")
public class UIViewPropertyAnimator {}
/// Unavailable: compute the gesture from the touches of a TouchArea.
@available(*, unavailable, message: "Compute the gesture from the touches of a TouchArea.")
public class UIPinchGestureRecognizer {}
/// Unavailable: compute the gesture from the touches of a TouchArea.
@available(*, unavailable, message: "Compute the gesture from the touches of a TouchArea.")
public class UIRotationGestureRecognizer {}
/// Unavailable: use the modifiers of elements.
@available(*, unavailable, message: "Use the modifiers of elements.")
public class CALayer {}
/// Unavailable: use Canvas.
@available(*, unavailable, message: "Use Canvas.")
public class CAShapeLayer {}
/// Unavailable: use Canvas.
@available(*, unavailable, message: "Use Canvas.")
public class CAGradientLayer {}
/// Unavailable: use Canvas, which the host redraws once in a frame.
@available(*, unavailable, message: "Use Canvas, which the host redraws once in a frame.")
public class CADisplayLink {}
/// Unavailable: use Bundle.main.data(at:).
@available(*, unavailable, message: "Use Bundle.main.data(at:).")
public class NSDataAsset {}
/// Unavailable: use AudioServicesPlaySystemSound or UIDevice.current.playInputClick().
@available(*, unavailable, message: "Use AudioServicesPlaySystemSound or UIDevice.current.playInputClick().")
public class AVAudioPlayer {}
/// Unavailable: use AudioServicesPlaySystemSound or UIDevice.current.playInputClick().
@available(*, unavailable, message: "Use AudioServicesPlaySystemSound or UIDevice.current.playInputClick().")
public class AVAudioSession {}
/// Unavailable: a keyboard plays only the sounds of keys.
@available(*, unavailable, message: "A keyboard plays only the sounds of keys.")
public class AVSpeechSynthesizer {}
/// Unavailable: use UIImpactFeedbackGenerator.
@available(*, unavailable, message: "Use UIImpactFeedbackGenerator.")
public class CHHapticEngine {}
/// Unavailable: use textServices of the controller.
@available(*, unavailable, message: "Use textServices of the controller.")
public class NLTokenizer {}
/// Unavailable: klava has no tags of words. Use textServices for boundaries.
@available(*, unavailable, message: "Klava has no tags of words. Use textServices for boundaries.")
public class NLTagger {}
/// Unavailable: klava does not recognize languages. Use textDocumentProxy.documentInputMode.
@available(*, unavailable, message: "Klava does not recognize languages. Use textDocumentProxy.documentInputMode.")
public class NLLanguageRecognizer {}
