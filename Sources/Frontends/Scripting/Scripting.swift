// Scripting: the frontends of `klava play` (scripts) and `klava type` (line by line; CommandLine.md#klava-play).
//
// For:    scripts that type with a keyboard, test it or reproduce a fault. Each line of a script and each line of the
//         output is a JSON object.
// Never:  decides what a keyboard may do (`KeyboardHost` does), or reads and writes a terminal itself. The module
//         changes settings, access rights and injected faults through `PlayEnvironment`. The module reads and writes
//         text through closures.
// Start:  `PlayLine` for the lines, `Player` for a whole script, `StepRunner` for the steps.

package import Diagnostics
package import KeyboardHost
package import KeyboardProtocol

/// A script's access to the user's files: settings, access rights, changes by other processes, and names of keyboards.
package protocol PlayEnvironment: AnyObject {
  /// Returns the identifier of the keyboard that an abbreviation means.
  ///
  /// - Throws: A diagnostic if no keyboard or more than one keyboard matches.
  func resolve(_ part: String) throws(Diagnostic) -> String
  /// Changes one of a keyboard's settings, and returns all settings of the keyboard. A nil value restores the default.
  ///
  /// The method parses a string like the argument VALUE of `klava settings`.
  ///
  /// - Throws: `settingUnknown`, `settingsNone`, or a diagnostic if the setting does not allow the value.
  func set(
    _ key: String, of identifier: String, to value: SettingValue?
  ) throws(Diagnostic) -> [String: SettingValue]
  /// Grants or revokes full access.
  ///
  /// - Throws: `accessNotRequested` if the manifest does not request full access; another diagnostic of the registry.
  func setFullAccess(_ identifier: String, _ isGranted: Bool) throws(Diagnostic)
  /// Sets the faults that the host injects from now on, and returns the keyboards that must restart.
  func setFaultInjection(_ faultInjection: FaultInjection) -> [String]
  /// Whether another process changed the list of keyboards, the keyboards' files or their access since the last call.
  func noticeChanges() -> Bool
  /// Passes to the session the settings that other processes have changed since the last call.
  ///
  /// - Returns: Whether a setting may have changed.
  func noticeSettings() -> Bool
  /// The display name of a keyboard from its bundle, not sanitized.
  func name(of identifier: String) -> String
  /// The reason why the host does not start a keyboard of the user's list; nil if there is none.
  func diagnostic(of identifier: String) -> Diagnostic?
  /// Returns the diagnostics about the user's files since the last call, except those that a function threw.
  func drainDiagnostics() -> [Diagnostic]
}
