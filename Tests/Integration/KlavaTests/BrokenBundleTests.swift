import Foundation
import TestSupport
import Testing

@Suite struct BrokenBundleTests {
  /// A fault of a bundle, and the expected diagnostic code.
  struct Breakage: Sendable, CustomTestStringConvertible {
    let code: String
    let testDescription: String
    let make: @Sendable (CommandSandbox) throws -> String

    init(_ code: String, _ name: String, _ make: @escaping @Sendable (CommandSandbox) throws -> String) {
      (self.code, testDescription, self.make) = (code, name, make)
    }

    static func manifest(_ code: String, _ name: String, _ change: @escaping @Sendable (inout TestManifest) -> Void)
      -> Breakage
    {
      Breakage(code, name) { sandbox in
        var manifest = TestManifest()
        change(&manifest)
        return try sandbox.bundle("Broken.keyboard", manifest)
      }
    }
  }

  static let breakages: [Breakage] = [
    Breakage("KLV-0201", "no such folder") { "\($0.path)/nothing" },
    Breakage("KLV-0202", "a file") { try $0.write("", to: "Broken.keyboard") },
    Breakage("KLV-0101", "no manifest") { sandbox in
      try sandbox.write("", to: "Broken.keyboard/other")
      return "\(sandbox.path)/Broken.keyboard"
    },
    Breakage("KLV-0103", "no property list") { sandbox in
      try sandbox.bundle("Broken.keyboard", files: ["Info.plist": "not a plist"])
    },
    Breakage("KLV-0102", "a manifest of 100 MB") { sandbox in
      let path = try sandbox.bundle("Broken.keyboard")
      truncate("\(path)/Info.plist", 100_000_000)
      return path
    },
    .manifest("KLV-0123", "no class") { $0.principalClass = "" },
    .manifest("KLV-0128", "an identifier that is a path") { $0.identifier = "../../x" },
    .manifest("KLV-0130", "Klava's own identifier") { $0.identifier = "org.klava.system" },
    .manifest("KLV-0132", "an absolute library") { $0.executable = "/etc/passwd" },
    .manifest("KLV-0133", "a library outside") { $0.executable = "../libTest.so" },
    .manifest("KLV-0301", "no library") { $0.executable = "libOther.so" },
    .manifest("KLV-0126", "a name of a wrong type") { $0.members = "<key>CFBundleName</key><integer>1</integer>" },
    Breakage("KLV-0302", "a library that is a text") { sandbox in
      try sandbox.bundle("Broken.keyboard", files: ["libTest.so": "text"])
    },
    Breakage("KLV-0303", "a library that is a script") { sandbox in
      try sandbox.bundle("Broken.keyboard", files: ["libTest.so": "#!/bin/sh\n"])
    },
    Breakage("KLV-0205", "a link out of the bundle") { sandbox in
      let path = try sandbox.bundle("Broken.keyboard")
      try FileManager.default.createSymbolicLink(atPath: "\(path)/link", withDestinationPath: "/etc/passwd")
      return path
    },
    Breakage("KLV-0140", "a signature of no known letter") { try $0.bundle("Broken.keyboard", .action("v(z)")) },
    Breakage("KLV-0140", "a signature of the host's own functions") {
      try $0.bundle("Broken.keyboard", .action("v(p)"))
    },
    Breakage("KLV-0140", "an argument too many") { sandbox in
      try sandbox.bundle("Broken.keyboard", .action("v(h)", arguments: "<integer>1</integer>"))
    },
    Breakage("KLV-0140", "an argument too few") { sandbox in
      try sandbox.bundle("Broken.keyboard", .action("v(qq)", arguments: "<integer>1</integer>"))
    },
    Breakage("KLV-0140", "an argument of a wrong type") { sandbox in
      try sandbox.bundle("Broken.keyboard", .action("v(hd)", arguments: "<string>1</string>"))
    },
    Breakage("KLV-0140", "a number that does not fit") { sandbox in
      try sandbox.bundle("Broken.keyboard", .action("v(u)", arguments: "<integer>-1</integer>"))
    },
    Breakage("KLV-0170", "strings that cannot be read") { sandbox in
      try sandbox.bundle("Broken.keyboard", files: ["en.lproj/Localizable.strings": "\"a\" = "])
    },
    Breakage("KLV-0501", "settings without a pane") { sandbox in
      try sandbox.bundle("Broken.keyboard", files: ["Settings.bundle/other": ""])
    },
  ]

