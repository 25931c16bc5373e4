package import KeyboardProtocol

/// What `klava-renderer` answers.
///
/// It decoded files of anybody's making, so nothing in it is to be believed: the file is somebody's to look at and the texts
/// are to be made harmless.
package struct PictureAnswer: Hashable, Sendable {
  /// The file; empty where there is none.
  package var file: [UInt8]
  /// Why there is no file; nil where there is one.
  package var failure: String?
  /// The bundle's pictures that could not be drawn, by their paths, with the reason; their titles are drawn instead.
  package var troubles: [String: String]
  /// Some of the texts with characters that are in no font of this machine.
  package var textsWithoutFont: [String]

  /// An answer of these parts.
  package init(
    file: [UInt8] = [], failure: String? = nil, troubles: [String: String] = [:], textsWithoutFont: [String] = []
  ) {
    self.file = file
    self.failure = failure
    self.troubles = troubles
    self.textsWithoutFont = textsWithoutFont
  }
}

extension PictureAnswer: WireMessage {
  /// Appends the answer.
  package func encode(into writer: inout WireWriter) {
    writer.write(failure, troubles, textsWithoutFont)
    writer.writeBytes(file)
  }

  /// Reads an answer.
  package init(from reader: inout WireReader) throws(WireError) {
    self.init(
      failure: try String?(from: &reader), troubles: try [String: String](from: &reader),
      textsWithoutFont: try [String](from: &reader))
    file = try reader.readBytes()
  }
}
