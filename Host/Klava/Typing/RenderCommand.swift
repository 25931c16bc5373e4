internal import ArgumentParser
internal import BundleFormat
internal import CommandReports
internal import CommandSupport
internal import Diagnostics
internal import HostFiles
internal import InputViewModel
internal import KeyboardHost
internal import Layout
internal import RenderClient
internal import RenderProtocol
internal import Scripting
internal import TextModel
internal import Timing

struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render", abstract: "Save a picture of a keyboard as the user of a field sees it.",
    discussion: """
      The keyboard runs as in a typing session. If the host gives the field to the system keyboard, the \
      picture shows the system keyboard. Exits with status 1 if the keyboard fails.

      Example: klava render calc -o calc.png --appearance dark
      """)

  enum Appearance: String, CaseIterable, ExpressibleByArgument {
    case light
    case dark
  }

  @OptionGroup var keyboard: KeyboardArgument
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write the picture to this .png or .svg file.", valueName: "file"),
    completion: .file(extensions: ["png", "svg"]))
  var output: String
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Set a trait of the field, such as keyboardType=decimalPad. Repeatable.", valueName: "trait=value"))
  var field: [String] = []
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Set the size of the screen in points. The keyboard covers a part of the screen.", valueName: "WxH"))
  var size = "390x844"
  @Option(help: "Use this appearance: light or dark.")
  var appearance: Appearance?
  @Option(parsing: .unconditional, help: "Draw each point with this many pixels, from 1 to 4.")
  var scale = 2.0
  @Option(help: ArgumentHelp("Set the user's language.", valueName: "tag"))
  var language: String?
  @Flag(name: .customLong("rtl"), help: "Use a right-to-left layout.")
  var isRightToLeft = false
  @Option(parsing: .unconditional, help: "Scale the text by this factor.")
  var textSize = 1.0
  @Option(help: ArgumentHelp("Press this key before Klava takes the picture. Repeatable.", valueName: "key"))
  var press: [String] = []
  @Option(help: ArgumentHelp("Show this key as pressed.", valueName: "key"))
  var pressed: String?
  @Option(help: ArgumentHelp("Show this key as held, with its alternatives.", valueName: "key"))
  var held: String?
  @OptionGroup var running: RunningOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let format = try format()
    var field = try textField()
    if let language, !LanguageTag.isWellFormed(language) {
      throw wrong("--language", "\"\(language)\" is not a language tag.", remedy: "Use a tag such as en or pt-BR.")
    }
    let languages = language.map { [$0] }
    let registry = try common.registry(languages: languages)
    let clock = VirtualClock()
    let keyboards = try common.keyboards(clock, unsafeWithout: running.leftOut, languages: languages)
    defer { keyboards.endSession() }
    field.environment.textScale *= keyboards.session.preferences.textScale
    field.environment.isRightToLeft = isRightToLeft || keyboards.isRightToLeft
    let shown = try ShownKeyboard(
      showing: keyboards.resolve(keyboard.id), in: field, pressing: press, of: keyboards, registry: registry,
      clock: clock)
    var options = RenderOptions(format: format, scale: scale)
    if let key = held ?? pressed {
      let identifier = try shown.identifier(ofKey: key, of: held == nil ? "--pressed" : "--held")
      options.feedback.pressedKeys = [identifier]
      if held != nil { options.feedback.popUps = [KeyFeedback.PopUp(key: identifier)] }
    }
    let order = shown.order(options)
    let renderer = RenderClient(
      path: try HelperExecutable.renderer.find(
        executable: CommonOptions.executable(), environment: CommonOptions.environment),
      variables: CommonOptions.environment)
    let answer = try render(order, with: renderer)
    try OutputFile.write(answer.file, to: output)
    for warning in shown.warnings + shown.warnings(about: answer.troubles) + answer.fontWarning {
      Output.warn(warning)
    }
    if shown.hasFailed { throw ExitStatus.failed.error }
  }

  private func render(_ order: PictureOrder, with renderer: RenderClient) throws(Diagnostic) -> PictureAnswer {
    let answer: PictureAnswer
    do {
      answer = try renderer.render(order)
    } catch {
      throw Diagnostic(.pictureNotRendered, output, "Klava could not render the picture: \(error).")
    }
    if let failure = answer.failure { throw Diagnostic(.pictureNotRendered, output, failure) }
    return answer
  }

  // MARK: Options

  private func format() throws(Diagnostic) -> PictureFormat {
    let name = output.split(separator: "/", omittingEmptySubsequences: false).last?.lowercased() ?? ""
    if name.hasSuffix(".png"), name != ".png" { return .png }
    if name.hasSuffix(".svg"), name != ".svg" { return .svg }
    throw wrong("-o", "\"\(output)\" does not end in .png or .svg.", remedy: "Use a name that ends in .png or .svg.")
  }

  private func textField() throws(Diagnostic) -> TextField {
    // Turn off automatic capitals, so that the keys show lowercase letters. If the user sets the trait
    // autocapitalizationType, use the user's value.
    let capitals = "autocapitalizationType="
    let words = self.field.contains { $0.hasPrefix(capitals) } ? self.field : [capitals + "none"] + self.field
    var field = try FocusedFieldOptions(traits: words, subject: "--field").field()
    let screen = try screen()
    guard RenderOptions.scales.contains(scale) else {
      throw wrong(
        "--scale", "The scale is not between 1 and 4.",
        remedy: "Use a number from 1 to 4, or omit the option: the scale is then 2.")
    }
    guard (0.5...10).contains(textSize) else {
      throw wrong(
        "--text-size", "The text size is not between 0.5 and 10.",
        remedy: "Use a number from 0.5 to 10. Without the option, the factor is 1.")
    }
    field.environment = KeyboardEnvironment(screen: screen)
    field.environment.isDark = appearance.map { $0 == .dark } ?? (field.traits.keyboardAppearance == .dark)
    field.environment.textScale = textSize
    return field
  }

  private func screen() throws(Diagnostic) -> Size {
    let lengths = size.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    guard lengths.count == 2, let width = lengths[0], let height = lengths[1],
      (160...4_096).contains(width), (160...4_096).contains(height)
    else {
      throw wrong(
        "--size", "\"\(size)\" is not a size between 160x160 and 4096x4096.",
        remedy: "Give the size in points, such as 390x844 or 1024x768.")
    }
    return Size(width: width, height: height)
  }

  private func wrong(_ option: String, _ sentence: String, remedy: String) -> Diagnostic {
    Diagnostic(.usageWrong, option, sentence, remedy: remedy)
  }
}

extension PictureAnswer {
  /// The warning about characters that the saved picture does not show; empty if the picture shows all characters.
  fileprivate var fontWarning: [String] {
    guard let first = textsWithoutFont.first else { return [] }
    let sentence = "No installed font has all characters of \"\(first)\"."
    let remedy = "Install a font, such as Debian's fonts-noto-core, fonts-noto-cjk or fonts-noto-color-emoji."
    return ["\(sentence.sanitized()) \(remedy)"]
  }
}
