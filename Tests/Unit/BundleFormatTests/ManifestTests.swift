import BundleFixtures
import InputViewModel
@testable import BundleFiles
@testable import BundleFormat
import BundleParser
import Diagnostics
import Foundation
import TestSupport
import Testing

@Suite struct ManifestTests {
  private func manifest(_ plist: PropertyList, hasInputView: Bool = false) throws -> Manifest {
    let xml = try Manifest(reading: plist.xml, subject: "Info.plist", hasInputView: hasInputView)
    let binary = try Manifest(reading: plist.binary(), subject: "Info.plist", hasInputView: hasInputView)
    #expect(xml == binary)
    return xml
  }

  @Test("Each optional manifest key has a default")
  func defaults() throws {
    let manifest = try manifest(.manifest())
    #expect(manifest.identifier == "org.example.test")
    #expect(manifest.name == "libTest.so")
    #expect(manifest.displayName == "libTest.so")
    #expect(manifest.version == nil)
    #expect(manifest.developmentRegion == "en")
    #expect(!manifest.isASCIICapable)
    #expect(!manifest.prefersRightToLeft)
    #expect(!manifest.requestsOpenAccess)
    #expect(manifest.primaryLanguage == "en-US")
    #expect(manifest.actions.isEmpty)
    #expect(manifest.minimumABI == nil)
    #expect(manifest.fileAccess == .none)
  }

