internal import Glibc
internal import LinuxShims

/// The folders of this program and of its runtime libraries. The path of a folder below the user's home can contain the
/// user's name.
///
/// The dynamic loader keeps the paths of these folders for dl_iterate_phdr(3) and dlinfo(3). After all trusted code is
/// mapped, no code needs the paths of Klava's folders. The host keeps the program's path out of the kernel's auxiliary
/// vector.
enum ProgramFolders {
  /// Overwrites the paths of Klava's own folders with slashes, in all memory where the dynamic loader may have stored
  /// them.
  ///
  /// A string of slashes is still a valid path. The paths of the system's own libraries stay unchanged, because they
  /// are not secret.
  static func forget(_ mappings: borrowing MemoryMappings) {
    let folders = folders(in: mappings)
    var runPaths = klv_run_paths()
    klv_find_run_paths(&runPaths)
    withUnsafeBytes(of: runPaths.paths) { bytes in
      let all = bytes.bindMemory(to: UnsafeMutablePointer<CChar>?.self)
      let paths = UnsafeBufferPointer(rebasing: all[..<Int(runPaths.count)])
      for mapping in mappings.all {
        if mayHoldPaths(mapping) { overwrite(folders, in: mapping.memory) }
        forgetRunPaths(paths, in: mapping, folders)
      }
    }
  }

  /// The folders of all mapped files that do not belong to the system. The result is valid until `mappings` is
  /// destroyed.
  private static func folders(in mappings: borrowing MemoryMappings) -> [UnsafeRawBufferPointer] {
    let slash = UInt8(ascii: "/")
    var folders: [UnsafeRawBufferPointer] = []
    for mapping in mappings.all {
      let path = mapping.path
      // The name of a memfd also begins with a slash, but a memfd is in no folder.
      guard path.first == slash, let end = path.lastIndex(of: slash), end > 0,
        !["/usr/", "/lib/", "/lib64/", "/dev/"].contains(where: { path.starts(with: $0.utf8) }),
        !folders.contains(where: { $0.elementsEqual(path[..<end]) })
      else { continue }
      folders.append(UnsafeRawBufferPointer(rebasing: path[..<end]))
    }
    return folders
  }

  /// Whether a mapping can contain paths: heap, stack, memory without a file, or the dynamic loader's data. The
  /// loader's first allocations directly follow its data.
  private static func mayHoldPaths(_ mapping: MemoryMappings.Mapping) -> Bool {
    guard mapping.permissions.elementsEqual("rw-p".utf8) else { return false }
    guard mapping.path.first == UInt8(ascii: "/") else { return true }
    let name = mapping.path[(mapping.path.lastIndex(of: UInt8(ascii: "/")) ?? 0)...]
    return name.starts(with: "/ld-".utf8)
  }

  /// Overwrites the run paths (`DT_RUNPATH`) of libraries. The run paths are in memory that the process maps read-only.
  ///
  /// If the kernel does not let the process change executable memory, the run paths stay unchanged.
  private static func forgetRunPaths(
    _ paths: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>, in mapping: MemoryMappings.Mapping,
    _ folders: [UnsafeRawBufferPointer]
  ) {
    let has = mapping.permissions
    var protection = PROT_NONE
    for (letter, bit) in zip(has, [PROT_READ, PROT_WRITE, PROT_EXEC]) where letter != UInt8(ascii: "-") {
      protection |= bit
    }
    let page = UInt(getpagesize())
    for case let path? in paths where isInside(path, mapping.memory) {
      let text = UnsafeMutableRawBufferPointer(start: path, count: strlen(path) + 1)
      guard first(of: folders, in: text) != nil else { continue }
      let start = UInt(bitPattern: path) & ~(page - 1)
      let length = Int(UInt(bitPattern: path) + UInt(text.count) - start)
      let pages = UnsafeMutableRawPointer(bitPattern: start)
      // The pages may contain the code of this function, so keep the permission to execute, and add the permission to
      // write.
      guard mprotect(pages, length, protection | PROT_WRITE) == 0 else { continue }
      overwrite(folders, in: text)
      mprotect(pages, length, protection)
    }
  }

  private static func isInside(_ place: UnsafeMutablePointer<CChar>, _ memory: UnsafeMutableRawBufferPointer) -> Bool {
    guard let start = memory.baseAddress else { return false }
    return UnsafeMutableRawPointer(place) >= start && UnsafeMutableRawPointer(place) < start + memory.count
  }

  private static func overwrite(_ folders: [UnsafeRawBufferPointer], in memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress else { return }
    var place = 0
    while let found = first(of: folders, in: UnsafeMutableRawBufferPointer(rebasing: memory[place...])) {
      memset(start + place + found.lowerBound, Int32(UInt8(ascii: "/")), found.count)
      place += found.upperBound
    }
  }

  /// The first occurrence of the path of one of the folders. Longer folder names do not count: `/home/ann2` contains no
  /// occurrence of `/home/ann`.
  private static func first(
    of folders: [UnsafeRawBufferPointer], in memory: UnsafeMutableRawBufferPointer
  ) -> Range<Int>? {
    guard let start = memory.baseAddress else { return nil }
    let slash = UInt8(ascii: "/")
    var place = 0
    while let found = memchr(start + place, Int32(slash), memory.count - place) {
      place = found - start
      for folder in folders where folder.count < memory.count - place {
        guard let name = folder.baseAddress, memcmp(found, name, folder.count) == 0 else { continue }
        let next = memory[place + folder.count]
        if next == slash || next == 0 || next == UInt8(ascii: ":") { return place..<place + folder.count }
      }
      place += 1
    }
    return nil
  }
}
