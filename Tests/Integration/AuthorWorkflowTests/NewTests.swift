import Foundation
import TestSupport
import Testing

/// Tests of `klava new`: the new projects work, and a failed command leaves no files. ``SwiftPackageTests`` tests
/// projects in Swift.
@Suite struct NewTests {
  /// The languages of projects that this machine can build. Rust may be missing.
  private static let languages: [String] = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { access("\($0)/rustc", X_OK) == 0 } ? ["c", "rust"] : ["c"]
  }()

  @Test("A project in C or Rust builds, and passes its unit tests and its script", arguments: languages)
  func buildsProject(language: String) throws {
    let folder = try AuthorsFolder()
    let made = try folder.new(["MyKeyboard", "--language", language])
    #expect(made.status == 0, "\(made.output)")
    #expect(try folder.names() == ["MyKeyboard"])
    let built = try folder.run("make", in: "MyKeyboard")
    #expect(built.status == 0, "\(built.output)")
    #expect(!built.output.contains("warning:"), "\(built.output)")
    #expect(try folder.names(in: "MyKeyboard/.build").contains("MyKeyboard.keyboard"))
    let tested = try folder.run("make test", in: "MyKeyboard")
    #expect(tested.status == 0, "\(tested.output)")
    #expect(tested.output.contains(language == "c" ? "all is well" : "3 passed; 0 failed"))
    #expect(tested.output.contains("Kot? Hello! |"))
    let validated = try folder.run("make validate", in: "MyKeyboard")
    #expect(validated.status == 0, "\(validated.output)")
    #expect(!validated.output.contains("KLV-"), "\(validated.output)")
    // The tests of the project must detect a fault.
    _ = try folder.run("sed -i 's/Kot? Hello! /Kot? Hello!/' Tests/play.jsonl", in: "MyKeyboard")
    #expect(try folder.run("make test", in: "MyKeyboard").status != 0)
  }

  @Test("If klava new cannot create a file of the project, it names the file and the reason, and leaves no files")
  func namesTheFile() throws {
    let folder = try AuthorsFolder()
    // In this folder, the path of the project folder is just short enough for the kernel, but the paths of its files
    // are too long.
    let length = 4_042 - folder.work.utf8.count
    let deep = String(repeating: String(repeating: "x", count: 199) + "/", count: length / 200)
    let parent = deep + String(repeating: "y", count: length % 200)
    try FileManager.default.createDirectory(atPath: "\(folder.work)/\(parent)", withIntermediateDirectories: true)
    let made = try folder.new(["Mine", "--language", "c", "--directory", "\(folder.work)/\(parent)/Mine"])
    #expect(made.status == 2)
    #expect(made.output.contains("KLV-0806: \(folder.work)/xxx"), "\(made.output)")
    #expect(made.output.contains(": File name too long."), "\(made.output)")
    #expect(!made.output.contains("Error Domain"), "\(made.output)")
    #expect(try folder.names(in: parent) == [])
  }

  @Test("An installed Klava makes projects that do not refer to Klava's build folder")
  func worksInstalled() throws {
    let folder = try AuthorsFolder()
    try folder.makeStage()
    try folder.make("install STAGE='\(folder.work)/stage' PREFIX='\(folder.work)/prefix'")
    for language in ["c", "rust", "swift"] {
      let made = try folder.run("prefix/bin/klava new Mine --language \(language) --directory \(language)")
      #expect(made.status == 0, "\(made.output)")
      let recorded = try folder.run("grep -rl '\(Repository.root.path)' \(language) || true")
      #expect(recorded.output == "")
    }
    #expect(try folder.text("swift/Package.swift").contains("\"\(folder.work)/prefix/lib/klava\""))
    let tested = try folder.run("make test", in: "c")
    #expect(tested.status == 0, "\(tested.output)")
    #expect(tested.output.contains("\(folder.work)/prefix/bin/klava"))
  }

  @Test("The script for continuous integration of a new project installs Klava, and the project's tests pass")
  func passesItsWorkflow() throws {
    let folder = try AuthorsFolder()
    #expect(try folder.new(["Mine", "--language", "c"]).status == 0)
    #expect(try folder.new(["Other", "--language", "swift"]).status == 0)
    let workflow = try folder.text("Mine/.github/workflows/check.yml")
    #expect(try folder.text("Other/.github/workflows/check.yml") == workflow)
    #expect(try folder.text("Other/.ci/run") == folder.text("Mine/.ci/run"))
    // Replace these programs with fakes, because the test must not install packages and cannot clone Klava's
    // repository. As in Klava's repository, `make install` needs the folder that `make release` makes.
    _ = try folder.run(
      """
      mkdir programs && cd programs
      printf '#!/bin/sh\\necho apt-get "$@"\\n' > apt-get
      cat > git <<'END'
      #!/bin/sh
      set -eu
      [ "$1 $2 $3 $4" = "clone --depth 1 https://example.org/klava.git" ]
      mkdir "$5"
      cat > "$5/Makefile" <<'MAKE'
      release:
      	mkdir -p .build/stage/files
      install:
      	[ -d .build/stage/files ]
      	mkdir -p $(PREFIX)/bin $(PREFIX)/libexec/klava $(PREFIX)/lib/klava
      	cp '\(Repository.products.path)/klava' $(PREFIX)/bin/
      	cp '\(Repository.products.path)/klava-runner' $(PREFIX)/libexec/klava/
      	cp '\(Repository.products.path)/klava-bundle-reader' $(PREFIX)/libexec/klava/
      	cp '\(Repository.products.path)/klava-renderer' $(PREFIX)/libexec/klava/
      	cp -R '\(Repository.root.path)/.build/keyboards' $(PREFIX)/lib/klava/
      MAKE
      END
      chmod +x apt-get git
      sed -i 's|\(Repository.products.path)|/nowhere|' ../Mine/Makefile
      """)
    let steps = workflow.components(separatedBy: "\n      - run: ").dropFirst().map { step in
      String(step.prefix { $0 != "\n" })
    }
    #expect(steps.count == 5 && steps.last == ".ci/run")
    #expect(try folder.new(["Third", "--language", "rust"]).status == 0)
    let installation = steps.suffix(3).joined(separator: "\n      - run: ")
    #expect(try folder.text("Third/.github/workflows/check.yml").contains(installation))
    var environment = ["PATH": "\(folder.work)/programs:\(folder.work)/prefix/bin:/usr/bin:/bin"]
    let unset = try folder.run(steps[1], in: "Mine", environment: environment)
    #expect(unset.status != 0 && unset.output.contains("KLAVA_REPOSITORY"), "\(unset.output)")
    environment["KLAVA_REPOSITORY"] = "https://example.org/klava.git"
    for step in steps {
      let here = step.replacing("/tmp/klava", with: "\(folder.work)/klava").replacing(
        "/usr/local", with: "\(folder.work)/prefix")
      let run = try folder.run(here, in: "Mine", environment: environment)
      #expect(run.status == 0, "\(step): \(run.output)")
      #expect(step != ".ci/run" || run.output.contains("PASSED  Mine.keyboard"), "\(run.output)")
    }
  }

  @Test(
    "A project has files for continuous integration and a README, and only its makefile contains Klava's path")
  func projectFiles() throws {
    let folder = try AuthorsFolder()
    #expect(try folder.new(["Mine", "--language", "c", "--identifier", "com.example.mine"]).status == 0)
    let files = try #require(FileManager.default.enumerator(atPath: "\(folder.work)/Mine")?.allObjects as? [String])
    for file in [
      ".ci/run", ".github/workflows/check.yml", ".gitignore", "Info.plist", "Makefile", "README.md",
      "Sources/klava/keyboard.h", "Tests/play.jsonl",
    ] {
      #expect(files.contains(file), "\(file)")
    }
    for file in files where !file.contains("keyboard.h") {
      #expect(!file.contains("__"))
      guard let text = try? folder.text("Mine/\(file)") else { continue }
      #expect(!text.contains("__"), "\(file)")
      #expect(file == "Makefile" || !text.contains(Repository.root.path), "\(file)")
    }
    #expect(try folder.text("Mine/Info.plist").contains("com.example.mine"))
    #expect(FileManager.default.isExecutableFile(atPath: "\(folder.work)/Mine/.ci/run"))
    let header = Repository.root.appending(path: "Sources/SDK/KeyboardABI/include/klava/keyboard.h")
    #expect(try folder.text("Mine/Sources/klava/keyboard.h") == String(contentsOf: header, encoding: .utf8))
  }

  @Test(
    "klava new refuses an invalid name, gives the reason and suggests a valid name",
    arguments: [
      ("", "empty", "MyKeyboard"), ("my keyboard", "characters other than", "MyKeyboard"),
      ("my-kb", "characters other than", "MyKb"),
      ("клава", "characters other than", "MyKeyboard"), ("../up", "characters other than", "Up"),
      ("1st", "begin", "st"),
      ("class", "word", "Class"), ("KlavaKit", "already", "MyKlavaKit"), ("system", "already", "MySystem"),
      ("c", "already", "MyC"),
      (String(repeating: "a", count: 65), "64", "aaa"), ("a\u{1B}[2J", "characters other than", "A2J"),
    ])
  func refusesNames(name: String, reason: String, suggestion: String) throws {
    let folder = try AuthorsFolder()
    let run = try folder.new(["--language", "c", "--", name])
    #expect(run.status == 2)
    #expect(run.output.hasPrefix("klava: error KLV-0813: "), "\(run.output)")
    #expect(run.output.contains(reason) && run.output.lowercased().contains(suggestion.lowercased()), "\(run.output)")
    #expect(!run.output.contains("\u{1B}"))
    #expect(try folder.names().isEmpty)
  }

  @Test(
    "klava new refuses invalid arguments with a code, and writes no files",
    arguments: [
      (["A", "--language", "ruby"], "KLV-0809"), (["A"], "KLV-0809"),
      (["A", "--language", "c", "--directory", ""], "KLV-0809"),
      (["A", "--language", "c", "--directory", "there"], "KLV-0808"),
      (["A", "--language", "swift", "--directory", "file"], "KLV-0808"),
      (["A", "--language", "c", "--directory", "dangling"], "KLV-0808"),
      (["A", "--language", "c", "--directory", "/"], "KLV-0808"),
      (["A", "--language", "c", "--directory", "missing/below"], "KLV-0806"),
      (["A", "--language", "c", "--directory", "file/below"], "KLV-0806"),
      (["A", "--language", "c", "--directory", "/proc/below"], "KLV-0806"),
      (["A", "--language", "c", "--identifier", "a b"], "KLV-0128"),
      (["A", "--language", "c", "--identifier", ""], "KLV-0127"),
      (["A", "--language", "c", "--identifier", "org.klava.system"], "KLV-0130"),
      (["A", "--language", "c", "--identifier", "org.klava.calculator"], "KLV-0403"),
    ])
  func refusesPlaces(arguments: [String], code: String) throws {
    let folder = try AuthorsFolder()
    _ = try folder.run("mkdir there; touch there/letter file; ln -s nowhere dangling")
    let run = try folder.new(arguments)
    #expect(run.status == 2)
    #expect(run.output.hasPrefix("klava: error \(code): "), "\(run.output)")
    #expect(run.output.split(separator: "\n").count == 1)
    #expect(try folder.names() == ["dangling", "file", "there"])
    #expect(try folder.names(in: "there") == ["letter"])
  }

  @Test(
    "If KLAVA_SDK is not the path of a folder with KlavaKit, klava new makes no project",
    arguments: ["/nowhere", "there"])
  func missingSDK(path: String) throws {
    let folder = try AuthorsFolder()
    let run = try folder.new(["A", "--language", "swift"], environment: ["KLAVA_SDK": path])
    #expect(run.status == 2)
    #expect(run.output.hasPrefix("klava: error KLV-0814: \(path): "), "\(run.output)")
    #expect(try folder.names().isEmpty)
  }

  @Test("klava new --from-xcode copies an extension, changes its imports, and lists the remaining tasks by line")
  func portsAnExtension() throws {
    let folder = try AuthorsFolder()
    _ = try folder.run(
      """
      mkdir -p App/Keyboard/Assets.xcassets/Icon.imageset App/Keyboard/de.lproj && cd App/Keyboard
      cat > Info.plist <<'END'
      <plist version="1.0"><dict><key>CFBundleDisplayName</key><string>Ported</string>
      <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
      <key>CFBundleShortVersionString</key><string>$(MARKETING_VERSION)</string>
      <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service</string>
      <key>NSExtensionPrincipalClass</key><string>$(PRODUCT_MODULE_NAME).Controller</string>
      <key>NSExtensionAttributes</key><dict><key>PrimaryLanguage</key><string>de-DE</string></dict></dict></dict></plist>
      END
      printf 'import UIKit\r\nimport Foundation // text\n@preconcurrency import struct Other.Thing\n' > Controller.swift
      printf 'class Controller: UIInputViewController {\n#if canImport(UIKit)\n#endif\n  let b = UIButton() // UILabel\n' \
        >> Controller.swift
      printf '  func f() { view.isHidden = true }\n}\n' >> Controller.swift
      printf 'import SwiftUI\nstruct Keys: View { var body: some View { Text("") } }\n' > Keys.swift
      printf 'let url = Bundle.main.url(forResource: "words", withExtension: "txt")\n' > Words.swift
      touch Main.storyboard words.txt Assets.xcassets/Contents.json Assets.xcassets/Icon.imageset/i.png Bridge.h
      printf '"a" = "b";' > de.lproj/Localizable.strings
      """)
    let made = try folder.new(["Mine", "--from-xcode", "App"])
    #expect(made.status == 0, "\(made.output)")
    #expect(made.output.contains("Copied 2 sources with 2 changed imports; 1 source of views is in Views."))
    let report = try folder.text("Mine/Sources/PORTING.txt")
    for place in [
      "Controller.swift:3: The module Other is not", "Controller.swift:5: canImport(UIKit), os(iOS)",
      "Controller.swift:7: KlavaUIKit has no views of UIKit", "Controller.swift:8: The controller has no `view`",
      "Keys.swift: The file declares a view",
      "Main.storyboard: Klava reads neither storyboards nor nibs", "Assets.xcassets: Klava reads no asset catalogs",
      "Bridge.h: Klava copies only Swift sources",
      "CFBundleShortVersionString has the variable $(MARKETING_VERSION). The new Info.plist has 0.1.0 instead.",
    ] {
      #expect(report.contains(place), "\(report)")
    }
    #expect(report.split(separator: "\n").count == 10)
    let source = try folder.text("Mine/Sources/Mine/Keyboard/Controller.swift").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(source[0] == "import KlavaUIKit" && source[1] == "" && source[3].hasPrefix("class Controller"))
    let manifest = try folder.text("Mine/Info.plist")
    for value in ["Ported", "org.example.mine", "libMine.so", "Mine.Controller", "de-DE", "paths"] {
      #expect(manifest.contains("<string>\(value)</string>"), "\(manifest)")
    }
    #expect(!manifest.contains("$("))
    let names = try folder.names(in: "Mine")
    #expect(names.contains("words.txt") && names.contains("de.lproj") && names.contains("Package.swift"))
    #expect(try folder.text("Mine/Tests/MineTests/MineTests.swift").contains("Controller()"))
  }

  @Test("klava new --from-xcode copies no makefile, and ignores the Info.plist of the app")
  func copiesNoCommands() throws {
    let folder = try AuthorsFolder()
    _ = try folder.run(
      """
      mkdir -p App/Keyboard App/Watch && cd App/Keyboard
      cat > Info.plist <<'END'
      <plist version="1.0"><dict><key>NSExtension</key><dict>
      <key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service</string></dict></dict></plist>
      END
      printf 'class KeyboardViewController: UIInputViewController {}\n' > Controller.swift
      printf '<plist version="1.0"><dict></dict></plist>' > ../Info.plist
      cp ../Info.plist ../Watch
      for name in Makefile makefile GNUmakefile; do printf 'all test:\n\ttouch run\n' > $name; done
      """)
    let made = try folder.new(["Mine", "--from-xcode", "App"])
    #expect(made.status == 0, "\(made.output)")
    let names = try folder.names(in: "Mine")
    #expect(!names.contains("GNUmakefile") && !names.contains("makefile"), "\(names)")
    #expect(try !folder.text("Mine/Makefile").contains("touch run"))
    #expect(try folder.text("Mine/Info.plist").contains("com.apple.keyboard-service"))
    let report = try folder.text("Mine/Sources/PORTING.txt")
    #expect(
      report.contains("Keyboard/GNUmakefile: Klava did not copy this file: the project has its own GNUmakefile."),
      "\(report)")
  }

  @Test("klava new --from-xcode ports one of several extensions, names the others, and lists necessary changes")
  func severalExtensions() throws {
    let folder = try AuthorsFolder()
    _ = try folder.run(
      """
      mkdir -p App/A App/B && cat > App/A/Info.plist <<'END'
      <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
      <string>com.apple.keyboard-service</string></dict></dict></plist>
      END
      cp App/A/Info.plist App/B/Info.plist
      printf 'import SwiftUI\nenum Phase { case began }\nstruct Keys: View {\n  enum Inner {}\n}\nprivate final class Model {}\n' \
        > App/A/Keys.swift
      printf 'class KeyboardViewController: UIInputViewController {}\n' > App/B/Controller.swift
      printf 'import UIKit\nlet a = UIApplication.self\nlet b = CADisplayLink.self\nlet c = UITextChecker()\n' \
        > App/A/Other.swift
      printf 'func touches(_ touches: Set<UITouch>, with event: UIEvent?) {}\nlet d = UIPanGestureRecognizer()\n' \
        >> App/A/Other.swift
      printf 'NotificationCenter.default.addObserver(self, selector: #selector(f), name: n, object: nil)\n' \
        >> App/A/Other.swift
      printf 'let e = Timer.scheduledTimer(timeInterval: 1, target: self, selector: #selector(f), userInfo: nil)\n' \
        >> App/A/Other.swift
      printf 'view.heightAnchor.constraint(equalToConstant: 1)\ninputView?.allowsSelfSizing = true\n' >> App/A/Other.swift
      printf 'UIPasteboard.general.setObjects([])\nextensionContext?.completeRequest(returningItems: nil)\n' \
        >> App/A/Other.swift
      printf 'UIAccessibility.post(notification: .announcement, argument: "a")\nNotificationCenter.default.post(n)\n' \
        >> App/A/Other.swift
      """)
    let made = try folder.new(["Mine", "--from-xcode", "App"])
    #expect(made.status == 0, "\(made.output)")
    let report = try folder.text("Mine/Sources/PORTING.txt")
    for place in [
      "B/Info.plist: The file describes another keyboard extension. To port that extension, pass its folder to --from-xcode.",
      "A/Keys.swift: The file declares a view of UIKit or SwiftUI, and is now in Views. Write an InputView instead. "
        + "The project builds its other declarations: Phase, Model.",
      "A/Other.swift:2: As on iOS, a keyboard has no UIApplication", "A/Other.swift:3: Klava draws the keyboard",
      "A/Other.swift:4: The host may need a second to load a dictionary",
      "A/Other.swift:6: Use a gesture of Key or TouchArea",
      "A/Other.swift:7: Linux has no selectors. Pass a closure to Key, Timer.scheduledTimer(withTimeInterval:",
      "repeats:block:) or NotificationCenter.addObserver(forName:object:queue:using:).\n- A/Other.swift:9:",
      "A/Other.swift:9: For the keyboard's height, use InputView(height:)",
      "A/Other.swift:10: An InputView has no allowsSelfSizing", "A/Other.swift:11: The pasteboard has no setObjects",
      "A/Other.swift:12: A keyboard has no request to complete",
      "A/Other.swift:13: A keyboard cannot send announcements to a screen reader.",
    ] {
      #expect(report.contains(place), "\(report)")
    }
    #expect(report.split(separator: "\n").count == 14, "\(report)")
    #expect(made.output.contains("Ported A; other keyboard extensions are in B."), "\(made.output)")
    #expect(try !folder.names(in: "Mine/Sources/Mine").contains("B"))
    #expect(
      try folder.text("Mine/Sources/Mine/A/Keys.swift")
        == "import KlavaUIKit\nenum Phase { case began }\n\n\n\nprivate final class Model {}\n")
    let second = try folder.new(["Second", "--from-xcode", "App/B"])
    #expect(second.status == 0 && !second.output.contains("other keyboard extensions"), "\(second.output)")
    #expect(try folder.names(in: "Second/Sources/Second") == ["Controller.swift"])
  }

  @Test("klava new --from-xcode keeps those static members of a view that need no other view")
  func keepsStaticMembers() throws {
    let folder = try AuthorsFolder()
    let view = [
      "import SwiftUI", "import Darwin", "struct Keys: View {", "  let scale: Double", "", "  /// Doubles a number.",
      "  static func double(", "    _ number: Int", "  ) -> Int {", "    Self.factor * number", "  }", "",
      "  private static let factor = 2", "  static func scale(scale: Double) -> Double { scale }",
      "  static func color(of number: Int) -> Color { .red }", "  static func usesColor() { _ = color(of: 1) }",
      "  var body: some View { Text(\"a\") }", "}", "",
      "open class Button: UIButton {", "  static let width =", "    4.0", "  static func title(_ button: UIButton) {}",
      "  enum Style {}", "  static func style() -> Style? { nil }", "}", "",
    ]
    let kept = [
      "import KlavaUIKit", "", "enum Keys {", "", "", "  /// Doubles a number.", "  static func double(",
      "    _ number: Int", "  ) -> Int {", "    Self.factor * number", "  }", "", "  private static let factor = 2",
      "  static func scale(scale: Double) -> Double { scale }", "", "", "", "}", "", "@MainActor public enum Button {",
      "  static let width =", "    4.0", "", "", "", "}", "",
    ]
    _ = try folder.run(
      """
      mkdir App && cat > App/Info.plist <<'END'
      <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
      <string>com.apple.keyboard-service</string></dict></dict></plist>
      END
      """)
    try view.joined(separator: "\n").write(toFile: "\(folder.work)/App/Keys.swift", atomically: true, encoding: .utf8)
    let made = try folder.new(["Mine", "--from-xcode", "App"])
    #expect(made.output.contains("The project builds its other declarations: Keys, Button."), "\(made.output)")
    #expect(try folder.text("Mine/Sources/Mine/Keys.swift") == kept.joined(separator: "\n"))
    #expect(try folder.text("Mine/Views/Keys.swift") == view.joined(separator: "\n"))
  }

  @Test("klava new --from-xcode copies modules and types of the project that the extension uses, and no other target")
  func portsModules() throws {
    let folder = try AuthorsFolder()
    _ = try folder.run(
      """
      mkdir -p P/P.xcodeproj P/App P/Shared P/Boards/A/Resources P/Boards/B P/Modules/Core/Inner P/Modules/Other P/Kit/Sources/Kit
      cat > P/Boards/A/Resources/Info.plist <<'END'
      <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
      <string>com.apple.keyboard-service</string></dict></dict></plist>
      END
      cp P/Boards/A/Resources/Info.plist P/Boards/B/Info.plist
      printf 'import UIKit\nimport Core\nclass Keyboard: UIInputViewController { var model = Model() }\n' > P/Boards/A/A.swift
      printf 'class Keyboard: UIInputViewController {}\n' > P/Boards/B/B.swift
      printf 'import UIKit\nimport Kit\nprotocol Drawn: UIView {}\nclass Space: Primary {}\nenum Mode {}\n' \
        > P/Modules/Core/Core.swift
      printf 'import UIKit\nclass Primary: UIButton {}\nfinal class Other {}\n' > P/Modules/Core/Inner/Primary.swift
      printf 'import Foundation\npublic struct Tool {}\n' > P/Kit/Sources/Kit/Kit.swift
      printf 'struct Other {}\n' > P/Modules/Other/Other.swift
      printf 'struct Model { let part = Part() }\n' > P/Shared/Model.swift
      printf 'struct Part {}\n' > P/Shared/Part.swift
      printf 'struct Unused {}\n' > P/Shared/Unused.swift
      printf 'import SwiftUI\n@main\nstruct Mine: App { let model = Model() }\n' > P/App/App.swift
      """)
    // Use a path with `..`, which must lead to the same project.
    let made = try folder.new(["Mine", "--from-xcode", "P/../P/Boards/A"])
    #expect(made.status == 0, "\(made.output)")
    #expect(made.output.contains(" The modules Core, Kit are targets of the package. 2 sources are from other folders"))
    let names = try folder.run("cd Mine/Sources && find . -name '*.swift' | sort").output.split(separator: "\n")
    #expect(
      names == [
        "./Core/Core.swift", "./Core/Inner/Primary.swift", "./Kit/Kit.swift", "./Mine/Boards/A/A.swift",
        "./Mine/Shared/Model.swift", "./Mine/Shared/Part.swift",
      ])
    #expect(try folder.text("Mine/Sources/Core/Core.swift") == "import KlavaUIKit\nimport Kit\n\n\nenum Mode {}\n")
    let package = try folder.text("Mine/Package.swift")
    for line in ["package: \"KlavaUIKit\"), \"Kit\"]),", "package: \"KlavaUIKit\"), \"Core\"]),"] {
      #expect(package.contains(line), "\(package)")
    }
    let report = try folder.text("Mine/Sources/PORTING.txt")
    for line in [
      "- App: Klava left out sources in this folder.", "- Shared: Klava left out", "- Modules: Klava left out",
    ] {
      #expect(report.contains(line), "\(report)")
    }
    #expect(!report.contains("The module Core is not in the project"), "\(report)")
  }

  @Test(
    "klava new --from-xcode reads the sources, versions and packages of the target from Xcode's project file",
    arguments: ["groups", "folders"])
  func readsProjectFiles(kind: String) throws {
    let folder = try AuthorsFolder()
    _ = try folder.run(
      """
      mkdir -p P/Mine.xcodeproj P/Keys P/Shared P/App
      cat > P/Keys/Info.plist <<'END'
      <plist version="1.0"><dict><key>CFBundleDisplayName</key><string>$(SHOWN) keys</string>
      <key>CFBundleShortVersionString</key><string>$(MARKETING_VERSION)</string>
      <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service</string>
      <key>NSExtensionAttributes</key><dict><key>PrimaryLanguage</key><string>$(LANGUAGE)</string></dict></dict></dict></plist>
      END
      printf 'import Yams\nclass Keyboard: UIInputViewController {}\n' > P/Keys/Keys.swift
      printf 'struct Unused {}\n' > P/Keys/Unused.swift
      printf 'extension String {}\n' > P/Shared/Texts.swift
      printf 'struct Other {}\n' > P/Shared/Other.swift
      """)
    let members =
      kind == "groups"
      ? """
      main = { isa = PBXGroup; children = (keys, shared, main); sourceTree = "<group>"; };
      keys = { isa = PBXGroup; children = (keysFile); path = Keys; sourceTree = "<group>"; };
      shared = { isa = PBXGroup; children = (texts); path = "App/../Shared"; sourceTree = SOURCE_ROOT; };
      keysFile = { isa = PBXFileReference; path = Keys.swift; sourceTree = "<group>"; };
      texts = { isa = PBXFileReference; path = Texts.swift; sourceTree = "<group>"; };
      phase = { isa = PBXSourcesBuildPhase; files = (one, two, missing); };
      one = { isa = PBXBuildFile; fileRef = keysFile; };
      two = { isa = PBXBuildFile; fileRef = texts; };
      """
      : """
      main = { isa = PBXGroup; children = (keys, shared); sourceTree = "<group>"; };
      keys = { isa = PBXFileSystemSynchronizedRootGroup; exceptions = (fromKeys); path = Keys; sourceTree = "<group>"; };
      shared = { isa = PBXFileSystemSynchronizedRootGroup; exceptions = (toKeys); path = Shared; sourceTree = "<group>"; };
      fromKeys = { target = target; membershipExceptions = (Unused.swift, Info.plist); };
      toKeys = { target = target; membershipExceptions = (Texts.swift); };
      phase = { isa = PBXSourcesBuildPhase; files = (); };
      """
    try folder.write(
      "P/Mine.xcodeproj/project.pbxproj",
      """
      // !$*UTF8*$!
      { archiveVersion = 1; objectVersion = 77; rootObject = project; objects = {
        project = { isa = PBXProject; mainGroup = main; targets = (app, target); buildConfigurationList = all; };
        all = { buildConfigurations = (allRelease); };
        allRelease = { name = Release; buildSettings = { SHOWN = "My $(TARGET_NAME)"; LANGUAGE = pl; MARKETING_VERSION = 1; }; };
        app = { isa = PBXNativeTarget; name = App; };
        target = { isa = PBXNativeTarget; name = Keys; buildPhases = (phase); buildConfigurationList = own;
          fileSystemSynchronizedGroups = (\(kind == "groups" ? "" : "keys")); packageProductDependencies = (yams); };
        own = { buildConfigurations = (debug, release); };
        debug = { name = Debug; buildSettings = { INFOPLIST_FILE = Wrong.plist; }; };
        release = { name = Release; buildSettings = { INFOPLIST_FILE = "$(SRCROOT)/Keys/Info.plist";
          MARKETING_VERSION = 2.5; PRODUCT_BUNDLE_IDENTIFIER = "com.me.$(TARGET_NAME:rfc1034identifier)";
          SWIFT_VERSION = 4.2; SWIFT_ACTIVE_COMPILATION_CONDITIONS = "$(inherited) LITE"; CURRENT_PROJECT_VERSION = 7;
          SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor; }; };
        yams = { productName = Yams; package = remote; };
        remote = { repositoryURL = "https://example.org/Yams.git"; };
        \(members)
      }; }
      """)
    let made = try folder.new(["Mine", "--from-xcode", "P"])
    #expect(made.status == 0, "\(made.output)")
    let names = try folder.run("cd Mine/Sources && find . -name '*.swift' | sort").output.split(separator: "\n")
    #expect(names == ["./Mine/Keys/Keys.swift", "./Mine/Shared/Texts.swift"])
    let manifest = try folder.text("Mine/Info.plist")
    for text in ["My Keys keys", "2.5", "pl", "7"] {
      #expect(manifest.contains("<string>\(text)</string>"), "\(manifest)")
    }
    for line in [
      "On iOS, the identifier is com.me.Keys. To keep this identifier, use --identifier.",
      "Add its package https://example.org/Yams.git to Package.swift.", "project.pbxproj: The target is in Swift 4.2.",
      "project.pbxproj: The target defines LITE.",
    ] { #expect(made.output.contains(line), "\(made.output)") }
    let package = try folder.text("Mine/Package.swift")
    #expect(package.contains("swiftSettings: [.defaultIsolation(MainActor.self)]),\n"), "\(package)")
  }

  @Test("klava new --from-xcode finds a manifest with another name, and moves view controllers to the folder Views")
  func portsNamedManifests() throws {
    let folder = try AuthorsFolder()
    _ = try folder.run(
      """
      mkdir -p P/Mine.xcodeproj P/Keys/UIKit && cat > P/Keys-Info.plist <<'END'
      <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
      <string>com.apple.keyboard-service</string></dict></dict></plist>
      END
      printf '<plist version="1.0"><dict></dict></plist>' > P/App-Info.plist
      printf '<plist version="1.0"><dict><key>API_KEY</key><string>k</string></dict></plist>' > P/Keys/Service-Info.plist
      printf 'import UIKit\nclass Keys: UIInputViewController {}\nextension Keys {\n  override func f() {}\n  static let g = { override in override }\n}\n' \
        > P/Keys/Keys.swift
      printf 'import UIKit\nclass Strip: UIViewController {}\nclass Drag: UIPanGestureRecognizer {}\nenum Side {}\n' \
        > P/Keys/Strip.swift
      printf 'import UIKit\nimport CryptoKit\nextension UIColor {}\n' > P/Keys/UIKit/UIColor.swift
      cat > P/Mine.xcodeproj/project.pbxproj <<'END'
      { rootObject = p; objects = {
        p = { mainGroup = main; targets = (t); }; main = { children = (keys); };
        keys = { isa = PBXFileSystemSynchronizedRootGroup; path = Keys; };
        t = { name = Keys; buildConfigurationList = l; fileSystemSynchronizedGroups = (keys); };
        l = { buildConfigurations = (r); };
        r = { name = Release; buildSettings = { INFOPLIST_FILE = "Keys-Info.plist"; }; };
      }; }
      END
      """)
    let made = try folder.new(["Mine", "--from-xcode", "P/Keys"])
    #expect(made.status == 0, "\(made.output)")
    let names = try folder.run("cd Mine/Sources && find . -name '*.swift' | sort").output.split(separator: "\n")
    #expect(names == ["./Mine/Keys/Keys.swift", "./Mine/Keys/Strip.swift", "./Mine/Keys/UIKit/UIColor.swift"])
    #expect(try !folder.run("find Mine -name Service-Info.plist").output.isEmpty)
    #expect(try folder.text("Mine/Sources/Mine/Keys/Strip.swift") == "import KlavaUIKit\n\n\nenum Side {}\n")
    let report = try folder.text("Mine/Sources/PORTING.txt")
    #expect(report.contains("Keys/Keys.swift:4: On Linux, an extension cannot override a method."), "\(report)")
    #expect(!report.contains("Keys/Keys.swift:5"), "\(report)")
    #expect(report.contains("UIColor.swift:2: Linux has no framework CryptoKit. Use the package swift-crypto"))
    #expect(try folder.new(["Second", "--from-xcode", "P"]).status == 0)
  }

  @Test(
    "klava new --from-xcode continues if it cannot read the project file, and reports a malformed project file",
    arguments: [
      "{ objects = { ", "{ rootObject = a; objects = { a = { targets = (a); mainGroup = a; }; }; }", "\"text\"",
    ])
  func survivesFaultyProjectFiles(text: String) throws {
    let folder = try AuthorsFolder()
    let made = try Self.port(from: folder, project: text)
    #expect(made.status == 0, "\(made.output)")
    #expect(try folder.text("Mine/Sources/Mine/Keys.swift").contains("Keyboard"))
    let isMalformed = text == "{ objects = { "
    #expect(made.output.contains("Klava did not use the build settings") == isMalformed, "\(made.output)")
  }

  @Test(
    "klava new --from-xcode ports an extension even if the project file is hostile",
    arguments: ["size", "lists", "dictionaries", "XML", "settings", "groups", "outside"])
  func survivesHostileProjectFiles(kind: String) throws {
    let folder = try AuthorsFolder()
    let made = try Self.port(from: folder, project: Self.hostileProject(kind))
    #expect(made.status == 0, "\(made.output)")
    let isRead = ["settings", "groups", "outside"].contains(kind)
    #expect(made.output.contains("Klava did not use the build settings") != isRead, "\(made.output)")
    #expect(try folder.text("Mine/Sources/Mine/Keys.swift").contains("Keyboard"))
    #expect(try folder.run("find Mine -name project.pbxproj").output.isEmpty)
  }

  /// Ports a keyboard extension with one source file. Its Xcode project file has the content `text`.
  private static func port(from folder: AuthorsFolder, project text: String) throws -> Command.Outcome {
    _ = try folder.run(
      """
      mkdir -p P/Mine.xcodeproj
      cat > P/Info.plist <<'END'
      <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
      <string>com.apple.keyboard-service</string></dict></dict></plist>
      END
      printf 'class Keyboard: UIInputViewController {}\n' > P/Keys.swift
      """)
    try folder.write("P/Mine.xcodeproj/project.pbxproj", text)
    return try folder.new(["Mine", "--from-xcode", "P"])
  }

  private static func hostileProject(_ kind: String) -> String {
    let start =
      "{ rootObject = p; objects = { p = { mainGroup = g; targets = (t); }; l = { buildConfigurations = (r); };"
    let target = "t = { buildConfigurationList = l; }; r = { buildSettings = { INFOPLIST_FILE ="
    return switch kind {
    case "size": "{ objects = {" + String(repeating: "a = b; ", count: 15_000_000) + "}; }"
    case "lists": String(repeating: "(", count: 1_000_000)
    case "dictionaries": String(repeating: "{ a = ", count: 300_000)
    case "XML": "<plist>" + String(repeating: "<dict><key>a</key>", count: 300_000)
    // Each build setting contains two references to the next setting, and the last setting refers to the first one.
    case "settings":
      start + target + " \"$(V0)\"; "
        + (0..<900).map { "V\($0) = \"$(V\(($0 + 1) % 900))$(V\(($0 + 1) % 900))\"; " }.joined() + "}; }; }; }"
    case "groups":
      start
        + (0..<120).map { group in
          let children = (0..<120).map { "g\($0)" }.joined(separator: ", ")
          return "\(group == 0 ? "g" : "g\(group)") = { path = a; children = (\(children), g); }; "
        }.joined() + target + " Info.plist; }; }; }; }"
    default: start + "g = { path = ../../..; }; " + target + " ../../Info.plist; }; }; }; }"
    }
  }

  @Test("klava new --from-xcode omits values of the manifest that are variables, and names the omitted attributes")
  func copiesNoVariables() throws {
    let folder = try AuthorsFolder()
    _ = try folder.run(
      """
      mkdir App && cat > App/Info.plist <<'END'
      <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
      <string>com.apple.keyboard-service</string><key>NSExtensionPrincipalClass</key><string>$(MAIN_CLASS)</string>
      <key>NSExtensionAttributes</key><dict><key>PrimaryLanguage</key><string>$(LANGUAGE)</string>
      <key>IsASCIICapable</key><true/></dict></dict></dict></plist>
      END
      printf 'class Controller: UIInputViewController {}\n' > App/Controller.swift
      """)
    let made = try folder.new(["Mine", "--from-xcode", "App"])
    #expect(made.status == 0, "\(made.output)")
    let manifest = try folder.text("Mine/Info.plist")
    #expect(!manifest.contains("$(") && manifest.contains("IsASCIICapable"), "\(manifest)")
    #expect(manifest.contains("<string>Mine.Controller</string>"), "\(manifest)")
    #expect(
      made.output.contains(
        "Info.plist: NSExtensionAttributes.PrimaryLanguage has the variable $(LANGUAGE). Write its value"),
      "\(made.output)")
  }

  @Test(
    "klava new --from-xcode takes time in proportion to the size of a source file",
    arguments: [
      "seq -f 'import module%.0f' 10000", "yes canImport | head -n 100000 | tr '\\n' ' '",
      "yes 'class V: UIView {}' | head -n 4000; seq -f 'struct S%.0f {}' 50000",
    ])
  func portsLargeSources(command: String) throws {
    let folder = try AuthorsFolder()
    _ = try folder.run(
      """
      mkdir App && cd App
      cat > Info.plist <<'END'
      <plist version="1.0"><dict><key>NSExtension</key><dict>
      <key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service</string></dict></dict></plist>
      END
      { \(command); } > Source.swift
      """)
    let made = try folder.new(["Mine", "--from-xcode", "App"])
    #expect(made.status == 0, "\(made.output)")
  }

  @Test("klava new --from-xcode refuses an extension of more than 64 MiB, and writes no files")
  func refusesLargeExtensions() throws {
    let folder = try AuthorsFolder()
    _ = try folder.run(
      """
      mkdir App && cat > App/Info.plist <<'END'
      <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
      <string>com.apple.keyboard-service</string></dict></dict></plist>
      END
      for name in 1 2 3 4 5; do truncate -s 13M App/$name.dat; done
      """)
    let made = try folder.new(["Mine", "--from-xcode", "App"])
    #expect(made.status == 2 && made.output.hasPrefix("klava: error KLV-0221: "), "\(made.output)")
    #expect(try folder.names() == ["App"])
  }

  @Test(
    "klava new --from-xcode refuses a folder without a keyboard extension, and writes no files",
    arguments: [
      (["--from-xcode", "App"], "KLV-0817: App: No Info.plist in the folder describes a keyboard extension."),
      (["--from-xcode", "nowhere"], "KLV-0817: nowhere: The folder does not exist. Give the path of the extension's"),
      (["--from-xcode", "App/Info.plist"], "KLV-0817: App/Info.plist: The path is not a folder."),
      (["--from-xcode", "App", "--language", "c"], "KLV-0809: "),
    ])
  func refusesOtherFolders(arguments: [String], error: String) throws {
    let folder = try AuthorsFolder()
    _ = try folder.run("mkdir App; echo '<plist version=\"1.0\"><dict/></plist>' > App/Info.plist")
    let run = try folder.new(["A"] + arguments)
    #expect(run.status == 2 && run.output.hasPrefix("klava: error \(error)"), "\(run.output)")
    #expect(try folder.names() == ["App"])
  }

  @Test("If its template is damaged, klava new makes no project")
  func damagedTemplate() throws {
    let folder = try AuthorsFolder()
    _ = try folder.run(
      "mkdir -p sdk/KlavaKit sdk/templates/c; touch sdk/KlavaKit/Package.swift sdk/templates/c/Info.plist")
    let run = try folder.new(["A", "--language", "c"], environment: ["KLAVA_SDK": "\(folder.work)/sdk"])
    #expect(run.output.hasPrefix("klava: error KLV-0814: "), "\(run.output)")
    #expect(try folder.names() == ["sdk"])
  }
}
