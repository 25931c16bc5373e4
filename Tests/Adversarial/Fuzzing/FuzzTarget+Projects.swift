internal import BundleFormat
internal import BundleParser
internal import Diagnostics
internal import Projects

extension FuzzTarget {
  /// The reader of Xcode's project files, which `klava new --from-xcode` uses.
  static func xcodeProject(_ name: String) -> FuzzTarget {
    let files = ["Keys/Info.plist", "Keys/Keys.swift", "Shared/Texts.swift", "Shared/Unused.swift"]
    let words = [
      "{", "}", "(", ")", "=", ";", ",", "\"", "\\", "/*", "*/", "//", "isa", "path = ..;", "sourceTree = SOURCE_ROOT;",
      "$(SRCROOT)", "$(TARGET_NAME:rfc1034identifier)", "${A}", "children = (main, keys);", "<0a>",
      "fileSystemSynchronizedGroups = (keys);", "targets = (target, target);", "buildPhases = (phase);", "\\U12",
    ]
    let inputs = InputMaker(
      good: [groups, folders].map { Array($0.utf8) }, words: words.map { Array($0.utf8) },
      heavy: (heavyProjects + [deep("("), deep("{a=")]).map { Array($0.utf8) }, limit: PropertyList.Limit.bytes)
    return FuzzTarget(name: name, inputs: inputs) { bytes in
      var list: PropertyList?
      guard succeeds({ () throws(Diagnostic) in list = try PropertyList.readProject(bytes) }),
        let root = list?.dictionary,
        let project = XcodeProject("Mine.xcodeproj/project.pbxproj", root, files: files, manifest: files[0])
      else { return false }
      require(project.members.isSubset(of: files), "a project has members that do not exist: \(project.members)")
      require(project.settings.count <= 2_100, "a target has too many settings")
      return true
    }
  }

  /// A project whose target lists its files.
  private static let groups = project(
    target: "buildPhases = (phase);",
    objects: """
      phase = { isa = PBXSourcesBuildPhase; files = (one, two); };
      one = { fileRef = source; }; two = { fileRef = texts; };
      keys = { isa = PBXGroup; path = Keys; sourceTree = "<group>"; children = (source); };
      shared = { isa = PBXGroup; path = Shared; sourceTree = SOURCE_ROOT; children = (texts); };
      source = { isa = PBXFileReference; path = Keys.swift; }; texts = { path = Texts.swift; };
      """)

  /// A project whose target has folders.
  private static let folders = project(
    target: "fileSystemSynchronizedGroups = (keys);",
    objects: """
      keys = { isa = PBXFileSystemSynchronizedRootGroup; path = Keys; exceptions = (out); };
      shared = { isa = PBXFileSystemSynchronizedRootGroup; path = Shared; exceptions = (into); };
      out = { target = target; membershipExceptions = (Info.plist); };
      into = { target = target; membershipExceptions = (Texts.swift); };
      """)

  /// Projects with cycles and long chains of references.
  private static let heavyProjects = [
    project(
      target: "fileSystemSynchronizedGroups = (keys, shared);",
      objects: "keys = { children = (shared, keys); path = a; }; shared = { children = (keys, main); path = ..; };"),
    project(
      target: "name = \"$(V0)\";", objects: "",
      settings: (0..<900).map { "V\($0) = \"$(V\(($0 + 1) % 900))$(V\(($0 + 1) % 900))\";" }.joined()),
  ]

  private static func deep(_ opening: String) -> String { String(repeating: opening, count: 1_000) }

  private static func project(target: String, objects: String, settings: String = "") -> String {
    """
    // !$*UTF8*$!
    { archiveVersion = 1; objectVersion = 77; rootObject = project; objects = {
      project = { isa = PBXProject; mainGroup = main; targets = (target); buildConfigurationList = own; };
      main = { isa = PBXGroup; children = (keys, shared); };
      target = { isa = PBXNativeTarget; name = Keys; buildConfigurationList = own; \(target)
        packageProductDependencies = (yams); };
      own = { buildConfigurations = (release); };
      release = { name = Release; buildSettings = { INFOPLIST_FILE = "$(SRCROOT)/Keys/Info.plist"; \(settings)
        PRODUCT_BUNDLE_IDENTIFIER = "com.me.$(TARGET_NAME:rfc1034identifier)"; }; };
      yams = { productName = Yams; package = remote; };
      remote = { repositoryURL = "https://example.org/Yams.git"; };
      \(objects)
    }; }
    """
  }
}
