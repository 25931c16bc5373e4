internal import KeyboardABI

/// The host's function tables. A table is nil if the keyboard's host does not have the table.
struct HostFunctionTables {
  /// The host pointer, the first argument of each host function.
  let host: OpaquePointer
  let document: klv_document?
  let field: klv_field?
  let inputMode: klv_input_mode?
  let inputView: klv_interface?
  let inputViewChanges: klv_interface_changes?
  let canvas: klv_canvas?
  let settings: klv_settings?
  let resources: klv_resources?
  let container: klv_container?
  let timer: klv_timer?
  let log: klv_log?
  let memory: klv_memory?
  let feedback: klv_feedback?
  let pasteboard: klv_pasteboard?
  let network: klv_network?
  let text: klv_text_services?
  let haptics: klv_haptics?
  let spelling: klv_spelling?
  let lexicon: klv_lexicon?

  /// Gets each function table from the host. Call this initializer in the keyboard's function `load` or later.
  init(host: OpaquePointer) {
    self.host = host
    document = Self.table(KLV_DOCUMENT, of: host)
    field = Self.table(KLV_FIELD, of: host)
    inputMode = Self.table(KLV_INPUT_MODE, of: host)
    inputView = Self.table(KLV_INTERFACE, of: host)
    inputViewChanges = Self.table(KLV_INTERFACE_CHANGES, of: host)
    canvas = Self.table(KLV_CANVAS, of: host)
    settings = Self.table(KLV_SETTINGS, of: host)
    resources = Self.table(KLV_RESOURCES, of: host)
    container = Self.table(KLV_CONTAINER, of: host)
    timer = Self.table(KLV_TIMER, of: host)
    log = Self.table(KLV_LOG, of: host)
    memory = Self.table(KLV_MEMORY, of: host)
    feedback = Self.table(KLV_FEEDBACK, of: host)
    pasteboard = Self.table(KLV_PASTEBOARD, of: host)
    network = Self.table(KLV_NETWORK, of: host)
    text = Self.table(KLV_TEXT_SERVICES, of: host)
    haptics = Self.table(KLV_HAPTICS, of: host)
    spelling = Self.table(KLV_SPELLING, of: host)
    lexicon = Self.table(KLV_LEXICON, of: host)
  }

  /// The table of paths. KlavaKit requests the table only when the author's code reads a path, because the request
  /// makes the host compute the paths.
  var paths: klv_paths? { Self.table(KLV_PATHS, of: host) }

  private static func table<Record>(_ name: String, of host: OpaquePointer) -> Record? {
    klv_get_host_interface(host, name)?.assumingMemoryBound(to: Record.self).pointee
  }

  /// Calls a host function that returns a text. The result is nil if the function fails or if there is no text.
  func text(_ read: ((OpaquePointer?, UnsafeMutablePointer<klv_text>?) -> klv_result)?) -> String? {
    guard let read else { return nil }
    var text = klv_text()
    guard read(host, &text) == KLV_OK else { return nil }
    return String(text)
  }
}

extension String {
  /// Copies a text that the host owns. The result is nil if the text is missing.
  init?(_ text: klv_text) {
    guard let bytes = text.bytes else { return nil }
    self.init(
      decoding: UnsafeRawBufferPointer(start: bytes, count: Int(clamping: text.length)), as: UTF8.self)
  }

  /// Calls `body` with the string's UTF-8 bytes and the number of bytes.
  func withBytes<Result>(_ body: (UnsafePointer<CChar>, UInt64) -> Result) -> Result {
    var copy = self
    return copy.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        // The bytes of an empty string may have no address, but the host expects an address for each mandatory text.
        guard let start = bytes.baseAddress else { return withUnsafePointer(to: 0) { body($0, 0) } }
        return body(start, UInt64(bytes.count))
      }
    }
  }
}

/// An error that the host returned to the keyboard.
public struct HostError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The code from the C header: `KLV_ERROR_…`.
  public let code: Int32

  /// The keyboard may not call the function now, or the host does not have the function.
  public static let notNow = HostError(code: KLV_ERROR_NOT_NOW)
  /// The object that the call names does not exist.
  public static let notFound = HostError(code: KLV_ERROR_NOT_FOUND)
  /// The call would exceed a limit on a size, a number or a rate.
  public static let tooLarge = HostError(code: KLV_ERROR_TOO_LARGE)
  /// A name in the call is not allowed, or a number is out of its range.
  public static let badArgument = HostError(code: KLV_ERROR_BAD_ARGUMENT)
  /// The keyboard does not have the right that the call needs, such as full access.
  public static let noAccess = HostError(code: KLV_ERROR_NO_ACCESS)
  /// The host could not carry out the call. The keyboard's log states the reason.
  public static let failed = HostError(code: KLV_ERROR_FAILED)

  /// The name of the code in the C header, such as `KLV_ERROR_NOT_NOW`.
  public var description: String { klv_error_name(code).map { String(cString: $0) } ?? "error \(code)" }

  /// Throws an error if the result is not `KLV_OK`.
  static func check(_ result: klv_result) throws(HostError) {
    guard result == KLV_OK else { throw HostError(code: result) }
  }
}
