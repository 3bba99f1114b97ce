internal import FaceModel
internal import Geometry

/// The samples of one face around one of them, without a gap.
struct OfflineWindow {
  /// What is smoothed of a face: copies of whole ones took a tenth of the time of smoothing.
  private struct Face {
    let landmarks: [Point3<TrackerSpace>]
    let pose: FacialTransform?
  }

  private let center: FaceSample
  private var faces: [Face] = []
  /// Milliseconds from the middle sample.
  private var times: [Double] = []
  private var middle = 0

  init(
    of identity: Int, around index: Int, in window: [IdentifiedSample], maxGapMs: Double,
    aside: Int, reachMs: Double
  ) {
    let origin = window[index].timeMs
    center = window[index].face(identity) ?? FaceSample()
    /// The places that have the face, from the middle one on, up to the first gap.
    func run(through limit: Int, by step: Int) -> [Int] {
      var places: [Int] = []
      var last = origin
      for place in stride(from: index + step, through: limit, by: step) {
        let time = window[place].timeMs
        if abs(time - last) > maxGapMs || abs(time - origin) > reachMs { break }
        guard window[place].faces.contains(where: { $0.identity == identity }) else { continue }
        last = time
        places.append(place)
      }
      return places
    }
    let before = run(through: max(0, index - aside), by: -1)
    let after = run(through: min(window.count - 1, index + aside), by: 1)
    faces.reserveCapacity(before.count + 1 + after.count)
    times.reserveCapacity(before.count + 1 + after.count)
    func append(_ place: Int) {
      for face in window[place].faces where face.identity == identity {
        faces.append(Face(landmarks: face.face.landmarks, pose: face.face.pose))
        times.append(window[place].timeMs - origin)
        return
      }
    }
    for place in before.reversed() { append(place) }
    faces.append(Face(landmarks: center.landmarks, pose: center.pose))
    times.append(0)
    for place in after { append(place) }
    middle = before.count
  }

  /// How far the sample lies from each fit as a whole face; nil for a face without landmarks, and at
  /// the ends of a run.
  func residuals(strength: Double) -> FitResiduals? {
    guard center.landmarks.count >= FaceTopology.meshCount else { return nil }
    let fits = fits(strength) { $0.landmarks.count == center.landmarks.count }
    guard fits.isInside, let calm = residual(fits.calm), let lively = residual(fits.lively),
      let quick = residual(fits.quick)
    else { return nil }
    return FitResiduals(calm: calm, lively: lively, quick: quick)
  }

  /// The square of the whole face's distance from a fit; white noise of a pixel lies a pixel off.
  private func residual(_ fit: Fits.Fit) -> Double? {
    let gain = fit.residualGain(at: middle)
    guard gain > 1e-9 else { return 0 }
    let moves = RigidMove.landmarks.map { index in
      let point = center.landmarks[index]
      return fit.samples.reduce(SIMD2(point.x, point.y)) { left, sample in
        let point = faces[sample.place].landmarks[index]
        return left - sample.weight * SIMD2(point.x, point.y)
      }
    }
    return RigidMove(moves, on: center.landmarks).map { ($0.shift * $0.shift).sum() / gain }
  }

  /// The face with its landmarks and its pose smoothed, as far as smoothing is trusted.
  func smoothed(strength: Double, trust: SmoothingTrust?) -> FaceSample {
    var result = center
    var share: Double?
    if !center.landmarks.isEmpty {
      let fits = fits(strength) { $0.landmarks.count == center.landmarks.count }
      (result.landmarks, share) = limited(landmarks(fits, trust), trust)
    }
    if let pose = center.pose {
      let calm = self.pose(pose, fits(strength) { $0.pose != nil }, trust)
      let part = share ?? trust?.share(ofMove: pose.edgeDistance(to: calm)) ?? 1
      result.pose = part == 1 ? calm : pose.interpolated(to: calm, at: part)
    }
    return result
  }

