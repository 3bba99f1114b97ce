internal import FaceModel
internal import Geometry

/// The samples of one face around one of them, without a gap.
struct OfflineWindow {
  private let center: FaceSample
  private var faces: [FaceSample] = []
  /// Milliseconds from the middle sample.
  private var times: [Double] = []
  private var middle = 0

  init(
    of identity: Int, around index: Int, in window: [IdentifiedSample], maxGapMs: Double,
    aside: Int, reachMs: Double
  ) {
    let origin = window[index].timeMs
    center = window[index].face(identity) ?? FaceSample()
    var before: [(FaceSample, Double)] = []
    var after: [(FaceSample, Double)] = []
    for (step, limit) in [(-1, max(0, index - aside)), (1, min(window.count - 1, index + aside))] {
      var last = origin
      for place in stride(from: index + step, through: limit, by: step) {
        let time = window[place].timeMs
        if abs(time - last) > maxGapMs || abs(time - origin) > reachMs { break }
        guard let face = window[place].face(identity) else { continue }
        last = time
        if step < 0 {
          before.append((face, time - origin))
        } else {
          after.append((face, time - origin))
        }
      }
    }
    let all = before.reversed() + [(center, 0)] + after
    faces = all.map(\.0)
    times = all.map(\.1)
    middle = before.count
  }

  /// The face with its landmarks and its pose smoothed, as far as smoothing is trusted.
  func smoothed(strength: Double, trust: SmoothingTrust?) -> FaceSample {
    var result = center
    var (share, liveliness): (Double?, Double) = (nil, 0)
    if !center.landmarks.isEmpty {
      let places = faces.indices.filter { faces[$0].landmarks.count == center.landmarks.count }
      let fitted: [Point3<TrackerSpace>]
      (fitted, liveliness) = landmarks(
        Fits(places, times: times, middle: middle, strength), trust)
      (result.landmarks, share) = limited(fitted, trust)
    }
    if let pose = center.pose {
      let places = faces.indices.filter { faces[$0].pose != nil }
      let calm = self.pose(
        pose, Fits(places, times: times, middle: middle, strength), liveliness: liveliness)
      let part = share ?? trust?.share(ofMove: pose.edgeDistance(to: calm)) ?? 1
      result.pose = part == 1 ? calm : pose.interpolated(to: calm, at: part)
    }
    return result
  }

  /// The tracked landmarks, moved towards the smoothed ones: as a whole by a share of the way that
  /// is given back, and within the face by one of its own.
  private func limited(
    _ calm: [Point3<TrackerSpace>], _ trust: SmoothingTrust?
  ) -> ([Point3<TrackerSpace>], share: Double?) {
    let seen = center.landmarks
    guard let trust, seen.count >= FaceTopology.meshCount else { return (calm, nil) }
    guard let whole = RigidMove(from: seen, to: calm) else { return (calm, nil) }
    let share = trust.share(ofMove: whole.length(on: seen))
    let shape = max(share, trust.shape)
    if share == 1 { return (calm, share) }
    let landmarks = zip(seen, calm).map { seen, calm in
      let rigid = whole(seen)
      let x = shape * (calm.x - seen.x) + (share - shape) * rigid.x
      let y = shape * (calm.y - seen.y) + (share - shape) * rigid.y
      return Point3<TrackerSpace>(seen.x + x, seen.y + y, seen.z + shape * (calm.z - seen.z))
    }
    return (landmarks, share)
  }

  /// The fitted landmarks, and how much of the gentle fit the face as a whole has.
  private func landmarks(
    _ fits: Fits, _ trust: SmoothingTrust?
  ) -> ([Point3<TrackerSpace>], liveliness: Double) {
    let calm = sum(fits.calm)
    let lively = sum(fits.lively)
    guard let eyeDistance = Self.eyeDistance(calm), eyeDistance > 0 else { return (calm, 0) }
    let whole = trust?.liveliness(ofBend: bend(fits, on: calm)) ?? 0
    let landmarks = zip(calm, lively).map { calm, lively in
      let part = max(whole, Fits.liveliness(calm.xy.distance(to: lively.xy) / eyeDistance))
      return part == 0 ? calm : calm.interpolated(to: lively, at: part)
    }
    return (landmarks, whole)
  }

