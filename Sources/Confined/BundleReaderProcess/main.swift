// BundleReader: the program `klava-bundle-reader`, which parses the files of one bundle and exits. In the mode `code`,
// the program finds the source lines of addresses in a library instead.
//
// For:    `BundleFiles`, which starts the program, passes the files and checks the answer.
// Never: reads the host's order before the program is confined, opens a file, or runs a keyboard's code. After the
//         confinement, the program can only compute, read the descriptors that the host passed, and write its answer.
// Start:  this file, then the module `BundleParser`, which parses the files.

internal import BundleFormat
internal import BundleParser
internal import HelperMain
internal import KeyboardProtocol
internal import Sandbox
internal import SeccompFilter
internal import SystemSupport

let helper = HelperMain("klava-bundle-reader", keepsFiles: true)
helper.run {
  guard helper.layers.contains(.seccomp) else { helper.fail("cannot read a bundle without the sandbox") }
  try ReadingConfinement.enter(
    helper.layers, reading: [], memory: 256 << 20, fileSize: UInt64(ReadingOrder.maximumAnswerBytes), processorTime: 4,
    filter: ConfinementOrder.Filter(try FilterProgram(profile: .noPaths)))
  if helper.mode == CodeQuery.mode { return try reply(to: CodeQuery(frame: helper.readOrder())) }
  let order = try ReadingOrder(frame: helper.readOrder())
  // The host passes the libraries as the descriptors 3, 4 and so on, in the order of the files.
  var next: Int32 = 3
  for file in order.files {
    let content = BundleRecord.Content(parsing: file) {
      defer { next += 1 }
      return Descriptor(owning: next)
    }
    // Send one part for each file. If a file crashes the process, the host learns from the number of parts which file
    // caused the crash.
    let frame = content.frame
    helper.send(WireWriter.bytes { $0.writeBytes(frame) })
  }
}

/// Replies to a query for places in the source code of the library at descriptor 3.
func reply(to query: CodeQuery) throws {
  guard let reader = CodeReader(Descriptor(owning: 3)) else { helper.fail("the library is not an ELF file") }
  for (index, address) in query.addresses.enumerated() {
    let places = index == 0 ? reader.places(of: address) : reader.places(ofCallBefore: address)
    helper.send(WireWriter.bytes { $0.writeBytes(places.frame) })
  }
  for function in query.functions {
    helper.send(WireWriter.bytes { $0.writeBytes(reader.symbols(of: function).frame) })
  }
}
