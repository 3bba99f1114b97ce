internal import Placement
internal import Recipe
internal import Recordings
internal import Tracking

/// Gathers the figures of a recording, frame by frame.
struct AlignMeter {
  /// All that is known of one frame.
  struct Moment {
    var frame: Int
    var timeMs: Double
    var seen: AlignFaces.Seen
    /// Nil where nothing is known of the overlay.
    var placed: AlignPlacements.Frame?
    /// Nil where the reference says nothing.
    var reference: [ReferenceFace]?
  }

  private let mapping: SceneMapping
  private var report: AlignmentReport
  private var motion: MotionMeter
  private var coverage = CoverageMeter()
  private var accuracy = AlignAccuracy()
  private var shake = AlignQuadShake()
  private var residuals = (px: Distribution(), percent: Distribution())
  private var reprojections = (px: Distribution(), percent: Distribution())
  private var identities = Set<Int>()
  private(set) var worst: AlignWorstFrames

  init(_ settings: AlignSettings, mapping: SceneMapping) {
    self.mapping = mapping
    let recording = settings.render.recording
    report = AlignmentReport(source: recording.media)
    let smoothing = settings.render.smoothing
    report.smoothing =
      smoothing.strategy.rawValue + (smoothing.milliseconds.map { " \($0) ms" } ?? "")
    motion = MotionMeter(maxGapMs: settings.render.gaps.maxGapMs)
    worst = AlignWorstFrames(count: settings.worstFrames, by: settings.badness)
  }

  mutating func add(_ moment: Moment) {
    report.frames += 1
    addMotion(moment.seen.samples)
    let raw = shapes(moment.seen.raw)
    let smoothed = shapes(moment.seen.smoothed)
    let errors = accuracy.add(
      moment.reference, raw: raw, smoothed: smoothed, frame: moment.frame)
    var frame = AlignedFrame(
      frame: moment.frame, timestampMs: (moment.timeMs * 1000).rounded() / 1000,
      quads: moment.placed?.quads ?? [])
    if let placed = moment.placed {
      coverage.add(
        atMs: moment.timeMs, seen: Set(moment.seen.raw.filter(\.isSeen).map(\.identity)),
        covered: placed.covered)
      shake.add(placed.quads, frame: moment.frame, atMs: moment.timeMs)
      for (face, px) in placed.residuals {
        residuals.px.add(px)
        if let shape = smoothed[face] { residuals.percent.add(100 * px / shape.eyeDistance) }
      }
    }
    for tracked in moment.seen.smoothed where tracked.isSeen {
      identities.insert(tracked.identity)
      frame.faces.append(face(tracked, moment, raw, smoothed, errors))
    }
    worst.offer(frame) { frame, badness in
      AlignWorstFrame(
        frame: frame, badness: badness,
        raw: frame.faces.compactMap { raw[$0.face]?.points },
        smoothed: frame.faces.compactMap { smoothed[$0.face]?.points },
        reference: moment.reference?.map { Array($0.points.values) } ?? [])
    }
    report.perFrame.append(frame)
  }

  private mutating func face(
    _ tracked: TimedFace, _ moment: Moment, _ raw: [Int: FaceShape],
    _ smoothed: [Int: FaceShape], _ errors: AlignAccuracy.Errors
  ) -> AlignedFace {
    let identity = tracked.identity
    var face = AlignedFace(
      face: identity, isCovered: moment.placed?.covered.contains(identity) ?? true)
    face.nme = errors.smoothed[identity].map(Self.rounded)
    face.rawNme = errors.raw[identity].map(Self.rounded)
    guard let shape = smoothed[identity] else { return face }
    let eyes = shape.eyeDistance
    if let px = Reprojection.meanError(of: tracked.face, through: mapping) {
      reprojections.px.add(px)
      reprojections.percent.add(100 * px / eyes)
      face.reprojection = Self.percent(px, eyes)
    }
    let residual = moment.placed?.residuals.filter { $0.face == identity }.map(\.px).max()
    face.residual = residual.flatMap { Self.percent($0, eyes) }
    face.deviation = raw[identity].flatMap { Self.percent($0.meanDistance(to: shape), eyes) }
    return face
  }

