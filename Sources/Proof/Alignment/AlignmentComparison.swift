/// Two runs side by side: what became better, what worse, and how far the layers moved.
public struct AlignmentComparison: Hashable, Codable, Sendable {
  /// Whether a figure became better.
  public enum Trend: String, Codable, Sendable {
    /// Within the noise margin.
    case same
    /// Better by more than that.
    case better
    /// Worse by more than that.
    case worse
    /// It changed, which is neither good nor bad.
    case changed
    /// Only one of the runs has it.
    case incomparable
  }

  /// One figure of both runs.
  public struct Row: Hashable, Codable, Sendable {
    /// The figure.
    public var metric: AlignmentMetric
    /// The first run's; nil where it could not be told.
    public var a: Double?
    /// The second run's.
    public var b: Double?
    /// Second minus first.
    public var change: Double?
    /// How much worse the second is, in percent of the first (of the noise margin, where the first
    /// is smaller than that); below 0 where it is better; nil where it is neither.
    public var worsePercent: Double?
    /// Whether it became better.
    public var trend: Trend
  }

  /// How far one layer of one face lies from where it was.
  public struct Move: Hashable, Codable, Sendable {
    /// The face's identity.
    public var face: Int
    /// The layer's name.
    public var layer: String
    /// Frames in which both runs have it.
    public var frames: Int
    /// Frames in which only the first run has it.
    public var onlyInA: Int
    /// Frames in which only the second run has it.
    public var onlyInB: Int
    /// The mean distance of its corners, in scene pixels; 0 where no frame has both.
    public var meanPx: Double
    /// The largest distance of a corner.
    public var maxPx: Double
    /// The frame in which that is; nil where no frame has both.
    public var worstFrame: Int?
  }

  /// The runs' names.
  public var a, b: String
  /// The figures, in the order of `AlignmentMetric`.
  public var rows: [Row]
  /// The layers, by face and name.
  public var moves: [Move]
  /// What is to be known, a line each.
  public var notes: [String] = []

  /// Compares two runs.
  public init(_ a: AlignmentReport, _ b: AlignmentReport) {
    (self.a, self.b) = (a.source, b.source)
    rows = AlignmentMetric.allCases.compactMap { metric in
      a[metric] == nil && b[metric] == nil
        ? nil : Row(metric, a[metric], b[metric], noise: Self.noise(of: metric, a, b))
    }
    moves = Self.moves(a.perFrame, b.perFrame)
    if a.frames != b.frames {
      notes.append(
        "the runs have \(a.frames) and \(b.frames) frames; only those that both have are compared")
    }
  }

  /// The rows that became worse by more than this share of the first run's value, in percent.
  public func worse(byMoreThan percent: Double) -> [Row] {
    rows.filter { $0.trend == .worse && ($0.worsePercent ?? .infinity) > percent }
  }

  /// The layers that moved further than this, or are missing from frames of one run.
  public func moved(furtherThan pixels: Double) -> [Move] {
    moves.filter { $0.maxPx > pixels || $0.onlyInA > 0 || $0.onlyInB > 0 }
  }

  /// What two runs may differ by besides the figure's own margin: a lag, by its standard errors.
  private static func noise(
    of metric: AlignmentMetric, _ a: AlignmentReport, _ b: AlignmentReport
  ) -> Double {
    switch metric {
    case .lagMs: (a[.lagErrorMs] ?? 0) + (b[.lagErrorMs] ?? 0)
    case .pictureLagMs: (a[.pictureLagErrorMs] ?? 0) + (b[.pictureLagErrorMs] ?? 0)
    default: 0
    }
  }

  private struct Key: Hashable, Comparable {
    var face: Int
    var layer: String

    static func < (a: Key, b: Key) -> Bool { (a.face, a.layer) < (b.face, b.layer) }
  }

  private static func moves(_ a: [AlignedFrame], _ b: [AlignedFrame]) -> [Move] {
    var found: [Key: Move] = [:]
    let second = Dictionary(b.map { ($0.frame, $0) }) { first, _ in first }
    for first in a {
      guard let other = second[first.frame] else { continue }
      let (quadsA, quadsB) = (quads(first), quads(other))
      for key in Set(quadsA.keys).union(quadsB.keys) {
        var move =
          found[key]
          ?? Move(
            face: key.face, layer: key.layer, frames: 0, onlyInA: 0, onlyInB: 0, meanPx: 0,
            maxPx: 0, worstFrame: nil)
        switch (quadsA[key], quadsB[key]) {
        case (let a?, let b?):
          let distances = zip(a, b).map { corner in
            let (x, y) = (corner.0[0] - corner.1[0], corner.0[1] - corner.1[1])
            return (x * x + y * y).squareRoot()
          }
          let mean = distances.reduce(0, +) / Double(max(1, distances.count))
          let largest = distances.max() ?? 0
          move.meanPx += (mean - move.meanPx) / Double(move.frames + 1)
          move.frames += 1
          if move.worstFrame == nil || largest > move.maxPx {
            (move.maxPx, move.worstFrame) = (largest, first.frame)
          }
        case (nil, _): move.onlyInB += 1
        case (_, nil): move.onlyInA += 1
        }
        found[key] = move
      }
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The corners and the points of surfaces by layer; a quad without four pairs of numbers is left out.
  private static func quads(_ frame: AlignedFrame) -> [Key: [[Double]]] {
    let pairs = frame.quads.filter {
      $0.corners.count == 4 && ($0.corners + ($0.points ?? [])).allSatisfy { $0.count == 2 }
    }
    return Dictionary(
      pairs.map { (Key(face: $0.face, layer: $0.layer), $0.corners + ($0.points ?? [])) }
    ) { first, _ in first }
  }
}

extension AlignmentComparison.Row {
  fileprivate init(_ metric: AlignmentMetric, _ a: Double?, _ b: Double?, noise: Double) {
    (self.metric, self.a, self.b) = (metric, a, b)
    guard let a, let b else {
      trend = .incomparable
      return
    }
    let difference = b - a
    change = difference
    let worse: Double? =
      switch metric.better {
      case .lower: difference
      case .higher: -difference
      case .nearerToZero: abs(b) - abs(a)
      case .neither: nil
      }
    let margin = max(metric.margin, AlignmentMetric.relativeMargin * abs(a), noise)
    guard let worse else {
      trend = abs(difference) <= margin ? .same : .changed
      return
    }
    worsePercent = 100 * worse / max(abs(a), metric.margin)
    trend = abs(worse) <= margin ? .same : worse > 0 ? .worse : .better
  }
}
