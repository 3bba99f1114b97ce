internal import ClipReading
internal import Comparison
internal import Explaining
internal import Imaging
import Isolation
internal import Placement
internal import Recordings

/// A comparison on its way through the frames.
struct RunningComparison {
  private let settings: CompareSettings
  private let sides: ComparisonSides
  private let mask: PixelMask?
  private let judge: PictureJudge
  private let finder: ArtworkFinder?

  private var report: ComparisonReport
  private var pairs: [CompareJob.Pair] = []
  private var rungs = WorstRungs()
  private var outsideRungs = WorstRungs()
  private var worst: WorstFrames?
  private var shift = FrameShift()
  private var unmatched = UnmatchedFrames()
  /// Frames that differ somewhere, in which no pixel is in the region that is compared.
  private var emptyFrames = 0
  /// Whether some frame, the same or not, has a pixel in the region that is compared.
  private var hasRegion = false
  /// Whether sizes do not match in a way that no further frame can mend.
  private(set) var isHopeless = false

  init(
    _ settings: CompareSettings, _ sides: ComparisonSides, mask: PixelMask?,
    finder: ArtworkFinder?
  ) {
    (self.settings, self.sides, self.mask, self.finder) = (settings, sides, mask, finder)
    var judge = settings.judge
    judge.explains = false
    self.judge = judge
    func side(_ path: String) -> ComparisonReport.Side {
      ComparisonReport.Side(path: path, kind: sides.kind.rawValue)
    }
    report = ComparisonReport(
      first: side(settings.first), second: side(settings.second), options: judge.options,
      thresholds: judge.thresholds, outsideThresholds: judge.outsideThresholds,
      region: settings.knowsRegion ? judge.region : .all)
  }

  /// Pairs that were compared.
  var count: Int { pairs.count }
  /// The time of the last pair, in milliseconds.
  var lastTimeMs: Double { pairs.last?.timestampMs ?? 0 }

  /// Takes one step; gives the frame if it failed.
  mutating func take(
    _ step: FramePairing.Step
  ) throws -> (ComparisonReport.Frame, ComparedFrame)? {
    switch step {
    case .onlyInFirst(let frame):
      unmatched.note(frame, inFirst: true)
      return nil
    case .onlyInSecond(let frame):
      unmatched.note(frame, inFirst: false)
      return nil
    case .pair(let a, let b, let earlier, let later):
      return try compare(a, b, earlier, later)
    }
  }

  private mutating func compare(
    _ a: SourceFrame, _ b: SourceFrame, _ earlier: [SourceFrame], _ later: [SourceFrame]
  ) throws -> (ComparisonReport.Frame, ComparedFrame)? {
    if pairs.isEmpty {
      (report.first.width, report.first.height) = (a.width, a.height)
      (report.second.width, report.second.height) = (b.width, b.height)
    }
    for layers in [a, b].compactMap({ $0.placements?.placements.count })
    where layers > settings.mostLayers {
      throw RenderingError.overLimit(.layers, found: layers, limit: settings.mostLayers)
    }
    pairs.append(CompareJob.Pair(frame: a.index, timestampMs: a.timestampMs, name: a.name))
    let ground = try sides.ground?.frame(for: a)
    var frame = ComparisonReport.Frame(
      frame: a.index, secondFrame: b.index, timestampMs: a.timestampMs, name: a.name,
      verdict: .passed)
    if let mismatch = sizeMismatch(a, b, ground) {
      frame.verdict = .mismatch
      frame.explanation = [mismatch]
      report.frames.append(frame)
      report.mismatches.append((a.name.map { "\($0): " } ?? "") + mismatch)
      isHopeless = sides.kind != .folder
      return nil
    }
    var context = PictureJudge.Context()
    (context.mask, context.expectedPlacements, context.actualPlacements) =
      (mask, a.placements, b.placements)
    if a.isSame(as: b) {
      report.framesIdentical += 1
      hasRegion = hasRegion || !isEmpty(context, width: a.width, height: a.height)
      let same = judge.judgementOfIdentical(width: a.width, height: a.height, context)
      rungs.add(same.rungs)
      outsideRungs.add(same.outsideRungs)
      return nil
    }
    let inside = OverlayRegion.mask(context, width: a.width, height: a.height)
    let judgement = judge.judge(
      expected: try a.picture(), actual: try b.picture(), context, inside: inside)
    (frame.measures, frame.outsideMeasures) = (judgement.measures, judgement.outsideMeasures)
    rungs.add(judgement.rungs)
    outsideRungs.add(judgement.outsideRungs)
    if judgement.measures?.comparedPixels == 0 {
      emptyFrames += 1
      frame.explanation = [Self.nothingCompared]
    } else {
      hasRegion = true
    }
    guard !judgement.passed else {
      report.frames.append(frame)
      return nil
    }
    frame.verdict = .failed
    report.framesFailed += 1
    let neighbours =
      earlier.enumerated().map { (-1 - $0, $1) } + later.enumerated().map { (1 + $0, $1) }
    frame.framesLate = try shift.observe(
      partner: a, actual: b, neighbours: neighbours, region: judge.region.mask(inside: inside))
    report.frames.append(frame)
    let compared = ComparedFrame(
      place: report.frames.count - 1, expected: a, actual: b, ground: ground, mask: mask,
      severity: judgement.severity)
    keep(compared)
    return (frame, compared)
  }

  /// What is said of a frame that differs, in which no pixel is compared.
  private static let nothingCompared = "no pixel is in the region that is compared"

