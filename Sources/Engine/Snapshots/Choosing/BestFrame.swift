import ClipReading
public import Isolation
import Recipe
public import Recordings
public import Rendering
import Timelines
import Tracking

/// Finds the frames of a recording that are fittest to be shared: eyes open, facing the camera, sharp, with
/// an expression that people like of themselves, nothing over the face and the avatar in full, and cards
/// that have come alive.
///
/// In two passes, so that a minute costs little: all samples of the tracking are scored without a look
/// at the clip; then only a few frames, the best of them and spread in time, are decoded and judged by
/// their sharpness too. `Documentation/snapshots.md` has the formula.
public struct BestFrame: Sendable {
  /// What was found.
  public struct Report: Encodable, Sendable {
    /// The chosen frame.
    public internal(set) var best: FrameScore
    /// The chosen frames after it, best first; nil where one was asked for.
    public internal(set) var further: [FrameScore]?
    /// The other frames that were looked at, best first.
    public internal(set) var runnersUp: [FrameScore]
    /// Moments that were scored by the tracking alone.
    public internal(set) var samplesScored: Int
    /// What the expressions are, and what is asked of the choice; nil where no face has blendshapes.
    public internal(set) var expressions: ExpressionFindings?
    /// How much each part of a face's score weighs.
    public internal(set) var weights: [String: Double]
    /// What a person should know about the choice; nil where all is as it should be.
    public internal(set) var note: String?

    /// All chosen frames, best first.
    public var chosen: [FrameScore] { [best] + (further ?? []) }
  }

  /// How many frames may be asked for.
  public static let counts = 1...12

  /// Frames that are decoded in the first round, spread in time, where one frame is asked for.
  static let candidates = 12
  /// As many more for each further frame.
  private static let furtherCandidates = 4
  /// Frames about the best of them that are decoded then: blur comes and goes from frame to frame.
  static let neighbours = 8
  /// A neighbour's score by the tracking must be at least so much of the best one's.
  private static let neighbourPart = 0.9

  private let settings: RenderSettings
  private let count: Int
  private var candidates: Int { Self.candidates + Self.furtherCandidates * (count - 1) }

  /// Makes the job; the part of the settings is where to look.
  ///
  /// - Parameter count: how many frames are looked for, in `counts`; fewer are found where not so many
  ///   moments are good and apart.
  public init(_ settings: RenderSettings, count: Int = 1) {
    self.settings = settings
    self.count = min(max(count, Self.counts.lowerBound), Self.counts.upperBound)
  }

  /// Looks for the frames.
  ///
  /// - Parameter progress: is told how many frames were looked at.
  /// - Throws: the errors of the stages, as `RenderJob.run` does; `RenderingError.noSuchFrame` where
  ///   the part has no frame.
  public func find(
    cancellation: Cancellation = Cancellation(),
    progress: @escaping (RenderProgress) -> Void = { _ in }
  ) throws -> Report {
    let (span, moments, rule) = try moments(in: self.span(), cancellation)
    let usual = FrameSubjects.Counts.usual(moments.map(\.summary.counts))
    var ranking = FrameRanking(
      settings, usual: usual, rule: rule, watch: RenderWatch(cancellation, tell: progress))
    if usual.areNone {
      try ranking.look(at: span.even(candidates), within: span)
    } else {
      try lookAtMoments(CandidateMoments(moments, usual: usual, rule: rule), span, &ranking)
    }
    // A container may state more time than it has; its first frame is always there.
    if ranking.ranked.isEmpty { try ranking.look(at: [span.startMs], within: span) }
    let ranked = ranking.ranked
    guard let best = ranked.first else {
      throw RenderingError.noSuchFrame(
        reason: "\(settings.recording.media): no frame to choose from in \(settings.part)")
    }
    let apart = ApartFrames(count: count, rule: rule)
    let chosen = apart.chosen(of: ranked)
    let numbers = Set(chosen.map(\.frame))
    let notes = [
      note(on: best, of: ranked.count), chosen.count < count ? apart.note(on: chosen.count) : nil,
    ].compactMap(\.self)
    return Report(
      best: best, further: count > 1 ? Array(chosen.dropFirst()) : nil,
      runnersUp: ranked.filter { !numbers.contains($0.frame) }, samplesScored: moments.count,
      expressions: rule.findings.samples > 0 ? rule.findings : nil,
      weights: Dictionary(
        uniqueKeysWithValues: FaceScore.Parts.weights.map { ($0.name, $0.weight) }),
      note: notes.isEmpty ? nil : notes.joined(separator: "; "))
  }

