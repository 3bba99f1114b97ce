/// Names that nobody guesses.
enum RandomName {
  /// 128 random bits of the system's generator, as 32 hexadecimal digits.
  static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let halves = [generator.next() as UInt64, generator.next() as UInt64]
    return halves.map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