  @Test("The reader reads every known manifest key and keeps unknown keys")
  func knownKeys() throws {
    let manifest = try manifest(
      .manifest(
        [
          "CFBundleName": "Test", "CFBundleDisplayName": "The Test", "CFBundleShortVersionString": "1.2",
          "KLVMinimumABI": .string(ABIVersion.host.description), "KLVFileAccess": "paths",
          "com.example.unknown": ["kept": true],
          "KLVActions": [
            "tap": "v(h)",
            "apply": ["Signature": "d(dsd)", "Arguments": [1, 2.5, "+", true], "ResultLabel": "display"],
          ],
        ],
        attributes: [
          "IsASCIICapable": true, "PrefersRightToLeft": true, "RequestsOpenAccess": true, "PrimaryLanguage": "zh-Hans",
        ]))
    #expect(manifest.displayName == "The Test")
    #expect(manifest.version == "1.2")
    #expect(manifest.isASCIICapable && manifest.prefersRightToLeft && manifest.requestsOpenAccess)
    #expect(manifest.primaryLanguage == "zh-Hans")
    #expect(manifest.principalClass == "TestController")
    #expect(manifest.minimumABI == ABIVersion.host)
    #expect(manifest.fileAccess == .paths)
    #expect(manifest.actions["tap"] == ManifestAction(signature: "v(h)"))
    #expect(
      manifest.actions["apply"]
        == ManifestAction(
          signature: "d(dsd)", arguments: [.integer(1), .real(2.5), .string("+"), .boolean(true)],
          resultLabel: "display"))
    #expect(manifest.contents["com.example.unknown"] == ["kept": true])
  }

  @Test("A keyboard with actions and an input view file needs no principal class")
  func withoutClass() throws {
    let plist = PropertyList.manifest(["KLVActions": ["tap": "v(h)"]], dropInExtension: "NSExtensionPrincipalClass")
    #expect(try manifest(plist, hasInputView: true).principalClass == nil)
  }

  @Test("The manifest of an iOS keyboard loads without changes")
  func manifestOfIOS() throws {
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>
        <key>CFBundleDevelopmentRegion</key><string>en</string>
        <key>CFBundleDisplayName</key><string>HabraKeyboard</string>
        <key>CFBundleExecutable</key><string>HabraKeyboard</string>
        <key>CFBundleIdentifier</key><string>com.example.Habra.Keyboard</string>
        <key>CFBundleInfoDictionaryVersion</key><string>6.0</string>
        <key>CFBundleName</key><string>HabraKeyboard</string>
        <key>CFBundlePackageType</key><string>XPC!</string>
        <key>CFBundleSignature</key><string>????</string>
        <key>CFBundleVersion</key><string>1</string>
        <key>DTPlatformName</key><string>iphoneos</string>
        <key>MinimumOSVersion</key><string>8.0</string>
        <key>UIDeviceFamily</key><array><integer>1</integer><integer>2</integer></array>
        <key>NSExtension</key><dict>
          <key>NSExtensionAttributes</key><dict>
            <key>IsASCIICapable</key><false/><key>PrefersRightToLeft</key><false/>
            <key>PrimaryLanguage</key><string>en-US</string><key>RequestsOpenAccess</key><true/>
          </dict>
          <key>NSExtensionPointIdentifier</key><string>com.apple.keyboard-service</string>
          <key>NSExtensionPrincipalClass</key><string>$(PRODUCT_MODULE_NAME).KeyboardViewController</string>
        </dict>
      </dict></plist>
      """
    let manifest = try Manifest(reading: Array(text.utf8), subject: "Info.plist", hasInputView: false)
    #expect(manifest.principalClass == "$(PRODUCT_MODULE_NAME).KeyboardViewController")
    #expect(manifest.requestsOpenAccess)
    #expect(manifest.contents["UIDeviceFamily"] == [1, 2])
  }

  @Test("The error for a wrong type names the key, the actual type and the expected type")
  func wrongType() {
    let diagnostic = #expect(throws: Diagnostic.self) {
      try manifest(.manifest(attributes: ["RequestsOpenAccess": "YES"]))
    }
    #expect(
      diagnostic?.description
        == "error KLV-0126: Info.plist: NSExtension.NSExtensionAttributes.RequestsOpenAccess is a string, "
        + "not a Boolean. Use a Boolean."
    )
  }

  @Test("The manifest reader passes the signature and arguments of each action to the caller for a check")
  func signatureCheck() throws {
    struct Refused: Error, CustomStringConvertible { let description = "position 2" }
    let plist = PropertyList.manifest(["KLVActions": ["tap": ["Signature": "v(h!", "Arguments": [1]]]])
    let diagnostic = #expect(throws: Diagnostic.self) {
      try Manifest(reading: plist.xml, subject: "a", hasInputView: false) { signature, arguments in
        #expect((arguments ?? [.integer(1)]) == [.integer(1)])
        throw Refused()
      }
    }
    #expect(diagnostic?.code == .actionSignatureRefused)
    #expect(diagnostic?.sentence == "The signature \"v(h!\" of KLVActions.tap is invalid: position 2.")
  }

  @Test(
    "A well-formed language tag is accepted",
    arguments: ["en", "en-US", "zh-Hans-CN", "x-klingon", "de-CH-1996", "mul"])
  func validLanguageTags(_ tag: String) { #expect(LanguageTag.isWellFormed(tag)) }

  @Test(
    "A text that is not a well-formed language tag is rejected",
    arguments: ["", "e", "en_US", "en-", "-en", "русский", "en-US\n", "x", "en--US", "abcdefghi"])
  func invalidLanguageTags(_ tag: String) { #expect(!LanguageTag.isWellFormed(tag)) }
}

@Suite struct SwiftVersionTests {
  @Test("The Swift runtime has the same version as the Swift compiler")
  func runtime() throws {
    let compiler = try #require(SwiftVersion.ofCompiler())
    #expect(SwiftVersion.runtime == compiler)
  }

  @Test(
    "The host refuses a keyboard that was built with another version of Swift",
    arguments: ["6.2": DiagnosticCode.librarySwiftVersion, "99.0.1": .librarySwiftVersion, "six": .manifestWrongType])
  func others(version: String, code: DiagnosticCode) throws {
    let workspace = try Workspace()
    let path = try workspace.bundle(manifest: .manifest(["KLVSwiftVersion": .string(version)]))
    #expect { try KeyboardBundle(path) } throws: { ($0 as? Diagnostic)?.code == code }
  }

  @Test(
    "The host accepts a keyboard that was built with the runtime's version of Swift, whatever its patch number is",
    arguments: ["", ".0", ".7"])
  func same(end: String) throws {
    let workspace = try Workspace()
    let version = try #require(SwiftVersion.runtime)
    let path = try workspace.bundle(manifest: .manifest(["KLVSwiftVersion": .string("\(version)\(end)")]))
    #expect(try KeyboardBundle(path).manifest.swiftVersion == version)
  }
}
