internal import ArgumentParser
internal import BundleFiles
internal import BundleFormat
internal import CommandReports
internal import CommandSupport
internal import Conformance
internal import Diagnostics
internal import FoundationEssentials
internal import HostFiles
internal import Sandbox

struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check whether keyboards are safe, correct and complete.",
    discussion: """
      The checks run in separate processes, and the keyboard runs in the sandbox. Exits with status 0 if every \
      keyboard passed, 1 if a keyboard failed or no check ran, 2 if a bundle is missing, and 70 on an internal error. To \
      skip a check, name the check and your reason in the file klava-validate.toml in the current folder.

      Example: klava validate --profile pedantic Mine.keyboard
      """)

  @Argument(help: "The bundles.", completion: .directory)
  var paths: [String] = []
  @OptionGroup var choice: ValidationChoice
  @Option(help: ArgumentHelp("Print the report in this format: tree, jsonl or junit.", valueName: "form"))
  var format = ReportForm.tree
  @Option(
    help: ArgumentHelp(
      "Write `klava play` scripts that reproduce the findings to this folder.", valueName: "folder"),
    completion: .directory)
  var scripts: String?
  @Flag(help: "List every skipped check.")
  var verbose = false
  @Flag(help: "List the checks without running them.")
  var list = false
  @OptionGroup var listing: ListingOptions
  @OptionGroup var running: RunningOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard list || !paths.isEmpty else { throw ValidationError("Missing expected argument '<paths> ...'") }
    guard !list || paths.isEmpty else {
      throw ValidationError("'--list' lists all checks of Klava; omit '\(paths[0])'")
    }
    guard !listing.json || list else {
      throw ValidationError("Use '--json' only with '--list'; use '--format jsonl' for reports")
    }
    guard !list || format != .junit else {
      throw ValidationError("'--list' prints no JUnit XML; use '--format jsonl' or '--json'")
    }
    guard !listing.json || format == .tree else {
      throw ValidationError("Use either '--json' or '--format', not both")
    }
    guard choice.jobs > 0 else { throw ValidationError("'--jobs' must be at least 1") }
    guard choice.fuzz >= 0 else { throw ValidationError("'--fuzz' must be at least 0") }
    guard choice.timeout > 0 else { throw ValidationError("'--timeout' must be greater than 0") }
  }

  func run() throws {
    CommonOptions.warnOfMissingLibrary()
    let project = try choice.project()
    let profile = choice.profile ?? project.profile ?? .standard
    let selection = try Selection(
      profile, only: choice.only, skip: choice.skip, required: choice.require, fuzzes: choice.fuzz > 0,
      project: project)
    if list { return try CheckList(selection).write(format, json: listing.json) }
    for path in paths { _ = try BundleFolder(path) }
    // Replace paths such as "." by absolute paths, because the report contains the names of the bundles.
    let paths = paths.map { URL(filePath: $0).standardizedFileURL.path }
    var report = ValidationReport(format, isVerbose: verbose)
    try report.begin(profile, seed: choice.seed)
    let settings = try choice.settings(unsafeWithout: running.leftOut)
    var written = 0
    for path in paths {
      // After a signal, end the process without a report. The temporary directory has been removed.
      let results = try EndingSignals.deferring { try validate(path, selection, settings, until: $0) }
      try report.add(path, results, Verdict(results, required: Set(choice.require)))
      if let scripts { written += try DiagnosticScripts(scripts).write(results) }
    }
    try report.end()
    if let scripts, written == 0 { Output.warn("\(scripts): wrote no scripts, because no finding has a script") }
    switch report.verdict {
    case .passed: break
    case .failed, .nothingRun: throw ExitStatus.failed.error
    case .toolFault: throw ExitStatus.fault.error
    }
  }

  private func validate(
    _ path: String, _ selection: Selection, _ settings: Validation.Settings, until descriptor: Int32
  ) throws(Diagnostic) -> [CheckResult] {
    let root = try LockedTemporaryDirectory()
    defer { root.remove() }
    let progress = ProgressLine(of: selection.checks.count)
    defer { progress.clear() }
    var settings = settings
    settings.interruption = descriptor
    let validation = Validation(path, root: root.path, settings: settings) { progress.show($0) }
    return selection.completed(validation.run(selection.checks))
  }
}

extension ReportForm: ExpressibleByArgument {}

extension CheckProfile: ExpressibleByArgument {}

/// The options that select and configure checks.
struct ValidationChoice: ParsableArguments {
  @Option(help: ArgumentHelp("Use this profile: load, standard or pedantic.", valueName: "profile"))
  var profile: CheckProfile?
  @Option(help: ArgumentHelp("Run only this check. Repeatable.", valueName: "check"))
  var only: [String] = []
  @Option(help: ArgumentHelp("Skip this check. Repeatable.", valueName: "check"))
  var skip: [String] = []
  @Option(
    help: ArgumentHelp(
      "Require this check in every profile. The validation fails if the check is skipped. Repeatable.",
      valueName: "check")
  )
  var require: [String] = []
  @Option(
    help: ArgumentHelp("Use this project file instead of ./klava-validate.toml.", valueName: "file"),
    completion: .file())
  var config: String?
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Also fuzz the keyboard for this many seconds.", valueName: "seconds"))
  var fuzz = 0
  @Option(parsing: .unconditional, help: ArgumentHelp("Use this seed for random values.", valueName: "number"))
  var seed: UInt64 = 1
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Run this many checks in parallel. Default: the number of processors.", valueName: "number"))
  var jobs = max(ProcessInfo.processInfo.activeProcessorCount, 1)
  @Option(parsing: .unconditional, help: ArgumentHelp("Stop a check after this many seconds.", valueName: "seconds"))
  var timeout = 60

  /// Returns the project file, or an empty project file if there is no file.
  func project() throws(Diagnostic) -> ProjectFile {
    if let config { return try ProjectFile(path: config) }
    guard FileManager.default.fileExists(atPath: ProjectFile.name) else { return ProjectFile() }
    return try ProjectFile(path: ProjectFile.name)
  }

  func settings(unsafeWithout: Set<Layer>) throws(Diagnostic) -> Validation.Settings {
    let program = try CommonOptions.executable()
    var settings = Validation.Settings(
      program: program, arguments: ["validate-check"],
      runnerPath: try HelperExecutable.runner.find(executable: program, environment: CommonOptions.environment),
      rendererPath: try HelperExecutable.renderer.find(executable: program, environment: CommonOptions.environment))
    settings.languages = CommonOptions.languages
    settings.unsafeWithout = unsafeWithout
    settings.jobs = jobs
    settings.patience = .seconds(timeout)
    settings.seed = seed
    settings.fuzzSeconds = fuzz
    return settings
  }
}
