import Problems

/// A command line that cannot be understood; one line for the person who typed it.
struct UsageError: ProblemReporting, CustomStringConvertible {
  var problemCode: ProblemCode { .usage }
  /// What was found, and what to do.
  let description: String

  /// Makes the error.
  init(_ description: String) {
    self.description = description
  }
}
