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

  /// The face with its landmarks and its pose smoothed.
  func smoothed(strength: Double) -> FaceSample {
    var result = center
    if !center.landmarks.isEmpty {
      let places = faces.indices.filter { faces[$0].landmarks.count == center.landmarks.count }
      result.landmarks = landmarks(Fits(places, times: times, middle: middle, strength))
    }
    if let pose = center.pose {
      let places = faces.indices.filter { faces[$0].pose != nil }
      result.pose = self.pose(pose, Fits(places, times: times, middle: middle, strength))
    }
    return result
  }

  private func landmarks(_ fits: Fits) -> [Point3<TrackerSpace>] {
    let calm = sum(fits.calm)
    let lively = sum(fits.lively)
    guard let eyeDistance = Self.eyeDistance(calm), eyeDistance > 0 else { return calm }
    return zip(calm, lively).map { calm, lively in
      let part = Fits.liveliness(calm.xy.distance(to: lively.xy) / eyeDistance)
      return part == 0 ? calm : calm.interpolated(to: lively, at: part)
    }
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

  private static func eyeDistance(_ landmarks: [Point3<TrackerSpace>]) -> Double? {
    guard landmarks.count >= FaceTopology.meshCount,
      let right = Point3.mean(of: FaceTopology.rightEyeCorners.map { landmarks[$0] }),
      let left = Point3.mean(of: FaceTopology.leftEyeCorners.map { landmarks[$0] })
    else { return nil }
    return right.xy.distance(to: left.xy)
  }

  private func pose(_ pose: FacialTransform, _ fits: Fits) -> FacialTransform {
    let calm = sum(fits.calm, around: pose.rotation)
    let lively = sum(fits.lively, around: pose.rotation)
    // How far apart the two poses show the edge of the face, in eye distances.
    let edge = 8.0
    let move = (lively.translation + calm.translation * -1)
    let turn = calm.rotation.angle(to: lively.rotation)
    let distance =
      (move.x * move.x + move.y * move.y).squareRoot()
      + abs(move.z / calm.translation.z) * edge + turn * edge
    let part = Fits.liveliness(distance / CanonicalFace.eyeDistance)
    return part == 0 ? calm : calm.interpolated(to: lively, at: part)
  }

  private func sum(
    _ fit: [(place: Int, weight: Double)], around middle: Quaternion
  ) -> FacialTransform {
    var (w, x, y, z, scale) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var translation = Vector3<CameraSpace>.zero
    for (place, weight) in fit {
      guard let pose = faces[place].pose else { continue }
      let q = pose.rotation
      // q and -q are the same rotation; only on one side of the sphere can they be added.
      let sign = q.w * middle.w + q.x * middle.x + q.y * middle.y + q.z * middle.z < 0 ? -1.0 : 1
      w += weight * sign * q.w
      x += weight * sign * q.x
      y += weight * sign * q.y
      z += weight * sign * q.z
      scale += weight * pose.scale
      translation = translation + pose.translation * weight
    }
    return FacialTransform(
      rotation: Quaternion(w: w, x: x, y: y, z: z), scale: scale, translation: translation)
  }
}

/// The two fits of a run: which samples, with what weights.
private struct Fits {
  var calm: [(place: Int, weight: Double)] = []
  var lively: [(place: Int, weight: Double)] = []

  init(_ places: [Int], times: [Double], middle: Int, _ strength: Double) {
    guard let center = places.firstIndex(of: middle) else { return }
    let interval = Self.interval(places.map { times[$0] }, center)
    // At an end of the run a parabola would follow the outermost samples; a line does not.
    let isInside = center >= 2 && center < places.count - 2
    calm = Self.fit(
      places, times, degree: 1,
      sigma: strength * max(OfflineSmoother.calmMs, OfflineSmoother.calmIntervals * interval))
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
