internal import Comparison
internal import Geometry
internal import Imaging
internal import Placement

/// Finds out whether the second clip shows what the first one showed a frame or two before or after.
///
/// A failing frame of the second clip is held against the frames around its partner. Where two
/// sidecars tell where the layers went, their corners are compared, else the luma of the blocks that
/// differ. A frame *moves* where the first clip itself changes there from frame to frame; of those
/// that do not, nothing can be told, and they do not count. A frame is *shifted* where one neighbour
/// wins clearly: half of the partner's difference or less (a quarter with corners), and clearly less
/// than the other neighbours.
struct FrameShift {
  /// What is told of a clip.
  struct Finding: Equatable {
    /// Frames that the second clip is late by; negative where it is early.
    var late: Int
    /// Moving frames that show it.
    var confirmed: Int
    /// Moving frames that were looked at.
    var moving: Int

    /// The finding in words, with what it rests on: `one frame late (as 51 of 51 ...)`.
    var words: String {
      let numbers = ["no", "one", "two"]
      let count = abs(late)
      let number = count < numbers.count ? numbers[count] : "\(count)"
      return "\(number) frame\(count == 1 ? "" : "s") \(late > 0 ? "late" : "early")"
        + " (as \(confirmed) of \(moving) moving frames show)"
    }
  }

  /// A frame of the first clip at a distance from the partner: -1 is the one before.
  typealias Neighbour = (distance: Int, frame: SourceFrame)
  /// Where the layers went in such a frame.
  typealias NeighbourRecord = (distance: Int, record: PlacementRecord)

  /// How many frames before and behind a failing one are looked at.
  static let reach = 2

  /// Fewer shifted frames than this may be chance.
  private static let leastConfirmed = 3
  /// The least share of the moving frames that must be shifted alike.
  private static let leastShare = 0.6
  /// How much the first clip's luma must change from frame to frame to count as motion, in levels.
  private static let leastLumaMotion: Float = 0.75
  /// How much the luma of a block must differ to be looked at, in levels.
  private static let leastLumaEvidence: Float = 1.5
  /// How far its corners must go, in pixels.
  private static let leastCornerMotion = 0.2
  /// Failing frames that are all looked at; of later ones only every second, of those behind twice
  /// as many every fourth, and so on.
  private static let allLookedAt = 240

  private var votes: [Int: Int] = [:]
  private var moving = 0
  private var failing = 0

  /// Looks at a failing frame; gives by how many frames it is late, nil where that cannot be told,
  /// 0 where it is not.
  @discardableResult
  mutating func observe(
    partner: SourceFrame, actual: SourceFrame, neighbours: [Neighbour], region: PixelMask?
  ) throws -> Int? {
    guard isNextLookedAt(), !neighbours.isEmpty else { return nil }
    let records = neighbours.compactMap { neighbour in
      neighbour.frame.placements.map { (neighbour.distance, $0) }
    }
    return count(
      try Self.shiftOfCorners(partner.placements, actual.placements, records)
        ?? Self.shiftOfLuma(partner, actual, neighbours, region))
  }

  /// The same by sidecars alone.
  mutating func observe(
    partner: PlacementRecord, actual: PlacementRecord, neighbours: [NeighbourRecord]
  ) {
    guard isNextLookedAt() else { return }
    count(Self.shiftOfCorners(partner, actual, neighbours))
  }

  private mutating func isNextLookedAt() -> Bool {
    failing += 1
    let round = failing / Self.allLookedAt
    let stride = round == 0 ? 1 : 1 << (Int.bitWidth - round.leadingZeroBitCount)
    return failing % stride == 0
  }

  @discardableResult
  private mutating func count(_ shift: Int?) -> Int? {
    guard let shift else { return nil }
    moving += 1
    votes[shift, default: 0] += 1
    return shift
  }

  /// What the frames together say; nil where they say nothing.
  var finding: Finding? {
    guard let (late, count) = votes.filter({ $0.key != 0 }).max(by: { $0.value < $1.value }),
      count >= Self.leastConfirmed, Double(count) >= Self.leastShare * Double(moving)
    else { return nil }
    return Finding(late: late, confirmed: count, moving: moving)
  }

  // MARK: - By corners

  private static func shiftOfCorners(
    _ partner: PlacementRecord?, _ actual: PlacementRecord?, _ neighbours: [NeighbourRecord]
  ) -> Int? {
    guard let partner, let actual, let here = distance(partner, actual) else { return nil }
    let motions = neighbours.compactMap { distance(partner, $0.record) }
    guard let motion = motions.max(), motion >= leastCornerMotion else { return nil }
    let others = neighbours.compactMap { neighbour in
      distance(neighbour.record, actual).map { (neighbour.distance, $0) }
    }
    return winner(among: others, over: here, part: 0.25, least: leastCornerMotion)
  }

  /// The mean distance of the corners of the layers that both records have, in pixels.
  private static func distance(_ a: PlacementRecord, _ b: PlacementRecord) -> Double? {
    var (sum, count) = (0.0, 0)
    for entry in a.placements {
      let other = b.placements.first { $0.face == entry.face && $0.layer == entry.layer }
      guard let other else { continue }
      // A node that is out of sight in one of them has no point there.
      let isSame = entry.nodes.map(\.name) == other.nodes.map(\.name)
      for (p, q) in zip(
        isSame ? entry.tellingPoints : entry.corners.corners,
        isSame ? other.tellingPoints : other.corners.corners)
      {
        sum += p.distance(to: q)
        count += 1
      }
    }
    return count > 0 ? sum / Double(count) : nil
  }

  // MARK: - By luma

  private static func shiftOfLuma(
    _ partner: SourceFrame, _ actual: SourceFrame, _ neighbours: [Neighbour], _ region: PixelMask?
  ) throws -> Int? {
    let (expected, found) = (try partner.thumbnail(), try actual.thumbnail())
    let inside = Thumbnail.blocks(of: region, width: partner.width, height: partner.height)
    let apart = found.luma.indices.map {
      inside[$0] ? abs(expected.luma[$0] - found.luma[$0]) : 0
    }
    // The noise of an encoder lies everywhere; what moved stands out of it.
    let least = max(leastLumaEvidence, (apart.max() ?? 0) / 5)
    let evidence = apart.indices.filter { apart[$0] >= least }
    guard !evidence.isEmpty else { return nil }
    func difference(_ a: Thumbnail, _ b: Thumbnail) -> Float {
      evidence.reduce(0) { $0 + abs(a.luma[$1] - b.luma[$1]) } / Float(evidence.count)
    }
    var (others, motion) = ([(Int, Double)](), Float(0))
    for neighbour in neighbours {
      let thumbnail = try neighbour.frame.thumbnail()
      motion = max(motion, difference(expected, thumbnail))
      others.append((neighbour.distance, Double(difference(thumbnail, found))))
    }
    guard motion >= leastLumaMotion else { return nil }
    return winner(
      among: others, over: Double(difference(expected, found)), part: 0.5,
      least: Double(leastLumaMotion))
  }

  /// How late the second clip is by the neighbour that wins; 0 where none does.
  private static func winner(
    among others: [(distance: Int, difference: Double)], over here: Double, part: Double,
    least: Double
  ) -> Int {
    guard here >= least, let best = others.min(by: { $0.difference < $1.difference }),
      best.difference <= part * here
    else { return 0 }
    let rivals = others.filter { $0.distance != best.distance }.map(\.difference)
    guard rivals.allSatisfy({ best.difference <= 0.75 * $0 }) else { return 0 }
    return -best.distance
  }
}
