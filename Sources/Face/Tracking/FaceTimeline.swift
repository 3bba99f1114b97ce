internal import Geometry

/// The faces of a recording at the times of the video's frames.
///
/// Samples are pulled from a source as frames are asked for, in order; only those within
/// `GapOptions.maxGapMs` (and the smoother's window) of the frame are kept, so that an hour takes
/// no more memory than a second. To go back, start anew.
public struct FaceTimeline {
  /// A sample nearer to the frame than this is used as it is, in milliseconds.
  public static let exactMs = 0.5
  /// Faces at once, those that fade out included; as many as a sample may have.
  ///
  /// A file that gives every face of every sample another identity would otherwise leave thousands
  /// to fade.
  public static let facesAtOnce = 64
  /// Samples that are kept ahead of a frame at most.
  ///
  /// At 60 a second `maxGapMs` takes 15; this only bounds the memory for times that no tracker
  /// writes.
  static let samplesAhead = 4096

  private struct Seen {
    var timeMs: Double
    var face: FaceSample
    /// Since when it has been there without being gone; negative infinity if from the first frame on.
    var sinceMs = -Double.infinity
  }

  private let gaps: GapOptions
  private let firstFrameMs: Double
  private var stream: SampleStream
  /// What is shown of samples as they come live; nil where those ahead are known.
  private var live: LiveFaces?
  /// Samples after the frame, in order.
  private var ahead: [IdentifiedSample] = []
  /// The last sample of each face at or before the frame.
  private var last: [Int: Seen] = [:]
  /// Since when the faces of the sample before have been there; nil before the first one.
  ///
  /// Time without samples is no absence, so this outlasts `last`, which is of frames.
  private var present: [Int: Double]?
  private var frameMs = -Double.infinity

  /// Makes a timeline of the samples that a source gives one after the other, nil at the end.
  ///
  /// - Parameters:
  ///   - header: says the picture's size and what to add to the samples' times.
  ///   - intervalMs: the median interval of the whole file's samples, in milliseconds, by which gaps are
  ///     scaled; nil leaves them as they are. Smoothing is not: what lies further apart than
  ///     `gaps.maxGapMs` tells nothing of a tracker's jitter.
  ///   - live: how a sample is shown until the next one comes; nil joins each with the next.
  ///   - firstFrameMs: the time of the clip's first frame, whatever part of the clip is asked for: the
  ///     faces that it shows do not fade in.
  public init(
    header: TrackingHeader, smoothing: SmoothingOptions = SmoothingOptions(),
    gaps: GapOptions = GapOptions(), intervalMs: Double? = nil, live: LiveOptions.Between? = nil,
    firstFrameMs: Double = 0, source: @escaping () throws -> TrackingSample?
  ) {
    self.gaps = gaps.scaled(toIntervalMs: intervalMs)
    self.live = live.map { LiveFaces($0, maxGapMs: gaps.maxGapMs) }
    self.firstFrameMs = firstFrameMs
    stream = SampleStream(
      header: header,
      smoother: smoothing.smoother(
        camera: header.camera, maxGapMs: gaps.maxGapMs),
      source: source)
  }

  /// The faces at a time of the video, in milliseconds, by rising identity.
  ///
  /// Times must not go down from call to call; an earlier one is answered as the last one was.
  /// `observing` is called for each sample up to the frame (half a millisecond ahead at most), once
  /// and in order, whatever frames are asked for: what depends on the history (a trigger's
  /// hysteresis) is built from it and does not depend on where rendering starts.
  public mutating func faces(
    atMs timeMs: Double, observing: (IdentifiedSample) throws -> Void = { _ in }
  ) throws -> [TimedFace] {
    frameMs = max(frameMs, timeMs)
    while let sample = try sample(ahead: 0), sample.timeMs <= frameMs + Self.exactMs {
      ahead.removeFirst()
      try observing(sample)
      if live != nil {
        live?.take(sample)
        continue
      }
      take(sample)
    }
    if let live { return live.faces(atMs: frameMs) }
    let next = try nextSightings()
    var faces: [TimedFace] = []
    for (identity, seen) in last.sorted(by: { $0.key < $1.key }) {
      if let face = face(identity, seen, next[identity]) {
        faces.append(face)
      } else {
        last[identity] = nil
      }
    }
    return faces
  }

