import CSeccomp
import Glibc

/// The names of the system calls of x86-64.
enum SystemCallNames {
  /// Returns the number of the system call with this name; nil if there is none.
  static func number(_ name: String) -> UInt32? { numbers[name] }

  /// Returns the name of the system call with this number; `-` if there is none.
  static func name(_ number: UInt32) -> String { names[number] ?? "-" }

  private static let names: [UInt32: String] = {
    // The oldest libseccomp that Klava supports may not know these system calls, so name them here.
    var names: [UInt32: String] = [
      335: "uretprobe", 336: "uprobe", 450: "set_mempolicy_home_node", 451: "cachestat", 452: "fchmodat2",
      453: "map_shadow_stack", 454: "futex_wake", 455: "futex_wait", 456: "futex_requeue", 457: "statmount",
      458: "listmount", 459: "lsm_get_self_attr", 460: "lsm_set_self_attr", 461: "lsm_list_modules", 462: "mseal",
      463: "setxattrat", 464: "getxattrat", 465: "listxattrat", 466: "removexattrat", 467: "open_tree_attr",
      468: "file_getattr", 469: "file_setattr", 470: "listns",
    ]
    for number in UInt32(0)...600 {
      guard let name = seccomp_syscall_resolve_num_arch(SystemCall.Architecture.x86_64.rawValue, Int32(number)) else {
        continue
      }
      names[number] = String(cString: name)
      free(name)
    }
    return names
  }()

  private static let numbers = Dictionary(uniqueKeysWithValues: names.map { ($1, $0) })
}