  private func sum(_ fit: [(place: Int, weight: Double)]) -> [Point3<TrackerSpace>] {
    var total = [Point3<TrackerSpace>](repeating: Point3(0, 0, 0), count: center.landmarks.count)
    for (place, weight) in fit {
      let landmarks = faces[place].landmarks
      for index in total.indices {
        total[index].x += weight * landmarks[index].x
        total[index].y += weight * landmarks[index].y
        total[index].z += weight * landmarks[index].z
      }
    }
    return total
  }

  /// How far the strong fit cuts the corners of the whole face's path, in pixels.
  private func bend(_ fits: Fits, on face: [Point3<TrackerSpace>]) -> Double {
    let moves = RigidMove.landmarks.map { index in
      fits.bend.reduce(SIMD2<Double>.zero) { sum, sample in
        let point = faces[sample.place].landmarks[index]
        return sum + sample.weight * SIMD2(point.x, point.y)
      }
    }
    return RigidMove(moves, on: face)?.length(on: face) ?? 0
  }

  private static func eyeDistance(_ landmarks: [Point3<TrackerSpace>]) -> Double? {
    guard landmarks.count >= FaceTopology.meshCount,
      let right = Point3.mean(of: FaceTopology.rightEyeCorners.map { landmarks[$0] }),
      let left = Point3.mean(of: FaceTopology.leftEyeCorners.map { landmarks[$0] })
    else { return nil }
    return right.xy.distance(to: left.xy)
  }

  private func pose(
    _ pose: FacialTransform, _ fits: Fits, liveliness: Double
  ) -> FacialTransform {
    func sum(_ fit: [(place: Int, weight: Double)]) -> FacialTransform {
      .sum(
        fit.compactMap { place, weight in faces[place].pose.map { ($0, weight) } },
        around: pose.rotation)
    }
    let (calm, lively) = (sum(fits.calm), sum(fits.lively))
    let part = max(liveliness, Fits.liveliness(calm.edgeDistance(to: lively)))
    return part == 0 ? calm : calm.interpolated(to: lively, at: part)
  }
}

/// The fits of a run: which samples, with what weights.
private struct Fits {
  var calm: [(place: Int, weight: Double)] = []
  var lively: [(place: Int, weight: Double)] = []
  /// How far a line under the strong fit's window lies from the path: half its curvature times the
  /// window's variance.
  ///
  /// Taken from a window three times as wide, where a parabola and a line differ by nine times that,
  /// it has a small part of the noise that the strong and the gentle fit's difference has.
  var bend: [(place: Int, weight: Double)] = []

  init(_ places: [Int], times: [Double], middle: Int, _ strength: Double) {
    guard let center = places.firstIndex(of: middle) else { return }
    let interval = Self.interval(places.map { times[$0] }, center)
    // At an end of the run a parabola would follow the outermost samples; a line does not.
    let isInside = center >= 2 && center < places.count - 2
    let sigma = strength * max(OfflineSmoother.calmMs, OfflineSmoother.calmIntervals * interval)
    calm = Self.fit(places, times, degree: 1, sigma: sigma)
    let wide = 3.0
    let line = Self.fit(places, times, degree: 1, sigma: wide * sigma)
    let parabola = Self.fit(places, times, degree: 2, sigma: wide * sigma)
    bend = zip(line, parabola).map { line, parabola in
      (line.place, (parabola.weight - line.weight) / (wide * wide))
    }
    lively = Self.fit(
      places, times, degree: isInside ? 2 : 1,
      sigma: strength * max(OfflineSmoother.livelyMs, OfflineSmoother.livelyIntervals * interval))
  }

  /// How much of the gentle fit is taken for a difference in eye distances, 0 to 1.
  static func liveliness(_ difference: Double) -> Double {
    let range = OfflineSmoother.motion - OfflineSmoother.jitter
    let part = min(max((difference - OfflineSmoother.jitter) / range, 0), 1)
    return part * part * (3 - 2 * part)
  }

  private static func interval(_ times: [Double], _ center: Int) -> Double {
    let (first, last) = (max(center - 1, 0), min(center + 1, times.count - 1))
    return last > first ? (times[last] - times[first]) / Double(last - first) : 0
  }

  private static func fit(
    _ places: [Int], _ times: [Double], degree: Int, sigma: Double
  ) -> [(place: Int, weight: Double)] {
    let near = places.filter { abs(times[$0]) <= OfflineSmoother.reach * sigma }
    return Array(
      zip(near, LocalFit.weights(times: near.map { times[$0] }, sigma: sigma, degree: degree)))
  }
}
