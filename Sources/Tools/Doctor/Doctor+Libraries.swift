internal import Diagnostics
internal import Foundation
internal import Invocation
internal import SeccompFilter

extension Doctor {
  /// Checks libraries by using each once.
  var libraries: [MachineCheck] {
    [
      MachineCheck.check("libffi") { () throws(Diagnostic) in
        guard let function = dlsym(nil, "getpid") else { throw libffi("Klava cannot find the function getpid.") }
        do {
          let call = try Invocation(Signature(parsing: "i()", allowing: .actions))
          guard try call.call(function, with: [Value]().span) == .int32(getpid()) else {
            throw libffi("A call through libffi returned a wrong result.")
          }
        } catch {
          throw error as? Diagnostic ?? libffi("\(error)")
        }
        return libffiFile
      },
      MachineCheck.check("libffi closures") { () throws(Diagnostic) in
        do {
          let signature = try Signature(parsing: "i(i)", allowing: .actions)
          let thunk = try Thunk(signature) { arguments throws(InvocationError) in try arguments.value(at: 0) }
          let arguments: [Value] = [.int32(-42)]
          guard try Invocation(signature).call(thunk.function, with: arguments.span) == .int32(-42) else {
            throw libffi("A libffi closure returned a wrong result.")
          }
        } catch {
          throw error as? Diagnostic ?? libffi("\(error)")
        }
        return "closures work"
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

  /// The file of libffi. Its name ends in the version.
  private var libffiFile: String {
    do {
      let maps = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/self/maps")).readToEnd() ?? Data()
      let lines = String(decoding: maps, as: UTF8.self).split(separator: "\n")
      guard let line = lines.first(where: { $0.contains("/libffi.so") }),
        let path = line.split(separator: " ").last
      else { return "linked in" }
      return String(path)
    } catch {
      // Only the file's name is unknown. The calls above have shown that libffi works.
      return "loaded"
    }
  }
}
