import TestSupport

/// The manifest of a test keyboard.
struct TestManifest {
  var identifier = "org.example.test"
  var name = "Test"
  var executable = "libTest.so"
  var requestsOpenAccess = false
  /// Additional members of the manifest, as XML.
  var members = ""
  /// The member `NSExtensionPrincipalClass` as XML.
  var principalClass = "<key>NSExtensionPrincipalClass</key><string>TestController</string>"

  var text: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>\(identifier)</string>
      <key>CFBundleDisplayName</key><string>\(name)</string>
      <key>CFBundleExecutable</key><string>\(executable)</string>
      \(members)
      <key>NSExtension</key><dict>
        <key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service</string>
        \(principalClass)
        <key>NSExtensionAttributes</key><dict>
          <key>RequestsOpenAccess</key><\(requestsOpenAccess)/>
        </dict>
      </dict>
    </dict></plist>
    """
  }

  /// Returns a manifest that declares one action with this signature and these fixed arguments (as XML).
  static func action(_ signature: String, arguments: String = "") -> TestManifest {
    var manifest = TestManifest()
    manifest.members = """
      <key>KLVActions</key><dict><key>tap</key><dict>
        <key>Signature</key><string>\(signature)</string>
        \(arguments.isEmpty ? "" : "<key>Arguments</key><array>\(arguments)</array>")
      </dict></dict>
      """
    return manifest
  }
}

/// A small shared library.
enum TestLibrary {
  /// The bytes of a library that exports `klv_keyboard` and the function `tap`.
  static func bytes() throws -> [UInt8] {
    let code = "const int klv_keyboard[4] = {1, 0, 0, 0}; void tap(void *handle) {}"
    return try Compilation.library([], code: code, compiler: "clang").bytes()
  }
}
