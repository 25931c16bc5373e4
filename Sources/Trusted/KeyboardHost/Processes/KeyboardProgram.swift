package import BundleFiles
internal import BundleFormat
package import Diagnostics
internal import Glibc
internal import KeyboardLink
internal import KeyboardProtocol
package import KeyboardStore
package import Sandbox
internal import SeccompFilter
internal import SystemSupport

/// The library that a keyboard's process loads, and the policy that confines the process.
package struct KeyboardProgram: Sendable {
  /// The absolute path of the library.
  package var libraryPath: String
  /// The policy of the process.
  package var policy: Policy
  /// The path of the bundle's folder.
  package var bundlePath: String
  /// The data container of a keyboard that opens files by path; nil for all other keyboards.
  let container: DataContainer?
  private let containerPath: String
  private let neededLibraries: [String]
  /// The folder through which the host opens the library; nil for a program that loads nothing.
  private let folder: BundleFolder?

  /// Creates a program for a library outside of a bundle, for tests.
  ///
  /// - Throws: `Diagnostic` if the host cannot read the library or its folder.
  package init(libraryPath: String, policy: Policy) throws(Diagnostic) {
    let folder = Self.split(libraryPath).folder
    self.init(
      libraryPath: libraryPath, policy: policy, bundlePath: folder, in: try BundleFolder(folder),
      needing: try ELFImage(path: libraryPath).neededLibraries)
  }

  /// Creates a program for a keyboard's bundle.
  ///
  /// - Parameters:
  ///   - bundle: The bundle, of which the host reads only the library.
  ///   - container: The data container, for a keyboard that opens files by path.
  ///   - policy: The policy of the process.
  /// - Throws: `Diagnostic` if the host cannot use the library or the data container.
  package init(_ bundle: KeyboardBundle, container: DataContainer? = nil, policy: Policy) throws(Diagnostic) {
    // Without namespaces, the process opens its data container on disk. If the host is root, the process runs as
    // another user, and that user must own the data container.
    let owner = policy.layers.contains(.namespaces) ? nil : Privileges.otherUser
    self.init(
      libraryPath: bundle.libraryPath, policy: policy, bundlePath: bundle.folder.path, container: container,
      containerPath: try container?.folder(ownedBy: owner) ?? "", in: bundle.folder,
      needing: try bundle.library().neededLibraries)
  }

  /// Creates a program that loads nothing, to test whether the system can enforce a policy.
  init(nothingUnder policy: Policy) {
    self.init(libraryPath: "/dev/null", policy: policy, bundlePath: "", needing: [])
  }

  private init(
    libraryPath: String, policy: Policy, bundlePath: String, container: DataContainer? = nil,
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

  /// Whether the process has its data container in memory. The host copies files into this container and saves them to
  /// disk. The kernel refuses writes that would exceed the container's size.
  ///
  /// A data container in memory needs a mount, and therefore a namespace.
  var hasContainerInMemory: Bool { container != nil && policy.layers.contains(.namespaces) }

  /// The paths at which the process finds its bundle and its data container.
  var shownPaths: KeyboardPaths { policy.shown(KeyboardPaths(bundle: bundlePath, container: containerPath)) }

  /// The path at which the process opens the library.
  var shownLibraryPath: String {
    // Without namespaces, two kinds of process use a descriptor of the library, because they cannot open the library by
    // its path. A process without paths and without seccomp has no trap handler that opens the library. A process of
    // the user `nobody` cannot enter root's folders.
    let isNeeded = policy.fileAccess == .noPaths || Privileges.otherUser != nil
    if policy.reachesFolders, !policy.layers.contains(.namespaces), isNeeded {
      return "/proc/self/fd/\(ConfinementOrder.libraryDescriptor)"
    }
    return shownPaths.bundle + "/" + Self.split(libraryPath).name
  }

  /// Returns the path at which the process with this process identifier opens the keyboard's library.
  ///
  /// A debugger must be able to open the same path. In a debugger, `/proc/self` is the debugger's own process, so the
  /// path of the library in an unsandboxed process contains the process identifier.
  func libraryPath(in process: pid_t) -> String {
    policy.layers.isEmpty ? "/proc/\(process)/fd/\(ConfinementOrder.libraryDescriptor)" : shownLibraryPath
  }

  /// Opens the library. The process loads this open file, even if another file replaces the library on disk meanwhile.
  ///
  /// - Throws: ``KeyboardEndError/notStarted(_:)``.
  func openLibrary() throws(KeyboardEndError) -> Descriptor {
    do {
      guard let folder else {
        return try Descriptor(open(libraryPath, O_RDONLY | O_CLOEXEC), of: "open(\(libraryPath))")
      }
      let (place, name) = Self.split(libraryPath)
      let library = place == folder.path ? folder : try BundleFolder(place)
      // A process that opens files by path gets the library's file on disk, because Landlock has no rules for a copy in
      // memory.
      return Descriptor(owning: try library.openForKeyboard(name, mayCopy: !policy.reachesFolders))
    } catch let diagnostic as Diagnostic {
      throw .notStarted(diagnostic.clause)
    } catch {
      throw .notStarted("\(error)")
    }
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// Returns the confinement order for the process.
  ///
  /// - Throws: `FilterError` if the host cannot build the seccomp filter.
  func order() throws(FilterError) -> ConfinementOrder {
    ConfinementOrder(
      policy: policy, libraryPath: shownLibraryPath, neededLibraries: neededLibraries,
      bundlePath: policy.reachesFolders ? bundlePath : "", containerPath: hasContainerInMemory ? "" : containerPath,
      containerBytes: hasContainerInMemory ? UInt64(policy.limits.containerBytes) : 0,
      containerFiles: UInt64(policy.limits.containerFiles),
      filter: policy.layers.contains(.seccomp) ? try BuiltFilters.filter(for: policy.fileAccess) : .init())
  }
}
