internal import Foundation

/// A filter of one face that only looks back.
protocol FaceFilter {
  /// Takes the face's first sample after a start or a gap.
  mutating func start(_ face: FaceSample)
  /// The next sample, smoothed; `dt` is the time since the one before, in milliseconds, above 0.
  mutating func next(_ face: FaceSample, dt: Double) -> FaceSample
}

/// Runs a filter for each face, and starts it anew after a gap.
struct CausalSmoother<Filter: FaceFilter>: SampleSmoother {
  private struct Track {
    var timeMs: Double
    var landmarkCount: Int
    var hasPose: Bool
    var filter: Filter
  }

  private let maxGapMs: Double
  private let fresh: Filter
  private var tracks: [Int: Track] = [:]

  init(maxGapMs: Double, filter: Filter) {
    self.maxGapMs = maxGapMs
    fresh = filter
  }

  mutating func add(_ sample: IdentifiedSample) -> [IdentifiedSample] {
    var result = sample
    tracks = tracks.filter { sample.timeMs - $0.value.timeMs <= maxGapMs }
    for index in result.faces.indices {
      result.faces[index].face = smooth(result.faces[index], atMs: sample.timeMs)
    }
    return [result]
  }

  mutating func finish() -> [IdentifiedSample] { [] }

  private mutating func smooth(_ face: IdentifiedFace, atMs timeMs: Double) -> FaceSample {
    let raw = face.face
    let (count, hasPose) = (raw.landmarks.count, raw.pose != nil)
    // A face that has got or lost its irises or its matrix has nothing to be compared with.
    if var track = tracks[face.identity], timeMs > track.timeMs, track.landmarkCount == count,
      track.hasPose == hasPose
    {
      let smoothed = track.filter.next(raw, dt: timeMs - track.timeMs)
      track.timeMs = timeMs
      tracks[face.identity] = track
      return smoothed
    }
    var filter = fresh
    filter.start(raw)
    tracks[face.identity] = Track(
      timeMs: timeMs, landmarkCount: count, hasPose: hasPose, filter: filter)
    return raw
  }
}

/// The exponential moving average with a weight that knows the time: a = 1 - exp(-dt / tau).
struct EMAFilter: FaceFilter {
  let timeConstantMs: Double
  private var last = FaceSample()

  init(timeConstantMs: Double) {
    self.timeConstantMs = timeConstantMs
  }

  mutating func start(_ face: FaceSample) {
    last = face
  }

  mutating func next(_ face: FaceSample, dt: Double) -> FaceSample {
    let weight = 1 - exp(-dt / timeConstantMs)
    var smoothed = last.interpolated(to: face, at: weight)
    smoothed.id = face.id
    smoothed.blendshapes = face.blendshapes
    last = smoothed
    return smoothed
  }
}
