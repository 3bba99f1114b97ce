internal import Foundation
public import Geometry

/// A small move of what is drawn on a face: a shift, a turn and a growth about a point of the scene.
public struct SkinCorrection: Hashable, Sendable {
  /// The point that turn and growth are about: the middle of the eyes.
  public var middle: Point2<SceneSpace>
  /// Where it goes from there, in pixels of the scene.
  public var shift: Vector2<SceneSpace>
  /// The turn, clockwise as seen, in radians.
  public var turn: Double
  /// The growth: 1 is none.
  public var scale: Double

  /// Makes a correction.
  public init(
    middle: Point2<SceneSpace>, shift: Vector2<SceneSpace>, turn: Double, scale: Double
  ) {
    (self.middle, self.shift, self.turn, self.scale) = (middle, shift, turn, scale)
  }

  /// The move of the scene's points.
  public var map: AffineMap<SceneSpace, SceneSpace> {
    let (c, s) = (scale * cos(turn), scale * sin(turn))
    return AffineMap(
      c, -s, middle.x + shift.x - c * middle.x + s * middle.y,
      s, c, middle.y + shift.y - s * middle.x - c * middle.y)
  }

  /// A correction on the way to the next one.
  func interpolated(to next: SkinCorrection, at part: Double) -> SkinCorrection {
    func between(_ a: Double, _ b: Double) -> Double { a + (b - a) * part }
    return SkinCorrection(
      middle: middle.interpolated(to: next.middle, at: part),
      shift: Vector2(between(shift.x, next.shift.x), between(shift.y, next.shift.y)),
      turn: between(turn, next.turn), scale: between(scale, next.scale))
  }
}

/// How far each face of a clip has to be moved, frame by frame, to go with its skin.
public struct SkinMotion: Sendable {
  /// What is known of a face's correction.
  public struct Summary: Hashable, Sendable {
    /// Frames that show the face.
    public var frames = 0
    /// Those of them that a link joins with the frame before.
    public var framesLinked = 0
    /// Links that were left out because too few of the skin's points were found.
    public var tooFew = 0
    /// Links that were left out because too few of the points agreed.
    public var torn = 0
    /// Links that were left out because they differ too much from what the tracker saw.
    public var contradicted = 0
    /// Frames whose correction was as large as it may be.
    public var held = 0
    /// The root mean square of the middle's shift, in pixels of the scene.
    public var rmsPx = 0.0
    /// How far the face slides over the skin in 8 frames without the correction, by links that it was not
    /// made of: root mean square in pixels of the scene, each slide counted up to 0.1 eye distances.
    public var slideBeforePx = 0.0
    /// The same with the correction.
    public var slideAfterPx = 0.0
    /// Whether the clip allows the correction: most frames are linked, samples jitter, and the slide is one, and
    /// gets less by more than half.
    public var isUsable = false
  }

  /// How far a correction goes from where a face is drawn, in the tracker's usual error; of samples in
  /// which a tracker drifts into place, three times as far.
  static let bound = 4.0
  static let settlingFrames = 15
  /// The least and the largest usual error that bounds a correction, in eye distances: a wrong motion
  /// makes the tracker look worse than it is.
  static let noise = 0.01...0.03
  /// Links that the correction needs, in parts of the frames.
  static let leastLinked = 0.5
  /// What is left of the slide at most where the correction is usable: of a tracker that is right, a
  /// head that turns leaves more, since no face stands out just as the canonical one.
  static let leastGain = 0.5
  /// A slide that is not worth a correction, in pixels.
  static let leastSlide = 0.02
  /// How far smoothing moves half of a tracker's samples at least, in eye distances.
  ///
  /// Samples that it leaves as they are were made by a formula: they are right about what was drawn, which need not
  /// move as a head does.
  static let leastJitter = 0.00003
  /// A slide that counts as no more, in eye distances.
  static let farthest = 0.1

  private struct Run: Sendable {
    var times: [Double]
    var corrections: [SkinCorrection]
  }

  private var runs: [Int: [Run]] = [:]
  /// What is known of each face, by identity.
  public private(set) var summaries: [Int: Summary] = [:]

  init(_ tracks: [Int: [SkinTrack]]) {
    for (identity, tracks) in tracks {
      var (summary, sums) = (Summary(), Sums())
      runs[identity] = tracks.compactMap { Self.run($0, &summary, &sums) }
      func root(_ sum: Double, _ count: Int) -> Double {
        (sum / Double(max(count, 1))).squareRoot()
      }
      summary.rmsPx = root(sums.corrections, summary.frames)
      summary.slideBeforePx = root(sums.before, sums.judged)
      summary.slideAfterPx = root(sums.after, sums.judged)
      summary.isUsable =
        Double(summary.framesLinked) >= Self.leastLinked * Double(summary.frames - 1)
        && summary.slideBeforePx > Self.leastSlide
        && SkinSolver.median(sums.smoothed) ?? 0 >= Self.leastJitter
        && summary.slideAfterPx < Self.leastGain * summary.slideBeforePx
      summaries[identity] = summary
    }
  }

