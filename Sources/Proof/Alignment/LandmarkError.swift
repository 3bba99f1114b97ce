public import Geometry

/// An annotated face: some of its landmarks, in scene pixels.
public struct ReferenceFace: Hashable, Sendable {
  /// The face's identity in the reference; nil where it has none.
  public var id: Int?
  /// The points by landmark number.
  public var points: [Int: Point2<SceneSpace>]
  /// The distance of its outer eye corners, in pixels, above 0.
  public let interOcular: Double

  /// Makes a face; nil unless it has both outer eye corners (33 and 263), apart from each other,
  /// and every point is finite.
  public init?(id: Int? = nil, points: [Int: Point2<SceneSpace>]) {
    guard let right = points[33], let left = points[263],
      points.values.allSatisfy({ $0.x.isFinite && $0.y.isFinite })
    else { return nil }
    let distance = right.distance(to: left)
    guard distance > 0 else { return nil }
    self.id = id
    self.points = points
    interOcular = distance
  }

  /// The normalised mean error of a tracked face, in percent: the mean distance of the points
  /// that the reference has, over the reference's inter-ocular distance.
  ///
  /// A point that the tracked face lacks (an iris of a tracker without irises) is not counted; nil
  /// where none is left.
  public func nme(of face: FaceShape) -> Double? {
    var (sum, count) = (0.0, 0)
    for (number, point) in points where face.points.indices.contains(number) {
      sum += point.distance(to: face.points[number])
      count += 1
    }
    return count == 0 ? nil : 100 * sum / Double(count) / interOcular
  }

  /// Which tracked face is which face of the reference, as places in the two lists; the nearest
  /// pair first.
  ///
  /// A pair further apart than an inter-ocular distance on average is no pair: that is another
  /// face, and this one was missed.
  public static func pairs(
    _ references: [ReferenceFace], _ faces: [FaceShape]
  ) -> [(reference: Int, face: Int)] {
    var candidates: [(error: Double, reference: Int, face: Int)] = []
    for (r, reference) in references.enumerated() {
      for (f, face) in faces.enumerated() {
        if let error = reference.nme(of: face), error <= 100 { candidates.append((error, r, f)) }
      }
    }
    candidates.sort { ($0.error, $0.reference, $0.face) < ($1.error, $1.reference, $1.face) }
    var (takenReferences, takenFaces) = (Set<Int>(), Set<Int>())
    var pairs: [(reference: Int, face: Int)] = []
    for candidate in candidates
    where !takenReferences.contains(candidate.reference) && !takenFaces.contains(candidate.face) {
      takenReferences.insert(candidate.reference)
      takenFaces.insert(candidate.face)
      pairs.append((candidate.reference, candidate.face))
    }
    return pairs
  }
}

/// The errors of landmarks over the faces of a reference, in percent of the inter-ocular distance.
public struct ErrorDistribution: Sendable {
  private var errors = Distribution()
  private var all: [Double] = []

  /// Makes an empty one.
  public init() {}

  /// Adds a face; nil for one that was not found, which fails at any threshold and has no part in
  /// the mean.
  public mutating func add(_ nme: Double?) {
    errors.add(nme ?? .infinity)
    all.append(nme ?? .infinity)
  }

  /// Faces of the reference.
  public var count: Int { all.count }
  /// The mean, over the faces that were found.
  public var mean: Double? { errors.mean }
  /// The median, over the faces that were found.
  public var median: Double? { errors.quantile(0.5) }
  /// The 90th percentile, over the faces that were found.
  public var p90: Double? { errors.quantile(0.9) }

  /// The share of faces whose error is above a threshold, in percent; nil for no faces.
  public func failureRate(over threshold: Double) -> Double? {
    all.isEmpty ? nil : 100 * Double(all.count { $0 > threshold }) / Double(all.count)
  }

  /// The area under the cumulative error distribution from 0 to a threshold, 1 for no error at all.
  ///
  /// The distribution is a staircase, so the area is exact: a face with the error e adds the part of
  /// the way from e to the threshold. Nil for no faces.
  public func areaUnderCurve(upTo threshold: Double) -> Double? {
    guard !all.isEmpty, threshold > 0 else { return nil }
    return all.reduce(0) { $0 + max(0, 1 - $1 / threshold) } / Double(all.count)
  }
}
