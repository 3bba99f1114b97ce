internal import FaceModel
internal import Geometry
package import Tracking

/// The faces of a tracking file over time, as some of their landmarks: what the picture is held against.
///
/// As parts of the tracker's picture, whichever way that lay against the clip's.
package struct TrackedPoints: Sendable {
  /// One face over time.
  struct Track: Sendable {
    /// When it was seen, in milliseconds of the clip, rising.
    var times: [Double] = []
    /// Where `landmarks` were, and how far the eyes were apart, in parts of the picture's width.
    var points: [[SIMD2<Float>]] = []
    var eyeDistances: [Float] = []
    /// Since when it was seen without a gap.
    fileprivate var sinceMs = 0.0
    fileprivate var lastMs = -Double.infinity
  }

  /// The landmarks, spread evenly over the face within its outline, behind which the background lies.
  static let landmarks: [Int] = {
    let edge = CanonicalFace.vertices.map(\.y)
    guard let low = edge.min(), let high = edge.max() else { return [] }
    let (middle, height) = ((low + high) / 2, (high - low) / 2)
    let width = CanonicalFace.eyeDistance * CanonicalFace.faceWidthInEyeDistances / 2
    let least = leastDistance * CanonicalFace.eyeDistance
    var kept: [Int] = []
    for (number, vertex) in CanonicalFace.vertices.enumerated() {
      let (x, y) = (vertex.x / width, (vertex.y - middle) / height)
      guard x * x + y * y < insideSquared,
        kept.allSatisfy({ CanonicalFace.vertices[$0].distanceAcross(to: vertex) > least })
      else { continue }
      kept.append(number)
    }
    return kept
  }()

  /// The least distance between two landmarks, in eye distances.
  private static let leastDistance = 0.12
  /// The square of the part of the outline's ellipse that is looked at.
  private static let insideSquared = 0.72
  /// The samples that are looked at, of the file's first ones; further ones are not read.
  package static let mostSamples = 2000
  /// The faces that are told apart.
  private static let mostTracks = 32
  /// Two samples further apart have nothing between them, and a filter begins anew, in milliseconds.
  static let longestGapMs = 250.0
  /// How long a tracker that filters takes to settle after a face appears, in milliseconds.
  private static let settlingMs = 250.0

  /// What the file says of all its samples.
  package let header: TrackingHeader
  /// The height of the tracker's picture by its width.
  let aspect: Float
  private(set) var tracks: [Int: Track] = [:]
  private var identifier: FaceIdentifier
  private var samples = 0

  package init(_ header: TrackingHeader) {
    self.header = header
    aspect = Float(header.size.height) / Float(header.size.width)
    identifier = FaceIdentifier(camera: header.camera)
  }

  /// The faces in the order of their identities, so that sums are the same in every run.
  var ordered: [Track] { tracks.sorted { $0.key < $1.key }.map(\.value) }

  /// How often a face was looked at anew, in milliseconds: the median of the face that was looked at most; nil of too few.
  var intervalMs: Double? {
    let times = ordered.map(\.times).max { $0.count < $1.count } ?? []
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    return steps.isEmpty ? nil : steps[steps.count / 2]
  }

  /// Whether further samples are taken.
  package var isOpen: Bool { samples < Self.mostSamples }

  /// Takes the file's next sample.
  package mutating func add(_ sample: TrackingSample) {
    samples += 1
    let time = sample.timestampMs + header.timeOffsetMs
    let identities = identifier.identify(sample.faces, atMs: time)
    for (identity, face) in zip(identities, sample.faces) {
      guard face.landmarks.count >= FaceTopology.meshCount,
        tracks[identity] != nil || tracks.count < Self.mostTracks
      else { continue }
      tracks[identity, default: Track()].add(face.landmarks, atMs: time, of: header.size)
    }
  }
}

extension TrackedPoints.Track {
  fileprivate mutating func add(
    _ landmarks: [Point3<TrackerSpace>], atMs time: Double, of size: PixelSize<TrackerSpace>
  ) {
    guard time > lastMs else { return }
    if time - lastMs > TrackedPoints.longestGapMs { sinceMs = time }
    lastMs = time
    guard time - sinceMs >= TrackedPoints.settlingMs else { return }
    let scale = SIMD2<Float>(1 / Float(size.width), 1 / Float(size.height))
    func point(_ number: Int) -> SIMD2<Float> {
      SIMD2(Float(landmarks[number].x), Float(landmarks[number].y)) * scale
    }
    let eyes = [FaceTopology.rightEyeCorners, FaceTopology.leftEyeCorners].map {
      (point($0[0]) + point($0[1])) / 2
    }
    let aspect = SIMD2<Float>(1, Float(size.height) / Float(size.width))
    let way = (eyes[1] - eyes[0]) * aspect
    let distance = (way * way).sum().squareRoot()
    let seen = TrackedPoints.landmarks.map(point)
    // A result that an app repeats until it has the next one is no other look.
    guard distance > 0, distance.isFinite, seen.allSatisfy({ abs($0.x) < 8 && abs($0.y) < 8 }),
      seen != points.last
    else { return }
    times.append(time)
    points.append(seen)
    eyeDistances.append(distance)
  }

  /// The place of the last sample that is not after a time; nil where there is none.
  func place(notAfter time: Double) -> Int? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Where the points are at a time, between two samples; nil where the face is not known.
  func points(atMs time: Double) -> [SIMD2<Float>]? {
    // Trackers and containers round times.
    guard let before = place(notAfter: time + 1) else { return nil }
    if time <= times[before] + 1 { return points[before] }
    guard before + 1 < times.count,
      times[before + 1] - times[before] <= TrackedPoints.longestGapMs
    else { return nil }
    let part = Float((time - times[before]) / (times[before + 1] - times[before]))
    return zip(points[before], points[before + 1]).map { $0 + ($1 - $0) * part }
  }

  /// How far the points move between two times, in eye distances, on average; nil where they are not known.
  func motion(fromMs first: Double, toMs second: Double, aspect: Float) -> Double? {
    guard let before = place(notAfter: first + 1), let one = points(atMs: first),
      let other = points(atMs: second)
    else { return nil }
    let way = SIMD2<Float>(1, aspect)
    let sum = zip(one, other).reduce(Float(0)) { sum, pair in
      let step = (pair.1 - pair.0) * way
      return sum + (step * step).sum().squareRoot()
    }
    return Double(sum / Float(one.count) / eyeDistances[before])
  }
}

extension Point3 where Space == CanonicalSpace {
  fileprivate func distanceAcross(to other: Self) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}
