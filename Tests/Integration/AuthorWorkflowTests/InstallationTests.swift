import Foundation
import TestSupport
import Testing

/// Tests of `make install` and `make uninstall`. These tests install the programs under test instead of a release
/// build.
@Suite struct InstallationTests {
  /// Lists the user's files and folders, with their permissions, sizes and times.
  private func listing(_ folder: AuthorsFolder, _ data: String) throws -> [Substring] {
    let found = try folder.run("find '\(data)' -printf '%P %M %s %T@\\n' | sort")
    return found.output.split(separator: "\n")
  }

  @Test("Installing and uninstalling below ~/.local leaves the user's keyboards and their data unchanged")
  func userData() throws {
    let folder = try AuthorsFolder()
    let home = "\(folder.work)/home"
    // With PREFIX=~/.local, `make install` writes to the folder that is also the user's XDG_DATA_HOME.
    let environment = ["HOME": home, "XDG_DATA_HOME": "\(home)/.local/share", "XDG_STATE_HOME": "\(home)/.local/state"]
    let data = "\(home)/.local/share/klava"
    let bundle = Repository.path(".build/examples/UnitConverter.keyboard")
    try folder.makeStage()
    try folder.make("install STAGE='\(folder.work)/stage' PREFIX='\(home)/.local'")
    let used = try folder.run(
      """
      umask 022
      '\(home)/.local/bin/klava' install '\(bundle)'
      umask 077
      mkdir -p '\(data)/containers/org.klava.example.unit-converter/confined'
      echo secret > '\(data)/containers/org.klava.example.unit-converter/confined/favorites.txt'
      """, environment: environment)
    #expect(used.status == 0, "\(used.output)")
    let before = try listing(folder, data)
    #expect(
      before.contains {
        $0.hasPrefix("containers/org.klava.example.unit-converter/confined/favorites.txt -rw------- 7 ")
      })
    #expect(before.contains { $0.hasPrefix("keyboards/") && $0.contains("Info.plist -r--r--r--") })

