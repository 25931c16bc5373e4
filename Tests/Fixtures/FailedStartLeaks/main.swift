// failed-start-leaks: starts a keyboard with the host's code, several times. Each start fails. The program counts the
// resources that leak. The program runs in a separate process, so that it can count its own resources. The program
// prints how each start failed and which resources leaked.
//
// Arguments: the runner, the keyboard's library, the file that the runner loads in place of the library, the layers to
// omit (separated by commas), the number of attempts, the deadline in seconds.

import Glibc
import KeyboardHost
import KeyboardProtocol
import LinuxShims
import Sandbox
import SystemSupport

/// The resources of this process that a failed start could leak.
struct Belongings {
  var descriptors = ProcessStatus(getpid()).openObjects.count
  var children = ProcessStatus(getpid()).children.count
  var mappings = ProcessStatus.text(of: "/proc/self/maps")?.split(whereSeparator: \.isNewline).count ?? 0
  var heap = klv_heap_in_use()
}

/// Starts and loads the keyboard, and returns a description of how that ended.
func attempt(_ runner: String, _ program: KeyboardProgram, seconds: Int) -> String {
  var deadlines = RunnerKeyboard.Deadlines()
  deadlines.start = .seconds(seconds)
  do throws(KeyboardEndError) {
    let keyboard = try RunnerKeyboard(runnerPath: runner, program: program, deadlines: deadlines) { _ in }
    defer { keyboard.end() }
    let configuration = LaunchConfiguration(
      bundleIdentifier: "org.example.probe", libraryPath: program.libraryPath, principalClass: "Keyboard")
    _ = try keyboard.serve(Turn(serial: 1, event: .load(configuration))) { _ in .refused(.notNow) }
    return "it was loaded"
  } catch {
    return error.description
  }
}

let arguments = CommandLine.arguments
guard arguments.count == 7, let count = Int(arguments[5]), let seconds = Int(arguments[6]) else { exit(2) }
let without = Set(arguments[4].split(separator: ",").compactMap { Layer(rawValue: String($0)) })
var program = try KeyboardProgram(libraryPath: arguments[2], policy: Policy(unsafeWithout: without))
program.libraryPath = arguments[3]

// The first attempts create permanent resources, such as the filter and the C library's caches.
var ends: Set = [attempt(arguments[1], program, seconds: seconds), attempt(arguments[1], program, seconds: seconds)]
let before = Belongings()
for _ in 0..<count { ends.insert(attempt(arguments[1], program, seconds: seconds)) }
let after = Belongings()
print("descriptors \(after.descriptors - before.descriptors)")
print("children \(after.children)")
print("mappings \(after.mappings - before.mappings)")
print("heap \(Int(bitPattern: UInt(after.heap)) - Int(bitPattern: UInt(before.heap)))")
for end in ends.sorted() { print("end \(end)") }