  private mutating func addMotion(
    _ samples: [(raw: IdentifiedSample, smoothed: IdentifiedSample)]
  ) {
    for (raw, smoothed) in samples {
      for face in raw.faces {
        guard let before = FaceShape(face.face, through: mapping),
          let after = smoothed.face(face.identity).flatMap({ FaceShape($0, through: mapping) })
        else { continue }
        motion.add(face: face.identity, atMs: raw.timeMs, raw: before, smoothed: after)
      }
    }
  }

  private func shapes(_ faces: [TimedFace]) -> [Int: FaceShape] {
    var shapes: [Int: FaceShape] = [:]
    for face in faces { shapes[face.identity] = FaceShape(face.face, through: mapping) }
    return shapes
  }

  private static func rounded(_ x: Double) -> Double { (x * 1e4).rounded() / 1e4 }

  private static func percent(_ px: Double, _ eyes: Double) -> Double? {
    let percent = 100 * px / eyes
    return percent.isFinite ? rounded(percent) : nil
  }

  /// Ends the recording, and gives its report.
  mutating func finish() -> AlignmentReport {
    report.faces = identities.count
    accuracy.tell(&report)
    tellOverlay()
    tellMotion()
    let covered = coverage.finish()
    report[.coverage] = covered.percent
    report[.longestGapMs] = covered.percent == nil ? nil : covered.longestGapMs
    report[.longestGapFrames] = covered.percent == nil ? nil : Double(covered.longestGapFrames)
    report[.framesWithFace] = Double(covered.framesWithFace)
    report[.framesWithoutFace] = Double(covered.framesWithoutFace)
    if identities.isEmpty { report.notes.append("no face is seen in any frame") }
    for (metric, value) in report.metrics { report[metric] = (value * 1e6).rounded() / 1e6 }
    return report
  }

  private mutating func tellOverlay() {
    report[.residual] = residuals.percent.mean
    report[.residualP95] = residuals.percent.quantile(0.95)
    report[.residualMax] = residuals.percent.maximum
    report[.residualPx] = residuals.px.mean
    report[.residualP95Px] = residuals.px.quantile(0.95)
    report[.residualMaxPx] = residuals.px.maximum
    report[.reprojection] = reprojections.percent.mean
    report[.reprojectionP95] = reprojections.percent.quantile(0.95)
    report[.reprojectionMax] = reprojections.percent.maximum
    report[.reprojectionPx] = reprojections.px.mean
    report[.reprojectionP95Px] = reprojections.px.quantile(0.95)
    report[.reprojectionMaxPx] = reprojections.px.maximum
    report[.overlayShakePx] = shake.value
    if !identities.isEmpty, reprojections.px.count == 0 {
      report.notes.append("no face has both a matrix and landmarks: no reprojection error")
    }
    if !identities.isEmpty, residuals.px.count == 0 {
      report.notes.append("no layer was snapped onto a landmark: no residual")
    }
  }

  private mutating func tellMotion() {
    let found = motion.finish()
    func reduction(_ before: Double?, _ after: Double?) -> Double? {
      guard let before, let after, before > 0 else { return nil }
      return 100 * (1 - after / before)
    }
    (report[.rawJitter], report[.jitter]) = (found.raw.jitter, found.smoothed.jitter)
    report[.jitterReduction] = reduction(found.raw.jitter, found.smoothed.jitter)
    (report[.rawShake], report[.shake]) = (found.raw.shake, found.smoothed.shake)
    report[.shakeReduction] = reduction(found.raw.shake, found.smoothed.shake)
    (report[.rawJerk], report[.jerk]) = (found.raw.jerk, found.smoothed.jerk)
    (report[.rawSmoothness], report[.smoothness]) = (
      found.raw.smoothness, found.smoothed.smoothness
    )
    (report[.lagMs], report[.lagErrorMs]) = (found.lag?.lagMs, found.lag?.errorMs)
    report[.deviation] = found.deviation
    guard !identities.isEmpty else { return }
    if found.raw.shake == nil {
      report.notes.append("no face is seen in three samples in a row: no jitter")
    } else if found.raw.jitter == nil {
      report.notes.append("no face is seen long enough for the jitter's local reference")
    }
    if found.lag == nil {
      report.notes.append("the lag cannot be measured: no face moves enough, or for long enough")
    }
  }
}

extension TimedFace {
  /// Whether the tracker sees the face, rather than it being held or fading after a loss.
  var isSeen: Bool { source == .exact || source == .interpolated }
}
