import Foundation

/// How much is tested: all of it under `make check`, samples of it under `make test`.
public enum Thorough {
  /// Whether there is time for all cases, as `Scripts/check.sh` has.
  public static let isAsked =
    ProcessInfo.processInfo.environment["AVATAR_OVERLAY_CHECK_ROUNDS"] != nil

  /// Cases of which the first few are a sample.
  public static func cases<Case>(_ all: [Case], sample: Int) -> [Case] {
    isAsked ? all : Array(all.prefix(sample))
  }
}
