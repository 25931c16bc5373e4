internal import Glibc

extension Server {
  /// Raises the soft limit on open files to the hard limit, but at most to 65,536. The soft limit determines how many
  /// clients the server accepts.
  package static func raiseDescriptorLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(limit.rlim_max, 65_536)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
