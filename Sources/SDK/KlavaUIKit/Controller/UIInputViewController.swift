@_spi(KlavaUIKit) public import KlavaKit

/// The base class of a keyboard from iOS: `InputViewController` with UIKit's methods that need Foundation.
open class UIInputViewController: InputViewController {
  private var last = KeyboardEnvironment()
  /// The functions to call when traits change, with the numbers of their registrations.
  private var traitHandlers: [(number: Int, handler: @MainActor (UITraitCollection, UITraitCollection) -> Void)] = []
  private var lastRegistration = 0

  /// Creates the controller. A subclass that overrides this initializer must call `super.init()`.
  public required init() {
    super.init()
    // Only the main thread can read Info.plist, paths and settings from the host. Read the values now, so that other
    // threads can use the values later.
    Bundle.loadInfo()
    Bundle.loadPaths()
    UserDefaults.load()
  }

  // MARK: Life cycle

  /// Whether `viewDidLoad` has run.
  public private(set) var isViewLoaded = false

  /// Called once for each process, after `init()` and before all other methods. An override in a subclass must call
  /// `super`.
  open override func viewDidLoad() {
    super.viewDidLoad()
    isViewLoaded = true
  }

  /// Calls `viewDidLoad` if it has not run. Call `loadViewIfNeeded()` in unit tests. Outside of unit tests, the host
  /// has already called `viewDidLoad`.
  public func loadViewIfNeeded() {
    guard !isViewLoaded else { return }
    isViewLoaded = true
    viewDidLoad()
  }

  // MARK: Changes

  /// Called when the keyboard's size changes.
  ///
  /// The host has already changed the size, so the coordinator calls the animation closures immediately, without an
  /// animation. If the orientation changed, this implementation calls ``willRotate(to:duration:)`` and
  /// ``didRotate(from:)``.
  ///
  /// - Parameters:
  ///   - size: The new size in points.
  ///   - coordinator: The coordinator, which calls the closures that you pass to its methods.
  open func viewWillTransition(to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator) {
    guard let rotation else { return }
    willRotate(to: rotation.new, duration: 0)
    coordinator.animate(alongsideTransition: nil) { [unowned self] _ in didRotate(from: rotation.old) }
  }

  /// The change of orientation that `environmentDidChange` is reporting.
  private var rotation: (old: UIInterfaceOrientation, new: UIInterfaceOrientation)?

  /// Called when the orientation changes.
  ///
  /// - Parameters:
  ///   - toInterfaceOrientation: The new orientation.
  ///   - duration: Always 0.
  open func willRotate(to toInterfaceOrientation: UIInterfaceOrientation, duration: TimeInterval) {}
  /// Called after the orientation changed.
  ///
  /// - Parameter fromInterfaceOrientation: The previous orientation.
  open func didRotate(from fromInterfaceOrientation: UIInterfaceOrientation) {}

  /// Called before `traitCollectionDidChange(_:)` if a size class changes.
  ///
  /// - Parameters:
  ///   - newCollection: The new traits.
  ///   - coordinator: The coordinator, which calls the closures that you pass to its methods.
  open func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {}

  /// Called after the appearance, a size class, the writing direction or the text size changed.
  ///
  /// - Parameter previousTraitCollection: The traits before the change.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  /// The appearance and size classes of the area in which the host shows the keyboard.
  open var traitCollection: UITraitCollection { UITraitCollection(environment) }

  /// Calls UIKit's methods for the parts of the environment that changed. An override in a subclass must call `super`.
  open override func environmentDidChange() {
    super.environmentDidChange()
    let (current, previous) = (environment, last)
    last = current
    let previousTraits = UITraitCollection(previous)
    let traits = UITraitCollection(current)
    if traits.horizontalSizeClass != previousTraits.horizontalSizeClass
      || traits.verticalSizeClass != previousTraits.verticalSizeClass
    {
      willTransition(to: traits, with: ImmediateTransition())
    }
    let (old, new) = (UIInterfaceOrientation(previous), UIInterfaceOrientation(current))
    rotation = old == new ? nil : (old, new)
    let size = UIScreen.size(current)
    if size != UIScreen.size(previous) { viewWillTransition(to: size, with: ImmediateTransition()) }
    rotation = nil
    if old != new, UIDevice.current.isGeneratingDeviceOrientationNotifications {
      NotificationCenter.default.post(name: UIDevice.orientationDidChangeNotification, object: nil)
    }
    guard traits != previousTraits else { return }
    traitCollectionDidChange(previousTraits)
    for entry in traitHandlers { entry.handler(previousTraits, traits) }
  }

