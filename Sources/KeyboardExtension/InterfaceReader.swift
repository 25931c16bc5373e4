internal import KeyboardABI
internal import TextInput

/// Reads an interface's tree from a keyboard's records: a flat list in reading order, each row and column before its content.
struct InterfaceReader {
  enum Outcome {
    case valid(Interface)
    case refused(klv_result)
  }

  /// Deeper trees are refused by `Interface.validate()`, which needs the tree to exist.
  private static let depthLimit = 64
  private static let elementLimit = 4_096

  private let elements: UnsafeRawPointer
  private let stride: Int
  private let count: Int
  private var next = 0

  static func read(_ record: klv_interface_record) -> Outcome {
    guard let elements = record.elements, record.element_count > 0, record.element_count <= elementLimit else {
      return .refused(KLV_ERROR_BAD_ARGUMENT)
    }
    let address = UnsafeRawPointer(elements)
    let stride = Int(address.loadUnaligned(as: UInt32.self))
    guard stride >= 4, stride <= Int(KLV_RECORD_LIMIT) else { return .refused(KLV_ERROR_RECORD_TOO_LONG) }
    var reader = InterfaceReader(elements: address, stride: stride, count: Int(record.element_count))
    do {
      let root = try reader.element(depth: 0)
      guard reader.next == reader.count else { return .refused(KLV_ERROR_BAD_ARGUMENT) }
      return .valid(
        Interface(
          root: root, height: record.height == 0 ? nil : record.height, recognizesSwipes: record.recognizes_swipes,
          enableInputClicksWhenVisible: record.enables_input_clicks))
    } catch {
      return .refused(error.code)
    }
  }

  private init(elements: UnsafeRawPointer, stride: Int, count: Int) {
    self.elements = elements
    self.stride = stride
    self.count = count
  }

  private struct Refusal: Error {
    let code: klv_result
  }

  private mutating func element(depth: Int) throws(Refusal) -> Interface.Element {
    guard next < count, depth < Self.depthLimit else { throw Refusal(code: KLV_ERROR_BAD_ARGUMENT) }
    let record: klv_element
    do {
      record = try Records.read(elements + next * stride, as: klv_element.self)
    } catch {
      throw Refusal(code: error.rawValue)
    }
    next += 1
    let weight = record.weight == 0 ? 1 : record.weight
    switch record.kind {
    case KLV_ELEMENT_ROW: return .row(try children(record.child_count, depth: depth))
    case KLV_ELEMENT_COLUMN: return .column(try children(record.child_count, depth: depth))
    case KLV_ELEMENT_SPACER: return .spacer(weight: weight)
    case KLV_ELEMENT_LABEL:
      return .label(
        Label(try text(record.identifier) ?? "", text: try text(record.title) ?? "", weight: weight))
    case KLV_ELEMENT_KEY:
      guard let role = KeyRole(rawValue: Int(record.role)) else { throw Refusal(code: KLV_ERROR_BAD_ARGUMENT) }
      return .key(
        Key(
          try text(record.title) ?? "", identifier: try text(record.identifier), role: role,
          image: try text(record.image), accessibilityLabel: try text(record.accessibility_label), weight: weight,
          isEnabled: !record.is_disabled))
    default: throw Refusal(code: KLV_ERROR_BAD_ARGUMENT)
    }
  }

  private mutating func children(_ count: UInt32, depth: Int) throws(Refusal) -> [Interface.Element] {
    guard count <= Self.elementLimit else { throw Refusal(code: KLV_ERROR_BAD_ARGUMENT) }
    var result: [Interface.Element] = []
    for _ in 0..<count { result.append(try element(depth: depth + 1)) }
    return result
  }

  private func text(_ text: klv_text) throws(Refusal) -> String? {
    switch TextArgument(text) {
    case .valid(let text): return text
    case .refused(let code): throw Refusal(code: code)
    case nil: return nil
    }
  }
}
