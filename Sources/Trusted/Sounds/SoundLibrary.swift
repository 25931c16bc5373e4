internal import CCanberra
internal import Glibc
internal import LinuxShims

/// The library libcanberra, which plays sounds. Klava opens the library at run time, because some machines lack
/// libcanberra.
///
/// `@unchecked Sendable`: any thread may call the library's functions, and `ThemeSounds` calls them from one thread
/// at a time. The library stays open until the process ends.
struct SoundLibrary: SoundPlayer, @unchecked Sendable {
  private typealias CreateContext = @convention(c) (UnsafeMutablePointer<OpaquePointer?>?) -> Int32
  private typealias CreateProperties = @convention(c) (UnsafeMutablePointer<OpaquePointer?>?) -> Int32
  private typealias SetProperty = @convention(c) (OpaquePointer?, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  private typealias WithProperties = @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32
  private typealias WithOne = @convention(c) (OpaquePointer?) -> Int32
  private typealias Play =
    @convention(c) (
      OpaquePointer?, UInt32, OpaquePointer?, UnsafeRawPointer?, UnsafeRawPointer?
    ) -> Int32

  private let context: OpaquePointer
  private let createProperties: CreateProperties
  private let setProperty: SetProperty
  private let destroyProperties: WithOne
  private let play: Play

  /// Opens the library. Returns nil if the library is missing or cannot play sounds.
  init?() {
    guard let library = dlopen("libcanberra.so.0", RTLD_NOW | RTLD_LOCAL) else { return nil }
    func function<Function>(_ name: String, _ type: Function.Type) -> Function? {
      dlsym(library, name).map { unsafeBitCast($0, to: type) }
    }
    guard let create = function("ca_context_create", CreateContext.self),
      let open = function("ca_context_open", WithOne.self),
      let change = function("ca_context_change_props_full", WithProperties.self),
      let play = function("ca_context_play_full", Play.self),
      let createProperties = function("ca_proplist_create", CreateProperties.self),
      let setProperty = function("ca_proplist_sets", SetProperty.self),
      let destroyProperties = function("ca_proplist_destroy", WithOne.self)
    else { return nil }
    (self.play, self.createProperties) = (play, createProperties)
    (self.setProperty, self.destroyProperties) = (setProperty, destroyProperties)
    Self.silenceAlsa()
    var context: OpaquePointer?
    guard create(&context) == CA_SUCCESS, let context else { return nil }
    self.context = context
    var properties = [CA_PROP_APPLICATION_NAME: "Klava", CA_PROP_APPLICATION_ID: "org.klava"]
    properties[CA_PROP_CANBERRA_XDG_THEME_NAME] = SoundTheme.name()
    _ = withProperties(properties) { change(context, $0) }
    guard open(context) == CA_SUCCESS else { return nil }
  }

  func play(_ event: String) -> SoundOutcome {
    let properties = [
      CA_PROP_EVENT_ID: event, CA_PROP_MEDIA_ROLE: "event",
      // A key sound is short and frequent, so ask the sound server to cache the sound.
      CA_PROP_CANBERRA_CACHE_CONTROL: "permanent",
    ]
    switch Int(withProperties(properties) { play(context, 0, $0, nil, nil) }) {
    case CA_SUCCESS: return .played
    case CA_ERROR_NOTFOUND: return .notInTheme
    // The user has turned off this sound or all event sounds, so treat the sound as played.
    case CA_ERROR_DISABLED: return .played
    default: return .lost
    }
  }

  private func withProperties(_ values: [String: String], _ body: (OpaquePointer) -> Int32) -> Int32 {
    var properties: OpaquePointer?
    guard createProperties(&properties) == CA_SUCCESS, let properties else { return Int32(CA_ERROR_OOM) }
    defer { _ = destroyProperties(properties) }
    for (key, value) in values { _ = setProperty(properties, key, value) }
    return body(properties)
  }

  /// Prevents ALSA from printing messages about missing devices to standard error. ALSA's messages would damage the
  /// keyboard that Klava draws on the terminal.
  private static func silenceAlsa() {
    guard let library = dlopen("libasound.so.2", RTLD_NOW | RTLD_LOCAL),
      let symbol = dlsym(library, "snd_lib_error_set_handler")
    else { return }
    typealias SetHandler = @convention(c) (klv_message_handler?) -> Int32
    _ = unsafeBitCast(symbol, to: SetHandler.self)(klv_silent_message_handler())
  }
}