  /// The identities that were seen.
  public var identities: [Int] { summaries.keys.sorted() }

  /// The correction of a face at a time, usable or not: between frames on the way from one to the next, up to some
  /// time beside them the nearest; nil where none is known.
  public func correction(
    of identity: Int, atMs time: Double, heldMs: Double = 0
  ) -> SkinCorrection? {
    guard let runs = runs[identity], !runs.isEmpty else { return nil }
    let run = runs[max(Self.count(of: runs, upTo: time) { $0.times.first ?? .infinity } - 1, 0)]
    guard let first = run.times.first, let last = run.times.last,
      time >= first - heldMs, time <= last + heldMs
    else { return nil }
    guard time >= first else { return run.corrections.first }
    let next = Self.count(of: run.times, upTo: time) { $0 }
    guard next < run.times.count else { return run.corrections.last }
    let (from, to) = (run.times[next - 1], run.times[next])
    return run.corrections[next - 1].interpolated(
      to: run.corrections[next], at: (time - from) / (to - from))
  }

  /// How many of what is in the order of time begin at a time or before it.
  private static func count<Element>(
    of list: [Element], upTo time: Double, _ begin: (Element) -> Double
  ) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if begin(list[middle]) <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private struct Sums {
    var corrections = 0.0
    var (before, after, judged) = (0.0, 0.0, 0)
    /// How far smoothing moved the samples, in eye distances.
    var smoothed: [Double] = []
  }

  private static func run(_ track: SkinTrack, _ summary: inout Summary, _ sums: inout Sums) -> Run?
  {
    summary.frames += track.frames.count
    summary.tooFew += track.dropped.few
    summary.torn += track.dropped.torn
    sums.smoothed += track.frames.map { SkinSolver.length($0.error) / SkinPlane.scale }
    guard let solver = SkinSolver(track.frames, track.links) else { return nil }
    summary.contradicted += solver.wrong
    summary.framesLinked += Set(track.links.filter { $0.frames == 1 }.map(\.to)).count
    var moves = solver.moves()
    let usual = min(max(solver.noise / SkinPlane.scale, noise.lowerBound), noise.upperBound)
    let most = bound * usual * SkinPlane.scale
    for index in moves.indices {
      let length = SkinSolver.length(moves[index])
      let allowed = index < settlingFrames ? 3 * most : most
      guard length > allowed else { continue }
      moves[index] *= allowed / length
      summary.held += 1
    }
    let pixel = track.eyeDistances / Double(track.frames.count) / SkinPlane.scale
    for link in track.links where link.frames == SkinTrack.judging {
      let after = link.move - (moves[link.to] - moves[link.from])
      let lengths = [link.move, after].map {
        min(SkinSolver.length($0), farthest * SkinPlane.scale) * pixel
      }
      sums.before += lengths[0] * lengths[0]
      sums.after += lengths[1] * lengths[1]
      sums.judged += 1
    }
    var run = Run(times: [], corrections: [])
    for (frame, move) in zip(track.frames, moves) {
      guard let correction = SkinCorrection(frame.map, move) else { continue }
      sums.corrections += correction.shift.length * correction.shift.length
      if frame.timeMs > run.times.last ?? -.infinity {
        run.times.append(frame.timeMs)
        run.corrections.append(correction)
      }
    }
    return run.times.isEmpty ? nil : run
  }
}

extension SkinCorrection {
  /// The move of a face's plane as one of the scene; nil where the plane is not seen.
  fileprivate init?(_ map: Homography<FaceSpace, SceneSpace>, _ move: SkinMove) {
    let middle = Point2<FaceSpace>(SkinPlane.middle.x, SkinPlane.middle.y)
    guard let place = map(middle), let right = map(Point2(middle.x + 1, middle.y)),
      let below = map(Point2(middle.x, middle.y + 1))
    else { return nil }
    let (x, y) = (right - place, below - place)
    let spin = move.highHalf / SkinPlane.scale
    // A plane that is seen in a mirror turns the other way.
    let side = x.cross(y) < 0 ? -1.0 : 1.0
    self.init(
      middle: place, shift: Vector2(x.x * move.x + y.x * move.y, x.y * move.x + y.y * move.y),
      turn: side * atan2(spin.y, 1 + spin.x),
      scale: ((1 + spin.x) * (1 + spin.x) + spin.y * spin.y).squareRoot())
    guard [place.x, place.y, shift.x, shift.y, turn, scale].allSatisfy(\.isFinite), scale > 0.1
    else { return nil }
  }
}
