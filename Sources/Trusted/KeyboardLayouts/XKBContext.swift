internal import CXkbcommon
internal import Diagnostics
internal import Glibc
internal import KeyboardStore

/// A context of libxkbcommon that stores libxkbcommon's error messages.
package final class XKBContext {
  /// The context of libxkbcommon. The pointer is valid until this object is destroyed.
  package let pointer: OpaquePointer
  /// The first messages, without line breaks.
  private(set) var messages: [String] = []

  /// The maximum number of stored messages. The context keeps the first messages, because they name the cause of an
  /// error.
  private static let maximumMessages = 8

  /// Returns a context for the layout `us`, without the user's folders; nil if xkeyboard-config is missing or unusable.
  ///
  /// If the files in the folder `XKB_CONFIG_ROOT` have a fault, the context uses the standard folder of
  /// xkeyboard-config.
  package static var withoutUserFolders: XKBContext? {
    guard let all = XKBContext(), let root = all.folders.last, let layout = KeyboardLayoutName("us") else { return nil }
    for folder in [root, IncludeCheck.usualRoot] {
      guard let context = XKBContext(folder: folder) else { continue }
      if context.fault(in: layout) == nil { return context }
    }
    return nil
  }

  private convenience init?(folder: String) {
    self.init()
    xkb_context_include_path_clear(pointer)
    guard xkb_context_include_path_append(pointer, folder) == 1 else { return nil }
  }

  /// Creates a context; nil if there are no folders with keyboard layouts.
  init?() {
    let flags = XKB_CONTEXT_NO_ENVIRONMENT_NAMES.rawValue | XKB_CONTEXT_NO_DEFAULT_INCLUDES.rawValue
    guard let pointer = xkb_context_new(xkb_context_flags(rawValue: flags)) else { return nil }
    self.pointer = pointer
    xkb_context_set_user_data(pointer, Unmanaged.passUnretained(self).toOpaque())
    xkb_context_set_log_fn(pointer) { context, level, format, arguments in
      guard let format, let arguments = arguments as CVaListPointer?, let data = xkb_context_get_user_data(context)
      else { return }
      let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
        guard let start = buffer.baseAddress else { return "" }
        vsnprintf(start, buffer.count, format, arguments)
        return String(cString: start)
      }
      Unmanaged<XKBContext>.fromOpaque(data).takeUnretainedValue().add(text)
    }
    guard xkb_context_include_path_append_default(pointer) == 1 else { return nil }
    // Drop the messages about missing folders, because a missing folder is not an error.
    messages = []
  }

  deinit { xkb_context_unref(pointer) }

  private func add(_ message: String) {
    guard messages.count < Self.maximumMessages else { return }
    messages.append(message.trimmed.sanitized(limit: 256))
  }

  /// The first message; nil if libxkbcommon gave no message.
  var firstMessage: String? { messages.first.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } }

  /// Whether libxkbcommon found no file, or no section of a file, with the requested name.
  var foundNothing: Bool {
    ["Couldn't find file", "Couldn't process include"].contains { messages.first?.hasPrefix($0) == true }
  }

  /// The folders with layout files, in search order. The last folder is the folder of xkeyboard-config.
  var folders: [String] {
    (0..<xkb_context_num_include_paths(pointer)).compactMap { index in
      xkb_context_include_path_get(pointer, index).map { String(cString: $0) }
    }
  }

  /// Returns a description of a fault in the user's files that would crash or block libxkbcommon; nil if there is no
  /// such fault.
  func fault(in name: KeyboardLayoutName) -> String? {
    let folders = folders
    // The files in the standard folder of xkeyboard-config need no check.
    guard folders != [IncludeCheck.usualRoot] else { return nil }
    var check = IncludeCheck(folders: folders)
    return check.fault(in: name)?.sanitized(limit: 256)
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while let last = text.last, last.isWhitespace || last.isNewline { text.removeLast() }
    return String(text)
  }
}
