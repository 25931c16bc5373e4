package import Diagnostics
internal import Dispatch
internal import HostFiles
internal import LinuxShims
internal import Synchronization
internal import SystemSupport

/// Builds a project and installs its keyboard, once at the start and then after each change of the sources.
package final class DevelopmentLoop: Sendable {
  private let build: ProjectBuild
  private let watch: ProjectWatch
  private let install: @Sendable (_ bundle: String) throws(Diagnostic) -> Void
  private let notices = Mutex<[String]>([])
  private let news: Descriptor

  /// A descriptor that becomes readable when ``drainNotices()`` has a notice to return.
  package var descriptor: Int32 { news.number }

  /// Creates a loop without starting it.
  ///
  /// - Parameters:
  ///   - folder: The project's folder.
  ///   - build: The build of the project.
  ///   - install: Installs the bundle with this path, and enables its keyboard. The loop can call this function on any
  ///     thread.
  /// - Throws: `systemCallFailed`.
  package init(
    _ folder: String, build: ProjectBuild, install: @escaping @Sendable (_ bundle: String) throws(Diagnostic) -> Void
  ) throws(Diagnostic) {
    self.build = build
    self.install = install
    watch = try ProjectWatch(folder)
    do throws(SystemError) {
      news = try Descriptor(klv_eventfd_create())
    } catch {
      throw Diagnostic.system(.systemCallFailed, "eventfd", errno: error.number)
    }
  }

  /// Builds and installs the keyboard, and shows the output of the build on this terminal. If the build or the
  /// installation fails, waits for a change of the sources and tries again.
  ///
  /// - Parameter report: A function that this method calls with each failure.
  /// - Throws: A diagnostic if the build cannot run, or if Klava cannot watch the sources.
  package func buildFirst(report: (String) throws(Diagnostic) -> Void) throws(Diagnostic) -> Int {
    while true {
      let sources = try watch.fingerprint()
      let failures = try step(isShown: true)
      if failures.isEmpty { return sources }
      for failure in failures { try report(failure) }
      try report("Klava builds again when a source file changes.")
      _ = try change(after: sources)
    }
  }

  /// Builds and installs the keyboard after each change of the sources, on a separate thread.
  ///
  /// - Parameter built: The fingerprint of the sources at the last build.
  package func start(after built: Int) {
    DispatchQueue(label: "klava.build").async { [self] in
      do throws(Diagnostic) {
        var built = built
        while true {
          built = try change(after: built)
          let start = ContinuousClock.now
          add(["Building …"])
          let failures = try step(isShown: false)
          let seconds = (ContinuousClock.now - start) / .seconds(1)
          add(failures.isEmpty ? ["Built in \((seconds * 10).rounded(.toNearestOrEven) / 10) s."] : failures)
        }
      } catch {
        add(["\(error.sentence) \(error.remedy)", "Klava does not watch the project any more."])
      }
    }
  }

  /// Ends the running build, if there is one. Do not use the loop after this call.
  package func end() { build.end() }

  /// Returns the notices for the user since the last call; empty if there were no notices. New notices replace earlier
  /// ones.
  package func drainNotices() -> [String] {
    _ = klv_eventfd_drain(news.number)
    return notices.withLock { notices in
      defer { notices = [] }
      return notices
    }
  }

  private func add(_ lines: [String]) {
    notices.withLock { $0 = lines }
    _ = klv_eventfd_signal(news.number)
  }

  /// Waits until the sources differ from the sources of the last build, and returns their fingerprint.
  private func change(after built: Int) throws(Diagnostic) -> Int {
    while true {
      // If the sources changed during the build, the watch has queued the change, so this call returns without waiting.
      try watch.waitForChange()
      let sources = try watch.fingerprint()
      if sources != built { return sources }
    }
  }

  /// Builds and installs the keyboard once.
  ///
  /// - Returns: The lines that say why the build or the installation failed; empty if both succeeded.
  private func step(isShown: Bool) throws(Diagnostic) -> [String] {
    switch try build.run(isShown: isShown) {
    case .failure(let lines):
      let rest = isShown ? "" : " The whole output is in \(ProjectBuild.outputPath)."
      return lines + ["The build failed.\(rest)"]
    case .bundle(let path):
      do throws(Diagnostic) {
        try install(path)
        return []
      } catch {
        return ["\(error.code): \(error.subject): \(error.sentence) \(error.remedy)"]
      }
    }
  }
}
