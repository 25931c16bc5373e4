import Glibc
import Testing
import TextModel
import TextServices

@Suite("The time of a question reveals no earlier question (Sandbox.md#residual-text-services)")
struct LoadingTests {
  /// The processor time of a call on this thread, in nanoseconds.
  private func time(_ body: () -> Void) -> Int {
    func now() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    let start = now()
    body()
    return now() - start
  }

  @Test("The first question in a language takes about as long as the second")
  func languages() {
    let services = TextServices()
    services.loadAll()
    let context = InsertionContext("On 3. ")
    _ = services.capitalizesNextLetter(.sentences, after: context, language: "en")
    let ratios = ["sk", "sl", "hsb", "smn", "gsw", "wae", "ksh", "lb", "fo", "et", "uk", "ka", "am", "gl", "eu"].map {
      language in
      let (first, second) = (
        time { _ = services.capitalizesNextLetter(.sentences, after: context, language: language) },
        time { _ = services.capitalizesNextLetter(.sentences, after: context, language: language) }
      )
      return Double(first) / Double(max(second, 1))
    }.sorted()
    #expect(ratios[ratios.count / 2] < 4, "\(ratios)")
  }

  @Test("The first words of a script take about as long as the second", arguments: ["ไ", "ລ", "ខ", "မ", "漢", "カ"])
  func scripts(letter: String) {
    let services = TextServices()
    services.loadAll()
    let text = String(repeating: letter, count: 20)
    let first = time { _ = services.wordBoundaries(of: text) }
    let second = time { _ = services.wordBoundaries(of: text) }
    // Loading a dictionary takes at least 50 µs.
    #expect(first < second * 20 + 50_000, "\(first) \(second)")
  }
}
