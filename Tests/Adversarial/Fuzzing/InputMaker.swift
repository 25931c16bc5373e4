internal import RandomValues
internal import TestSupport

/// Makes inputs: mostly valid inputs with a few changes, sometimes random bytes, rarely very large inputs.
struct InputMaker {
  /// Valid inputs.
  let good: [[UInt8]]
  /// Tokens that are valid for the reader, and tokens that it must refuse.
  let words: [[UInt8]]
  /// Inputs for which a reader may need too much time. The fuzzer does not change these inputs.
  let heavy: [[UInt8]]
  /// The maximum size of an input in bytes.
  let limit: Int

  init(good: [[UInt8]], words: [[UInt8]], heavy: [[UInt8]] = [], limit: Int) {
    self.good = good.isEmpty ? [[]] : good
    self.words = words.isEmpty ? [[0]] : words
    self.heavy = heavy.map { Array($0.prefix(limit)) }
    self.limit = limit
  }

  init(good: [String], words: [String], heavy: [String] = [], limit: Int) {
    self.init(
      good: good.map { Array($0.utf8) }, words: words.map { Array($0.utf8) }, heavy: heavy.map { Array($0.utf8) },
      limit: limit)
  }

  /// One character with the given number of bytes: a letter with combining marks of several kinds. A comparison of such
  /// a text must sort the marks, which needs quadratic time.
  static func endlessCharacter(_ bytes: Int) -> String {
    let marks = ["\u{301}", "\u{323}", "\u{5B0}", "\u{327}", "\u{5B4}", "\u{308}", "\u{331}"]
    var random = SeededGenerator(seed: UInt64(bytes))
    return "a" + (0..<bytes / 2).map { _ in random.one(of: marks) }.joined()
  }

  /// The input with this number. The same seed gives the same input on every machine.
  func input(_ number: UInt64, seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D ^ number &* 0x9E37_79B9_7F4A_7C15)
    _ = random.next()
    switch random.integer(below: 512) {
    case 0: return grown(&random)
    case 1, 2: return heavy.isEmpty ? grown(&random) : random.one(of: heavy)
    case 3..<24: return nonsense(&random)
    case 24..<48: return spliced(&random)
    default:
      // Most inputs get few changes, because a reader refuses a very wrong input at its first byte.
      let most = random.one(of: [1, 1, 1, 3, 3, 24])
      return mutated(random.one(of: good), changes: 1 + random.integer(below: most), &random)
    }
  }

  private func nonsense(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = random.boolean() ? Array(random.one(of: good).prefix(random.integer(below: 16))) : []
    for _ in 0..<random.integer(below: 24) {
      if random.boolean() {
        bytes += random.one(of: words)
      } else {
        bytes.append(UInt8(truncatingIfNeeded: random.next()))
      }
    }
    return Array(bytes.prefix(limit))
  }

  private func spliced(_ random: inout SeededGenerator) -> [UInt8] {
    let (one, other) = (random.one(of: good), random.one(of: good))
    let head = one.prefix(random.integer(below: one.count + 1))
    return Array((head + other.suffix(random.integer(below: other.count + 1))).prefix(limit))
  }

  /// A valid input that repeats one of its parts, or a token, many times. Such an input reveals readers that are too
  /// slow.
  private func grown(_ random: inout SeededGenerator) -> [UInt8] {
    let base = random.one(of: good)
    let place = random.integer(below: base.count + 1)
    var piece = random.one(of: words)
    if random.boolean(), place < base.count {
      piece = Array(base[place...].prefix(1 + random.integer(below: 64)))
    }
    let room = max(0, limit - base.count)
    let size = random.boolean() ? room : random.integer(below: room + 1)
    let filling = Array(repeatElement(piece, count: size / max(1, piece.count)).joined())
    return Array((base[..<place] + filling + base[place...]).prefix(limit))
  }

  private func mutated(_ bytes: [UInt8], changes: Int, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<changes {
      guard !bytes.isEmpty else {
        bytes = random.one(of: words)
        continue
      }
      let place = random.integer(below: bytes.count)
      let end = min(bytes.count, place + 1 + random.integer(below: 16))
      switch random.integer(below: 16) {
      case 0: bytes[place] ^= 1 << random.integer(below: 8)
      case 1: bytes[place] = random.one(of: [0, 1, 0x0F, 0x7F, 0x80, 0xBF, 0xC0, 0xED, 0xF4, 0xFF])
      case 2: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 3: bytes.removeSubrange(place..<end)
      case 4: bytes.insert(contentsOf: bytes[place..<end], at: random.integer(below: bytes.count + 1))
      case 5: bytes.insert(contentsOf: random.one(of: words), at: place)
      case 6: bytes.replaceSubrange(place..<end, with: random.one(of: words))
      case 7: write(random.integer(), in: 1 << random.integer(below: 4), at: place, of: &bytes, &random)
      case 8: bytes.swapAt(place, random.integer(below: bytes.count))
      case 9: bytes.removeLast(random.integer(below: min(bytes.count, 64)))
      default: bytes[place] = random.one(of: Self.relatives(of: bytes[place]))
      }
    }
    return Array(bytes.prefix(limit))
  }

  /// The bytes of the same class as this byte: letters for a letter, digits for a digit.
  private static func relatives(of byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Array(UInt8(ascii: "0")...UInt8(ascii: "9"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    default: [byte &+ 1, byte &- 1, 0, 1, 2]
    }
  }

  /// Overwrites a part of the input with a number that is probably wrong, in either byte order.
  private func write(
    _ number: Int, in width: Int, at place: Int, of bytes: inout [UInt8], _ random: inout SeededGenerator
  ) {
    let digits = (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    let end = min(bytes.count, place + width)
    bytes.replaceSubrange(place..<end, with: (random.boolean() ? digits : digits.reversed()).prefix(end - place))
  }
}
