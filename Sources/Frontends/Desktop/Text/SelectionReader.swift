internal import Glibc
internal import SystemSupport
internal import Timing
internal import WaylandClient

/// Reads the texts of a Wayland selection: the clipboard (Desktop.md#clipboard) or the primary selection
/// (Desktop.md#primary-selection).
///
/// The reader never waits for an application. It reads one text at a time, and stops reading when a newer text is
/// available.
final class SelectionReader {
  /// The selections of a seat. The raw value is the name of the event that announces a change.
  enum Selection: String {
    /// The data that the user copied last.
    case clipboard = "selection"
    /// The text that the user selected last.
    case primary = "primary_selection"
  }

  /// A change of the selection.
  enum Change {
    /// At `since`, the selection got this text.
    case text(String, since: Duration)
    /// At `since`, an application offered another text.
    case offered(since: Duration)
    /// At `since`, the application removed the selection.
    case removed(since: Duration)
  }

  private let selection: Selection
  private let clock: any SessionClock
  private var device: WaylandObject?
  /// The offer that the compositor announced last. If the next event is a change of a selection, the selection contains
  /// the data of this offer.
  private var announced: Offer?
  /// The offer that the reader will read at ``nextReading`` or later, when ``mayRead`` allows it; nil if no offer waits.
  private var waiting: Offer?
  private var nextReading = Duration.zero
  private var reading: Reading?
  /// The last removals and offers that ``read()`` has not returned yet, without repetitions.
  private var changes: [Change] = []
  /// The request whose answer follows the content that the selection had when this object was created; nil after the
  /// answer. The user may have copied this content in a secure field, so the reader does not read it.
  private var firstContent: WaylandObject?
  /// Returns whether the reader may read a text that the user selected or copied at the given time.
  private let mayRead: (Duration) -> Bool
  /// Whether an offer waits until ``mayRead`` returns true.
  private let waits: Bool
  /// The time from the start of a read until the start of the next read. If the selection changes more often, the reader
  /// skips the texts between.
  private let interval: Duration

  /// The selected data that a source application offers to other applications.
  private final class Offer {
    let handle: WaylandObject
    var hasText = false
    var isPassword = false
    /// The time of the change of the selection.
    var time = Duration.zero

    init(_ handle: WaylandObject) { self.handle = handle }
  }

  /// A read of selected data that has not ended yet.
  private struct Reading {
    let pipe: SharedDescriptor
    /// The time of the change of the selection.
    let time: Duration
    let deadline: Duration
    var bytes: [UInt8] = []
  }

  private static let textType = "text/plain;charset=utf-8"
  /// The MIME type with which a source says that its text is a password. Klava does not read the data of this type,
  /// because all sources offer the same word: `secret`.
  private static let passwordType = "x-kde-passwordManagerHint"
  /// The maximum size in bytes of a text.
  private static let maximumBytes = 4_096
  /// The maximum number of bytes that one call of ``read()`` takes from a pipe.
  private static let bytesInOneTurn = 8_192
  /// The time limit for a source to write its data. Until the time limit, the reader reads and discards the bytes
  /// beyond ``maximumBytes``, because some programs exit if the reader closes the pipe early.
  private static let patience = Duration.seconds(2)

  /// Starts to listen to a selection of a seat.
  ///
  /// - Parameters:
  ///   - interval: The minimum time between the starts of two reads.
  ///   - waits: Whether a text waits until `mayRead` returns true, and is then read to its end. Otherwise, the reader skips
  ///     the text, or stops reading it.
  ///   - mayRead: Returns whether the reader may read a text that the user selected or copied at the given time.
  /// - Returns: The initializer returns nil if the compositor has no protocol for the selection.
  init?(
    _ selection: Selection, _ globals: Globals, clock: any SessionClock, interval: Duration, waits: Bool,
    mayRead: @escaping (Duration) -> Bool
  ) {
    // Both protocols have the same requests and events. `zwlr_data_control_manager_v1` has the primary selection since
    // version 2.
    guard
      let manager = globals.connection.bind("ext_data_control_manager_v1", version: 1)
        ?? globals.connection.bind("zwlr_data_control_manager_v1", version: 2)
    else { return nil }
    self.selection = selection
    self.clock = clock
    self.interval = interval
    self.waits = waits
    self.mayRead = mayRead
    device = manager.create("get_data_device", .object(globals.seat))
    device?.handler = { [unowned self] in handle($0) }
    firstContent = globals.connection.synchronize()
    firstContent?.handler = { [unowned self] _ in firstContent = nil }
  }

