public import Features
internal import PointTracking

/// How far a layer slides over the skin: the picture's own motion against the layer's, over 1, 5 and
/// 15 frames.
///
/// Frames come in order. Kept are the last 15 frames' brightness, a byte a pixel.
public struct SkinMeter {
  /// The spans in frames: the first shows jitter, the others lag and motion that was cut off.
  public static let spans = [1, 5, 15]

  /// What was found over one span.
  public struct Figure: Sendable {
    /// Pairs of frames, of all faces.
    public var pairs: Int
    /// The root mean square of the shift at the eyes, in pixels.
    public var swimPx: Double
    /// What the measure itself cannot tell, in pixels: what exactly placed layers show.
    public var floorPx: Double
  }

  private struct Frame {
    var index: Int
    var picture: GreyPicture
    var faces: [Int: SkinFace]
    /// How each face's skin moved from the frame before.
    var steps: [Int: PictureSimilarity] = [:]
  }

  private struct Sums {
    var count = 0
    var swim = 0.0
    var error = 0.0
  }

  /// What a fit's standard error is multiplied by.
  ///
  /// It counts seeds as if each erred by itself, but windows overlap, and muscles move many at once.
  /// A choice, not a measure: the tests only bound it, by layers that follow a moved picture exactly.
  /// On two recordings the floor is then 0.07 to 0.18 pixels, less than a speaking face's muscles move.
  static let correlation = 3.0
  /// What interpolation and the decoder's rounding leave where all else is still, in pixels.
  static let leastFloorPx = 0.02

  private var kept: [Frame] = []
  private var sums = [Sums](repeating: Sums(), count: SkinMeter.spans.count)

  /// Makes a meter that has seen nothing.
  public init() {}

  /// Takes the next frame; faces of one identity are followed where they have a layer.
  public mutating func add(frame index: Int, picture: GreyPicture, faces: [SkinFace]) {
    if let last = kept.last,
      last.index != index - 1 || last.picture.width != picture.width
        || last.picture.height != picture.height
    {
      kept = []
    }
    var frame = Frame(
      index: index, picture: picture,
      faces: Dictionary(faces.map { ($0.identity, $0) }) { first, _ in first })
    for (identity, face) in frame.faces.sorted(by: { $0.key < $1.key }) {
      guard let before = kept.last, let last = before.faces[identity],
        let pair = SkinPair(
          last, from: before.picture, to: picture, guess: Self.guess(from: last, to: face))
      else { continue }
      frame.steps[identity] = pair.similarity()
      add(pair.swim(to: face), span: 0)
    }
    kept.append(frame)
    for (span, frames) in Self.spans.enumerated().dropFirst() where kept.count > frames {
      for identity in frame.faces.keys.sorted() { measure(identity, span, frames) }
    }
    if let most = Self.spans.max(), kept.count > most { kept.removeFirst(kept.count - most) }
  }

  /// What was found over each of `spans`; nil where no pair could be measured.
  public var figures: [Figure?] {
    sums.map { sums in
      guard sums.count > 0 else { return nil }
      let count = Double(sums.count)
      return Figure(
        pairs: sums.count, swimPx: (sums.swim / count).squareRoot(),
        floorPx: Self.leastFloorPx + Self.correlation * (sums.error / count).squareRoot())
    }
  }

  /// Over several frames: the second picture is brought over the first by the steps between.
  private mutating func measure(_ identity: Int, _ span: Int, _ frames: Int) {
    let first = kept[kept.count - 1 - frames]
    guard let last = kept.last, let before = first.faces[identity], let now = last.faces[identity]
    else { return }
    var way = PictureSimilarity()
    for frame in kept.suffix(frames) {
      guard let step = frame.steps[identity] else { return }
      way = way.then(step)
    }
    let pair = SkinPair(before, from: first.picture, to: last.picture, guess: way)
    add(pair?.swim(to: now), span: span)
  }

  private mutating func add(_ swim: (shift: SIMD2<Double>, error: Double)?, span: Int) {
    guard let swim else { return }
    sums[span].count += 1
    sums[span].swim += (swim.shift * swim.shift).sum()
    sums[span].error += swim.error * swim.error
  }

  /// The whole pixels by which the face moved, so that nothing is resampled from frame to frame.
  private static func guess(from: SkinFace, to: SkinFace) -> PictureSimilarity {
    let move = to.middle.simd - from.middle.simd
    return PictureSimilarity(shift: move.rounded(.toNearestOrAwayFromZero))
  }
}
