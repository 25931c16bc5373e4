internal import Foundation
internal import Glibc
internal import LinuxShims
internal import SystemSupport

/// What this process holds of the kernel.
struct Holdings {
  /// Open descriptors, by what they lead to.
  private var descriptors: [String]
  /// Mappings, of which those of links are told apart.
  private var mappings: Int
  private var linkMappings: Int
  private var children: [pid_t]
  /// Bytes of resident memory.
  private var resident: Int
  /// Bytes that malloc has given out: what of the resident memory is really held.
  private var heap: Int

  /// What is held now.
  init() throws {
    let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
      // The folder's own descriptor is gone by now.
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
    }
    descriptors = links.map { $0.replacing(#/[0-9]+/#, with: "N") }.sorted()
    let maps = (ProcessStatus.text(of: "/proc/self/maps") ?? "").split(separator: "\n")
    mappings = maps.count
    linkMappings = maps.count { $0.contains("klava-link") }
    children = ProcessStatus(getpid()).children.map(\.identifier)
    let statm = (ProcessStatus.text(of: "/proc/self/statm") ?? "").split(separator: " ")
    resident = (statm.count > 1 ? Int(statm[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
    heap = Int(clamping: klv_heap_in_use())
  }

  /// What is held now and was not before, in words.
  func leaks(since before: Holdings, runners: [pid_t]) -> [String] {
    var leaks: [String] = []
    if descriptors.count != before.descriptors.count {
      let more = descriptors.difference(from: before.descriptors).map { "\($0)" }
      leaks.append("\(descriptors.count) descriptors where \(before.descriptors.count) were: \(more)")
    }
    if linkMappings > 0 { leaks.append("\(linkMappings) links are still mapped") }
    if !children.isEmpty { leaks.append("children are left: \(children)") }
    let left = ProcessTree.left(of: runners)
    if !left.isEmpty { leaks.append("processes of runners' groups are left: \(left)") }
    return leaks
  }

  /// Bytes that the last quarter of a run may hold more than its second, on average: pages, which malloc keeps for each
  /// thread that ever was, and what it has given out.
  private static let slack = (resident: 4 << 20, heap: 512 << 10)

  /// What grew from the second quarter of a run to its last; nil for nothing, or a run too short to tell.
  static func growth(of course: [Holdings]) -> String? {
    guard course.count >= 20 else { return nil }
    let (early, late) = quarters(of: course)
    let memory = mean(late.map(\.resident)) - mean(early.map(\.resident))
    let heap = mean(late.map(\.heap)) - mean(early.map(\.heap))
    let mappings = mean(late.map(\.mappings)) - mean(early.map(\.mappings))
    guard memory > slack.resident || heap > slack.heap || mappings > 20 else { return nil }
    return "from the second to the last quarter resident memory grew by \(memory) bytes, the heap by \(heap), "
      + "mappings by \(mappings)"
  }

  /// The course of a run, in words.
  static func course(of course: [Holdings]) -> [String] {
    guard course.count >= 4, let last = course.last else { return [] }
    let (early, late) = quarters(of: course)
    return [
      "resident memory, KB, mean of the second quarter \(mean(early.map(\.resident)) / 1024), "
        + "of the last \(mean(late.map(\.resident)) / 1024); "
        + "heap \(mean(early.map(\.heap)) / 1024) and \(mean(late.map(\.heap)) / 1024); "
        + "descriptors \(last.descriptors.count), mappings \(last.mappings), of links \(last.linkMappings)"
    ]
  }

  private static func quarters(of course: [Holdings]) -> (early: ArraySlice<Holdings>, late: ArraySlice<Holdings>) {
    (course[course.count / 4..<course.count / 2], course[course.count * 3 / 4..<course.count])
  }

  private static func mean(_ values: [Int]) -> Int { values.isEmpty ? 0 : values.reduce(0, +) / values.count }
}