  /// Takes a sample that the frames have reached.
  private mutating func take(_ sample: IdentifiedSample) {
    var now: [Int: Double] = [:]
    for face in sample.faces {
      let since = presence(of: face.identity, atMs: sample.timeMs)
      now[face.identity] = since
      last[face.identity] = Seen(timeMs: sample.timeMs, face: face.face, sinceMs: since)
    }
    if !sample.isFailed { present = now }
    dropLongestLost()
  }

  /// Since when a face has been there that a sample shows.
  ///
  /// It depends on the samples alone, so that a part of a clip has the frames of the whole. A face is new
  /// only where samples were there and did not show it, however long ago the last one was. One that had
  /// begun to fade out meanwhile comes back from where it was.
  private func presence(of identity: Int, atMs timeMs: Double) -> Double {
    guard let present, timeMs > firstFrameMs + Self.exactMs else { return -.infinity }
    if let since = present[identity] { return since }
    guard let seen = last[identity] else { return timeMs }
    let gap = timeMs - seen.timeMs
    if gap <= gaps.maxGapMs { return seen.sinceMs }
    let left = min(gaps.opacity(afterMs: gap), gaps.opacity(sinceMs: timeMs - seen.sinceMs))
    return left == 1 ? seen.sinceMs : timeMs - left * gaps.fadeMs
  }

  /// Keeps the faces that were seen last, `facesAtOnce` of them.
  ///
  /// This is done sample by sample, so that what is kept does not depend on the frames.
  private mutating func dropLongestLost() {
    last.keepLatest(Self.facesAtOnce, by: \.timeMs)
  }

  /// A face at the current frame; nil where it is out of reach for good.
  private func face(_ identity: Int, _ seen: Seen, _ next: Seen?) -> TimedFace? {
    let age = frameMs - seen.timeMs
    let come = gaps.opacity(sinceMs: frameMs - seen.sinceMs)
    if age <= Self.exactMs {
      return TimedFace(identity: identity, face: seen.face, opacity: come, source: .exact)
    }
    if let next {
      let part = age / (next.timeMs - seen.timeMs)
      return TimedFace(
        identity: identity, face: seen.face.interpolated(to: next.face, at: part), opacity: come,
        source: .interpolated)
    }
    let left = gaps.opacity(afterMs: age)
    guard left > 0 else { return nil }
    let isFading = gaps.policy == .fade && age > gaps.holdMs
    return TimedFace(
      identity: identity, face: seen.face, opacity: min(come, left),
      source: isFading ? .fading : .held)
  }

  /// The next sample of each face that lies between two, where it is near enough to be joined.
  ///
  /// One walk for all faces, since a file may give every face of every sample another `id`.
  private mutating func nextSightings() throws -> [Int: Seen] {
    var waiting = last.filter { frameMs - $0.value.timeMs > Self.exactMs }
    guard let latest = waiting.values.map(\.timeMs).max() else { return [:] }
    var found: [Int: Seen] = [:]
    var index = 0
    while !waiting.isEmpty, index < Self.samplesAhead, let sample = try sample(ahead: index),
      sample.timeMs - latest <= gaps.maxGapMs
    {
      for face in sample.faces {
        guard let seen = waiting[face.identity], sample.timeMs > seen.timeMs else { continue }
        waiting[face.identity] = nil
        guard sample.timeMs - seen.timeMs <= gaps.maxGapMs else { continue }
        found[face.identity] = Seen(timeMs: sample.timeMs, face: face.face)
      }
      index += 1
    }
    return found
  }

  /// A sample after the frame, by its place; nil behind the last one.
  private mutating func sample(ahead index: Int) throws -> IdentifiedSample? {
    while ahead.count <= index {
      guard let sample = try stream.next() else { return nil }
      ahead.append(sample)
    }
    return ahead[index]
  }
}
