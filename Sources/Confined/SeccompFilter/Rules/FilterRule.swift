/// A rule for one or more system calls.
package struct FilterRule: Sendable {
  /// The names of the calls in the kernel's table. The filter skips calls that this architecture does not have.
  package let calls: [String]
  /// The verdict for each of the calls.
  package let verdict: FilterVerdict

  /// Allows these calls with any arguments.
  static func allow(_ calls: String...) -> FilterRule { FilterRule(calls: calls, verdict: .always(.allow)) }

  /// Applies one action to these calls with any arguments.
  static func always(_ action: FilterAction, _ calls: String...) -> FilterRule {
    FilterRule(calls: calls, verdict: .always(action))
  }

  /// Allows a call if its arguments satisfy all conditions of at least one list. If the arguments satisfy no list,
  /// applies `remainder`.
  static func allow(
    _ call: String, when alternatives: [[FilterCondition]], otherwise remainder: FilterAction
  ) -> FilterRule {
    let clauses = alternatives.map { FilterClause(conditions: $0, action: .allow) }
    return FilterRule(calls: [call], verdict: .depending(clauses, otherwise: remainder))
  }

  /// Applies an action to a call if its arguments satisfy all conditions. Allows the call if a condition is false.
  static func never(_ call: String, when conditions: [FilterCondition], _ action: FilterAction) -> FilterRule {
    FilterRule(
      calls: [call], verdict: .depending([FilterClause(conditions: conditions, action: action)], otherwise: .allow))
  }
}

/// A rule's decision about a system call.
package enum FilterVerdict: Sendable {
  /// The same action for all arguments.
  case always(FilterAction)
  /// The action of the clause whose conditions are true, or `otherwise` if no clause applies. At most one clause
  /// applies.
  case depending([FilterClause], otherwise: FilterAction)

  /// All actions that the verdict can apply.
  package var actions: [FilterAction] {
    switch self {
    case .always(let action): [action]
    case .depending(let clauses, let remainder): clauses.map(\.action) + [remainder]
    }
  }

  /// The error that the trap handler must return; nil if the filter never traps the call.
  package var trappedErrno: Int32? {
    for case .trap(let errno) in actions { return errno }
    return nil
  }
}

/// An action, and the conditions under which the filter applies the action.
package struct FilterClause: Sendable {
  /// Conditions that must all be true. Each condition is about a different argument.
  package let conditions: [FilterCondition]
  /// The action if the conditions are true.
  package let action: FilterAction
}
