// UIKit's types for views, which Klava does not imitate. If code names such a type, the compiler shows the message.

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
/// Unavailable: Klava has no spelling checker for keyboards.
@available(*, unavailable, message: "Klava has no spelling checker for keyboards.")
public class UITextChecker {}
