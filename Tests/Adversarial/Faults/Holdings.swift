internal import Foundation
internal import Glibc
internal import LinuxShims
internal import SystemSupport

/// The resources of the kernel that this process uses.
struct Holdings {
  /// The targets of the open descriptors.
  private var descriptors: [String]
  /// The number of memory mappings. The mappings of links are also counted separately.
  private var mappings: Int
  private var linkMappings: Int
  private var children: [pid_t]
  /// The resident memory in bytes.
  private var resident: Int
  /// The bytes that malloc has allocated: the part of the resident memory that is in use.
  private var heap: Int

  /// Counts the resources now.
  init() {
    let links = ProcessStatus(getpid()).openObjects.values
    descriptors = links.map { $0.replacing(#/[0-9]+/#, with: "N") }.sorted()
    let maps = (ProcessStatus.text(of: "/proc/self/maps") ?? "").split(separator: "\n")
    mappings = maps.count
    linkMappings = maps.count { $0.contains("klava-link") }
    children = ProcessStatus(getpid()).children.map(\.identifier)
    let statm = (ProcessStatus.text(of: "/proc/self/statm") ?? "").split(separator: " ")
    resident = (statm.count > 1 ? Int(statm[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
    heap = Int(clamping: klv_heap_in_use())
  }

  /// Describes the resources that leaked since `before`.
  func leaks(since before: Holdings, runners: [pid_t]) -> [String] {
    var leaks: [String] = []
    if descriptors.count != before.descriptors.count {
      let more = descriptors.difference(from: before.descriptors).map { "\($0)" }
      leaks.append("\(descriptors.count) descriptors instead of \(before.descriptors.count): \(more)")
    }
    if linkMappings > 0 { leaks.append("\(linkMappings) links are still mapped") }
    if !children.isEmpty { leaks.append("children are left: \(children)") }
    let left = ProcessTree.left(of: runners)
    if !left.isEmpty { leaks.append("processes of runners' groups are left: \(left)") }
    return leaks
  }

  /// The number of bytes by which the mean in a run's last quarter may exceed the mean in its second quarter. The limit
  /// for resident memory is higher, because malloc keeps pages for each thread that ever ran.
  private static let slack = (resident: 4 << 20, heap: 512 << 10)

  /// Describes the growth from the second to the last quarter of a run; nil if there is none or the run is too short.
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

  /// Describes the memory use in the course of a run.
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
