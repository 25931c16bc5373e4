/// Tables of localized strings: old-style `"key" = "text";` files, and property lists.
package enum StringsTable {
  /// The maximum size of one table in bytes.
  package static let maximumBytes = 512 * 1024
}
