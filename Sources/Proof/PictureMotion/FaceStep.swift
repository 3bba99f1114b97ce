import Features
internal import Geometry
internal import PointTracking

/// How the picture of a face moves from a frame to the next one, whatever its landmarks do.
struct FaceStep {
  /// The mean motion of one part of the face.
  struct Part {
    /// How much each of the part's landmarks counts; their sum is 1.
    var weights: [Double]
    /// The motion in eye distances.
    var move: SIMD2<Double>
  }

  /// The first frame's time and the second's, in milliseconds.
  let fromMs, toMs: Double
  /// The distance of the eyes, in pixels.
  let eyeDistance: Double
  /// The parts in the order of `LagLandmarks.parts`; nil where too little was found.
  let parts: [Part?]

  /// The pixels of a window on each side of a point: a seventh of an eye distance at the size that
  /// pictures are measured at.
  static let windowRadius = 7
  /// Ways there and back may differ by this much, in pixels.
  private static let largestErrorPx = 0.5
  /// Points that a part needs.
  private static let fewest = 6
  /// The space around the points, in pixels: for the windows on all levels, and for motion.
  private static let margin = 32.0
  /// The sides that a window may have, in pixels.
  private static let largestSide = 1024.0

  /// Follows the points around which a face lies; nil where none is followed.
  ///
  /// - Parameter place: where to look, in the first picture; only which pixels are looked at is taken
  ///   from it. The search starts where the point was: a guess by the landmarks would be late as they are.
  init?(
    at place: LagSample, from first: (ms: Double, picture: GreyPicture),
    to second: (ms: Double, picture: GreyPicture)
  ) {
    (fromMs, toMs, eyeDistance) = (first.ms, second.ms, place.eyeDistance)
    let low = place.points.reduce(SIMD2(repeating: .infinity)) { pointwiseMin($0, $1) }
    let high = place.points.reduce(SIMD2(repeating: -.infinity)) { pointwiseMax($0, $1) }
    let (from, to) = ((low - Self.margin).rounded(.down), (high + Self.margin).rounded(.up))
    let size = to - from
    let reach = 4 * Double(max(first.picture.width, first.picture.height))
    guard size.max() <= Self.largestSide, low.min() > -reach, high.max() < reach else { return nil }
    let origin = SIMD2(Int(from.x), Int(from.y))
    func window(_ picture: GreyPicture) -> GreyPlane {
      picture.window(
        from: origin, width: Int(size.x), height: Int(size.y), through: PictureSimilarity())
    }
    let tracker = PointTracker(
      window(first.picture), window(second.picture), radius: Self.windowRadius)
    var offset = 0
    var parts: [Part?] = []
    for landmarks in LagLandmarks.parts {
      var indices: [Int] = []
      var samples: [SlidingSimilarity.Sample] = []
      for (index, landmark) in landmarks.enumerated() {
        let point = place.points[offset + index]
        guard first.picture.contains(point), let found = tracker.find(point - from - 0.5),
          found.error <= Self.largestErrorPx
        else { continue }
        let end = found.place + from + 0.5
        guard second.picture.contains(end) else { continue }
        indices.append(index)
        samples.append(
          SlidingSimilarity.Sample(
            place: (point - place.middle) / place.eyeDistance, depth: landmark.depth,
            move: end - point))
      }
      parts.append(Self.part(samples, indices, of: landmarks.count, place.eyeDistance))
      offset += landmarks.count
    }
    guard parts.contains(where: { $0 != nil }) else { return nil }
    self.parts = parts
  }

  private static func part(
    _ samples: [SlidingSimilarity.Sample], _ indices: [Int], of count: Int, _ eyeDistance: Double
  ) -> Part? {
    guard samples.count >= fewest, let fit = RobustSlide(samples) else { return nil }
    let total = fit.weights.reduce(0, +)
    guard total > 0 else { return nil }
    var part = Part(weights: [Double](repeating: 0, count: count), move: .zero)
    for (place, index) in indices.enumerated() {
      let weight = fit.weights[place] / total
      part.weights[index] = weight
      part.move += samples[place].move * (weight / eyeDistance)
    }
    return part
  }
}
