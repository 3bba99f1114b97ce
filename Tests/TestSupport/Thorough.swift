import Foundation

/// How much is tested: all of it in the steps of `Scripts/check.sh` that ask for it, else samples.
public enum Thorough {
  /// Whether all cases are asked for.
  public static let isAsked =
    ProcessInfo.processInfo.environment["AVATAR_OVERLAY_CHECK_ROUNDS"] != nil

  /// Cases of which the first few are a sample.
  public static func cases<Case>(_ all: [Case], sample: Int) -> [Case] {
    isAsked ? all : Array(all.prefix(sample))
  }
}
