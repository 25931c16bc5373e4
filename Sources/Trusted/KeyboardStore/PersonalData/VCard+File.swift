package import Diagnostics
internal import Glibc
package import ImportFormats
internal import SystemSupport

extension VCard {
  /// Reads the contacts of a file.
  ///
  /// - Throws: `vCardNotRead` if the file is not regular, is too large, or is not a vCard. If a line is malformed, the
  ///   error contains the number of this line.
  package static func read(_ path: String) throws(Diagnostic) -> [VCard] {
    let bytes: [UInt8]
    do throws(SystemError) {
      // O_NONBLOCK: if the path leads to a FIFO, do not wait for a writer.
      let file = try Descriptor(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
      let status = try file.status()
      guard status.isRegular else { throw SystemError(EINVAL) }
      guard status.st_size <= maximumBytes else { throw SystemError(EFBIG) }
      bytes = try file.read(limit: maximumBytes)
    } catch {
      switch error.number {
      case EINVAL:
        throw Diagnostic(
          .vCardNotRead, path, "The path does not lead to a regular file.",
          remedy: "Save the contacts in a file (.vcf), and give the path of this file.")
      case EFBIG: throw Diagnostic(.vCardNotRead, path, "The file has more than \(maximumBytes) bytes.")
      default:
        throw Diagnostic(
          .vCardNotRead, path, "Klava cannot read the file: \(error).", remedy: "Check the path and its permissions.")
      }
    }
    do throws(VCardError) {
      return try read(bytes)
    } catch {
      throw Diagnostic(.vCardNotRead, path, "Line \(error.line) \(error.reason).")
    }
  }
}
