internal import Foundation
internal import Synchronization

/// A run of the C compiler, with the headers for keyboards.
package struct Compilation: Hashable, Sendable {
  /// The compiler: a path, or the name of a program in a folder of `PATH`.
  package var compiler: String
  /// Options, and the paths of sources and objects.
  package var arguments: [String]
  /// C code to compile in addition to the files.
  package var code: String?

  package init(_ arguments: [String], code: String? = nil, compiler: String = "cc") {
    self.arguments = arguments
    self.code = code
    self.compiler = compiler
  }

  /// A compilation of a shared library.
  package static func library(
    _ arguments: [String], code: String? = nil, compiler: String = "cc"
  ) -> Compilation {
    Compilation(["-shared", "-fPIC"] + arguments, code: code, compiler: compiler)
  }

  /// The path of the product. All equal compilations in a test run share one product.
  package func product() throws -> String {
    try Self.products.withLock { products in
      if let product = products[self] { return product }
      let product = try TemporaryDirectory.ofRun.get().path + "/product\(products.count)"
      try start(to: product).succeed()
      products[self] = product
      return product
    }
  }

  private static let products = Mutex<[Compilation: String]>([:])

  /// The bytes of the product.
  package func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: product()))) }

  /// Starts the compiler.
  ///
  /// - Parameter product: The file that the compiler writes; nil if it only checks the code.
  package func start(to product: String? = nil) throws -> RunningCommand {
    let output = product.map { ["-o", $0] } ?? []
    let code = code == nil ? [] : ["-x", arguments.contains { $0.hasPrefix("-std=c++") } ? "c++" : "c", "-"]
    return try Command(
      compiler, ["-I\(Repository.headers)"] + arguments + output + code, input: (self.code ?? "").utf8
    ).start()
  }
}