    // The installation must also replace a program that is running.
    let running = try folder.run(
      "'\(home)/.local/bin/klava' log --follow unit & make -C '\(Repository.root.path)' install STAGE='\(folder.work)/stage' "
        + "PREFIX='\(home)/.local'; status=$?; kill $!; exit $status", environment: environment)
    #expect(running.status == 0, "\(running.output)")
    #expect(try listing(folder, data) == before)
    try folder.make("uninstall PREFIX='\(home)/.local'")
    #expect(try listing(folder, data) == before)
    let rest = try folder.run("find '\(home)/.local' -not -type d -not -path '\(home)/.local/state/*'")
    #expect(rest.output.split(separator: "\n").allSatisfy { $0.hasPrefix("\(data)/") }, "\(rest.output)")
  }

  @Test("After an upgrade, running programs continue to use their old helper executables and Swift libraries")
  func upgrade() throws {
    let folder = try AuthorsFolder()
    let (stage, prefix) = ("\(folder.work)/stage", "\(folder.work)/prefix")
    try folder.makeStage()
    try folder.make("install STAGE='\(stage)' PREFIX='\(prefix)'")
    // The new version of Klava has another version of Swift, and helper executables that the old programs cannot use.
    // Use DESTDIR, so that `make install` starts no program of the new version.
    let upgraded = try folder.run(
      """
      sh '\(Repository.path("Host/Scripts/test-upgrade.sh"))' '\(prefix)/bin/klava' & test=$!
      trap 'kill $test 2> /dev/null || true' EXIT
      until [ -e ready ]; do kill -0 $test; sleep 0.1; done
      for helper in '\(stage)'/files/libexec/klava/*; do cp /bin/false "$helper"; done
      mv '\(stage)'/files/lib/klava/swift-* '\(stage)/files/lib/klava/swift-new'
      sed -i 's|/swift-[^/]*/|/swift-new/|' '\(stage)/files/lib/klava/files.txt'
      make -s -C '\(Repository.root.path)' install STAGE='\(stage)' DESTDIR='\(folder.work)' PREFIX=/prefix
      touch upgraded
      wait $test
      ls -d '\(prefix)'/lib/klava/swift-* | wc -l
      make -s -C '\(Repository.root.path)' install STAGE='\(stage)' DESTDIR='\(folder.work)' PREFIX=/prefix
      ls '\(prefix)/lib/klava' | grep swift
      make -s -C '\(Repository.root.path)' uninstall PREFIX='\(prefix)'
      find '\(prefix)' ! -type d
      """)
    #expect(upgraded.status == 0, "\(upgraded.output)")
    #expect(upgraded.output.hasSuffix("2\nswift-new\n"), "\(upgraded.output)")
  }

  @Test("Each link of an installed page leads to an installed file")
  func links() throws {
    let folder = try AuthorsFolder()
    try folder.makeStage()
    let documents = "\(folder.work)/stage/files/share/doc/klava"
    let pages = try FileManager.default.subpathsOfDirectory(atPath: documents).filter { $0.hasSuffix(".md") }
    #expect(pages.contains("README.md"))
    for page in pages {
      let parent = URL(filePath: "\(documents)/\(page)").deletingLastPathComponent()
      let text = try String(contentsOfFile: "\(documents)/\(page)", encoding: .utf8)
      for link in text.matches(of: #/\]\(([^)#:<\s]+)[^)]*\)/#).map({ String($0.1) }) where !link.hasPrefix("http") {
        #expect(FileManager.default.fileExists(atPath: parent.appending(path: link).path), "\(page) links to \(link)")
      }
    }
  }

  @Test("A relative DESTDIR with a space means a folder in the working directory, and uninstalling removes all files")
  func relativeDestination() throws {
    let folder = try AuthorsFolder()
    try folder.makeStage()
    let place = "\(folder.work)/a b"
    let make = """
      relative=$(realpath -m --relative-to='\(Repository.root.path)' '\(place)')
      make --no-print-directory -C '\(Repository.root.path)' STAGE='\(folder.work)/stage' \
        DESTDIR="$relative" PREFIX=/opt
      """
    let installed = try folder.run("\(make) install && ls '\(place)/opt'")
    #expect(installed.status == 0 && installed.output.contains("libexec"), "\(installed.output)")
    let removed = try folder.run("\(make) uninstall && find '\(place)' ! -type d")
    #expect(removed.status == 0 && !removed.output.contains("klava"), "\(removed.output)")
    #expect(try folder.run("\(make) uninstall").status != 0)
  }

  @Test(
    "make install refuses a PREFIX that systemd or D-Bus would interpret as another path",
    arguments: ["/opt/a|b", "/opt/a b", "/opt/%h"])
  func refusesPrefix(_ prefix: String) throws {
    let folder = try AuthorsFolder()
    try FileManager.default.createDirectory(atPath: "\(folder.work)/stage/files", withIntermediateDirectories: true)
    let outcome = try folder.run(
      "make -C '\(Repository.root.path)' install STAGE='\(folder.work)/stage' DESTDIR='\(folder.work)' PREFIX='\(prefix)'"
    )
    #expect(outcome.status != 0)
    #expect(outcome.output.contains("PREFIX may contain only"), "\(outcome.output)")
    #expect(!FileManager.default.fileExists(atPath: "\(folder.work)/opt"))
  }

  @Test("The makefile expands a leading ~ in PREFIX that the shell did not expand")
  func homeFolder() throws {
    let folder = try AuthorsFolder()
    let shown = try folder.run(
      "make -n -C '\(Repository.root.path)' uninstall 'PREFIX=~/.local'", environment: ["HOME": "\(folder.work)/home"])
    #expect(shown.output.contains("\(folder.work)/home/.local/lib/klava"), "\(shown.output)")
  }

  @Test("The AppStream metadata and Debian's changelog name Klava's version, and have the same date")
  func release() throws {
    let folder = try AuthorsFolder()
    let outcome = try folder.run(
      """
      '\(Repository.product("klava"))' --version
      cd '\(Repository.root.path)'
      sed -n 's/.*<release version="\\(.*\\)" date="\\(.*\\)".*/\\1 \\2/p' Host/DesktopFiles/org.klava.Desktop.metainfo.xml | head -n 1
      sed -n '1s/.*(\\(.*\\)-.*/\\1/p' debian/changelog
      date -u -d "$(sed -n 's/^ -- .*>  //p' debian/changelog | head -n 1)" +%F
      """)
    let words = outcome.output.split(whereSeparator: \.isWhitespace)
    // The words are Klava's version, the version and date of the metadata, and the version and date of the changelog.
    #expect(words.count == 5 && Set(words[0...1] + [words[3]]).count == 1 && words[2] == words[4], "\(outcome)")
  }

  @Test(
    "The installed desktop files are valid, if the machine has the programs that check them",
    arguments: [
      "desktop-file-validate share/applications/org.klava.Desktop.desktop",
      "appstreamcli validate --no-net share/metainfo/org.klava.Desktop.metainfo.xml",
      "systemd-analyze --user verify share/systemd/user/klava-desktop.service",
    ])
  func desktopFiles(check: String) throws {
    let folder = try AuthorsFolder()
    try folder.makeStage()
    try folder.make("install STAGE='\(folder.work)/stage' PREFIX='\(folder.work)/prefix'")
    let outcome = try folder.run(
      """
      cd '\(folder.work)/prefix'
      command -v \(check.prefix { $0 != " " }) > /dev/null || exit 0
      \(check)
      """, environment: ["XDG_RUNTIME_DIR": folder.work])
    #expect(outcome.status == 0, "\(outcome.output)")
  }
}
