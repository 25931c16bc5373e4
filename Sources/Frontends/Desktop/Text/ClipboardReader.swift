internal import Glibc
internal import SystemSupport
internal import Timing
internal import WaylandClient

/// Reads the texts that the user copies in applications, for the history of copied texts (Desktop.md#clipboard).
///
/// The reader never waits for an application. It reads one text at a time, and stops reading when a newer text is
/// available.
final class ClipboardReader {
  /// The manager interfaces of the two clipboard protocols, the preferred interface first. Both protocols have the same
  /// requests and events.
  static let interfaces = ["ext_data_control_manager_v1", "zwlr_data_control_manager_v1"]

  private let clock: any SessionClock
  private var limiter: RateLimiter
  private var device: WaylandObject?
  /// The offer that the compositor announced last. If the next event is `selection`, the clipboard contains the data of
  /// this offer.
  private var announced: Offer?
  private var reading: Reading?
  /// Whether the compositor reported the content that the clipboard had when this object was created.
  private var knowsContent = false
  /// Whether a copied text can be a password, because a secure field has the focus or had it a short time ago.
  private let mayBePassword: () -> Bool

  /// The copied data that a source application offers to other applications.
  private final class Offer {
    let handle: WaylandObject
    var hasText = false
    var isPassword = false

    init(_ handle: WaylandObject) { self.handle = handle }
  }

  /// A read of copied data that has not ended yet.
  private struct Reading {
    let pipe: SharedDescriptor
    let deadline: Duration
    var bytes: [UInt8] = []
  }

  private static let textType = "text/plain;charset=utf-8"
  /// The MIME type with which a source says that its text is a password. Klava does not read the data of this type,
  /// because all sources offer the same word: `secret`.
  private static let passwordType = "x-kde-passwordManagerHint"
  /// The maximum size in bytes of a text in the history.
  private static let maximumBytes = 4_096
  /// The maximum number of bytes that one call of ``read()`` takes from a pipe.
  private static let bytesInOneTurn = 8_192
  /// The maximum number of texts per second that the reader reads. If a program copies more often, the reader skips the
  /// additional texts.
  private static let textsPerSecond = 5
  /// The time limit for a source to write its data. Until the time limit, the reader reads and discards the bytes
  /// beyond ``maximumBytes``, because some programs exit if the reader closes the pipe early.
  private static let patience = Duration.seconds(2)

  /// Starts to listen to the clipboard of a seat.
  ///
  /// - Parameter mayBePassword: Whether a text that the user copies now can be a password.
  /// - Returns: The initializer returns nil if the compositor has no protocol for the clipboard.
  init?(_ globals: Globals, clock: any SessionClock, mayBePassword: @escaping () -> Bool) {
    let managers = Self.interfaces.lazy.compactMap { globals.connection.bind($0, version: 1) }
    guard let manager = managers.first else { return nil }
    self.clock = clock
    limiter = RateLimiter(perSecond: Self.textsPerSecond, at: clock.now)
    self.mayBePassword = mayBePassword
    device = manager.create("get_data_device", .object(globals.seat))
    device?.handler = { [unowned self] in handle($0) }
  }

  /// The descriptor that becomes readable when data arrives; nil if no read is in progress.
  var descriptor: Int32? { reading?.pipe.number }

  /// The time of the next call of ``read()``; nil if no read is in progress.
  var deadline: Duration? { reading?.deadline }

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
    case "selection":
      let offer = announced.take()
      reading = nil
      // The user may have copied the first content in a secure field, so do not read it.
      let isFirst = !knowsContent
      knowsContent = true
      if let offer, event.object(0) === offer.handle, !isFirst, offer.hasText, !offer.isPassword, !mayBePassword() {
        receive(offer)
      }
    case "primary_selection": announced = nil
    case "finished": (device, announced, reading) = (nil, nil, nil)
    default: break
    }
  }

  private func receive(_ offer: Offer) {
    guard limiter.available(at: clock.now) > 0 else { return }
    limiter.spend(1)
    do throws(SystemError) {
      let ends = try PipeEnds()
      offer.handle.request("receive", .string(Self.textType), .descriptor(ends.writing.number))
      reading = Reading(pipe: SharedDescriptor(ends.closeWriting()), deadline: clock.now + Self.patience)
    } catch {
      // If this process has no free descriptor, the reader skips the text, and the history does not contain it.
    }
  }

  /// Stops reading the current text, because the user may have copied it in a secure field.
  func stopReading() { reading = nil }

  /// Reads the data that has arrived, without waiting.
  ///
  /// - Returns: The copied text if it is complete; otherwise nil.
  func read() -> String? {
    guard let reading else { return nil }
    guard !mayBePassword() else {
      self.reading = nil
      return nil
    }
    var buffer = [UInt8](repeating: 0, count: Self.bytesInOneTurn)
    let count = Glibc.read(reading.pipe.number, &buffer, buffer.count)
    if count == 0 {
      self.reading = nil
      return reading.bytes.count <= Self.maximumBytes ? String(validating: reading.bytes, as: UTF8.self) : nil
    }
    if count > 0 {
      self.reading?.bytes += buffer.prefix(min(count, Self.maximumBytes + 1 - reading.bytes.count))
    } else if errno != EAGAIN, errno != EINTR {
      self.reading = nil
    }
    if reading.deadline <= clock.now { self.reading = nil }
    return nil
  }
}
