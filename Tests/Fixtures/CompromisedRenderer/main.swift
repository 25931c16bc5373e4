// compromised-renderer: enters the sandbox of the render process, then makes the calls of a compromised decoder.
// Prints one line for each attempt: its name and the error, or "done".
//
// The first two arguments are a file to read and a path to write. The test chooses the file and the path. With the
// argument "frames", the process has the descriptors and the sandbox of a process that renders frames. With "free", the
// process has no sandbox.

import Glibc
import LinuxShims
import RenderProtocol
import Sandbox

let secret = CommandLine.arguments[1]
let place = CommandLine.arguments[2]
let isFree = CommandLine.arguments.dropFirst(3).contains("free")
let rendersFrames = CommandLine.arguments.dropFirst(3).contains("frames")
let channel: Int32 = 3
let pool: Int32 = 4
if rendersFrames {
  klv_close_from(3)
  var ends: [Int32] = [-1, -1]
  // The new socket pair has the descriptors 3 and 4. The second end of the pair moves to descriptor 5, so that the pool
  // can get descriptor 4.
  guard klv_stream_pair(&ends) == 0, ends == [channel, pool], dup(pool) == 5, klv_memfd_create("pool") == 6,
    dup2(6, pool) == pool, close(6) == 0, klv_send_descriptor(5, 0) == 0
  else { exit(1) }
}
if !isFree {
  do {
    if rendersFrames {
      _ = try RenderConfinement.enterForFrames(RenderConfinement.layers)
    } else {
      try RenderConfinement.enter(RenderConfinement.layers)
    }
  } catch {
    print("unconfined: \(error)")
    exit(1)
  }
}

func attempt(_ name: String, _ result: Int32) {
  print("\(name): \(result >= 0 ? "done" : String(cString: strerror(errno)))")
}

attempt("read a file of the user", open(secret, O_RDONLY | O_CLOEXEC))
attempt("read the file without O_CLOEXEC", open(secret, O_RDONLY))
attempt("read the users", open("/etc/passwd", O_RDONLY | O_CLOEXEC))
attempt("read processes", open("/proc/self/maps", O_RDONLY | O_CLOEXEC))
attempt("make a file", open(place, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
attempt("remove a file", unlink(secret))
attempt("open a socket", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
attempt("open a local socket", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
attempt("get executable memory", memory(PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE))
attempt("start a process", startProcess())
attempt("read fonts", open("/usr/share/fonts", O_RDONLY | O_DIRECTORY | O_CLOEXEC))

if rendersFrames {
  attempt("change the size of the pool", ftruncate(pool, 0))
  attempt("share memory", memory(PROT_READ | PROT_WRITE, MAP_SHARED))
  attempt("receive a descriptor", klv_receive_descriptor(channel))
  attempt("pass a descriptor", klv_send_descriptor(channel, 0))
  attempt("write to the host", Int32(write(channel, "x", 1)))
}

func memory(_ protection: Int32, _ flags: Int32) -> Int32 {
  mmap(nil, 4096, protection, flags | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0
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
