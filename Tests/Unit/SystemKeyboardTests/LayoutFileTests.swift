import Foundation
import Glibc
import KeyboardStore
import Testing

@testable import KeyboardLayouts

/// Tests of the checks that protect the host, in which libxkbcommon reads the user's layout files.
@Suite("Layout files of the user")
struct LayoutFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

  private func write(_ path: String, _ text: String) throws {
    let path = "\(folder)/\(path)"
    let parent = URL(filePath: path).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  private func makePipe(_ path: String) throws {
    try write(path, "")
    try #require(unlink("\(folder)/\(path)") == 0 && mkfifo("\(folder)/\(path)", 0o600) == 0)
  }

  private func fault(in layout: String = "us") throws -> String? {
    var check = IncludeCheck(folders: [folder, "/usr/share/X11/xkb"])
    return check.fault(in: try #require(KeyboardLayoutName(layout)))
  }

  @Test(
    "The check refuses a file that includes itself, however the include is written",
    arguments: [
      #"default xkb_symbols "a" { include "mine" };"#, #"default xkb_symbols "a" { INCLUDE "mine" };"#,
      #"default xkb_symbols "a" { include "\155ine" };"#, #"default xkb_symbols "a" { alternate "mine" };"#,
      #"default xkb_symbols "a" { key <#> {[a]}; include "mine" };"#,
      #"default xkb_symbols "a" { key <//> {[a]}; augment "mine" };"#,
      "default xkb_symbols \"a\" { include # \"us\"\n \"mine(a)\" };",
      #"default xkb_symbols "a" { include "mine" }; default xkb_symbols "b" { include "us" };"#,
      #"xkb_symbols "a" {}; XKB_symbols "b" {}; default xkb_symbols { include "mine" };"#,
    ])
  func loop(_ text: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write("symbols/mine", text)
    #expect(try fault(in: "mine")?.hasPrefix("symbols/mine ") == true)
    // The user's rules can make any keyboard layout include this file, so the layout `us` is also refused.
    #expect(try fault(in: "us")?.hasPrefix("symbols/mine ") == true)
  }

  @Test("A user's keyboard layout can include other keyboard layouts and sections of its own file")
  func valid() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write(
      "symbols/mine",
      """
      partial xkb_symbols "other" { include "mine(basic)" };
      default partial alphanumeric_keys
      xkb_symbols "basic" { include "us(intl)" // include "mine"
        key <AD01> {[ e, E ]}; };
      """)
    try write("rules/evdev", "! option = symbols\n  own:mine = +mine(other) // include x\n! include %S/evdev\n")
    for layout in ["mine", "mine(other)", "mine(missing)", "us", "fr"] { #expect(try fault(in: layout) == nil) }
  }

  @Test(
    "The check refuses a file that is not a text file, and rules that include a file",
    arguments: ["symbols/a/b", "keycodes/aliases", "types/basic", "compat/misc", "rules/evdev"])
  func pipe(_ path: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try makePipe(path)
    #expect(try fault()?.contains(path) == true)
  }

  @Test(
    "The check refuses rules that include files outside of xkeyboard-config",
    arguments: ["! include %H/pipe", "!include /dev/zero", "! \\\n include %S/../x"])
  func rules(_ text: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write("rules/evdev", text)
    #expect(try fault()?.contains("rules/evdev includes") == true)
  }

  @Test("Klava also checks a folder that replaces xkeyboard-config, and accepts a copy of xkeyboard-config")
  func otherRoot() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.copyItem(atPath: IncludeCheck.usualRoot, toPath: folder)
    let layout = try #require(KeyboardLayoutName("us"))
    func fault() -> String? {
      var check = IncludeCheck(folders: [folder])
      return check.fault(in: layout)
    }
    #expect(fault() == nil)
    #expect(IncludeCheck(folders: [folder]).listFolders == [folder])
    try write("types/complete", #"default xkb_types "complete" { include "complete" };"#)
    #expect(fault()?.hasPrefix("types/complete ") == true)
    try FileManager.default.removeItem(atPath: "\(folder)/rules/evdev.xml")
    try makePipe("rules/evdev.xml")
    #expect(IncludeCheck(folders: [folder]).listFolders == [])
  }

  @Test("The check refuses a folder with too many files or with a link to a folder")
  func folders() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for number in 0...500 { try write("symbols/\(number)", "") }
    #expect(try fault()?.contains("more than 500 files") == true)
    try FileManager.default.removeItem(atPath: "\(folder)/symbols")
    #expect(try fault() == nil)
    // The check refuses a folder whose files it cannot list.
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/symbols", withDestinationPath: "symbols")
    #expect(try fault()?.contains("symbols/: ") == true)
    try FileManager.default.removeItem(atPath: "\(folder)/symbols")
    try write("symbols/a", "")
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/symbols/b", withDestinationPath: "/")
    #expect(try fault()?.contains("link to a folder") == true)
  }

  @Test("If a folder's list of keyboard layouts is a pipe or too large, Klava does not let libxkbregistry read it")
  func list() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let check = IncludeCheck(folders: [folder, "/usr/share/X11/xkb"])
    #expect(check.listFolders == check.folders)
    try write("rules/evdev.xml", "<xkbConfigRegistry/>")
    #expect(check.listFolders == check.folders)
    try makePipe("rules/evdev.extras.xml")
    #expect(check.listFolders == ["/usr/share/X11/xkb"])
    try FileManager.default.removeItem(atPath: "\(folder)/rules/evdev.extras.xml")
    try write("rules/evdev.extras.xml", String(repeating: " ", count: 256 << 10))
    #expect(check.listFolders == ["/usr/share/X11/xkb"])
  }

  // MARK: Compose sequences

  private func composeFault(_ variables: [String: String] = [:]) -> String? {
    var check = ComposeCheck { variables[$0] ?? ($0 == "HOME" ? folder : nil) }
    return check.fault()
  }

  @Test(
    "The check refuses compose files that are pipes", arguments: [".XCompose", ".config/XCompose", "included", "other"])
  func composePipe(_ path: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(composeFault() == nil)
    if path == "included" { try write(".XCompose", "# a\n \t include \"%H/included\"\n") }
    try makePipe(path)
    let variables = path == "other" ? ["XCOMPOSEFILE": "\(folder)/other"] : [:]
    #expect(composeFault(variables)?.contains("is not a text file") == true)
  }

  @Test("The check refuses compose files that include too many files")
  func composeIncludes() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try write(".XCompose", "include \"%L\"\ninclude \"%H/a\"\n<Multi_key> <a> : \"x\"\n")
    try write("a", "include \"%S/en_US.UTF-8/Compose\"\n")
    #expect(composeFault() == nil)
    try write("a", String(repeating: "include \"%H/b\"\n", count: 20))
    #expect(composeFault()?.contains("more than 16 files") == true)
    // The check accepts a file that includes itself, because libxkbcommon refuses includes that are too deep.
    try write("a", "include \"%H/a\"\n")
    #expect(composeFault() == nil)
  }
}
