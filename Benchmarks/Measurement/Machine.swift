internal import Glibc
internal import LinuxShims

/// What a figure depends on besides the code: the machine, and how this was built.
package struct Machine: Hashable, Sendable, Codable {
  /// What its processors call themselves.
  package var processor: String
  /// How many it has.
  package var cores: Int
  /// How many of them this process may use.
  package var usableCores: Int
  /// The kernel and its version.
  package var kernel: String
  /// Processes that wanted to run in the last minute, on average, when this began.
  package var load: Double
  /// `release`, or `debug`, of which no figure says anything.
  package var configuration: String

  /// A machine.
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

  /// The machine that this runs on.
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

  /// Whether nothing was optimized.
  package static var isDebug: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// The facts in a line.
  package var text: String {
    let restricted = usableCores < cores ? " (\(usableCores) used)" : ""
    let rounded = (load * 100).rounded() / 100
    return "\(processor), \(cores) cores\(restricted), \(kernel), load \(rounded), \(configuration) build"
  }

  private static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The first field of this name in a file of the kernel's.
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
