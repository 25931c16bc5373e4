// renderer-probe: enters the sandbox of the render process, then tries what a compromised image decoder would try.
// Prints one line for each attempt: its name and the error, or "done".
//
// Arguments: a file to read and a path to write, both made by the test. With "free" as third argument, there is no
// sandbox.

import Glibc
import RenderClient
import Sandbox

let secret = CommandLine.arguments[1]
let place = CommandLine.arguments[2]
if !CommandLine.arguments.dropFirst(3).contains("free") {
  do {
    try RenderConfinement.enter(RenderClient.layers)
  } catch {
    print("unconfined: \(error)")
    exit(1)
  }
}

func attempt(_ name: String, _ result: Int32) {
  print("\(name): \(result >= 0 ? "done" : String(cString: strerror(errno)))")
}

attempt("read a file of the user", open(secret, O_RDONLY | O_CLOEXEC))
attempt("read it as most libraries do", open(secret, O_RDONLY))
attempt("read the users", open("/etc/passwd", O_RDONLY | O_CLOEXEC))
attempt("read processes", open("/proc/self/maps", O_RDONLY | O_CLOEXEC))
attempt("make a file", open(place, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
attempt("remove a file", unlink(secret))
attempt("open a socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
attempt("open a local socket", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
attempt("get executable memory", executableMemory())
attempt("start a process", startProcess())
attempt("read fonts", open("/usr/share/fonts", O_RDONLY | O_DIRECTORY | O_CLOEXEC))

func executableMemory() -> Int32 {
  let memory = mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  return memory == MAP_FAILED ? -1 : 0
}

func startProcess() -> Int32 {
  var identifier: pid_t = 0
  let error = posix_spawn(&identifier, "/bin/true", nil, nil, [nil], [nil])
  guard error != 0 else {
    waitpid(identifier, nil, 0)
    return 0
  }
  errno = error
  return -1
}
