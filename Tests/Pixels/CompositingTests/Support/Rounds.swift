import Foundation

/// How many random cases a test goes through, and from where: few in `make test`, 1,000 in
/// `make check`, 10,000 in `make check-release`.
///
/// Round `n` of seed `s` is round 0 of seed `s + n`, so a case that failed is repeated alone by
/// `AVATAR_OVERLAY_CHECK_SEED=<s + n> AVATAR_OVERLAY_CHECK_ROUNDS=1`.
enum Rounds {
  private static func number<N: LosslessStringConvertible>(_ variable: String, else usual: N) -> N {
    ProcessInfo.processInfo.environment[variable].flatMap(N.init) ?? usual
  }

  static let count = max(number("AVATAR_OVERLAY_CHECK_ROUNDS", else: 330), 1)
  static let seed = number("AVATAR_OVERLAY_CHECK_SEED", else: UInt64(3))

  static var seeds: [UInt64] { (0..<UInt64(count)).map { seed &+ $0 } }

  /// What a failure says, to repeat it.
  static func name(_ seed: UInt64) -> String {
    "AVATAR_OVERLAY_CHECK_SEED=\(seed) AVATAR_OVERLAY_CHECK_ROUNDS=1"
  }
}
