// UIKit's types for views, which Klava does not imitate. The compiler shows the message where code names the type.

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
/// Unavailable: use `Key`.
@available(*, unavailable, message: "Use Key with an action.")
public class UIControl {}
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
/// Unavailable: use `Key.onLongPress`.
@available(*, unavailable, message: "Use Key.onLongPress.")
public class UILongPressGestureRecognizer {}
/// Unavailable: use `Key.onSwipe`.
@available(*, unavailable, message: "Use Key.onSwipe.")
public class UISwipeGestureRecognizer {}
/// Unavailable: use `Key.onTouch`.
@available(*, unavailable, message: "Use Key.onTouch.")
public class UIPanGestureRecognizer {}
/// Unavailable: use the action of a `Key`.
@available(*, unavailable, message: "Use the action of Key.")
public class UITapGestureRecognizer {}
/// Unavailable: use `Key.onTouch`.
@available(*, unavailable, message: "Use Key.onTouch.")
public class UIGestureRecognizer {}
/// Unavailable: use `KeyTouch`.
@available(*, unavailable, message: "Use Key.onTouch, which passes KeyTouches.")
public class UITouch {}
/// Unavailable: use `KeyTouches`.
@available(*, unavailable, message: "Use Key.onTouch, which passes KeyTouches.")
public class UIEvent {}
/// Unavailable: an extension has no application, as on iOS.
@available(*, unavailable, message: "A keyboard has no UIApplication, as on iOS.")
public class UIApplication {}
/// Unavailable: storyboards and nibs do not exist.
@available(*, unavailable, message: "Build the input view in code: InputView.")
public class UINib {}
/// Unavailable: storyboards and nibs do not exist.
@available(*, unavailable, message: "Build the input view in code: InputView.")
public class UIStoryboard {}
/// Unavailable: SwiftUI does not exist.
@available(*, unavailable, message: "Klava has no SwiftUI. Use InputView.")
public class UIHostingController<Content> {}
/// Unavailable: the host draws the background.
@available(*, unavailable, message: "Use background(_:) of InputView.")
public class UIVisualEffectView {}
/// Unavailable: Klava has no spelling checker for keyboards.
@available(*, unavailable, message: "Klava has no spelling checker for keyboards.")
public class UITextChecker {}