  /// Whether no pixel of a frame is in the region that is compared.
  private func isEmpty(_ context: PictureJudge.Context, width: Int, height: Int) -> Bool {
    // The first that is not settles it for all, so that this costs little.
    let inside = OverlayRegion.mask(context, width: width, height: height)
    return judge.region.mask(inside: inside).map { $0.count == 0 } ?? false
  }

  /// How many failing frames are explained.
  private var explainedCount: Int {
    sides.kind == .folder
      ? CompareSettings.explainedPictures : CompareSettings.explainedFrames
  }

  private mutating func keep(_ frame: ComparedFrame) {
    var frames =
      worst
      ?? WorstFrames(
        wanted: max(settings.keptFrames, explainedCount),
        width: frame.expected.width, height: frame.expected.height)
    frames.add(frame)
    worst = frames
  }

  private func sizeMismatch(
    _ a: SourceFrame, _ b: SourceFrame, _ ground: SourceFrame?
  ) -> String? {
    PictureJudge.sizeMismatch(
      of: (a.width, a.height),
      with: [
        (sides.kind == .clip ? "the second clip" : "the second", b.width, b.height),
        mask.map { ("the mask", $0.width, $0.height) },
        ground.map { ("the ground", $0.width, $0.height) },
        a.placements.map { ("the picture that --placements describes", $0.width, $0.height) },
        b.placements.map { ("the picture that --placements-b describes", $0.width, $0.height) },
      ])
  }

  // MARK: - The end

  mutating func finish(_ cancellation: Cancellation) throws -> CompareJob.Outcome {
    (report.rungs, report.outsideRungs) = (rungs.rungs, outsideRungs.rungs)
    report.framesCompared = pairs.count
    report.first.frames = sides.pairing.first.count
    report.second.frames = sides.pairing.second.count
    report.first.framesPerSecond = sides.pairing.first.framesPerSecond
    report.second.framesPerSecond = sides.pairing.second.framesPerSecond
    if !isHopeless { try noteCounts() }
    if !isHopeless, !pairs.isEmpty, !hasRegion, report.mismatches.isEmpty {
      report.mismatches.append(
        "nothing to compare: no frame has a pixel in the region that is compared"
          + " (\(report.region.rawValue)); --region all compares all of each frame")
    }
    let kept = worst?.frames ?? []
    try explain(kept, cancellation)
    report.worstFrame = kept.first.map { report.frames[$0.place].frame }
    report.verdict =
      !report.mismatches.isEmpty ? .mismatch : report.framesFailed > 0 ? .failed : .passed
    if emptyFrames > 0 {
      report.notes.append(
        "\(emptyFrames) of the frames that differ have no pixel in the region that is compared"
          + " (\(report.region.rawValue)); nothing was compared in them there")
    }
    for clip in sides.clips {
      report.notes += ([clip.info.conversionNote].compactMap(\.self) + clip.notes)
        .map { "\(clip.path): \($0)" }
    }
    sides.close()
    report.damage += sides.damage
    return CompareJob.Outcome(report: report, pairs: pairs, kept: kept)
  }

  /// Counts, times and lines that do not match.
  private mutating func noteCounts() throws {
    (report.onlyInFirst, report.onlyInSecond) = (sides.onlyInFirst, sides.onlyInSecond)
    report.mismatches += ComparisonWords.names(
      sides.onlyInFirst, onlyIn: settings.first, sides.onlyInSecond, onlyIn: settings.second)
    report.mismatches += unmatched.words(report.first, report.second)
    guard unmatched.isEmpty, settings.part == .whole else { return }
    for sidecar in sides.sidecars where try sidecar.hasMore() {
      report.mismatches.append(
        "counts differ: \(sidecar.path) has more lines than there are frames")
    }
  }

  /// Explains the worst frames, and the whole by them.
  private mutating func explain(_ kept: [ComparedFrame], _ cancellation: Cancellation) throws {
    var judge = settings.judge
    judge.explains = true
    let artwork = knownArtwork(of: kept)
    for frame in kept.prefix(explainedCount) {
      try cancellation.check()
      let (expected, actual) = (try frame.expected.picture(), try frame.actual.picture())
      var context = try frame.context()
      context.artwork = artwork
      let judgement = judge.judge(expected: expected, actual: actual, context)
      report.frames[frame.place].explanation = judgement.explanation
      report.frames[frame.place].changes = judgement.changes
      frame.forgetPictures()
    }
    let explained = kept.prefix(explainedCount).map { report.frames[$0.place] }
    report.explanation =
      report.mismatches
      + ComparisonWords.explanation(of: explained, shift: shift.finding, in: sides.kind)
  }

  /// The artwork that the sidecar of the frames to explain names; what is not found becomes a note.
  private mutating func knownArtwork(of kept: [ComparedFrame]) -> KnownArtwork? {
    let explained = kept.prefix(explainedCount)
    guard let finder else { return nil }
    var wanted: [PlacementRecord.Artwork] = []
    for record in explained.compactMap(\.expectedPlacements) {
      let worn = Set(record.placements.compactMap(\.avatar))
      for index in worn.sorted() where record.avatars.indices.contains(index) {
        if !wanted.contains(record.avatars[index]) { wanted.append(record.avatars[index]) }
      }
    }
    let (artwork, notes) = finder.find(wanted)
    // Where both sidecars are given, layers are told by them.
    if explained.contains(where: { $0.actualPlacements == nil }) { report.notes += notes }
    return artwork
  }
}
