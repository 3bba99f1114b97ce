import ClipReading
import Frames
import Geometry
import Imaging
import Recordings
import Rendering

/// The second pass of choosing a frame: looks at frames and ranks them, sharpness included.
struct FrameRanking {
  private struct Seen {
    var score: FrameScore
    /// The detail of the whole picture where it has no face.
    var detail = 0.0
    /// The detail of each face.
    var faceDetails: [Double] = []
    /// The detail of each card.
    var cardDetails: [Double] = []
  }

  private let settings: RenderSettings
  private let usual: FrameSubjects.Counts
  private let rule: ExpressionRule
  private let watch: RenderWatch
  private let meter = ProgressMeter(expectedFrames: nil)
  private var seen: [Seen] = []
  /// The width at which each face is measured, in pixels.
  private var widths: [Int: Int] = [:]
  /// The width at which each card is measured, in pixels.
  private var cardWidths: [Int: Int] = [:]

  /// Pictures without a face are measured at this width.
  private static let wholeWidth = 480

  init(
    _ settings: RenderSettings, usual: FrameSubjects.Counts, rule: ExpressionRule,
    watch: RenderWatch
  ) {
    (self.settings, self.usual, self.rule, self.watch) = (settings, usual, rule, watch)
  }

  /// Decodes the first frames at or after some times, in order, and scores them.
  mutating func look(at times: [Double], within span: TimeSpan) throws {
    let recording = try OpenRecording(
      settings.ofWholeAsTrusted, for: .pictures, checksPictures: false)
    var scorer = try FrameScorer(recording)
    var clip: ClipReader?
    var lastMs = -Double.infinity
    for time in times where time > lastMs + Self.toleranceMs {
      try watch.cancellation.check()
      if clip == nil || time - lastMs > Self.seekingMs { clip = try reader(fromMs: time) }
      guard let clip, let frame = try Self.frame(of: clip, fromMs: time),
        frame.timestampMs < span.endMs
      else { break }
      lastMs = frame.timestampMs
      if seen.contains(where: { $0.score.frame == frame.index }) { continue }
      let (index, timestampMs) = (frame.index, frame.timestampMs)
      let subjects =
        usual.areNone ? FrameSubjects() : try scorer.subjects(atMs: timestampMs)
      let scene = recording.clip.info.sceneSize.retyped(as: OutputSpace.self)
      let picture = try frame.scaled(to: scene).toStraightRGBA8()
      let expression = rule.expression(atMs: timestampMs)
      add(
        FrameScore(
          frame: index, timestampMs: timestampMs, total: 0, facesSeen: nil,
          faces: subjects.faces, cardsSeen: nil, cards: usual.cards > 0 ? subjects.cards : nil,
          isFair: expression?.isFair, smile: expression?.smile),
        picture)
      watch.report(meter.progress(seen.count, outTimeMs: timestampMs, isFinished: false))
    }
  }

  /// A frame may lie so far before the moment that means it, in milliseconds.
  private static let toleranceMs = 0.5
  /// Over a longer way than this, in milliseconds, one seeks; key frames are usually a second or
  /// more apart, and what lies between must be decoded either way.
  private static let seekingMs = 1000.0

  /// A reader of the clip from a time on; nil where the clip has no frame there.
  private func reader(fromMs time: Double) throws(VideoError) -> ClipReader? {
    var options = ReadingOptions()
    options.threads = settings.threads > 0 ? settings.threads : 1
    options.nativeFormats.formUnion(["rgb24", "rgba"])
    options.allowsDamagedStill = settings.allowsDamagedStill
    do {
      return try settings.recording.open(.seconds(start: time / 1000, end: nil), options)
    } catch {
      // A container may state more time than it has frames for.
      if case .emptyRange = error { return nil }
      throw error
    }
  }

