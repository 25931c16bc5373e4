import Foundation
import TestSupport
import Testing

/// Tests of `klava render` with the system keyboard and with test keyboards.
@Suite struct RenderTests {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  private func bytes(_ sandbox: CommandSandbox, _ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(sandbox.path)/\(name)")))
  }

  /// Returns the width and height of a PNG in pixels.
  private func size(_ file: [UInt8]) -> [Int] {
    [16, 20].map { place in file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test("klava render writes the system keyboard as a PNG or an SVG")
  func systemKeyboard() throws {
    let sandbox = try CommandSandbox()
    #expect(try sandbox.done("render", "system", "-o", "\(sandbox.path)/a.png").isEmpty)
    let file = try bytes(sandbox, "a.png")
    #expect(file.starts(with: Self.signature))
    #expect(size(file) == [780, 432])
    try sandbox.done("render", "system", "-o", "\(sandbox.path)/A.SVG")
    #expect(String(decoding: try bytes(sandbox, "A.SVG"), as: UTF8.self).hasPrefix("<?xml"))
  }

  @Test("Each option of klava render changes the picture")
  func optionsShow() throws {
    let sandbox = try CommandSandbox()
    var pictures: Set<[UInt8]> = []
    // Use HabrTags for --rtl, because --rtl does not change the rows of Latin letters of the system keyboard.
    let options: [[String]] = [
      ["system"], ["system", "--appearance", "dark"], ["system", "--scale", "1"], ["system", "--size", "844x390"],
      ["system", "--text-size", "2"], ["system", "--field", "keyboardType=decimalPad"],
      ["system", "--field", "keyboardType=emailAddress", "returnKeyType=send"], ["system", "--pressed", "a"],
      ["habrtags"], ["habrtags", "--rtl"],
    ]
    for option in options {
      let outcome = try sandbox.run(["render"] + option + ["-o", "\(sandbox.path)/a.png"])
      #expect(outcome.status == 0, "\(option): \(outcome.errors)")
      #expect(outcome.errors == "", "\(option)")
      pictures.insert(try bytes(sandbox, "a.png"))
    }
    #expect(pictures.count == options.count)
    try sandbox.done("render", "system", "-o", "\(sandbox.path)/b.png", "--field", "keyboardAppearance=dark")
    try sandbox.done("render", "system", "-o", "\(sandbox.path)/a.png", "--appearance", "dark")
    #expect(try bytes(sandbox, "a.png") == bytes(sandbox, "b.png"))
  }

  @Test("klava render shows the results of the keyboard's work on the main queue")
  func mainQueue() throws {
    let sandbox = try CommandSandbox()
    var manifest = TestManifest()
    manifest.principalClass = "<key>NSExtensionPrincipalClass</key><string>HonestMainQueue.Keyboard</string>"
    let bundle = try sandbox.bundle("Test.keyboard", manifest)
    try FileManager.default.removeItem(atPath: "\(bundle)/libTest.so")
    try FileManager.default.copyItem(
      atPath: Repository.product("libHonestMainQueue.so"), toPath: "\(bundle)/libTest.so")
    try sandbox.done("install", bundle)
    try sandbox.done("enable", "org.example.test")
    func picture(_ options: String...) throws -> [UInt8] {
      let outcome = try sandbox.run(["render", "org.example.test", "-o", "\(sandbox.path)/a.svg"] + options)
      #expect(outcome.status == 0, "\(outcome)")
      return try bytes(sandbox, "a.svg")
    }
    let marked = try picture("--press", "later")
    #expect(try picture() != marked)
    #expect(try picture("--field", "before=canvas:") == marked)
  }

  @Test("If the user's first language is written from right to left, klava render uses a right-to-left layout")
  func direction() throws {
    let sandbox = try CommandSandbox()
    func picture(_ options: String..., locale: String = "en_US.UTF-8") throws -> [UInt8] {
      let environment = ["KLAVA_LIBRARY": Repository.build.appending(path: "keyboards").path, "LANG": locale]
      let outcome = try sandbox.command(
        ["render", "habrtags", "-o", "\(sandbox.path)/a.png"] + options, environment: environment
      ).run()
      #expect(outcome.status == 0, "\(outcome)")
      return try bytes(sandbox, "a.png")
    }
    let plain = try picture()
    let mirrored = try picture("--rtl")
    #expect(plain != mirrored)
    #expect(try picture("--language", "ar") == mirrored)
    #expect(try picture("--language", "he", "--rtl") == mirrored)
    #expect(try picture(locale: "ar_EG.UTF-8") == mirrored)
    #expect(try picture("--language", "de", locale: "ar_EG.UTF-8") == plain)
  }

  @Test(
    "klava render refuses invalid arguments with a code and writes no file",
    arguments: [
      (["-o", "a.gif"], "KLV-0809"), (["-o", "png"], "KLV-0809"), (["-o", ".png"], "KLV-0809"),
      (["-o", ""], "KLV-0809"),
      (["-o", "nowhere/a.png"], "KLV-0806"), (["-o", "folder.png"], "KLV-0806"),
      (["-o", "a.png", "--size", "0x0"], "KLV-0809"), (["-o", "a.png", "--size", "99999999x10"], "KLV-0809"),
      (["-o", "a.png", "--size", "390"], "KLV-0809"), (["-o", "a.png", "--size", "nanxnan"], "KLV-0809"),
      (["-o", "a.png", "--scale", "0"], "KLV-0809"), (["-o", "a.png", "--scale", "nan"], "KLV-0809"),
      (["-o", "a.png", "--scale", "9"], "KLV-0809"),
      (["-o", "a.png", "--text-size", "-1"], "KLV-0809: --text-size"),
      (["-o", "a.png", "--scale", "-5"], "KLV-0809: --scale"), (["-o", "a.png", "--size", "-5x9"], "KLV-0809: --size"),
      (["-o", "a.png", "--appearance", "grey"], "KLV-0809"),
      (["-o", "a.png", "--language", "?"], "KLV-0809"),
      (["-o", "a.png", "--field", "keyboardType=x"], "KLV-0708: --field"),
      (["-o", "a.png", "--field", "x=y"], "KLV-0707: --field"), (["-o", "a.png", "--field", "x"], "KLV-0706: --field"),
      ([], "KLV-0809"),
    ])
  func invalidArguments(_ arguments: [String], _ code: String) throws {
    let sandbox = try CommandSandbox()
    try FileManager.default.createDirectory(atPath: "\(sandbox.path)/folder.png", withIntermediateDirectories: true)
    var arguments = arguments
    if arguments.count > 1, !arguments[1].isEmpty { arguments[1] = "\(sandbox.path)/\(arguments[1])" }
    let outcome = try sandbox.run(["render", "system"] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors.isOneLine)
    #expect(outcome.errors.hasPrefix("klava: error \(code): "), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/a.png"))
  }

  @Test(
    "For an unknown key, klava render names the option and the keys of the keyboard",
    arguments: ["--press", "--pressed", "--held"])
  func unknownKey(_ option: String) throws {
    let sandbox = try CommandSandbox()
    let outcome = try sandbox.klava("render", "system", "-o", "\(sandbox.path)/a.png", option, "no such key")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix(
        "klava: error KLV-0710: \(option): org.klava.system has no key \"no such key\"; its keys are \"q\", "),
      "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix(" Use the title or identifier of one of these keys.\n"), "\(outcome.errors)")
  }

  @Test("KLV-0411 names the keyboard once, and KLV-0821 states the maximum number of pixels")
  func explains() throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.bundle())
    let disabled = try sandbox.klava("render", "test", "-o", "\(sandbox.path)/a.png")
    #expect(
      disabled.errors.hasPrefix("klava: error KLV-0411: org.example.test: The keyboard is not an enabled input mode."),
      "\(disabled.errors)")
    let large = try sandbox.klava(
      "render", "system", "-o", "\(sandbox.path)/a.png", "--size", "4096x844", "--scale", "4")
    #expect(large.errors.contains("more than 16777216 pixels"), "\(large.errors)")
  }

  @Test("If the keyboard shows no input view, klava render names the command that shows its log, and exits with 1")
  func noInputView() throws {
    let sandbox = try CommandSandbox()
    let bundle = try sandbox.bundle()
    let code = """
      #include <klava/keyboard.h>
      static klv_result create(klv_host *host, const klv_launch *launch, void **controller, klv_failure *failure) {
        return *controller = host, KLV_OK;
      }
      static klv_result load(void *controller, klv_failure *failure) { return KLV_OK; }
      static const void *get_interface(void *controller, const char *identifier) { return 0; }
      const klv_keyboard_entry klv_keyboard = {
        KLV_ABI_VERSION, sizeof(klv_keyboard_entry), create, load, 0, get_interface,
      };
      """
    try Data(try Compilation.library([], code: code, compiler: "clang").bytes()).write(
      to: URL(filePath: "\(bundle)/libTest.so"))
    try sandbox.done("install", bundle)
    try sandbox.done("enable", "org.example.test")
    let outcome = try sandbox.klava("render", "org.example.test", "-o", "\(sandbox.path)/a.png")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(
        "Test shows no input view. If the host refused it, `klava log org.example.test` gives the reason."),
      "\(outcome.errors)")
    let pressed = try sandbox.klava("render", "org.example.test", "-o", "\(sandbox.path)/a.png", "--press", "a")
    #expect(pressed.errors.contains("shows no input view. If the host refused it"), "\(pressed.errors)")
  }

  @Test("For a secure field, klava render shows the system keyboard and prints the reason")
  func secureField() throws {
    let sandbox = try CommandSandbox()
    try sandbox.ship()
    let outcome = try sandbox.klava(
      "render", "calc", "-o", "\(sandbox.path)/a.png", "--field", "isSecureTextEntry=true", "keyboardType=default")
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("secureTextEntry"))
    try sandbox.done("render", "system", "-o", "\(sandbox.path)/b.png", "--field", "isSecureTextEntry=true")
    #expect(try bytes(sandbox, "a.png") == bytes(sandbox, "b.png"))
  }

  @Test("If a keyboard cannot load, klava render still writes a picture and exits with status 1")
  func failedLoad() throws {
    let sandbox = try CommandSandbox()
    try sandbox.ship()
    let outcome = try sandbox.klava("render", "calc", "-o", "\(sandbox.path)/a.png")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("KLV-06"))
    #expect(try bytes(sandbox, "a.png").starts(with: Self.signature))
  }

  @Test("If a picture of the bundle cannot be drawn, klava render warns, names the remedy and succeeds")
  func unknownPictures() throws {
    let sandbox = try CommandSandbox()
    var manifest = TestManifest.action("v(h)")
    manifest.principalClass = ""
    let interface = """
      <plist version="1.0"><dict><key>Rows</key><array><array>
      <dict><key>Image</key><dict><key>Name</key><string>system:banana</string></dict></dict>
      <dict><key>Image</key><dict><key>Name</key><string>large.svg</string></dict></dict>
      <dict><key>Image</key><dict><key>Name</key><string>none.svg</string></dict></dict>
      <dict><key>Image</key><dict><key>Name</key><string>bad.svg</string></dict></dict></array></array></dict></plist>
      """
    let large = String(repeating: "<svg/>", count: 100_000)
    let bundle = try sandbox.bundle(files: ["Interface.plist": interface, "bad.svg": "<svg><", "large.svg": large])
    try sandbox.write(manifest.text, to: "Test.keyboard/Info.plist")
    let library = try Compilation.library([], code: "void tap(void *handle) {}", compiler: "clang").bytes()
    try Data(library).write(to: URL(filePath: "\(bundle)/libTest.so"))
    try sandbox.done("install", bundle)
    try sandbox.done("enable", "test")
    let outcome = try sandbox.klava("render", "test", "-o", "\(sandbox.path)/a.png")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try bytes(sandbox, "a.png").starts(with: Self.signature))
    let lines = outcome.errors.split(separator: "\n")
    let expected = [
      ("large.svg", "The resource is larger than 512 KiB. "), ("none.svg", "The bundle does not contain"),
      ("bad.svg", "at most 512 KiB."), ("system:banana", ", xmark."),
    ]
    try #require(lines.count == expected.count, "\(outcome.errors)")
    for (line, (name, part)) in zip(lines, expected) {
      #expect(line.hasPrefix("klava: warning KLV-0822: \(name): ") && line.contains(part), "\(line)")
    }
  }

  @Test("klava render replaces an existing picture and follows a symbolic link")
  func existingPicture() throws {
    let sandbox = try CommandSandbox()
    try sandbox.write("old", to: "real.png")
    try FileManager.default.createSymbolicLink(atPath: "\(sandbox.path)/a.png", withDestinationPath: "real.png")
    try sandbox.done("render", "system", "-o", "\(sandbox.path)/a.png")
    #expect(try bytes(sandbox, "real.png").starts(with: Self.signature))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(sandbox.path)/a.png") == "real.png")
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path).filter { $0.hasSuffix(".new") }.isEmpty)
  }

  @Test("klava render does not replace a device file")
  func deviceFile() throws {
    let sandbox = try CommandSandbox()
    try FileManager.default.createSymbolicLink(atPath: "\(sandbox.path)/null.png", withDestinationPath: "/dev/null")
    let outcome = try sandbox.klava("render", "system", "-o", "\(sandbox.path)/null.png")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("KLV-0806"))
  }

  @Test("klava render reports a missing or failing render process")
  func missingRenderer() throws {
    let sandbox = try CommandSandbox()
    let outcome = try sandbox.klava(
      "render", "system", "-o", "\(sandbox.path)/a.png", environment: ["KLAVA_RENDERER": "/nothing"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("KLV-0820"))
    let broken = try sandbox.klava(
      "render", "system", "-o", "\(sandbox.path)/a.png", environment: ["KLAVA_RENDERER": "/bin/false"])
    #expect(broken.status == 2)
    #expect(broken.errors.contains("KLV-0821"))
    #expect(!FileManager.default.fileExists(atPath: "\(sandbox.path)/a.png"))
  }
}

extension CommandSandbox {
  fileprivate func run(_ arguments: [String]) throws -> Command.Outcome {
    try command(arguments).run()
  }
}
