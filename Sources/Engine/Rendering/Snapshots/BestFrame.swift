import Geometry
import Imaging
import Passes
import Timelines
import Tracking
import Video

/// Finds the frame of a recording that is fittest to be shared: eyes open, facing the camera, sharp,
/// with nothing over the face and the avatar in full, and cards that have come alive.
///
/// In two passes, so that a minute costs little: all samples of the tracking are scored without a look
/// at the clip; then only a few frames, the best of them and spread in time, are decoded and judged by
/// their sharpness too. `Documentation/snapshots.md` has the formula.
public struct BestFrame: Sendable {
  /// What was found.
  public struct Report: Encodable, Sendable {
    /// The chosen frame.
    public internal(set) var best: FrameScore
    /// The other frames that were looked at, best first.
    public internal(set) var runnersUp: [FrameScore]
    /// Moments that were scored by the tracking alone.
    public internal(set) var samplesScored: Int
    /// What a person should know about the choice; nil where all is as it should be.
    public internal(set) var note: String?
  }

  /// Frames that are decoded in the first round, spread in time.
  static let candidates = 12
  /// Frames about the best of them that are decoded then: blur comes and goes from frame to frame.
  static let neighbours = 8
  /// A neighbour's score by the tracking must be at least so much of the best one's.
  private static let neighbourPart = 0.9

  private let settings: RenderSettings

  /// Makes the job; the part of the settings is where to look.
  public init(_ settings: RenderSettings) {
    self.settings = settings
  }

  /// Looks for the frame.
  ///
  /// - Throws: the errors of the stages, as `RenderJob.run` does; `RenderingError.noSuchFrame` where
  ///   the part has no frame.
  public func find(cancellation: Cancellation = Cancellation()) throws -> Report {
    let (span, moments) = try moments(in: self.span(), cancellation)
    let usual = FrameSubjects.Counts.usual(moments.map(\.summary.counts))
    let first =
      !usual.areNone
      ? Self.spread(moments, over: span, usual: usual) : span.even(Self.candidates)
    var ranking = FrameRanking(settings, usual: usual, cancellation: cancellation)
    try ranking.look(at: first, within: span)
    // A container may state more time than it has; its first frame is always there.
    if ranking.ranked.isEmpty { try ranking.look(at: [span.startMs], within: span) }
    if !usual.areNone, let best = ranking.ranked.first {
      try ranking.look(at: Self.neighbours(of: best, in: moments, over: span, usual), within: span)
    }
    let ranked = ranking.ranked
    guard let best = ranked.first else {
      throw RenderingError.noSuchFrame(
        reason: "\(settings.recording.media): no frame to choose from in \(settings.part)")
    }
    return Report(
      best: best, runnersUp: Array(ranked.dropFirst()), samplesScored: moments.count,
      note: note(on: best, of: ranked.count))
  }

  private func note(on best: FrameScore, of count: Int) -> String? {
    if best.faces.isEmpty, best.cards == nil {
      return count == 1
        ? "no faces in the tracking; the only frame was chosen"
        : "no faces in the tracking; the sharpest of \(count) frames was chosen"
    }
    return best.total < 0.3
      ? "the best frame has a low score: \(best.total) of 1" : nil
  }

  // MARK: The first pass

  /// A moment that the tracker saw.
  struct Moment {
    var timeMs: Double
    var summary: FrameSubjects.Summary

    func total(usual: FrameSubjects.Counts) -> Double { summary.total(usual: usual) }
  }

  private func span() throws -> TimeSpan {
    let clip = try OpenRecording(settings.ofWholeAsKnown, for: .pictures, checksPictures: false)
      .clip
    return TimeSpan(settings.part, of: try clip.span())
  }

  /// The moments of the samples in the span, scored; and the span with an end, if it had none.
  private func moments(
    in span: TimeSpan, _ cancellation: Cancellation
  ) throws -> (TimeSpan, [Moment]) {
    let recording = try OpenRecording(
      settings.ofWholeAsKnown, for: .pictures, checksPictures: false)
    let samples = recording.timelines.samples()
    var scorer = try FrameScorer(recording)
    var moments: [Moment] = []
    while let sample = try samples() {
      let time = sample.timestampMs + recording.tracking.header.timeOffsetMs
      guard time < span.endMs else { break }
      try cancellation.check()
      let subjects = try scorer.subjects(atMs: time)
      guard time >= span.startMs else { continue }
      moments.append(Moment(timeMs: time, summary: subjects.summary))
    }
    var span = span
    if !span.endMs.isFinite { span.endMs = (moments.last?.timeMs ?? span.startMs) + 1 }
    return (span, moments)
  }

  /// The best moments, none near a better one; the earlier of two that are equal.
  private static func spread(
    _ moments: [Moment], over span: TimeSpan, usual: FrameSubjects.Counts
  ) -> [Double] {
    let distance = span.lengthMs / Double(4 * candidates)
    let ranked = moments.enumerated().sorted {
      ($1.element.total(usual: usual), $0.offset) < ($0.element.total(usual: usual), $1.offset)
    }.map(\.element)
    var chosen: [Double] = []
    for moment in ranked where chosen.count < candidates {
      if chosen.allSatisfy({ abs($0 - moment.timeMs) >= distance }) { chosen.append(moment.timeMs) }
    }
    return chosen.sorted()
  }

  /// The moments next to a frame that are nearly as good by the tracking.
  private static func neighbours(
    of best: FrameScore, in moments: [Moment], over span: TimeSpan,
    _ usual: FrameSubjects.Counts
  ) -> [Double] {
    let distance = max(span.lengthMs / Double(4 * candidates), 500)
    let near = moments.filter { abs($0.timeMs - best.timestampMs) < distance }
    let most = near.map { $0.total(usual: usual) }.max() ?? 0
    return near.filter { $0.total(usual: usual) >= neighbourPart * most }
      .sorted {
        (abs($0.timeMs - best.timestampMs), $0.timeMs)
          < (abs($1.timeMs - best.timestampMs), $1.timeMs)
      }
      .prefix(neighbours + 1).map(\.timeMs).sorted()
  }
}

extension RenderSettings {
  /// The settings by which frames are judged: the whole clip, with faces where they are, not where the
  /// player saw them late.
  var ofWholeAsKnown: RenderSettings {
    var settings = self
    settings.part = .whole
    settings.live = nil
    // Nothing is drawn.
    settings.output.passes.annotations = []
    settings.output.passes.occluders = []
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
