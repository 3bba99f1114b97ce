/// An answer that is no fault: done, or one of those that a caller asks for (404, 412, 416).
struct S3Answer {
  var status: Int
  /// The header's fields by their names in lower case.
  var fields: [String: String]
  /// The body, where it was collected.
  var body: [UInt8]
  /// How many attempts before this one had no answer, or "later": they may have been done all the same.
  var failures = 0

  var isDone: Bool { (200..<300).contains(status) }
}

enum S3Attempt {
  case answer(S3Answer)
  /// Another attempt may do better: the reason, and the seconds that the server asks for.
  case later(reason: String, seconds: Double?)
}
