package import Bundles
internal import Glibc
package import Sandbox
internal import SeccompFilter
internal import TextInput
internal import Wire

/// What a process of a keyboard is to run, and what the kernel holds it to meanwhile.
package struct KeyboardProgram: Sendable {
  /// The absolute path of the library.
  package var libraryPath: String
  /// What the process is held to.
  package var policy: Policy
  /// The folder of the bundle.
  package var bundlePath: String
  /// The folder of the container; empty where the keyboard gets none as a folder.
  package var containerPath: String
  private let neededLibraries: [String]

  /// A library with nothing around it, as a test has it.
  package init(libraryPath: String, policy: Policy) throws(Problem) {
    let folder = libraryPath[..<(libraryPath.lastIndex(of: "/") ?? libraryPath.startIndex)]
    self.init(
      libraryPath: libraryPath, policy: policy, bundlePath: String(folder),
      needing: try ELFImage(path: libraryPath).neededLibraries)
  }

  /// A keyboard's bundle.
  ///
  /// - Parameters:
  ///   - bundle: The bundle; only its library is read.
  ///   - container: The folder of the container, which must be there, for a keyboard that uses files by their paths.
  ///   - policy: What the process is held to.
  package init(_ bundle: KeyboardBundle, container: String = "", policy: Policy) throws(Problem) {
    self.init(
      libraryPath: bundle.libraryPath, policy: policy, bundlePath: bundle.folder.path, containerPath: container,
      needing: try bundle.library().neededLibraries)
  }

  /// Nothing to run, for trying whether a policy can be put in force.
  init(nothingUnder policy: Policy) {
    self.init(libraryPath: "/dev/null", policy: policy, bundlePath: "", needing: [])
  }

  private init(
    libraryPath: String, policy: Policy, bundlePath: String, containerPath: String = "", needing libraries: [String]
  ) {
    self.libraryPath = libraryPath
    self.policy = policy
    self.bundlePath = bundlePath
    self.containerPath = containerPath
    neededLibraries = libraries.filter(ELFImage.isAllowed)
  }

  /// Where the process finds its bundle and its container.
  var shownPaths: KeyboardPaths { policy.shown(KeyboardPaths(bundle: bundlePath, container: containerPath)) }

  /// The path by which the process opens the library.
  var shownLibraryPath: String {
    // Where the person does without what would answer for it: nobody cannot go through root's folders.
    let isNeeded = policy.fileAccess == .noPaths || Privileges.otherUser != nil
    if policy.reachesFolders, !policy.layers.contains(.namespaces), isNeeded {
      return "/proc/self/fd/\(RunnerProcess.libraryDescriptor)"
    }
    return shownPaths.bundle + "/" + (libraryPath.split(separator: "/").last.map(String.init) ?? "")
  }

  /// The library, opened once and for all: what is loaded is what was found here.
  func openLibrary() throws(LinkError) -> OwnedDescriptor {
    try OwnedDescriptor(
      owning: open(libraryPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), of: "open(\(libraryPath))")
  }

  /// What the process is told to obey.
  func order() throws(FilterError) -> ConfinementOrder {
    ConfinementOrder(
      policy: policy, libraryPath: shownLibraryPath, neededLibraries: neededLibraries,
      bundlePath: policy.reachesFolders ? bundlePath : "", containerPath: containerPath,
      filter: policy.layers.contains(.seccomp) ? try BuiltFilters.filter(for: policy.fileAccess) : .init())
  }
}
