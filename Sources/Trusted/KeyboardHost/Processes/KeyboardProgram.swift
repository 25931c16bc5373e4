package import Bundles
package import Diagnostics
internal import Glibc
package import Sandbox
internal import SeccompFilter
internal import TextInput
internal import KeyboardProtocol

/// What a process of a keyboard is to run, and what the kernel holds it to meanwhile.
package struct KeyboardProgram: Sendable {
  /// The absolute path of the library.
  package var libraryPath: String
  /// What the process is held to.
  package var policy: Policy
  /// The folder of the bundle.
  package var bundlePath: String
  /// The container of a keyboard that uses files by their paths; nil where it gets none as a folder.
  let container: KeyboardContainer?
  private let containerPath: String
  private let neededLibraries: [String]
  /// The folder that the library is opened in; nil for what is in no bundle.
  private let folder: BundleFolder?

  /// A library with nothing around it, as a test has it.
  package init(libraryPath: String, policy: Policy) throws(Diagnostic) {
    let folder = Self.split(libraryPath).folder
    self.init(
      libraryPath: libraryPath, policy: policy, bundlePath: folder, in: try BundleFolder(folder),
      needing: try ELFImage(path: libraryPath).neededLibraries)
  }

  /// A keyboard's bundle.
  ///
  /// - Parameters:
  ///   - bundle: The bundle; only its library is read.
  ///   - container: The container, for a keyboard that uses files by their paths.
  ///   - policy: What the process is held to.
  package init(_ bundle: KeyboardBundle, container: KeyboardContainer? = nil, policy: Policy) throws(Diagnostic) {
    // Without namespaces the process is to reach the folder itself.
    let owner = policy.layers.contains(.namespaces) ? nil : Privileges.otherUser
    self.init(
      libraryPath: bundle.libraryPath, policy: policy, bundlePath: bundle.folder.path, container: container,
      containerPath: try container?.folder(ownedBy: owner) ?? "", in: bundle.folder,
      needing: try bundle.library().neededLibraries)
  }

  /// Nothing to run, for trying whether a policy can be put in force.
  init(nothingUnder policy: Policy) {
    self.init(libraryPath: "/dev/null", policy: policy, bundlePath: "", needing: [])
  }

  private init(
    libraryPath: String, policy: Policy, bundlePath: String, container: KeyboardContainer? = nil,
    containerPath: String = "", in folder: BundleFolder? = nil,
    needing libraries: [String]
  ) {
    self.folder = folder
    self.libraryPath = libraryPath
    self.policy = policy
    self.bundlePath = bundlePath
    self.container = container
    self.containerPath = containerPath
    neededLibraries = libraries.filter(ELFImage.isAllowed)
  }

  /// Whether the process has its container in memory, for the host to fill and to keep: the kernel then bounds it at every
  /// moment. That takes a mount of its own.
  var hasContainerInMemory: Bool { container != nil && policy.layers.contains(.namespaces) }

  /// Where the process finds its bundle and its container.
  var shownPaths: KeyboardPaths { policy.shown(KeyboardPaths(bundle: bundlePath, container: containerPath)) }

  /// The path by which the process opens the library.
  var shownLibraryPath: String {
    // Where the person does without what would answer for it: nobody cannot go through root's folders.
    let isNeeded = policy.fileAccess == .noPaths || Privileges.otherUser != nil
    if policy.reachesFolders, !policy.layers.contains(.namespaces), isNeeded {
      return "/proc/self/fd/\(RunnerProcess.libraryDescriptor)"
    }
    return shownPaths.bundle + "/" + Self.split(libraryPath).name
  }

  /// The library, opened once and for all: what is loaded is what was found here.
  func openLibrary() throws(KeyboardEnd) -> OwnedDescriptor {
    do {
      guard let folder else {
        return try OwnedDescriptor(owning: open(libraryPath, O_RDONLY | O_CLOEXEC), of: "open(\(libraryPath))")
      }
      let (place, name) = Self.split(libraryPath)
      let library = place == folder.path ? folder : try BundleFolder(place)
      // Landlock has no rules for a file in memory, so what is reached by its path is the file itself.
      return OwnedDescriptor(owning: try library.openForKeyboard(name, mayCopy: !policy.reachesFolders))
    } catch let problem as Diagnostic {
      throw .notStarted(problem.clause)
    } catch {
      throw .notStarted("\(error)")
    }
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// What the process is told to obey.
  func order() throws(FilterError) -> ConfinementOrder {
    ConfinementOrder(
      policy: policy, libraryPath: shownLibraryPath, neededLibraries: neededLibraries,
      bundlePath: policy.reachesFolders ? bundlePath : "", containerPath: hasContainerInMemory ? "" : containerPath,
      containerBytes: hasContainerInMemory ? UInt64(policy.limits.containerBytes) : 0,
      containerFiles: UInt64(policy.limits.containerFiles),
      filter: policy.layers.contains(.seccomp) ? try BuiltFilters.filter(for: policy.fileAccess) : .init())
  }
}
