internal import Glibc

/// Calls `body` with the strings in the form that `posix_spawn` requires: pointers to C strings and a final null
/// pointer.
///
/// The strings are valid during the call only.
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
