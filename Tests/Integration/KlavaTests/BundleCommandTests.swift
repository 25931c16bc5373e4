import Foundation
import TestSupport
import Testing

@Suite struct BundleCommandTests {
  private func source(_ sandbox: CommandSandbox) throws -> (folder: String, library: String) {
    let folder = try sandbox.bundle("Source", files: ["README.md": "", "Sources/main.c": "", "tags.json": "{}"])
    let library = "\(sandbox.path)/built.so"
    try FileManager.default.moveItem(atPath: "\(folder)/libTest.so", toPath: library)
    return (folder, library)
  }

  @Test("klava bundle makes an installable bundle from a source folder and a library, and replaces an older bundle")
  func installableBundle() throws {
    let sandbox = try CommandSandbox()
    let (folder, library) = try source(sandbox)
    let output = "\(sandbox.path)/new/Mine.keyboard"
    #expect(try sandbox.done("bundle", folder, "--library", library, "-o", output).isOneLine)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: output).sorted() == ["Info.plist", "libTest.so", "tags.json"])
    try sandbox.done("install", output)
    // The second run must replace the bundle of the first run.
    try sandbox.done("bundle", folder, "--library", library, "-o", output)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.path)/new") == ["Mine.keyboard"])
  }

  @Test("If --library is not a regular file, klava bundle says so", arguments: [true, false])
  func libraryIsNoFile(isFolder: Bool) throws {
    let sandbox = try CommandSandbox()
    let (folder, _) = try source(sandbox)
    let library = "\(sandbox.path)/not-a-file"
    try #require((isFolder ? mkdir(library, 0o755) : mkfifo(library, 0o644)) == 0)
    let outcome = try sandbox.klava("bundle", folder, "--library", library, "-o", "\(sandbox.path)/Mine.keyboard")
    #expect(outcome.status == 2)
    let sentence = isFolder ? "The library is a folder, not a file." : "The library is not a regular file."
    #expect(
      outcome.errors.hasPrefix("klava: error KLV-0807: \(library): \(sentence) Give the path of"), "\(outcome.errors)")
  }

  @Test("If a library exports symbols of Swift because its author did not use the version script, klava bundle warns")
  func swiftExports() throws {
    let sandbox = try CommandSandbox()
    let (folder, library) = try source(sandbox)
    let code = """
      const int klv_keyboard[4] = {1, 0, 0, 0};
      void tap(void *handle) {}
      int one(void) __asm__("$s4Mine3oneyyF");
      int one(void) { return 1; }
      """
    try Data(Compilation.library([], code: code, compiler: "clang").bytes()).write(to: URL(filePath: library))
    let output = try sandbox.done("bundle", folder, "--library", library, "-o", "\(sandbox.path)/Mine.keyboard")
    #expect(output.contains("Warning: The library exports 1 Swift symbol. To hide all symbols except"))
  }

  @Test("klava bundle warns about an unknown key of a specifier, and names the right key")
  func unknownSettingsKey() throws {
    let sandbox = try CommandSandbox()
    let (folder, library) = try source(sandbox)
    let settings = """
      <plist version="1.0"><dict><key>PreferenceSpecifiers</key><array>
      <dict><key>Type</key><string>PSTextFieldSpecifier</string><key>Key</key><string>word</string>
      <key>DefualtValue</key><string>x</string></dict></array></dict></plist>
      """
    try sandbox.write(settings, to: "Source/Settings.bundle/Root.plist")
    let output = try sandbox.done("bundle", folder, "--library", library, "-o", "\(sandbox.path)/Mine.keyboard")
    let place = "Settings.bundle/Root.plist: PreferenceSpecifiers[0].DefualtValue"
    #expect(
      output.contains(
        "Warning: \(place) has no effect, because Klava does not know the key. Replace DefualtValue with"),
      "\(output)")
  }

  @Test("klava bundle and klava install warn if the manifest of a keyboard in Swift has no KLVSwiftVersion")
  func swiftVersion() throws {
    let sandbox = try CommandSandbox()
    let manifest = try Repository.text("Plugins/Calculator/Info.plist")
    try sandbox.write(manifest.replacing("org.klava.calculator", with: "org.example.mine"), to: "Source/Info.plist")
    let output = "\(sandbox.path)/Mine.keyboard"
    let bundle = [
      "bundle", "\(sandbox.path)/Source", "--library", Repository.product("libCalculator.so"), "-o", output,
    ]
    let warning = "Warning: Info.plist has no KLVSwiftVersion"
    let complete = try sandbox.command(bundle).run()
    #expect(complete.status == 0 && !complete.output.contains(warning), "\(complete)")
    // With this PATH, `klava bundle` finds no `swiftc`.
    let incomplete = try sandbox.command(bundle, environment: ["PATH": "/none"]).run()
    #expect(incomplete.status == 0 && incomplete.output.contains(warning), "\(incomplete)")
    #expect(incomplete.output.contains("Run `klava bundle` with `swiftc`"), "\(incomplete)")
    // On installation, the warning must not suggest building the keyboard again, because a user cannot do so.
    let installed = try sandbox.done("install", output)
    #expect(installed.contains(warning) && installed.contains("ask its author for a new version"), "\(installed)")
    #expect(!installed.contains("swiftc"), "\(installed)")
  }

  @Test("klava bundle replaces Xcode's variables, and names the file and the key of a variable without a value")
  func variables() throws {
    let sandbox = try CommandSandbox()
    var manifest = TestManifest()
    manifest.identifier = "$(PRODUCT_BUNDLE_IDENTIFIER)"
    manifest.executable = "$(EXECUTABLE_NAME)"
    manifest.name = "${PRODUCT_NAME:rfc1034identifier} $(OTHER)"
    manifest.principalClass =
      "<key>NSExtensionPrincipalClass</key><string>$(PRODUCT_MODULE_NAME).KeyboardViewController</string>"
    let folder = try sandbox.bundle("Source", manifest)
    let library = "\(sandbox.path)/libMy_Keys.so"
    try FileManager.default.moveItem(atPath: "\(folder)/libTest.so", toPath: library)
    let output = "\(sandbox.path)/Mine.keyboard"
    let bundle = ["bundle", folder, "--library", library, "-o", output]
    let identifier = ["--set", "PRODUCT_BUNDLE_IDENTIFIER=org.example.mine"]
    let refused = try sandbox.command(bundle + identifier).run()
    #expect(
      refused.errors.hasPrefix(
        "klava: error KLV-0146: Source/Info.plist: CFBundleDisplayName contains $(OTHER), a variable of Xcode"),
      "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: output))
    let made = try sandbox.command(bundle + identifier + ["--set", "OTHER=a=b"]).run()
    #expect(made.status == 0, "\(made)")
    let shown = try sandbox.klava("inspect", output, "--json").output
    for value in ["org.example.mine", "libMy_Keys.so", "My-Keys a=b", "My_Keys.KeyboardViewController"] {
      #expect(shown.contains(value), "\(shown)")
    }
    for wrong in ["OTHER", "=1"] {
      #expect(try sandbox.command(bundle + ["--set", wrong]).run().errors.hasPrefix("klava: error KLV-0809: "))
    }
  }

  @Test("klava bundle converts String Catalogs to tables, with warnings for plural forms")
  func stringCatalogs() throws {
    let sandbox = try CommandSandbox()
    let (folder, library) = try source(sandbox)
    let catalog = #"""
      {"sourceLanguage": "en", "version": "1.0", "strings": {
        "Say \"hi\"\n": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Sag \\ \"hallo\""}},
          "fr": {"stringUnit": {"state": "new", "value": ""}}}},
        "delete": {"localizations": {"en": {"stringUnit": {"state": "translated", "value": "Delete"}}}},
        "%lld keys": {"localizations": {"de": {"variations": {"plural": {
          "one": {"stringUnit": {"state": "translated", "value": "%lld Taste"}},
          "other": {"stringUnit": {"state": "translated", "value": "%lld Tasten"}}}}}}},
        "plain": {}
      }}
      """#
    try sandbox.write(catalog, to: "Source/Localizable.xcstrings")
    try sandbox.write(
      #"{"sourceLanguage": "en", "strings": {"CFBundleDisplayName": {"localizations": {"de": {"stringUnit": {"value": "Tasten"}}}}}}"#,
      to: "Source/InfoPlist.xcstrings")
    let output = "\(sandbox.path)/Mine.keyboard"
    let shown = try sandbox.klava("bundle", folder, "--library", library, "-o", output)
    #expect(shown.output.contains(#"Warning: Source/Localizable.xcstrings: the text "%lld keys" has several forms."#))
    func table(_ language: String, _ name: String = "Localizable") throws -> [String: String]? {
      let data = try Data(contentsOf: URL(filePath: "\(output)/\(language).lproj/\(name).strings"))
      return try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: String]
    }
    let english = ["Say \"hi\"\n": "Say \"hi\"\n", "delete": "Delete", "%lld keys": "%lld keys", "plain": "plain"]
    #expect(try table("en") == english)
    let german = ["Say \"hi\"\n": "Sag \\ \"hallo\"", "%lld keys": "%lld Tasten"]
    #expect(try table("de") == english.merging(german) { $1 })
    #expect(try table("de", "InfoPlist")?["CFBundleDisplayName"] == "Tasten")
    #expect(!FileManager.default.fileExists(atPath: "\(output)/Localizable.xcstrings"))
  }

  /// A small catalog with 1,100 texts, each in another language. `klava bundle` writes all texts into the table of each
  /// language, so the tables together would have more than a million texts.
  private static let wideCatalog: String = {
    let entries = (0..<1_100).map { number in
      let language = "en-a\(String(10_000 + number))"
      return #""k\#(number)": {"localizations": {"\#(language)": {"stringUnit": {"value": "v"}}}}"#
    }
    return #"{"sourceLanguage": "en", "strings": {\#(entries.joined(separator: ", "))}}"#
  }()

  @Test(
    "klava bundle refuses a String Catalog that it cannot convert, and gives the reason",
    arguments: [
      ("{", "is not valid JSON"), ("[]", "lacks sourceLanguage or strings"),
      (#"{"sourceLanguage": "en", "strings": {"a": {"localizations": {"../x": {}}}}}"#, "which is not a language tag"),
      (#"{"sourceLanguage": "en", "strings": {"a": {"localizations": {"de": {}}}}}"#, #"The text "a" in de"#),
      (
        #"{"sourceLanguage": "en", "strings": {"a": {"localizations": {"de": {"substitutions": {}}}}}}"#,
        "has substitutions"
      ),
      (#"{"sourceLanguage": "pl", "strings": {"a": {}}}"#, "also has pl.lproj/Localizable.strings"),
      (#"{"sourceLanguage": "../up", "strings": {"a": {}}}"#, "which is not a language tag"),
      (wideCatalog, "has 1100 texts in 1101 languages. Together, the languages can have at most 1000000"),
    ])
  func wrongCatalogs(catalog: String, sentence: String) throws {
    let sandbox = try CommandSandbox()
    let (folder, library) = try source(sandbox)
    try sandbox.write(catalog, to: "Source/Localizable.xcstrings")
    try sandbox.write(#""a" = "b";"#, to: "Source/pl.lproj/Localizable.strings")
    let output = "\(sandbox.path)/Mine.keyboard"
    let refused = try sandbox.klava("bundle", folder, "--library", library, "-o", output)
    #expect(refused.status == 2 && refused.errors.isOneLine)
    #expect(refused.errors.hasPrefix("klava: error KLV-0171: Source/Localizable.xcstrings: "), "\(refused)")
    #expect(refused.errors.contains(sentence), "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test(
    "klava bundle overwrites only bundles, and no other files or folders",
    arguments: [
      ("Mine.bundle", "KLV-0809"), ("Other.keyboard", "KLV-0808"), ("file.keyboard", "KLV-0808"),
    ])
  func replacesOnlyBundles(_ name: String, _ code: String) throws {
    let sandbox = try CommandSandbox()
    let (folder, library) = try source(sandbox)
    try sandbox.write("precious", to: "Other.keyboard/letter.txt")
    try sandbox.write("precious", to: "file.keyboard")
    let outcome = try sandbox.klava("bundle", folder, "--library", library, "-o", "\(sandbox.path)/\(name)")
    #expect(outcome.status == 2)
    #expect(outcome.errors.isOneLine)
    #expect(outcome.errors.hasPrefix("klava: error \(code): "), "\(outcome.errors)")
    #expect(FileManager.default.fileExists(atPath: "\(sandbox.path)/Other.keyboard/letter.txt"))
    #expect(FileManager.default.fileExists(atPath: "\(sandbox.path)/file.keyboard"))
  }

  @Test("klava bundle refuses an invalid action signature and reports the position of the error")
  func invalidSignature() throws {
    let sandbox = try CommandSandbox()
    let (folder, library) = try source(sandbox)
    try sandbox.write(TestManifest.action("v(z)").text, to: "Source/Info.plist")
    let outcome = try sandbox.klava("bundle", folder, "--library", library, "-o", "\(sandbox.path)/Mine.keyboard")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("KLV-0140"))
    #expect(outcome.errors.contains("at byte 2"))
  }
}