  /// The first frame at or after a time; nil where the clip has none.
  private static func frame(
    of clip: ClipReader, fromMs time: Double
  ) throws(VideoError) -> VideoFrame? {
    do {
      while let frame = try clip.nextFrame() {
        if frame.timestampMs + toleranceMs >= time { return frame }
      }
      return nil
    } catch {
      if case .emptyRange = error { return nil }
      throw error
    }
  }

  private mutating func add(_ score: FrameScore, _ picture: StraightRGBA8) {
    var one = Seen(score: score)
    one.faceDetails = score.faces.map { face in
      Self.detail(of: picture, in: face.measures.box, at: &widths[face.face])
    }
    one.cardDetails = (score.cards ?? []).map { card in
      Self.detail(of: picture, in: card.box, at: &cardWidths[card.card])
    }
    if usual.areNone {
      let size = PixelSize<SceneSpace>(clamping: picture.width, picture.height)
      one.detail = Sharpness.detail(
        of: picture, in: Rectangle(size), width: min(picture.width, Self.wholeWidth))
    }
    seen.append(one)
  }

  /// The detail of a face or a card; the first frame with it decides its width, so that it is measured alike
  /// in all.
  private static func detail(
    of picture: StraightRGBA8, in box: Rectangle<SceneSpace>, at width: inout Int?
  ) -> Double {
    let measured =
      width ?? min(max(Int(box.width), Sharpness.smallestWidth), Sharpness.largestWidth)
    width = measured
    return Sharpness.detail(of: picture, in: box, width: measured)
  }

  /// The frames that were looked at, best first: those whose expression is fit before others; of two that
  /// are equal, the earlier one.
  var ranked: [FrameScore] {
    let whole = seen.map(\.detail).max() ?? 0
    var (best, bestCards) = ([Int: Double](), [Int: Double]())
    for one in seen {
      for (card, detail) in zip(one.score.cards ?? [], one.cardDetails) {
        bestCards[card.card] = max(bestCards[card.card] ?? 0, detail)
      }
      for (face, detail) in zip(one.score.faces, one.faceDetails) {
        best[face.face] = max(best[face.face] ?? 0, detail)
      }
    }
    return seen.map { one in
      var score = one.score
      score.faces = zip(one.score.faces, one.faceDetails).map { face, detail in
        face.seen(detail: detail, best: best[face.face] ?? 0)
      }
      score.cards = one.score.cards.map { cards in
        zip(cards, one.cardDetails).map { card, detail in
          card.seen(detail: detail, best: bestCards[card.card] ?? 0)
        }
      }
      if !usual.areNone {
        let summary = FrameSubjects(faces: score.faces, cards: score.cards ?? []).summary
        (score.facesSeen, score.cardsSeen) = summary.counts.part(of: usual)
        score.total = summary.total(usual: usual)
      } else {
        score.total = whole > 0 ? (one.detail / whole).squareRoot() : 1
      }
      return score
    }
    .map { (fitness: rule.fitness(atMs: $0.timestampMs), score: $0) }
    .sorted {
      ($1.fitness, $1.score.total, $0.score.frame) < ($0.fitness, $0.score.total, $1.score.frame)
    }
    .map(\.score)
    .map(\.rounded)
  }
}

extension FrameScore {
  /// The score to four decimals, which is more than its parts are worth.
  fileprivate var rounded: FrameScore {
    var score = self
    score.total = Self.rounded(total)
    score.timestampMs = Self.rounded(timestampMs)
    score.smile = smile.map(Self.rounded)
    (score.facesSeen, score.cardsSeen) = (
      facesSeen.map(Self.rounded), cardsSeen.map(Self.rounded)
    )
    score.cards = cards?.map { $0.mapped(Self.rounded) }
    score.faces = faces.map { face in
      var face = face
      face.total = Self.rounded(face.total)
      face.parts = face.parts.mapped(Self.rounded)
      face.measures = face.measures.mapped(Self.rounded)
      return face
    }
    return score
  }

  private static func rounded(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }
}
