/// Counts in messages.
package enum Count {
  /// A number and its noun, whose plural ends in s: `1 frame`, `2 frames`.
  package static func of(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
