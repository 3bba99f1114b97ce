package import Problems

/// Standard output does not take the result.
package struct StreamError: ProblemReporting, CustomStringConvertible {
  package var problemCode: ProblemCode { .cannotWrite }
  /// One line for people.
  package let description: String

  package init(reason: String) { description = "standard output: cannot be written (\(reason))" }
}
