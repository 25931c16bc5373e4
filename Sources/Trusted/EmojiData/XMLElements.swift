internal import CLibXML2

/// A reader for elements of CLDR's XML files, based on libxml2. The reader opens no external files, and replaces no
/// entities.
enum XMLElements {
  /// Calls `body` for each element with this name.
  ///
  /// - Parameters:
  ///   - name: The name of the elements.
  ///   - attributes: The names of the attributes to read.
  ///   - bytes: The file.
  ///   - body: Receives the values of the attributes and the text in the element. The value of a missing attribute is
  ///     nil.
  /// - Returns: The number of the line with the first error; nil for a well-formed file.
  static func read(
    _ name: String, attributes: [String], in bytes: [UInt8], _ body: ([String?], String) -> Void
  ) -> Int? {
    let options = KLV_XML_NO_ERROR.rawValue | KLV_XML_NO_WARNING.rawValue | KLV_XML_NO_NETWORK.rawValue
    return bytes.withUnsafeBytes { buffer -> Int? in
      let memory = buffer.bindMemory(to: CChar.self)
      guard
        let reader = xmlReaderForMemory(
          memory.baseAddress, Int32(clamping: memory.count), nil, nil, Int32(options | KLV_XML_NO_CDATA.rawValue))
      else { return 1 }
      defer { xmlFreeTextReader(reader) }
      var values: [String?]?
      var text = ""
      var status = xmlTextReaderRead(reader)
      while status == 1 {
        switch UInt32(bitPattern: xmlTextReaderNodeType(reader)) {
        case KLV_XML_ELEMENT.rawValue:
          guard let local = xmlTextReaderConstLocalName(reader), String(cString: local) == name else { break }
          let found = attributes.map { attribute($0, of: reader) }
          text = ""
          if xmlTextReaderIsEmptyElement(reader) == 1 { body(found, text) } else { values = found }
        case KLV_XML_TEXT.rawValue:
          if values != nil, let value = xmlTextReaderConstValue(reader) { text += String(cString: value) }
        case KLV_XML_END_ELEMENT.rawValue:
          if let values { body(values, text) }
          values = nil
        default: break
        }
        status = xmlTextReaderRead(reader)
      }
      return status == 0 ? nil : max(Int(xmlTextReaderGetParserLineNumber(reader)), 1)
    }
  }

  private static func attribute(_ name: String, of reader: OpaquePointer) -> String? {
    guard name.withCString(encodedAs: UTF8.self, { xmlTextReaderMoveToAttribute(reader, $0) }) == 1 else { return nil }
    defer { xmlTextReaderMoveToElement(reader) }
    return xmlTextReaderConstValue(reader).map { String(cString: $0) }
  }
}
