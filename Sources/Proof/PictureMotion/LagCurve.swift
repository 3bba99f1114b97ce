internal import Foundation

/// How well the landmarks' motion, taken later by each of some offsets, is that of the picture.
///
/// Sums over blocks of time, so that blocks can be left out to see how sure the best offset is, and by
/// channels: a part of a face, whose noise is its own.
struct LagCurve {
  /// What is summed up at one offset: the squares of the picture's motion and of the landmarks', and
  /// their product, over time.
  struct Sums {
    var picture = 0.0
    var landmarks = 0.0
    var product = 0.0

    static func += (a: inout Sums, b: Sums) {
      a.picture += b.picture
      a.landmarks += b.landmarks
      a.product += b.product
    }

    static func -= (a: inout Sums, b: Sums) {
      a.picture -= b.picture
      a.landmarks -= b.landmarks
      a.product -= b.product
    }

    /// The cosine between the two motions, 0 where they are opposed.
    var likeness: Double {
      let size = (max(picture, 0) * max(landmarks, 0)).squareRoot()
      return size > 0 ? max(0, product / size) : 0
    }
  }

  /// A part of a face.
  struct Channel: Hashable, Comparable {
    var face: Int
    var part: Int

    static func < (a: Channel, b: Channel) -> Bool { (a.face, a.part) < (b.face, b.part) }
  }

  /// What a block of time adds to a channel.
  struct Block {
    var channel: Channel
    /// The sums at `offsets`.
    var sums: [Sums] = LagCurve.nothing
  }

  /// The largest offset, in milliseconds.
  static let reachMs = 500.0
  /// From one offset to the next, in milliseconds.
  static let stepMs = 10.0
  static let offsets: [Double] = stride(from: -reachMs, through: reachMs, by: stepMs).map { $0 }
  /// The length of a block, in milliseconds: motion is smoothed over less.
  static let blockMs = 250.0

  /// The share of the motion in the picture that an offset has to be judged by, of what the offset
  /// with most has: where a shifted file hardly overlaps the clip, chance is like everything.
  private static let leastShare = 0.4
  /// Another offset this far away that is nearly as good makes the best one a guess, in milliseconds.
  private static let rivalMs = 60.0
  /// How good a rival is: this share of the best one's score.
  private static let rivalShare = 0.85
  /// The largest likeness that counts: no noise is nothing.
  private static let mostLikeness = 0.999
  private static let nothing = [Sums](repeating: Sums(), count: offsets.count)

  /// Blocks that lie at one time and in one face are left out together: they are one list.
  var blocks: [[Block]] = []

  /// The best offset, the likeness there, and the standard error.
  struct Best {
    var lagMs, likeness, errorMs: Double
    /// Whether another offset is nearly as good.
    var hasRival: Bool
  }

  /// The best offset over all blocks; nil where there is none, or it is the farthest.
  func best() -> Best? {
    var total: [Channel: Block] = [:]
    for block in blocks.joined() {
      total[block.channel, default: Block(channel: block.channel)].add(block, sign: 1)
    }
    let scores = Self.scores(total)
    guard let found = Self.peak(scores) else { return nil }
    // The jackknife (Quenouille, Tukey): the best offsets without each of the blocks.
    let others = blocks.map { blocks in
      var rest = total
      for block in blocks { rest[block.channel]?.add(block, sign: -1) }
      // Where a single block decides, nothing is known without it.
      return Self.peak(Self.scores(rest))?.lagMs ?? found.lagMs + Self.reachMs
    }
    let count = Double(others.count)
    let mean = others.reduce(0, +) / count
    let squares = others.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return Best(
      lagMs: found.lagMs, likeness: (1 - exp(-found.score)).squareRoot(),
      errorMs: (squares * (count - 1) / count).squareRoot(), hasRival: Self.hasRival(scores, found))
  }

  /// The score of each offset: the mean of -ln(1 - r²) over the motion, r a channel's likeness; nil
  /// where no channel has enough motion left.
  ///
  /// The logarithm of the likelihood where the noise of each channel is Gaussian and not known: what
  /// follows the picture closely decides, what trembles has hardly a say. Channels count by the motion
  /// that picture and landmarks share, since filters within trackers delay slow motion.
  private static func scores(_ channels: [Channel: Block]) -> [Double?] {
    let channels = channels.sorted { $0.key < $1.key }.map(\.value)
    let motions = channels.map { $0.sums.map(\.picture).max() ?? 0 }
    let shared = channels.map { max(0, $0.sums.map(\.product).max() ?? 0) }
    let whole = shared.reduce(0, +)
    guard whole > 0 else { return offsets.map { _ in nil } }
    return offsets.indices.map { index in
      var (score, isKnown) = (0.0, false)
      for (place, channel) in channels.enumerated() {
        let sums = channel.sums[index]
        guard sums.picture > 0, sums.picture >= leastShare * motions[place] else { continue }
        let likeness = min(sums.likeness, mostLikeness)
        score -= shared[place] / whole * log(1 - likeness * likeness)
        isKnown = true
      }
      return isKnown ? score : nil
    }
  }

  /// The highest score, its place refined by a parabola through three.
  private static func peak(_ scores: [Double?]) -> (lagMs: Double, score: Double)? {
    let best = scores.indices.max { (scores[$0] ?? -1) < (scores[$1] ?? -1) }
    guard let best, best > 0, best + 1 < scores.count, let here = scores[best],
      let before = scores[best - 1], let after = scores[best + 1]
    else { return nil }
    let bend = before - 2 * here + after
    let shift = bend < 0 ? 0.5 * (before - after) / bend : 0
    return (offsets[best] + shift * stepMs, here)
  }

  private static func hasRival(
    _ scores: [Double?], _ best: (lagMs: Double, score: Double)
  ) -> Bool {
    scores.indices.dropFirst().dropLast().contains { index in
      guard let here = scores[index], abs(offsets[index] - best.lagMs) > rivalMs,
        here > rivalShare * best.score
      else { return false }
      return here >= scores[index - 1] ?? -1 && here >= scores[index + 1] ?? -1
    }
  }
}

extension LagCurve.Block {
  fileprivate mutating func add(_ other: Self, sign: Double) {
    for index in sums.indices {
      if sign > 0 { sums[index] += other.sums[index] } else { sums[index] -= other.sums[index] }
    }
  }
}
