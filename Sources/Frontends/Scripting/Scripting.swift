// Scripting: the scripted host of `klava play`, and the line-by-line host of `klava type` (CommandLine.md#klava-play).
//
// For:    scripting a keyboard, testing it, and repeating a fault: one JSON line in, one JSON line out.
// Never:  decides what a keyboard may (`KeyboardHost` does), reads or writes files, or touches a terminal itself;
//         lists, settings and access are reached through `PlayEnvironment`, text goes in and out through closures.
// Start:  `PlayLine` for what a line may say, `Player` for a whole script, `Stage` for what each command does.

package import Diagnostics
package import KeyboardHost
package import TextInput

/// What a script needs of the person's files: the commands `settings` and `access`, what others change, and the names of
/// keyboards.
package protocol PlayEnvironment: AnyObject {
  /// The identifier of the keyboard that a shortened one means; throws where none or several fit.
  func resolve(_ part: String) throws(Diagnostic) -> String
  /// Sets one of a keyboard's settings, or lets its default hold again for nil; answers with all of its settings.
  ///
  /// A string is read as the command reads its VALUE.
  func set(
    _ key: String, of identifier: String, to value: SettingValue?
  ) throws(Diagnostic) -> [String: SettingValue]
  /// Grants or withdraws full access.
  func setFullAccess(_ identifier: String, _ isGranted: Bool) throws(Diagnostic)
  /// Has the host lack or refuse this from now on; answers with the keyboards that must start afresh.
  func setShortcomings(_ faultInjection: FaultInjection) -> [String]
  /// Whether another process changed the person's choices since this was last called.
  func noticeChanges() -> Bool
  /// What people call a keyboard, as its bundle says it; not made harmless yet.
  func name(of identifier: String) -> String
  /// What went wrong with the person's files since this was last called, where nothing else tells of it.
  func takeProblems() -> [Diagnostic]
}

extension PlayEnvironment {
  /// The identifier itself.
  package func name(of identifier: String) -> String { identifier }
  /// Its host is as it is.
  package func setShortcomings(_ faultInjection: FaultInjection) -> [String] { [] }
  /// Nobody else changes them.
  package func noticeChanges() -> Bool { false }
  /// Nothing went wrong.
  package func takeProblems() -> [Diagnostic] { [] }
}
