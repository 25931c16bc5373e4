internal import KeyboardABI

/// A text document proxy that calls the host. If the host does not have the function table `klava.document/1`, the
/// proxy has no text.
nonisolated final class HostTextDocumentProxy: TextDocumentProxy {
  let tables: HostFunctionTables

  init(tables: HostFunctionTables) { self.tables = tables }

  private var host: OpaquePointer { tables.host }
  private var document: klv_document? { tables.document }

  var documentContextBeforeInput: String? { tables.text(document?.context_before) }
  var documentContextAfterInput: String? { tables.text(document?.context_after) }
  var selectedText: String? { tables.text(document?.selected_text) }
  var markedText: String? { tables.text(document?.marked_text) }
  var hasText: Bool { document?.has_text(host) ?? false }

  var documentInputMode: TextInputMode? {
    tables.text(document?.input_mode_language).map { TextInputMode(primaryLanguage: $0) }
  }

  var documentIdentifier: DocumentIdentifier {
    var identifier = klv_uuid()
    guard let document, document.document_identifier(host, &identifier) == KLV_OK else {
      return DocumentIdentifier(high: 0, low: 0)
    }
    return withUnsafeBytes(of: identifier) { bytes in
      DocumentIdentifier(
        high: UInt64(bigEndian: bytes.load(fromByteOffset: 0, as: UInt64.self)),
        low: UInt64(bigEndian: bytes.load(fromByteOffset: 8, as: UInt64.self)))
    }
  }

  var contextExtent: ContextExtent {
    var info = klv_context_info()
    info.size = UInt32(MemoryLayout<klv_context_info>.size)
    guard let document, document.context_info(host, &info) == KLV_OK else { return ContextExtent() }
    return ContextExtent(isCutBefore: info.is_cut_before, isCutAfter: info.is_cut_after, revision: info.revision)
  }

  func insertText(_ text: String) {
    guard let document else { return }
    report(text.withBytes { document.insert_text(host, $0, $1) }, "insertText")
  }

  func deleteBackward() {
    guard let document else { return }
    report(document.delete_backward(host), "deleteBackward")
  }

  func adjustTextPosition(byCharacterOffset offset: Int) {
    guard let document else { return }
    report(document.adjust_position(host, Int64(offset)), "adjustTextPosition(byCharacterOffset:)")
  }

  func adjustTextPosition(byCharacters offset: Int) {
    guard let document else { return }
    report(document.adjust_position_by_characters(host, Int64(offset)), "adjustTextPosition(byCharacters:)")
  }

  func setMarkedText(_ markedText: String, selectedRange: NSRange) {
    guard let document else { return }
    let result = markedText.withBytes {
      document.set_marked_text(
        host, $0, $1, UInt64(max(selectedRange.location, 0)), UInt64(max(selectedRange.length, 0)))
    }
    report(result, "setMarkedText(_:selectedRange:)")
  }

  func unmarkText() {
    guard let document else { return }
    report(document.unmark_text(host), "unmarkText")
  }

  /// Logs a call that the host refused. KlavaKit can only log the error, because the methods of UIKit's proxy throw no
  /// errors.
  private func report(_ result: klv_result, _ call: String) {
    guard result != KLV_OK else { return }
    Logger(tables: tables).error("the host refused \(call): \(HostError(code: result))")
  }
}

nonisolated extension HostTextDocumentProxy: TextInputTraitsReading {
  private var traits: klv_traits? {
    var traits = klv_traits()
    traits.size = UInt32(MemoryLayout<klv_traits>.size)
    guard let field = tables.field, field.traits(host, &traits) == KLV_OK else { return nil }
    return traits
  }

  private func trait<Trait: RawRepresentable<Int>>(_ path: KeyPath<klv_traits, UInt32>) -> Trait? {
    traits.flatMap { Trait(rawValue: Int($0[keyPath: path])) }
  }

  var autocapitalizationType: TextAutocapitalizationType? { trait(\.autocapitalization_type) }
  var autocorrectionType: TextTraitSwitch? { trait(\.autocorrection_type) }
  var spellCheckingType: TextTraitSwitch? { trait(\.spell_checking_type) }
  var smartQuotesType: TextTraitSwitch? { trait(\.smart_quotes_type) }
  var smartDashesType: TextTraitSwitch? { trait(\.smart_dashes_type) }
  var smartInsertDeleteType: TextTraitSwitch? { trait(\.smart_insert_delete_type) }
  var keyboardType: KeyboardType? { trait(\.keyboard_type) }
  var keyboardAppearance: KeyboardAppearance? { trait(\.keyboard_appearance) }
  var returnKeyType: ReturnKeyType? { trait(\.return_key_type) }
  var inlinePredictionType: TextTraitSwitch? { trait(\.inline_prediction_type) }
  var enablesReturnKeyAutomatically: Bool? { traits?.enables_return_key_automatically }
  var isSecureTextEntry: Bool? { traits?.is_secure_text_entry }
  var textContentType: TextContentType? {
    traits.flatMap { String($0.text_content_type) }.map(TextContentType.init(rawValue:))
  }
  var passwordRules: String? { traits.flatMap { String($0.password_rules) } }
}
