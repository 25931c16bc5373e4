internal import ArgumentParser
internal import Bundles
internal import Diagnostics
internal import Conformance
internal import Foundation
internal import Sandbox

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Checks whether keyboards may be trusted with a person's typing.",
    discussion: """
      Checks run in processes apart from this one, and the keyboard's code runs in the sandbox. Ends with 0 where every \
      keyboard passed, 1 where one did not, 2 where there is none, 70 where Klava itself failed. A file klava-validate.toml \
      in the present folder may switch checks off, with a reason for each.
      """)

  @Argument(help: "The bundles.", completion: .directory)
  var paths: [String] = []
  @OptionGroup var choice: ValidationChoice
  @Option(help: ArgumentHelp("How the report is written: tree, jsonl or junit.", valueName: "form"))
  var format = ReportForm.tree
  @Option(
    help: ArgumentHelp("Write the script of each finding into this folder.", valueName: "folder"),
    completion: .directory)
  var scripts: String?
  @Flag(help: "Name every check that was skipped, however many there are.")
  var verbose = false
  @Flag(help: "List the checks instead of running them.")
  var list = false
  @OptionGroup var listing: ListingOptions
  @OptionGroup var running: RunningOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard list || !paths.isEmpty else { throw ValidationError("Missing expected argument '<paths> ...'") }
    guard !listing.json || list else {
      throw ValidationError("'--json' goes with '--list'; reports have '--format jsonl'")
    }
    guard choice.jobs > 0 else { throw ValidationError("'--jobs' is at least 1") }
    guard choice.fuzz >= 0 else { throw ValidationError("'--fuzz' is at least 0") }
    guard choice.timeout > 0 else { throw ValidationError("'--timeout' is more than 0") }
  }

  func run() throws {
    let project = try choice.project()
    let profile = choice.profile ?? project.profile ?? .standard
    let selection = try Selection(
      profile, only: choice.only, skip: choice.skip, required: choice.require, fuzzes: choice.fuzz > 0,
      project: project)
    if list { return try CheckList(selection).write(json: listing.json) }
    for path in paths { _ = try BundleFolder(path) }
    // By their own names, also where the person says ".".
    let paths = paths.map { URL(filePath: $0).standardizedFileURL.path }
    var report = ValidationReport(format, isVerbose: verbose)
    try report.begin(profile, seed: choice.seed)
    let settings = try choice.settings(unsafeWithout: running.leftOut)
    var written = 0
    for path in paths {
      let results = try validate(path, selection, settings)
      try report.add(path, results, Verdict(results, required: Set(choice.require)))
      if let scripts { written += try FindingScripts(scripts).write(results) }
    }
    try report.end()
    if let scripts, written == 0 { Output.warn("\(scripts): nothing was written, as no finding has a script") }
    if let status = report.status { throw status.error }
  }

  private func validate(
    _ path: String, _ selection: Selection, _ settings: Validation.Settings
  ) throws(Diagnostic) -> [CheckResult] {
    let signals = try EndingSignals()
    let results = try validate(path, selection, settings, until: signals.descriptor)
    // Whoever interrupts wants no report; the folder is gone by now.
    signals.letThrough()
    return results
  }

  private func validate(
    _ path: String, _ selection: Selection, _ settings: Validation.Settings, until descriptor: Int32
  ) throws(Diagnostic) -> [CheckResult] {
    let root = try ScratchFolder()
    defer { root.remove() }
    let progress = ProgressLine(of: selection.checks.count)
    defer { progress.clear() }
    var settings = settings
    settings.interruption = descriptor
    let validation = Validation(path, root: root.path, settings: settings) { progress.show($0) }
    return selection.completed(validation.run(selection.checks))
  }
}

/// How a report is written.
enum ReportForm: String, CaseIterable, ExpressibleByArgument {
  /// For a person.
  case tree
  /// JSON Lines, for programs.
  case jsonl
  /// The XML of JUnit, for services.
  case junit
}

extension CheckProfile: ExpressibleByArgument {}

/// Which checks are run, and how.
struct ValidationChoice: ParsableArguments {
  @Option(help: ArgumentHelp("How much is asked: load, standard or pedantic.", valueName: "profile"))
  var profile: CheckProfile?
  @Option(help: ArgumentHelp("Run this check alone; may be given more than once.", valueName: "check"))
  var only: [String] = []
  @Option(help: ArgumentHelp("Leave this check out; may be given more than once.", valueName: "check"))
  var skip: [String] = []
  @Option(
    help: ArgumentHelp("Run this check, and fail where it is skipped; may be given more than once.", valueName: "check")
  )
  var require: [String] = []
  @Option(
    help: ArgumentHelp("The project file, in place of ./klava-validate.toml.", valueName: "file"), completion: .file())
  var config: String?
  @Option(help: ArgumentHelp("Type at random for so many seconds too.", valueName: "seconds"))
  var fuzz = 0
  @Option(help: ArgumentHelp("Where random values come from.", valueName: "number"))
  var seed: UInt64 = 1
  @Option(
    help: ArgumentHelp("How many checks run at once; as many as the machine has processors.", valueName: "number"))
  var jobs = max(ProcessInfo.processInfo.activeProcessorCount, 1)
  @Option(help: ArgumentHelp("After how many seconds a check is given up.", valueName: "seconds"))
  var timeout = 60

  /// What the project file says; a project without one asks for nothing.
  func project() throws(Diagnostic) -> ProjectFile {
    if let config { return try ProjectFile(path: config) }
    guard FileManager.default.fileExists(atPath: ProjectFile.name) else { return ProjectFile() }
    return try ProjectFile(path: ProjectFile.name)
  }

  /// How checks are run.
  func settings(unsafeWithout: Set<Layer>) throws(Diagnostic) -> Validation.Settings {
    let program = try CommonOptions.executable()
    var settings = Validation.Settings(
      program: program, arguments: ["validate-check"],
      runnerPath: try HelperExecutable.runner.find(executable: program, environment: CommonOptions.environment))
    settings.languages = CommonOptions.languages
    settings.unsafeWithout = unsafeWithout
    settings.jobs = jobs
    settings.patience = .seconds(timeout)
    settings.seed = seed
    settings.fuzzSeconds = fuzz
    return settings
  }
}
