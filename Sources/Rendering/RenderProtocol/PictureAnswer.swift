package import KeyboardProtocol

/// The answer of `klava-renderer`.
///
/// The render process decoded untrusted files, so its answer is untrusted. Use the file only to show the picture to the
/// user. Sanitize the texts of the answer before you show them.
package struct PictureAnswer: Hashable, Sendable {
  /// The bytes of the picture's file; empty after a failure.
  package var file: [UInt8]
  /// The reason why the process made no file; nil on success.
  package var failure: String?
  /// The reasons why the process did not draw pictures from the bundle, by path. In place of a missing picture, the
  /// rendered picture shows the element's title.
  package var troubles: [String: String]
  /// Texts with characters that no font of this machine contains. The list may be incomplete.
  package var textsWithoutFont: [String]
  /// Texts of which the renderer drew only the start, because the whole text does not fit. The list may be incomplete.
  package var cutTexts: [String]

  /// The maximum size of an answer in bytes.
  package static let maximumBytes = 64 * 1_024 * 1_024

  /// Creates an answer.
  package init(
    file: [UInt8] = [], failure: String? = nil, troubles: [String: String] = [:], textsWithoutFont: [String] = [],
    cutTexts: [String] = []
  ) {
    self.file = file
    self.failure = failure
    self.troubles = troubles
    self.textsWithoutFont = textsWithoutFont
    self.cutTexts = cutTexts
  }
}

extension PictureAnswer: WireMessage {
  /// Encodes the answer.
  package func encode(into writer: inout WireWriter) {
    writer.write(failure, troubles, textsWithoutFont, cutTexts)
    writer.writeBytes(file)
  }

  /// Decodes an answer.
  ///
  /// - Throws: ``WireError`` if the bytes end early or contain an invalid value.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      failure: try String?(from: &reader), troubles: try [String: String](from: &reader),
      textsWithoutFont: try [String](from: &reader), cutTexts: try [String](from: &reader))
    file = try reader.readBytes()
  }
}