  /// Ends a registration.
  ///
  /// - Parameter registration: The result of `registerForTraitChanges(_:handler:)`.
  public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
    guard let registration = registration as? TraitChangeRegistration else { return }
    traitHandlers.removeAll { $0.number == registration.number }
  }

  /// Calls a function after each change of one of the given traits. KlavaUIKit calls the function after
  /// `traitCollectionDidChange`.
  ///
  /// - Parameters:
  ///   - traits: The traits to watch.
  ///   - handler: Called with the controller and the traits before the change. In code for iOS, the type of the
  ///     handler's first argument is `Self`.
  /// - Returns: The registration, for `unregisterForTraitChanges`.
  @discardableResult
  public func registerForTraitChanges<Controller>(
    _ traits: [any UITrait.Type], handler: @escaping @MainActor (Controller, UITraitCollection) -> Void
  ) -> any UITraitChangeRegistration {
    lastRegistration += 1
    let entry = { @MainActor [weak self] (old: UITraitCollection, new: UITraitCollection) in
      if traits.contains(where: { $0.differs(old, new) }), let controller = self as? Controller {
        handler(controller, old)
      }
    }
    traitHandlers.append((lastRegistration, entry))
    return TraitChangeRegistration(number: lastRegistration)
  }

  /// Stores the environment for the next comparison in `environmentDidChange`, and posts notifications.
  @_spi(KlavaUIKit) open override func hostWillAppear() {
    last = environment
    post(.NSExtensionHostWillEnterForeground, .NSExtensionHostDidBecomeActive)
  }

  /// Posts `NSExtensionHostWillResignActive` and `NSExtensionHostDidEnterBackground`.
  @_spi(KlavaUIKit) open override func hostDidDisappear() {
    post(.NSExtensionHostWillResignActive, .NSExtensionHostDidEnterBackground)
  }

  private func post(_ names: NSNotification.Name...) {
    for name in names { NotificationCenter.default.post(name: name, object: nil) }
  }

  /// Posts `UserDefaults.didChangeNotification`. An override in a subclass must call `super`.
  open override func settingsDidChange() {
    super.settingsDidChange()
    UserDefaults.load()
    NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: UserDefaults.standard)
  }

  /// The keyboard's own language (`primaryLanguage`). The language of the document is
  /// `textDocumentProxy.documentInputMode`.
  open var textInputMode: UITextInputMode? { UITextInputMode(primaryLanguage: primaryLanguage) }

  // MARK: Services

  /// Requests the user's lexicon: text shortcuts, frequent words and the names of contacts.
  ///
  /// - Returns: The lexicon; empty if the user has none.
  open func requestSupplementaryLexicon() async -> UILexicon {
    await withCheckedContinuation { continuation in
      requestSupplementaryLexicon { continuation.resume(returning: $0) }
    }
  }

  /// The context of the extension. As on iOS, the context cannot open URLs.
  open var extensionContext: NSExtensionContext? { NSExtensionContext() }

  /// Refuses to open a URL, as iOS does for a keyboard, and logs an error.
  ///
  /// - Parameter url: Ignored.
  /// - Returns: False.
  @discardableResult open func openURL(_ url: URL) -> Bool {
    NSExtensionContext.refuse()
    return false
  }

  /// Unavailable: a keyboard on Klava has no view to load.
  @available(*, unavailable, message: "Set inputView in viewDidLoad.")
  open func loadView() {}

  /// Unavailable: the host draws the keyboard.
  @available(*, unavailable, message: "Klava draws the keyboard. Set inputView to an InputView of Rows and Keys.")
  public var view: UIView { UIView() }

  /// Unavailable: the host draws the keyboard.
  @available(*, unavailable, message: "Klava draws the keyboard. Set inputView to an InputView of Rows and Keys.")
  public var viewIfLoaded: UIView? { nil }

  /// Unavailable: set the height of the input view.
  @available(*, unavailable, message: "Set the height of the InputView.")
  public var preferredContentSize: CGSize {
    get { .zero }
    set {}
  }

  /// Unavailable: the host decides the appearance.
  @available(*, unavailable, message: "The host decides the appearance. Give the elements colors.")
  public var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { .unspecified }
    set {}
  }

  /// Unavailable: a keyboard has one controller.
  @available(*, unavailable, message: "A keyboard has one controller. Change inputView to ask the user.")
  public func present(_ controller: UnavailableObject, animated: Bool, completion: (() -> Void)? = nil) {}

  /// Unavailable: a keyboard has one controller.
  @available(*, unavailable, message: "A keyboard has one controller. To hide the keyboard, use dismissKeyboard().")
  public func dismiss(animated: Bool, completion: (() -> Void)? = nil) {}

  /// Unavailable: the host adds the safe area itself.
  @available(*, unavailable, message: "The host keeps the keys inside the safe area.")
  open func viewSafeAreaInsetsDidChange() {}

  /// Unavailable: a keyboard has the orientation of its application.
  @available(*, unavailable, message: "A keyboard has the orientation of its application, as on iOS.")
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }

  /// Unavailable: a keyboard has one controller.
  @available(
    *, unavailable, message: "A keyboard has one controller, a UIInputViewController, and no child controllers."
  )
  public func addChild(_ child: UnavailableObject) {}
}

