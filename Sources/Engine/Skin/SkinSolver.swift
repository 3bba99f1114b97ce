internal import Geometry

/// The moves that make a face's frames go with its skin, and stay where the tracker saw the face.
///
/// Least squares: each frame's move is the tracker's (`SkinFrame.error`), loosely, and the difference of
/// two frames' is their link's, tightly. Links that the others contradict lose their weight. The matrix
/// is banded, as wide as the longest link.
struct SkinSolver {
  /// How much looser the tracker is than a link over one frame.
  static let looseness = 30.0
  static let rounds = 8
  /// The weight of a face's first samples, in which a tracker drifts into place, and their number.
  static let settling = (weight: 0.01, samples: 2)
  /// The weight of a frame between two samples.
  private static let between = 0.01
  /// A link whose move differs by more from the tracker's is wrong: in eye distances, or in usual differences.
  static let wrong = (eyeDistances: 0.046, differences: 6.0)
  /// Where no link joins a frame with the next one, they go as they are drawn, so much more loosely than a link.
  static let weakness = 10.0
  /// Unless a face jumps by so much, in eye distances.
  static let jump = 0.28

  let frames: [SkinFrame]
  private let links: [SkinLink]
  private let absolute: [Double]
  /// Links that were left out as wrong.
  private(set) var wrong = 0
  /// How far the tracker's placement usually goes astray within the longest link, in pixels of the plane.
  let noise: Double

  /// Nil where too little is linked to tell.
  init?(_ frames: [SkinFrame], _ all: [SkinLink]) {
    self.frames = frames
    let solving = all.filter { SkinTrack.spans.contains($0.frames) }
    var links: [SkinLink] = []
    var noise = 0.0
    for span in SkinTrack.spans {
      let own = solving.filter { $0.frames == span }
      let lengths = own.map { link in
        Self.length(link.move - (frames[link.to].error - frames[link.from].error))
      }
      let usual = 1.48 * (Self.median(lengths) ?? 0)
      noise = max(noise, usual)
      let most = max(Self.wrong.eyeDistances * SkinPlane.scale, Self.wrong.differences * usual)
      links += zip(own, lengths).filter { $0.1 <= most }.map(\.0)
    }
    wrong = solving.count - links.count
    let steps = links.filter { $0.frames == 1 }
    guard let deviation = Self.median(steps.map(\.deviation)), deviation > 0 else { return nil }
    self.noise = noise
    let joined = Set(steps.map(\.to))
    for index in frames.indices.dropFirst() where !joined.contains(index) {
      guard !Self.jumps(frames[index - 1], frames[index]) else { continue }
      links.append(
        SkinLink(
          from: index - 1, to: index, move: .zero, deviation: Self.weakness * deviation))
    }
    self.links = links
    var samples = 0
    absolute = frames.map { frame in
      let sigma = Self.looseness * deviation
      var weight = 1 / (sigma * sigma)
      if frame.isSample { samples += 1 } else { weight *= Self.between }
      return samples <= Self.settling.samples ? weight * Self.settling.weight : weight
    }
  }

  /// The moves of all frames.
  func moves() -> [SkinMove] {
    var moves = frames.map(\.error)
    for round in 0..<Self.rounds {
      var system = BandedSystem(count: frames.count, reach: SkinTrack.spans.max() ?? 1)
      for (index, weight) in absolute.enumerated() {
        let error = frames[index].error
        // Huber's: the tracker is believed less the further it is off, but never given up.
        let off = Self.length(moves[index] - error) * (weight.squareRoot())
        system.add(at: index, error, weight: round == 0 || off <= 1 ? weight : weight / off)
      }
      for link in links {
        let left = moves[link.to] - moves[link.from] - link.move
        let off = (left * left).sum() / 4 / (link.deviation * link.deviation)
        let trust = round == 0 ? 1 : 1 / (1 + off / 4)
        system.add(
          from: link.from, to: link.to, link.move,
          weight: trust / (link.deviation * link.deviation))
      }
      guard let next = system.solution() else { break }
      moves = next
    }
    return moves
  }

  /// Whether a face is somewhere else in the next frame: it is another one, or the scene.
  private static func jumps(_ one: SkinFrame, _ next: SkinFrame) -> Bool {
    let middle = Point2<FaceSpace>(SkinPlane.middle.x, SkinPlane.middle.y)
    guard let back = one.map.inverse, let seen = next.map(middle), let place = back(seen) else {
      return true
    }
    return place.distance(to: middle) > jump * SkinPlane.scale
  }

  /// How far a move moves the middle of the eyes.
  static func length(_ move: SkinMove) -> Double {
    (move.lowHalf * move.lowHalf).sum().squareRoot()
  }

  static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}

/// A symmetric positive system, banded, with four right sides.
struct BandedSystem {
  private let reach: Int
  /// Of each row, the diagonal and the `reach` numbers left of it.
  private var rows: [Double]
  private var right: [SkinMove]

  init(count: Int, reach: Int) {
    self.reach = reach
    rows = [Double](repeating: 0, count: count * (reach + 1))
    right = [SkinMove](repeating: .zero, count: count)
  }

  private func place(_ row: Int, _ column: Int) -> Int { row * (reach + 1) + row - column }

  /// Adds that an unknown is a value.
  mutating func add(at index: Int, _ value: SkinMove, weight: Double) {
    rows[place(index, index)] += weight
    right[index] += value * weight
  }

  /// Adds that an unknown is another one and a value; at most `reach` after it.
  mutating func add(from: Int, to: Int, _ value: SkinMove, weight: Double) {
    add(at: to, value, weight: weight)
    add(at: from, -value, weight: weight)
    rows[place(to, from)] -= weight
  }

  /// The unknowns, by Cholesky's factors; nil where the system does not determine them.
  func solution() -> [SkinMove]? {
    var (l, x) = (rows, right)
    for row in x.indices {
      for column in max(0, row - reach)...row {
        var sum = l[place(row, column)]
        for k in max(0, row - reach)..<max(column, max(0, row - reach)) where column - k <= reach {
          sum -= l[place(row, k)] * l[place(column, k)]
        }
        if column < row {
          sum /= l[place(column, column)]
          x[row] -= x[column] * sum
        } else {
          guard sum > 0, sum.isFinite else { return nil }
          sum = sum.squareRoot()
        }
        l[place(row, column)] = sum
      }
      x[row] /= l[place(row, row)]
    }
    for row in x.indices.reversed() {
      x[row] /= l[place(row, row)]
      for column in max(0, row - reach)..<row { x[column] -= x[row] * l[place(row, column)] }
    }
    return x
  }
}
