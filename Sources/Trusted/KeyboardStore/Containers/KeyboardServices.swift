package import BundleFiles
internal import BundleFormat
internal import Diagnostics
internal import HostFiles
package import KeyboardProtocol
internal import SystemSupport

/// Serves a keyboard's requests for its bundle and its data container.
///
/// Every request gets a reply. If a request fails, the reply is a refusal. If the cause of the failure is unexpected,
/// the services pass the cause to a function, which writes it to the keyboard's log.
package struct KeyboardServices {
  private let bundle: KeyboardBundle
  /// The keyboard's data container, on disk or in memory.
  package var container: DataContainer
  private let languages: [String]
  private let record: (String) -> Void

  /// Creates the services for one keyboard.
  ///
  /// - Parameters:
  ///   - bundle: The keyboard's bundle.
  ///   - container: The data container for the keyboard's level of access (see ``DataContainer/Kind``).
  ///   - languages: The user's preferred languages, best first.
  ///   - record: Receives each unexpected cause of a failure. A keyboard can cause many failures in a turn.
  package init(
    bundle: KeyboardBundle, container: DataContainer, languages: [String],
    record: @escaping (String) -> Void = { _ in }
  ) {
    self.bundle = bundle
    self.container = container
    self.languages = languages
    self.record = record
  }

  /// Returns the reply to a request.
  ///
  /// The function replies `notNow` to requests that other types serve. These are the requests for the document, the
  /// pasteboard, the network, the text services, the spell checker and the lexicon.
  package func reply(_ request: HostRequest) -> HostReply {
    do {
      switch request {
      case .document, .pasteboard, .network, .text, .spelling, .lexicon: return .refused(.notNow)
      case .resource(let path): return .bytes(try bundle.resource(path))
      case .resourceNames(let folder): return .names(try bundle.resourceNames(in: folder))
      case .localizedStrings(let table, let language):
        let preferred = language.isEmpty ? languages : [language]
        return try bundle.localizedStrings(table: table, languages: preferred).map { .strings($0) }
          ?? .refused(.notFound)
      case .containerRead(let name): return .bytes(try container.read(name))
      case .containerWrite(let name, let bytes):
        try container.write(name, bytes)
        return .done
      case .containerRemove(let name):
        try container.remove(name)
        return .done
      case .containerNames: return .names(try container.names())
      case .paths:
        guard bundle.manifest.fileAccess == .paths else { return .refused(.noAccess) }
        return .paths(KeyboardPaths(bundle: bundle.folder.path, container: container.path))
      }
    } catch let refusal as DataContainer.FileError {
      return .refused(reply(refusal))
    } catch {
      return .refused(reply(error as? Diagnostic ?? Diagnostic(.internalFault, "\(request)", "\(error)")))
    }
  }

  private func reply(_ refusal: DataContainer.FileError) -> HostReply.Refusal {
    switch refusal {
    case .notFound: return .notFound
    case .badName: return .badName
    case .tooLarge: return .tooLarge
    case .failed(let number):
      record("a file operation in the data container failed: \(SystemError(number))")
      return .failed
    }
  }

  private func reply(_ diagnostic: Diagnostic) -> HostReply.Refusal {
    switch diagnostic.code {
    case .fileMissing: return .notFound
    case .pathLeavesBundle: return .badName
    case .resourceTooLarge: return .tooLarge
    default:
      record(diagnostic.description)
      return .failed
    }
  }
}