  /// The descriptor that becomes readable when data arrives; nil if no read is in progress.
  var descriptor: Int32? { reading?.pipe.number }

  /// The time of the next call of ``read()``; nil if no text is expected, or if a text waits for ``mayRead``.
  var deadline: Duration? { reading?.deadline ?? waiting.flatMap { mayRead($0.time) ? nextReading : nil } }

  private func handle(_ event: WaylandEvent) {
    switch event.name {
    case "data_offer":
      let offer = event.created(0).map(Offer.init)
      announced = offer
      offer?.handle.handler = { [weak offer] event in
        guard event.name == "offer" else { return }
        switch event.bytes(0) {
        case Array(Self.textType.utf8): offer?.hasText = true
        case Array(Self.passwordType.utf8): offer?.isPassword = true
        default: break
        }
      }
    case selection.rawValue:
      let offer = announced.take()
      guard firstContent == nil else { return }
      (waiting, reading) = (nil, nil)
      let now = clock.now
      record(event.object(0) == nil ? .removed(since: now) : .offered(since: now))
      guard let offer, event.object(0) === offer.handle, offer.hasText, !offer.isPassword, waits || mayRead(now)
      else { return }
      offer.time = now
      waiting = offer
    case Selection.clipboard.rawValue, Selection.primary.rawValue: announced = nil
    case "finished":
      (device, announced) = (nil, nil)
      stopReading()
    default: break
    }
  }

  /// Keeps a change for ``read()``. An application can change its selection more often than ``read()`` is called.
  private func record(_ change: Change) {
    switch (changes.last, change) {
    case (.removed?, .removed), (.offered?, .offered): changes[changes.count - 1] = change
    default: changes = changes.suffix(2) + [change]
    }
  }

  private func receive(_ offer: Offer) {
    nextReading = clock.now + interval
    do throws(SystemError) {
      let ends = try PipeEnds()
      offer.handle.request("receive", .string(Self.textType), .descriptor(ends.writing.number))
      reading = Reading(
        pipe: SharedDescriptor(ends.closeWriting()), time: offer.time, deadline: clock.now + Self.patience)
    } catch {
      // If this process has no free descriptor, the reader skips the text.
    }
  }

  /// Stops reading the current text, because the user may have copied it in a secure field, or selected it in another
  /// field.
  func stopReading() { (waiting, reading, changes) = (nil, nil, []) }

  /// Reads the data that has arrived, without waiting.
  ///
  /// - Returns: The next change of the selection; nil if there is none, or if the text is incomplete. Call the method until
  ///   it returns nil.
  func read() -> Change? {
    if !changes.isEmpty { return changes.removeFirst() }
    if let offer = waiting {
      guard mayRead(offer.time) else {
        if !waits { waiting = nil }
        return nil
      }
      guard nextReading <= clock.now else { return nil }
      waiting = nil
      receive(offer)
    }
    guard let reading else { return nil }
    guard waits || mayRead(reading.time) else {
      stopReading()
      return nil
    }
    var buffer = [UInt8](repeating: 0, count: Self.bytesInOneTurn)
    let count = Glibc.read(reading.pipe.number, &buffer, buffer.count)
    if count > 0 {
      self.reading?.bytes += buffer.prefix(min(count, Self.maximumBytes + 1 - reading.bytes.count))
    }
    if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR || reading.deadline <= clock.now {
      self.reading = nil
      guard count == 0, reading.bytes.count <= Self.maximumBytes,
        let text = String(validating: reading.bytes, as: UTF8.self)
      else { return nil }
      return .text(text, since: reading.time)
    }
    return nil
  }
}
