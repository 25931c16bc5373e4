internal import BundleFiles
package import BundleFormat
package import Diagnostics
internal import Glibc
internal import Sandbox

/// The code of a check process: it executes an order and reports the outcomes.
///
/// No code of a keyboard runs in the check process, and a keyboard cannot write to the descriptor for messages.
package struct CheckWorker {
  private let order: CheckOrder
  private let signatureCheck: ManifestAction.Check
  private let output: Int32

  /// Creates a worker that writes its messages to a descriptor.
  package init(_ order: CheckOrder, signatureCheck: @escaping ManifestAction.Check, output: Int32) {
    self.order = order
    self.signatureCheck = signatureCheck
    self.output = output
  }

  /// Runs the checks.
  ///
  /// - Throws: A diagnostic if the order's path does not name a bundle.
  package func run() throws(Diagnostic) {
    let subject = try Subject(order.path, check: signatureCheck)
    let checks = order.checks.compactMap(Catalog.check)
    let diagnostic = subject.bundle == nil || checks.contains { $0.phase != .files } ? subject.diagnostic : nil
    var crawl: Result<Crawl, CheckError>?
    for (index, check) in checks.enumerated() {
      send(.begin(check: check.identifier))
      let isRunnable =
        switch check.method {
        case .folder: true
        case .files: subject.bundle != nil
        case .observing, .observingEnd, .trying: diagnostic == nil
        }
      if !isRunnable, let diagnostic {
        send(check, .skipped("Klava cannot install the bundle: \(diagnostic.code)"))
        continue
      }
      if check.phase == .crawl, crawl == nil, let bundle = subject.bundle {
        let made = makeCrawl(testEnvironment(bundle, index))
        if case .success(let crawl) = made, let stop = crawl.stop {
          send(.stop(reason: stop.reason, except: stop.except))
        }
        crawl = made
      }
      send(check, outcome(of: check, index, subject, crawl))
    }
  }

  private func makeCrawl(_ testEnvironment: TestEnvironment) -> Result<Crawl, CheckError> {
    do throws(CheckError) {
      return .success(try Crawl(in: testEnvironment))
    } catch {
      return .failure(error)
    }
  }

  /// Creates the test environment for the check at an index of the order. Each check has a separate folder, so no check
  /// finds the files of another check.
  private func testEnvironment(_ bundle: KeyboardBundle, _ index: Int) -> TestEnvironment {
    let testEnvironment = TestEnvironment(
      bundle, runnerPath: order.runnerPath, rendererPath: order.rendererPath, root: "\(order.root)/\(index)",
      languages: order.languages, unsafeWithout: Set(order.unsafeWithout.compactMap(Layer.init)), seed: order.seed
    ) { send(.step($0.count > 300 ? "\($0.prefix(300))…" : $0)) }
    testEnvironment.fuzzTime = .seconds(order.fuzzSeconds)
    return testEnvironment
  }

  private func outcome(
    of check: Check, _ index: Int, _ subject: Subject, _ crawl: Result<Crawl, CheckError>?
  ) -> Outcome {
    do throws(CheckError) {
      switch check.method {
      case .folder(let find), .files(let find): return Outcome(find(subject))
      case .observing(let find):
        guard let crawl = try crawl?.get() else { return .toolFault("the crawl did not run") }
        if let end = crawl.end { return .skipped("the keyboard ended: \(end.finding().code)") }
        return Outcome(crawl.reproducible(try find(crawl)))
      case .observingEnd(let find):
        guard let crawl = try crawl?.get() else { return .toolFault("the crawl did not run") }
        return Outcome(find(crawl))
      case .trying(let find):
        guard let bundle = subject.bundle else { return .toolFault("the bundle is missing") }
        return Outcome(try find(testEnvironment(bundle, index)))
      }
    } catch {
      switch error {
      case .ended(let end): return Outcome([end.finding()])
      case .skipped(let reason): return .skipped(reason)
      case .fault(let reason): return .toolFault(reason)
      }
    }
  }

  private func send(_ check: Check, _ outcome: Outcome) {
    send(
      .outcome(
        check: check.identifier, name: outcome.name, findings: outcome.findings.map(\.bounded), reason: outcome.reason))
  }

  private func send(_ message: CheckMessage) {
    var bytes = message.line[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // The write failed because the parent process has ended, so end this process too.
      guard count > 0 else { exit(70) }
      bytes = bytes.dropFirst(count)
    }
  }
}

extension CheckDiagnostic {
  /// The finding with sanitized and shortened texts, because the texts may come from a keyboard.
  fileprivate var bounded: CheckDiagnostic {
    var finding = self
    finding.offender = offender.sanitized(limit: 512)
    finding.expected = expected.sanitized(limit: 1_024)
    finding.seen = seen.sanitized(limit: 2_048)
    finding.remedy = remedy.sanitized(limit: 1_024)
    return finding
  }
}
