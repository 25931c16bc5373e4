internal import Diagnostics
internal import Glibc
internal import Invocation
internal import SeccompFilter
internal import SystemSupport

extension Doctor {
  /// Checks each required library by a call of one of its functions.
  var libraries: [MachineCheck] {
    [
      MachineCheck.check("libffi") { () throws(Diagnostic) in
        guard let function = dlsym(nil, "getpid") else { throw libffi("Klava cannot find the function getpid.") }
        do {
          let call = try Invocation(function, Signature(parsing: "i()"))
          guard try call.invoke() == .int32(getpid()) else {
            throw libffi("A call through libffi returned a wrong result.")
          }
        } catch {
          throw error as? Diagnostic ?? libffi("\(error)")
        }
        return libffiFile
      },
      MachineCheck.check("libseccomp") { () throws(Diagnostic) in
        do {
          let filter = try FilterProgram(profile: .noPaths)
          return "\(FilterProgram.libraryVersion), a filter of \(filter.instructions.count) instructions"
        } catch {
          throw Diagnostic(.systemLibraryMissing, "libseccomp", "\(error)")
        }
      },
    ]
  }

  private func libffi(_ sentence: String) -> Diagnostic { Diagnostic(.systemLibraryMissing, "libffi", sentence) }

  /// The file of libffi. The name of libffi's file ends in the version.
  private var libffiFile: String {
    let lines = ProcessStatus.text(of: "/proc/self/maps")?.split(separator: "\n")
    // If no line names libffi, the version is unknown. Other checks call libffi, and so show whether it works.
    guard let line = lines?.first(where: { $0.contains("/libffi.so") }) else { return "part of this program" }
    return line.split(separator: " ").last.map(String.init) ?? "part of this program"
  }
}
