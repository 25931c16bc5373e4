import KeyboardProtocol
import Sandbox
import Testing

/// Tests of the sandbox layers that each kind of keyboard requires (Sandbox.md#minimum-sandbox).
@Suite struct PolicyTests {
  /// A row of the table: the requested file access, the available layers, the layers that the user disabled, and the
  /// expected result. `n` means namespaces, `l` means Landlock and `s` means seccomp.
  struct Row: CustomTestStringConvertible {
    let files: Policy.FileAccess
    let full: Bool
    let available: String
    let without: String
    /// The layers that must confine the keyboard; nil if the host must not start the keyboard.
    let inForce: String?

    init(_ files: Policy.FileAccess, full: Bool = false, _ available: String, without: String = "", _ inForce: String?)
    {
      self.files = files
      self.full = full
      self.available = available
      self.without = without
      self.inForce = inForce
    }

    var testDescription: String { "\(files) full=\(full) \(available) without=\(without) -> \(inForce ?? "refused")" }
  }

  static func layers(_ letters: String) -> Set<Layer> {
    let byLetter: [Character: Layer] = ["n": .namespaces, "l": .landlock, "s": .seccomp]
    return Set(letters.compactMap { byLetter[$0] })
  }

  @Test(
    "The host starts a keyboard only with a minimum sandbox or with the layers that the user accepts",
    arguments: [
      Row(.noPaths, "nls", "nls"),
      Row(.noPaths, full: true, "nls", "nls"),
      Row(.noPaths, "ls", "ls"),
      Row(.noPaths, full: true, "ls", "ls"),
      Row(.noPaths, "ns", nil),
      Row(.noPaths, "nl", nil),
      Row(.noPaths, "n", nil),
      Row(.noPaths, "l", nil),
      Row(.noPaths, "s", nil),
      Row(.noPaths, "", nil),
      Row(.paths, "nls", "nls"),
      Row(.paths, "ns", "ns"),
      Row(.paths, full: true, "ns", "ns"),
      Row(.paths, "ls", nil),
      Row(.paths, "s", nil),
      Row(.paths, "nl", nil),
      Row(.noPaths, "nls", without: "n", "ls"),
      Row(.noPaths, "nls", without: "l", "ns"),
      Row(.noPaths, "nls", without: "s", "nl"),
      Row(.noPaths, "nls", without: "nl", "s"),
      Row(.noPaths, "nls", without: "nls", ""),
      Row(.noPaths, "s", without: "l", "s"),
      Row(.noPaths, "l", without: "l", nil),
      Row(.paths, "nls", without: "n", "ls"),
      Row(.noPaths, full: true, "nls", without: "l", nil),
      Row(.noPaths, full: true, "nls", without: "s", nil),
      Row(.paths, full: true, "nls", without: "n", nil),
    ])
  func floors(_ row: Row) {
    let policy = Result { () throws(Policy.MissingLayersError) in
      try Policy(
        fileAccess: row.files, hasFullAccess: row.full, available: Self.layers(row.available),
        unsafeWithout: Self.layers(row.without))
    }
    switch (policy, row.inForce) {
    case (.success(let policy), let letters?):
      #expect(policy.layers == Self.layers(letters))
      #expect(policy.fileAccess == row.files && policy.hasFullAccess == row.full)
    case (.failure(let refusal), nil):
      #expect(!refusal.missing.isEmpty)
      #expect(refusal.missing.allSatisfy { refusal.description.contains($0.rawValue) })
    case (.success(let policy), nil): Issue.record("the host starts it: \(policy)")
    case (.failure(let refusal), _?): Issue.record("the host does not start it: \(refusal)")
    }
  }

  @Test("The description of a policy lists layers, access and limits in one line")
  func printable() throws {
    let policy = try Policy(hasFullAccess: true)
    #expect(
      policy.description
        == "confined by namespaces, landlock, seccomp; no paths; full access; at most 64 MiB of memory, "
        + "64 threads, 32 descriptors, 4 MiB a file, 60 s of processor time")
    let bare = try Policy(available: [], unsafeWithout: Set(Layer.allCases))
    #expect(bare.description.hasPrefix("confined by nothing; no paths; no full access; "))
  }

  @Test(
    "A confinement order arrives unchanged at the runner", arguments: Policy.FileAccess.allCases, [true, false])
  func order(_ files: Policy.FileAccess, _ full: Bool) throws {
    var limits = KeyboardLimits()
    limits.threads = 3
    let order = ConfinementOrder(
      policy: try Policy(fileAccess: files, hasFullAccess: full, limits: limits), libraryPath: "/k/libk.so",
      neededLibraries: ["libc.so.6"], bundlePath: "/k", containerPath: "/c",
      filter: .init(
        program: [1, 2, 3, 4, 5, 6, 7, 8], identifierPlaces: [0], libraryPlaces: [0, 1], answers: [2: 2, 257: 13]))
    #expect(try ConfinementOrder(reading: order.descriptor()) == order)
  }

  @Test("The runner has one exit status for each sandbox layer, from which the host learns which layer is unavailable")
  func exitStatuses() {
    let statuses = Layer.allCases.map { layer in
      (80..<90).filter { ConfinementError.layer(exitStatus: Int32($0)) == layer }
    }
    #expect(statuses.allSatisfy { $0.count == 1 })
    #expect(Set(statuses.flatMap(\.self)).count == Layer.allCases.count)
    #expect(ConfinementError.layer(exitStatus: 0) == nil)
  }
}