  /// Decodes the best moments, and then those about the best of them.
  private func lookAtMoments(
    _ moments: CandidateMoments, _ span: TimeSpan, _ ranking: inout FrameRanking
  ) throws {
    var rounds = moments.rounds(of: candidates, over: span)
    repeat {
      guard let round = rounds.next() else { break }
      try ranking.look(at: round, within: span)
      // A frame may lie nearer to another sample than to that of its moment.
    } while !moments.isFit(ranking.ranked.first)
    let near = ApartFrames(count: count, rule: moments.rule).chosen(of: ranking.ranked)
      .flatMap { neighbours(of: $0, in: moments, over: span) }
    try ranking.look(at: Set(near).sorted(), within: span)
  }

  private func note(on best: FrameScore, of count: Int) -> String? {
    if best.faces.isEmpty, best.cards == nil {
      return count == 1
        ? "no faces in the tracking; the only frame was chosen"
        : "no faces in the tracking; the sharpest of \(count) frames was chosen"
    }
    return best.total < ApartFrames.good
      ? "the best frame has a low score: \(best.total) of 1" : nil
  }

  // MARK: The first pass

  private func span() throws -> TimeSpan {
    let clip = try OpenRecording(settings.ofWholeAsKnown, for: .pictures, checksPictures: false)
      .clip
    return TimeSpan(settings.part, of: try clip.span())
  }

  /// The moments of the samples in the span, scored; the span with an end, if it had none; and what is
  /// asked of the expression.
  private func moments(
    in span: TimeSpan, _ cancellation: Cancellation
  ) throws -> (TimeSpan, [CandidateMoments.Moment], ExpressionRule) {
    let recording = try OpenRecording(
      settings.ofWholeAsTrusted, for: .pictures, checksPictures: false)
    let samples = recording.timelines.samples()
    var scorer = try FrameScorer(recording)
    var moments: [CandidateMoments.Moment] = []
    var rule = ExpressionRule()
    while let sample = try samples() {
      let time = sample.timestampMs + recording.tracking.header.timeOffsetMs
      // The first one after the span may be the nearest to the last frame in it.
      rule.add(sample, atMs: time, isCounted: time >= span.startMs && time < span.endMs)
      guard time < span.endMs else { break }
      try cancellation.check()
      let subjects = try scorer.subjects(atMs: time)
      guard time >= span.startMs else { continue }
      moments.append(CandidateMoments.Moment(timeMs: time, summary: subjects.summary))
    }
    rule.close()
    var span = span
    if !span.endMs.isFinite { span.endMs = (moments.last?.timeMs ?? span.startMs) + 1 }
    return (span, moments, rule)
  }

  /// The moments next to a frame that are nearly as good by the tracking, in milliseconds.
  private func neighbours(
    of best: FrameScore, in moments: CandidateMoments, over span: TimeSpan
  ) -> [Double] {
    let distance = max(span.lengthMs / Double(4 * Self.candidates), 500)
    let near = moments.fit.filter { abs($0.timeMs - best.timestampMs) < distance }
    let most = near.map { $0.total(usual: moments.usual) }.max() ?? 0
    return near.filter { $0.total(usual: moments.usual) >= Self.neighbourPart * most }
      .sorted {
        (abs($0.timeMs - best.timestampMs), $0.timeMs)
          < (abs($1.timeMs - best.timestampMs), $1.timeMs)
      }
      .prefix(Self.neighbours + 1).map(\.timeMs)
  }
}

extension RenderSettings {
  /// The settings by which frames are judged: the whole clip, with faces where they are, not where the
  /// player saw them late.
  var ofWholeAsKnown: RenderSettings {
    var settings = self
    settings.part = .whole
    settings.replay = .ideal
    // Nothing is drawn.
    settings.passes.annotations = []
    settings.passes.occluders = []
    return settings.ofChosenPicture
  }

  /// The same for further looks: the first one held the tracking against the clip's pictures.
  var ofWholeAsTrusted: RenderSettings { ofWholeAsKnown.trustingTracking }

  /// The settings by which a chosen frame is drawn: a picture has no time in which a face could fade in.
  var ofChosenPicture: RenderSettings {
    var settings = self
    settings.gaps.newFaces = .show
    return settings
  }
}

/// The part of the clip that is looked at, in milliseconds on its timeline; the end is not included.
struct TimeSpan {
  var startMs, endMs: Double

  /// The span of a part; its end is infinite where nothing tells it.
  init(_ part: ClipPart, of whole: (startMs: Double, endMs: Double)) {
    let end = whole.endMs
    switch part {
    case .seconds(let first, let last):
      (startMs, endMs) = ((first ?? 0) * 1000, min((last ?? .infinity) * 1000, end))
    case .moment(let second):
      (startMs, endMs) = (second * 1000, second * 1000 + 1)
    case .whole, .frames:
      (startMs, endMs) = (min(0, whole.startMs), end)
    }
  }

  var lengthMs: Double { max(0, endMs - startMs) }

  /// The middles of equal parts, in milliseconds.
  func even(_ count: Int) -> [Double] {
    (0..<count).map { startMs + lengthMs * (Double($0) + 0.5) / Double(count) }
  }
}
