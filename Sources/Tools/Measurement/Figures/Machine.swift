internal import Glibc
internal import LinuxShims

/// The machine and the build configuration, on which figures depend.
package struct Machine: Hashable, Sendable, Codable {
  /// The processor's model name.
  package var processor: String
  /// The number of cores.
  package var cores: Int
  /// The number of cores that this process may use.
  package var usableCores: Int
  /// The kernel and its version.
  package var kernel: String
  /// The load average of the last minute at the start of the run.
  package var load: Double
  /// `release` or `debug`. The figures of a debug build do not show the speed of Klava.
  package var configuration: String

  /// Creates the description of a machine.
  package init(
    processor: String, cores: Int, usableCores: Int, kernel: String, load: Double, configuration: String
  ) {
    self.processor = processor
    self.cores = cores
    self.usableCores = usableCores
    self.kernel = kernel
    self.load = load
    self.configuration = configuration
  }

  /// The machine on which this process runs.
  package static var present: Machine {
    var name = utsname()
    uname(&name)
    var loads = [Double](repeating: 0, count: 1)
    let known = getloadavg(&loads, 1)
    return Machine(
      processor: field("model name", of: "/proc/cpuinfo") ?? "unknown", cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
      usableCores: Int(klv_usable_cores()),
      kernel: "\(text(name.sysname)) \(text(name.release)) \(text(name.machine))", load: known == 1 ? loads[0] : 0,
      configuration: isDebug ? "debug" : "release")
  }

  /// Whether this is a debug build.
  package static var isDebug: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// The machine in one line.
  package var text: String {
    let restricted = usableCores < cores ? " (\(usableCores) used)" : ""
    let rounded = (load * 100).rounded() / 100
    return "\(processor), \(cores) cores\(restricted), \(kernel), load \(rounded), \(configuration) build"
  }

  private static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// Returns the value of the first field with this name in a file under `/proc`.
  private static func field(_ name: String, of path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, file) > 0, let line {
      let parts = String(cString: line).split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].trimming == name { return parts[1].trimming }
    }
    return nil
  }
}

extension Substring {
  fileprivate var trimming: String {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
