internal import Digests
internal import Foundation

/// One of several parts of a suite, each verified by a machine of its own.
public struct SuiteShard: Hashable, Sendable, CustomStringConvertible {
  /// Which part, counted from 1.
  public var number: Int
  /// How many parts there are.
  public var count: Int

  /// The most parts.
  public static let most = 1000

  /// Reads `2/5`; nil for anything else, and where the number is not between 1 and the count.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      (1...Self.most).contains(count), (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// The part as it is given: `2/5`.
  public var description: String { "\(number)/\(count)" }
}

/// How the cases of a suite are spread over shards: the same on every machine that has the same suite
/// and the same times.
struct ShardPlan {
  /// The time that is taken for a frame where no case's time is known, in seconds.
  private static let usualFrameSeconds = 0.05
  /// The frames that are taken for a clip whose length is not known.
  private static let usualClipFrames = 300

  /// The names of the cases of each shard.
  let parts: [[String]]
  /// The expected time of each shard, in seconds.
  let seconds: [Double]
  /// What tells two plans apart: 12 hexadecimal digits of a hash of the cases of each shard.
  let digest: String

  /// Spreads cases: the longest first, each to the shard that has the least to do.
  init(_ cases: [GoldenCase], times: CaseTimes, count: Int) {
    let known = cases.compactMap { one in
      times.seconds[one.name].map { ($0, Self.frames(of: one)) }
    }
    let frames = known.reduce(0) { $0 + $1.1 }
    let perFrame =
      frames == 0
      ? Self.usualFrameSeconds : known.reduce(0) { $0 + $1.0 } / Double(frames)
    let expected = cases.map { one in
      (one.name, times.seconds[one.name] ?? perFrame * Double(Self.frames(of: one)))
    }
    var parts = [[String]](repeating: [], count: count)
    var seconds = [Double](repeating: 0, count: count)
    for (name, time) in expected.sorted(by: { ($1.1, $0.0) < ($0.1, $1.0) }) {
      // The first of those that have the least.
      var least = 0
      for index in seconds.indices where seconds[index] < seconds[least] { least = index }
      parts[least].append(name)
      seconds[least] += time
    }
    (self.parts, self.seconds) = (parts, seconds)
    let text = parts.map { $0.sorted().joined(separator: "\n") }.joined(separator: "\n\n")
    digest = String(SHA256.hex(of: Array(text.utf8)).prefix(12))
  }

  private static func frames(of one: GoldenCase) -> Int {
    guard case .rendered(let scene) = one.source else { return 1 }
    return scene.frames == .whole ? usualClipFrames : max(1, scene.frames.count)
  }
}