  @Test("klava install refuses a broken bundle with status 2 and a one-line error", arguments: breakages)
  func brokenBundle(_ breakage: Breakage) throws {
    let sandbox = try CommandSandbox()
    let path = try breakage.make(sandbox)
    let outcome = try sandbox.klava("install", path)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.isOneLine)
    #expect(outcome.errors.hasPrefix("klava: error \(breakage.code): "), "\(outcome.errors)")
    #expect(try sandbox.installed().isEmpty)
  }

  @Test(
    "klava inspect reports the same error as klava install, and prints the readable parts of the bundle",
    arguments: breakages)
  func inspection(_ breakage: Breakage) throws {
    let sandbox = try CommandSandbox()
    let path = try breakage.make(sandbox)
    let outcome = try sandbox.klava("inspect", path, "--json")
    #expect(outcome.status == 2)
    #expect(outcome.errors.isOneLine)
    #expect(outcome.errors.hasPrefix("klava: error \(breakage.code): "), "\(outcome.errors)")
    guard !["KLV-0201", "KLV-0202"].contains(breakage.code) else { return }
    let report = try #require(try outcome.json() as? [String: Any])
    #expect((report["diagnostic"] as? [String: Any])?["code"] as? String == breakage.code)
    #expect((report["files"] as? [Any])?.isEmpty == false)
  }

  @Test("If a folder is a project, klava install says that it is not a bundle and how to make one")
  func project() throws {
    let sandbox = try CommandSandbox()
    let path = try sandbox.bundle("Project", files: ["Makefile": ""])
    try FileManager.default.removeItem(atPath: "\(path)/libTest.so")
    // A build of SwiftPM has such a link.
    try FileManager.default.createDirectory(atPath: "\(path)/.build", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: "\(path)/.build/debug", withDestinationPath: "x86_64/debug")
    let errors = try sandbox.klava("install", path).errors
    #expect(errors.hasPrefix("klava: error KLV-0301: Project/libTest.so: The folder is the project of a keyboard"))
    #expect(errors.contains("`make`") && errors.contains("`klava bundle`"), "\(errors)")
  }

  @Test(
    "An error about the arguments of an action names their place and not the signature's place",
    arguments: [
      ("v(hd)", "<string>1</string>", "KLVActions.tap.Arguments does not fit the signature \"v(hd)\": "),
      ("v(z)", "<string>1</string>", "The signature \"v(z)\" of KLVActions.tap is invalid: "),
    ])
  func argumentsOfAction(_ signature: String, _ arguments: String, _ sentence: String) throws {
    let sandbox = try CommandSandbox()
    let path = try sandbox.bundle("Broken.keyboard", .action(signature, arguments: arguments))
    let errors = try sandbox.klava("install", path).errors
    #expect(errors.contains(": \(sentence)"), "\(errors)")
  }

  @Test("klava install accepts an action that needs no fixed arguments", arguments: ["v(hs)", "v(k)", "d()", "s(h)"])
  func actionWithoutArguments(_ signature: String) throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.bundle("Good.keyboard", .action(signature)))
  }

  @Test(
    "klava install accepts fixed arguments that fit the signature of the action",
    arguments: [
      ("v(hd)", "<integer>1</integer>"), ("v(hsk)", "<string>a</string>"), ("v(b)", "<true/>"),
      ("v(ut)", "<integer>4294967295</integer><integer>9223372036854775807</integer>"), ("v(ss)", "<string>a</string>"),
    ])
  func fittingArguments(_ signature: String, _ arguments: String) throws {
    let sandbox = try CommandSandbox()
    try sandbox.done("install", sandbox.bundle("Good.keyboard", .action(signature, arguments: arguments)))
  }

  @Test("If one of several bundles is faulty, klava install installs no bundle")
  func severalBundles() throws {
    let sandbox = try CommandSandbox()
    let good = try sandbox.bundle()
    let outcome = try sandbox.klava("install", good, "\(sandbox.path)/nothing")
    #expect(outcome.status == 2)
    #expect(try sandbox.installed().isEmpty)
  }
}
