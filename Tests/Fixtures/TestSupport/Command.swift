// TestSupport: commands, compilations, temporary directories, waiting and seeded random numbers.
//
// For:    all suites, and the programs that test Klava.
// Never:  is part of a shipped program, or depends on a module of Klava above `SystemSupport`.
// Start:  `Command` below, `Repository` for paths, `waitUntil` for conditions, `SeededGenerator` for random numbers.

internal import Foundation

/// A program with its arguments, input and environment.
package struct Command: Sendable, CustomStringConvertible {
  /// A path, or the name of a program in a folder of `PATH`.
  package var program: String
  package var arguments: [String]
  /// The standard input.
  package var input: [UInt8]
  /// The environment; nil for the environment of this process.
  package var environment: [String: String]?
  /// The working directory; nil for the working directory of this process.
  package var directory: String?
  /// Whether standard error is part of standard output.
  package var mergesErrors: Bool
  /// The time limit, after which the test kills the program.
  package var timeLimit = Duration.seconds(1_200)

  /// The environment for Klava's programs: messages in English, long deadlines, and no sounds.
  package static let klavaEnvironment = [
    "LANG": "en_US.UTF-8", "PATH": "/usr/bin:/bin", "KLAVA_PATIENCE": "100", "CANBERRA_DRIVER": "null",
  ]

  package init(
    _ program: String, _ arguments: [String] = [], input: some Sequence<UInt8> = [UInt8](),
    environment: [String: String]? = nil,
    in directory: String? = nil, mergesErrors: Bool = false
  ) {
    self.program = program
    self.arguments = arguments
    self.input = Array(input)
    self.environment = environment
    self.directory = directory
    self.mergesErrors = mergesErrors
  }

  package var description: String { ([program] + arguments).joined(separator: " ") }

  /// The exit status and the output of a program.
  package struct Outcome: Sendable {
    /// The exit status; if a signal ended the program, the negative number of the signal.
    package let status: Int32
    package let outputBytes: [UInt8]
    package let errorBytes: [UInt8]

    package var output: String { String(decoding: outputBytes, as: UTF8.self) }
    package var errors: String { String(decoding: errorBytes, as: UTF8.self) }
  }

  /// The reason why a program did not succeed.
  package enum Failure: Error {
    case failed(command: String, status: Int32, errors: String)
    case exceededTimeLimit(command: String)
  }

  /// Runs the program until it ends.
  package func run() throws -> Outcome { try start().wait() }

  /// Runs the program on another thread until it ends.
  package func runInBackground() async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try run() }) }
    }
  }

  /// Starts the program.
  package func start() throws -> RunningCommand { try RunningCommand(self, isInteractive: false) }

  /// Starts the program with pipes for its input and its output. Ignores ``input``.
  package func startInteractively() throws -> RunningCommand { try RunningCommand(self, isInteractive: true) }
}
