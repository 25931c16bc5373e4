internal import Foundation
internal import InputViewModel
internal import KeyboardABI
internal import KeyboardLoader

extension RecordingHost {
  /// The bytes of a file in the keyboard's folder.
  func resource(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: bundle.appending(path: path))).map(Array.init)
  }

  /// The text for a key in a `.strings` file. If no language is given, the language is English.
  func localizedString(_ key: String, table: String, language: String) -> String? {
    let path = "\(language.isEmpty ? "en" : language).lproj/\(table.isEmpty ? "Localizable" : table).strings"
    let lines = resource(path).map { String(decoding: $0, as: UTF8.self) }?.split(separator: "\n") ?? []
    // The keyboards' tables have one pair on each line and no escapes.
    let pairs = lines.map { $0.split(separator: "\"", omittingEmptySubsequences: false) }
    return pairs.first { $0.count == 5 && $0[1] == key }.map { String($0[3]) }
  }
}

extension InputViewTree {
  /// The input view that a keyboard's record describes; nil if a host must refuse the record.
  init?(_ record: klv_interface_record) {
    guard case .valid(let inputView) = InputViewRecordReader.read(record), (try? inputView.validate()) != nil else {
      return nil
    }
    self = inputView
  }
}
