/// Comparing secrets.
public enum ConstantTime {
  /// Whether two hashes are equal, in a time that does not tell where they differ.
  ///
  /// Otherwise a secret can be guessed byte by byte. Two empty ones are not equal: they are hashes
  /// that could not be made.
  public static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count, !one.isEmpty else { return false }
    var difference: UInt8 = 0
    for index in one.indices { difference |= one[index] ^ other[index] }
    return difference == 0
  }
}
