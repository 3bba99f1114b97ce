public import Features

/// Measures how late landmarks come against the picture: which shift in time makes their motion that
/// of the face in the picture, which is followed without them.
///
/// Pictures are kept until a piece of the clip is full, so that the face can be followed again at the
/// place where it was, once the lag is known: landmarks that are late by 200 ms lie beside a face that
/// moves fast, and what is followed there is half the background.
public struct PictureLagMeter: Sendable {
  /// The largest lag that is looked for, in milliseconds.
  public static let reachMs = LagCurve.reachMs
  /// The distance of the eyes that pictures should be measured at, in pixels: more costs time and tells
  /// nothing more of a mean motion.
  public static let eyeDistance = 48.0
  /// The pictures that are kept at once, in bytes.
  static let mostBytes = 64 << 20
  /// The steps from frame to frame that are measured, of all faces; later ones are not.
  public static let mostSteps = 1500
  /// The likeness of both motions below which there is no lag, as a cosine.
  static let leastLikeness = 0.5
  /// The slowest motion that has a lag, as a root mean square in eye distances a second.
  static let leastSpeed = 0.03
  /// The largest standard error of a lag that is told, in milliseconds.
  public static let largestErrorMs = 30.0
  /// The fewest blocks of `LagCurve.blockMs` that tell how sure a lag is.
  static let fewestBlocks = 4
  /// A lag beyond which faces are followed again where they are, in milliseconds.
  private static let followedAgainMs = 10.0

  private var frames: [(ms: Double, picture: GreyPicture)] = []
  private var tracks: [Int: FaceTrack] = [:]
  private var bytes = 0
  private var curve = LagCurve()
  /// Steps that landmarks were known for, and those that were followed; of all pieces.
  private var counts = (known: 0, followed: 0)
  /// The squares of the picture's motion over time, and the time.
  private var motion = (squares: 0.0, seconds: 0.0)
  /// The best lag so far.
  private var lagMs = 0.0

  /// Makes a meter that has seen nothing.
  public init() {}

  /// Whether further frames are measured.
  public var isOpen: Bool { counts.known < Self.mostSteps }

  /// Takes a sample, in the order of time of its face.
  public mutating func add(_ sample: LagSample) {
    tracks[sample.identity, default: FaceTrack()].append(sample)
  }

  /// Takes the next frame, of one size.
  public mutating func add(frameAtMs time: Double, picture: GreyPicture) {
    guard isOpen, time > frames.last?.ms ?? -.infinity else { return }
    frames.append((time, picture))
    bytes += picture.width * picture.height
    guard bytes > Self.mostBytes, frames.count > 2 else { return }
    close()
    let last = frames[frames.count - 1]
    (frames, bytes) = ([last], picture.width * picture.height)
    for identity in tracks.keys { tracks[identity]?.drop(before: last.ms - 2 * LagCurve.reachMs) }
  }

  /// Ends the clip, and gives the lag.
  public mutating func finish() -> PictureLag {
    close()
    (frames, bytes) = ([], 0)
    guard counts.known > 0 else { return .unknown(tracks.isEmpty ? .noFace : .tooShort) }
    guard counts.followed * 4 >= counts.known else { return .unknown(.notFollowed) }
    guard curve.blocks.count >= Self.fewestBlocks else { return .unknown(.tooShort) }
    let speed = (motion.squares / max(motion.seconds, 1e-9)).squareRoot()
    guard speed >= Self.leastSpeed else { return .unknown(.still) }
    guard let best = curve.best() else { return .unknown(.ambiguous) }
    guard best.likeness >= Self.leastLikeness else { return .unknown(.unlike) }
    guard best.errorMs <= Self.largestErrorMs, !best.hasRival else { return .unknown(.ambiguous) }
    return .measured(lagMs: best.lagMs, errorMs: best.errorMs)
  }

  /// Measures the frames that are kept.
  private mutating func close() {
    guard frames.count >= 2 else { return }
    var piece = measured(regionLagMs: lagMs)
    for _ in 0..<2 {
      var all = curve
      all.blocks += piece.curve.blocks
      guard let best = all.best(), best.likeness >= Self.leastLikeness,
        abs(best.lagMs - lagMs) > Self.followedAgainMs
      else { break }
      lagMs = best.lagMs
      piece = measured(regionLagMs: lagMs)
    }
    curve.blocks += piece.curve.blocks
    counts.known += piece.known
    counts.followed += piece.followed
    motion.squares += piece.squares
    motion.seconds += piece.seconds
  }

  private struct Piece {
    var curve = LagCurve()
    var (known, followed) = (0, 0)
    var (squares, seconds) = (0.0, 0.0)
  }

  /// Follows the faces where landmarks that are late by a lag say that they were.
  private func measured(regionLagMs: Double) -> Piece {
    var piece = Piece()
    for (face, track) in tracks.sorted(by: { $0.key < $1.key }) {
      var steps: [FaceStep] = []
      for (first, second) in zip(frames, frames.dropFirst())
      where second.ms - first.ms <= FaceTrack.longestGapMs {
        guard let place = track.sample(at: first.ms + regionLagMs) else { continue }
        piece.known += 1
        guard let step = FaceStep(at: place, from: first, to: second) else { continue }
        piece.followed += 1
        steps.append(step)
        for part in step.parts.compactMap(\.self) {
          let seconds = (second.ms - first.ms) / 1000
          piece.squares += (part.move * part.move).sum() / seconds
          piece.seconds += seconds
        }
      }
      piece.curve.add(steps, of: face, track)
    }
    return piece
  }
}
