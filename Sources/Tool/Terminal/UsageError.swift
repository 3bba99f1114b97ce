package import Problems

/// A command line that cannot be understood; one line for the person who typed it.
package struct UsageError: ProblemReporting, CustomStringConvertible {
  package var problemCode: ProblemCode { .usage }
  /// What was found, and what to do.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
