/// A value in a reference-counted object, so that a copy only increments one reference count.
struct Shared<Value: Hashable & Sendable>: Hashable, Sendable {
  private var box: Box

  private final class Box: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  init(_ value: Value) { box = Box(value) }

  var value: Value { box.value }

  /// Replaces the value with a changed copy.
  mutating func change(_ change: (inout Value) -> Void) {
    var value = box.value
    change(&value)
    box = Box(value)
  }

  static func == (one: Self, other: Self) -> Bool { one.box === other.box || one.value == other.value }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
