internal import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import KeyboardProtocol
internal import KeyboardStore
internal import Timing

/// The resources and data containers of the user's keyboards.
final class StoredFiles {
  private let keyboards: RegisteredKeyboards
  private let logs: KeyboardLogs
  private let limits: KeyboardLimits
  private var services: [String: KeyboardServices] = [:]
  /// The in-memory data containers of ended processes whose files the host has not completely saved, by the keyboard's
  /// identifier.
  private var endedMirrors: [String: [ContainerMirror]] = [:]
  /// The data container on disk of each keyboard that writes its files to disk directly, by the keyboard's identifier.
  private var writtenContainers: [String: DataContainer] = [:]
  /// The messages about refused files that the host has logged since the current process started, by the keyboard's
  /// identifier. The host logs each message only once for each process.
  private var sizesNoted: [String: Set<String>] = [:]
  /// The bytes that the host may still write to the disk for each data container, by the container's path. The two
  /// containers of a keyboard have separate limits, so that the limit carries no message between processes with and
  /// without full access. A limit on the size of the files alone would allow a keyboard to overwrite its files without
  /// end, and to keep the disk busy.
  private var writeLimiters = RateLimiters(
    perSecond: KeyboardLimits().containerBytes / 60, maximum: KeyboardLimits().containerBytes)

  init(_ keyboards: RegisteredKeyboards, _ logs: KeyboardLogs, _ limits: KeyboardLimits) {
    self.keyboards = keyboards
    self.logs = logs
    self.limits = limits
  }

  deinit {
    for mirror in endedMirrors.values.joined() { _ = mirror.finish() }
  }

  func container(of identifier: String, hasFullAccess: Bool) -> DataContainer {
    DataContainer(of: identifier, hasFullAccess ? .fullAccess : .confined, in: keyboards.registry.folders)
  }

  /// Prepares to answer the requests of a fresh process of a keyboard.
  func begin(_ bundle: KeyboardBundle, hasFullAccess: Bool) {
    let identifier = bundle.manifest.identifier
    let container = container(of: identifier, hasFullAccess: hasFullAccess)
    sizesNoted[identifier] = nil
    services[identifier] = KeyboardServices(
      bundle: bundle, container: container, languages: keyboards.registry.languages,
      record: { [weak logs] message in logs?.record(message, of: identifier) })
    writtenContainers[identifier] = bundle.manifest.fileAccess == .paths ? container : nil
  }

  /// Creates the object that copies the files of a data container from disk to memory, and changed files back to disk.
  func mirror(_ container: DataContainer, of identifier: String) -> ContainerMirror {
    ContainerMirror(
      of: container, isWanted: { [weak keyboards] in keyboards?.isThere(identifier) ?? true },
      mayWrite: { [weak self] in self?.mayWrite(to: container) ?? true },
      didWrite: { [weak self] in self?.spend($0, for: container) },
      route: { [weak self] container in
        self?.services[identifier]?.container = container
        // The kernel enforces the size of a container in memory, so the host does not measure such a container.
        self?.writtenContainers[identifier] = nil
      },
      record: { [weak logs] message in logs?.record(message, of: identifier, isNotice: true) },
      finishPredecessors: { [weak self] isOver in self?.finishMirrors(of: identifier, unless: isOver) ?? true },
      didEnd: { [weak self] mirror in
        if let self { endedMirrors[identifier, default: []].append(mirror) } else { _ = mirror.finish() }
      })
  }

  // MARK: The limit of written bytes

  /// Whether the host may write to a container on disk now.
  private func mayWrite(to container: DataContainer) -> Bool {
    writeLimiters.available(for: container.path, at: SystemClock.uptime) > 0
  }

  /// Subtracts the size of a written file from the limit. A file counts as at least one page, so that many small files
  /// also reach the limit.
  private func spend(_ bytes: Int, for container: DataContainer) {
    writeLimiters.spend(DataContainer.Usage.counted(max(bytes, 1)), for: container.path, at: SystemClock.uptime)
  }

