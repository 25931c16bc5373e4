package import BundleFormat
package import Diagnostics
internal import Glibc
internal import HostFiles
internal import SystemSupport

extension ELFImage {
  /// Reads the library at a path.
  ///
  /// - Throws: `libraryMissing` if the host cannot open the file, or the first diagnostic of the file.
  package init(path: String) throws(Diagnostic) {
    let file: Descriptor
    do {
      file = try Descriptor(open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    } catch {
      throw Diagnostic.system(.libraryMissing, path, errno: error.number)
    }
    self = try BundleReader.library(file, subject: path)
  }
}
