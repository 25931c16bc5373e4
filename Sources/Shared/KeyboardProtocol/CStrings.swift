internal import Glibc

/// Calls `body` with the strings as `posix_spawn` takes arguments and an environment: pointers to C strings, and a null
/// pointer at their end. All of it lives as long as the call.
package func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: strings.count + 1)
  for (index, string) in strings.enumerated() { (pointers + index).initialize(to: strdup(string)) }
  (pointers + strings.count).initialize(to: nil)
  defer {
    for index in strings.indices { free(pointers[index]) }
    pointers.deallocate()
  }
  return body(pointers)
}