  /// Saves the files of ended processes, and stops when the idle time ends; saves all files if `idle` is nil.
  func keepEndedFiles(while idle: IdleTime?) {
    for identifier in endedMirrors.keys.sorted() {
      guard finishMirrors(of: identifier, unless: { idle?.isOver ?? false }) else { return }
    }
  }

  /// Saves the files of a keyboard's ended processes, in the order in which the processes ended.
  ///
  /// - Returns: Whether the host has saved all files.
  private func finishMirrors(of identifier: String, unless isOver: () -> Bool) -> Bool {
    while let mirror = endedMirrors[identifier]?.first {
      guard mirror.finish(unless: isOver) else { return false }
      endedMirrors[identifier]?.removeFirst()
    }
    endedMirrors[identifier] = nil
    return true
  }

  /// Returns the limit violation of the files that a keyboard wrote to disk directly; nil for files within the limits.
  func end(of identifier: String) -> KeyboardEndError? {
    guard let container = writtenContainers[identifier] else { return nil }
    do {
      let usage = try container.usage()
      guard usage.bytes > limits.containerBytes || usage.files > limits.containerFiles else { return nil }
      return .exceeded(LimitViolation(storing: usage, most: limits))
    } catch {
      return .crashed("the host cannot measure its data container: \(error)")
    }
  }

  /// Answers a keyboard's request for a resource or a file of its data container.
  func reply(_ request: HostRequest, of identifier: String) -> HostReply {
    guard let service = services[identifier] else { return .refused(.notNow) }
    var reply = HostReply.refused(.tooLarge)
    var mayWrite = true
    if case .containerWrite(_, let bytes) = request {
      guard keyboards.isThere(identifier) else { return .refused(.notNow) }
      mayWrite = self.mayWrite(to: service.container)
      if mayWrite { reply = service.reply(request) }
      if reply == .done { spend(bytes.count, for: service.container) }
    } else {
      reply = service.reply(request)
    }
    if reply == .refused(.tooLarge) { recordSize(of: request, of: identifier, mayWrite: mayWrite) }
    return reply
  }

  /// Logs the limit that a request exceeded, once for each process, so that repeated requests do not fill the log.
  private func recordSize(of request: HostRequest, of identifier: String, mayWrite: Bool) {
    let message =
      switch request {
      case .containerWrite(let name, let bytes):
        "the host did not store a file: \(whyNotStored(name, bytes.count, of: identifier, mayWrite: mayWrite))"
      case .resource(let path):
        "the host did not read the resource “\(path.sanitized(limit: 200))”: it is larger than the limit of "
          + "\(BundleLimit.resourceBytes) bytes"
      default:
        "the host did not read a file: it is larger than the limit of \(BundleLimit.resourceBytes) bytes"
      }
    guard sizesNoted[identifier, default: []].insert(message).inserted else { return }
    logs.record(message, of: identifier)
  }

  /// Returns the reason why the host did not store a file of this size in bytes. The text does not contain the file's
  /// name, so that the log contains each reason only once.
  private func whyNotStored(_ name: String, _ count: Int, of identifier: String, mayWrite: Bool) -> String {
    if !mayWrite {
      return "it wrote more than \(writeLimiters.maximum) bytes in 60 seconds, which is the limit"
    }
    if count > limits.fileSize { return "it is larger than the limit of \(limits.fileSize) bytes" }
    do throws(DataContainer.FileError) {
      guard let container = services[identifier]?.container else { return "the keyboard has no data container" }
      let names = try container.names()
      if names.count >= limits.containerFiles, !names.contains(name) {
        return "the data container already has \(limits.containerFiles) files, which is the limit"
      }
      if try container.usage().bytes + DataContainer.Usage.counted(count) > limits.containerBytes {
        return "the data container would exceed the limit of \(limits.containerBytes) bytes"
      }
      return "the file system refused it"
    } catch {
      return "the host cannot measure the data container"
    }
  }
}