  private func fits(_ strength: Double, where isKnown: (Face) -> Bool) -> Fits {
    Fits(faces.indices.filter { isKnown(faces[$0]) }, times: times, middle: middle, strength)
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

  private func landmarks(_ fits: Fits, _ trust: SmoothingTrust?) -> [Point3<TrackerSpace>] {
    let calm = sum(fits.calm)
    guard let eyeDistance = Self.eyeDistance(calm), eyeDistance > 0 else { return calm }
    let gentle = trust?.gentleness ?? 1
    var lively = sum(fits.lively)
    if gentle < 1 {
      lively = zip(sum(fits.quick), lively).map { $0.interpolated(to: $1, at: gentle) }
    }
    let whole = 1 - (trust?.calmness ?? 1)
    let rigid = trust.flatMap { _ in RigidMove(from: calm, to: lively) }
    return zip(calm, lively).map { calm, lively in
      // The face as a whole is judged over many samples, a mouth that speaks by itself.
      let own =
        SIMD2(lively.x - calm.x, lively.y - calm.y) - (rigid?(calm) ?? .zero)
      let part = max(whole, Fits.liveliness((own * own).sum().squareRoot() / eyeDistance))
      return part == 0 ? calm : calm.interpolated(to: lively, at: part)
    }
  }

  private func sum(_ fit: Fits.Fit) -> [Point3<TrackerSpace>] {
    var total = [Point3<TrackerSpace>](repeating: Point3(0, 0, 0), count: center.landmarks.count)
    for (place, weight) in fit.samples {
      let landmarks = faces[place].landmarks
      for index in total.indices {
        total[index].x += weight * landmarks[index].x
        total[index].y += weight * landmarks[index].y
        total[index].z += weight * landmarks[index].z
      }
    }
    return total
  }

  static func eyeDistance(_ landmarks: [Point3<TrackerSpace>]) -> Double? {
    guard landmarks.count >= FaceTopology.meshCount,
      let right = Point3.mean(of: FaceTopology.rightEyeCorners.map { landmarks[$0] }),
      let left = Point3.mean(of: FaceTopology.leftEyeCorners.map { landmarks[$0] })
    else { return nil }
    return right.xy.distance(to: left.xy)
  }

  private func pose(
    _ pose: FacialTransform, _ fits: Fits, _ trust: SmoothingTrust?
  ) -> FacialTransform {
    func sum(_ fit: Fits.Fit) -> FacialTransform {
      .sum(
        fit.samples.compactMap { place, weight in faces[place].pose.map { ($0, weight) } },
        around: pose.rotation)
    }
    let calm = sum(fits.calm)
    let gentle = trust?.gentleness ?? 1
    var lively = sum(fits.lively)
    if gentle < 1 { lively = sum(fits.quick).interpolated(to: lively, at: gentle) }
    let whole = 1 - (trust?.calmness ?? 1)
    // Of a face with landmarks these tell over many samples whether it moved.
    let own =
      center.landmarks.count < FaceTopology.meshCount || trust == nil
      ? Fits.liveliness(calm.edgeDistance(to: lively)) : 0
    let part = max(whole, own)
    return part == 0 ? calm : calm.interpolated(to: lively, at: part)
  }
}

/// How far a sample lies from the fits through those around it, squared, in square pixels.
struct FitResiduals {
  var calm, lively, quick: Double
}

/// The fits of a run: which samples, with what weights.
private struct Fits {
  /// A weighted sum of samples.
  struct Fit {
    var samples: [(place: Int, weight: Double)] = []

    /// The variance that white noise of one leaves between a sample and the fit there.
    func residualGain(at middle: Int) -> Double {
      samples.reduce(1) { sum, sample in
        sum + sample.weight * (sample.weight - (sample.place == middle ? 2 : 0))
      }
    }
  }

  var calm = Fit()
  var lively = Fit()
  var quick = Fit()
  /// Whether there are samples enough on either side for all fits.
  var isInside = false

  init(_ places: [Int], times: [Double], middle: Int, _ strength: Double) {
    guard let center = places.firstIndex(of: middle) else { return }
    let interval = Self.interval(places.map { times[$0] }, center)
    let aside = min(center, places.count - 1 - center)
    isInside = aside > 2
    func fit(degree: Int, _ milliseconds: Double, _ intervals: Double) -> Fit {
      // At an end of a run a curve follows the outermost samples, and a line none that turns.
      if aside <= degree / 2, degree > 1 { return Fit(samples: [(middle, 1)]) }
      let sigma = strength * max(milliseconds, intervals * interval)
      let near = places.filter { abs(times[$0]) <= OfflineSmoother.reach * sigma }
      let weights = LocalFit.weights(
        times: near.map { times[$0] }, sigma: sigma, degree: degree)
      return Fit(samples: Array(zip(near, weights)))
    }
    calm = fit(degree: 1, OfflineSmoother.calmMs, OfflineSmoother.calmIntervals)
    lively = fit(degree: 2, OfflineSmoother.livelyMs, OfflineSmoother.livelyIntervals)
    quick = fit(degree: 4, OfflineSmoother.quickMs, OfflineSmoother.quickIntervals)
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
}
