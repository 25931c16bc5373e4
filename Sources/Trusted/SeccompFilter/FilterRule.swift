/// What becomes of some system calls.
package struct FilterRule: Sendable {
  /// The names of the calls, as the kernel's own table has them. One that this architecture lacks is passed over.
  package let calls: [String]
  /// What becomes of each of them.
  package let verdict: FilterVerdict

  /// These calls are executed, whatever their arguments.
  static func allow(_ calls: String...) -> FilterRule { FilterRule(calls: calls, verdict: .always(.allow)) }

  /// These calls have one fate, whatever their arguments.
  static func always(_ action: FilterAction, _ calls: String...) -> FilterRule {
    FilterRule(calls: calls, verdict: .always(action))
  }

  /// This call is executed where its arguments satisfy one of some lists of conditions.
  static func allow(
    _ call: String, when alternatives: [[FilterCondition]], otherwise remainder: FilterAction
  ) -> FilterRule {
    let clauses = alternatives.map { FilterClause(conditions: $0, action: .allow) }
    return FilterRule(calls: [call], verdict: .depending(clauses, otherwise: remainder))
  }

  /// This call is not executed where its arguments satisfy these conditions.
  static func never(_ call: String, when conditions: [FilterCondition], _ action: FilterAction) -> FilterRule {
    FilterRule(
      calls: [call], verdict: .depending([FilterClause(conditions: conditions, action: action)], otherwise: .allow))
  }
}

/// What becomes of a system call.
package enum FilterVerdict: Sendable {
  /// The same for any arguments.
  case always(FilterAction)
  /// The action of the one clause whose conditions hold, or else `otherwise`. No two clauses hold at once.
  case depending([FilterClause], otherwise: FilterAction)

  /// The actions that it can come to.
  package var actions: [FilterAction] {
    switch self {
    case .always(let action): [action]
    case .depending(let clauses, let remainder): clauses.map(\.action) + [remainder]
    }
  }

  /// The error to answer where the call is trapped; nil where it never is.
  package var trappedErrno: Int32? {
    for case .trap(let errno) in actions { return errno }
    return nil
  }
}

/// Conditions that hold together, and the action then.
package struct FilterClause: Sendable {
  /// All of them must hold; each looks at another argument.
  package let conditions: [FilterCondition]
  /// What becomes of the call then.
  package let action: FilterAction
}