/// Orientations of the keyboard's layout.
public struct UIInterfaceOrientationMask: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Creates a set.
  ///
  /// - Parameter rawValue: The bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The longer side of the screen is vertical.
  public static let portrait = Self(rawValue: 2)
  /// The longer side of the screen is horizontal.
  public static let landscape = Self(rawValue: 24)
  /// All orientations.
  public static let all = Self(rawValue: 30)
}

/// A coordinator that calls the keyboard's animation and completion closures when the keyboard's size changes.
@preconcurrency @MainActor public protocol UIViewControllerTransitionCoordinator {
  /// Calls `animation`, and then `completion`.
  ///
  /// - Parameters:
  ///   - animation: Changes the layout.
  ///   - completion: Called after `animation`.
  /// - Returns: True.
  @discardableResult func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

extension UIViewControllerTransitionCoordinator {
  /// Calls `animation`.
  ///
  /// - Parameter animation: Changes the layout.
  @discardableResult public func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    animate(alongsideTransition: animation, completion: nil)
  }
}

/// The properties of a change of the keyboard's size.
@preconcurrency @MainActor public protocol UIViewControllerTransitionCoordinatorContext {
  /// Whether the change is animated. Always false.
  var isAnimated: Bool { get }
  /// The duration of the change in seconds. Always 0.
  var transitionDuration: TimeInterval { get }
}

private struct ImmediateTransition: UIViewControllerTransitionCoordinator, UIViewControllerTransitionCoordinatorContext
{
  let isAnimated = false
  let transitionDuration: TimeInterval = 0

  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    animation?(self)
    completion?(self)
    return true
  }
}

/// The context of an app extension. As on iOS, a keyboard cannot open URLs or complete requests.
@preconcurrency @MainActor public struct NSExtensionContext {
  /// Calls the handler with false, because a keyboard cannot open URLs.
  ///
  /// - Parameters:
  ///   - url: Ignored.
  ///   - completionHandler: Called immediately with false.
  public func open(_ url: URL, completionHandler: (@MainActor (Bool) -> Void)? = nil) {
    Self.refuse()
    completionHandler?(false)
  }

  /// Returns false, because a keyboard cannot open URLs.
  ///
  /// - Parameter url: Ignored.
  /// - Returns: False.
  public func open(_ url: URL) async -> Bool {
    Self.refuse()
    return false
  }

  static func refuse() { HostLog.write("A keyboard cannot open a URL, as on iOS.", .error) }
}
