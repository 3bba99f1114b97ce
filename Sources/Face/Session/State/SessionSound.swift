/// What is heard of a session where its sounds are asked for.
package enum SessionSound: String, CaseIterable, Sendable {
  /// A gate is passed.
  case gate
  /// The next quadrant begins; the first one begins with its gate, whose sound is heard.
  case quadrant
  /// The count of the seconds that are left of a quadrant reaches 3, 2 and 1.
  case count
  /// A hint is due.
  case hint
  /// The session is completed.
  case completed
}
