/// How nearly two numbers are the same.
enum Tolerance {
  /// Times, in milliseconds: what is left of a time that was written to two decimals.
  static let ms = 0.01
  /// Shares and scores: the rounding of a sum of some thousand numbers.
  static let share = 1e-9
}
