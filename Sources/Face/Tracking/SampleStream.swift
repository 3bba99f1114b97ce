internal import Geometry

/// Samples on their way from the file to the timeline: put on the video's clock, identified,
/// smoothed, one after the other.
struct SampleStream {
  private let source: () throws -> TrackingSample?
  private let timeOffsetMs: Double
  private var identifier: FaceIdentifier
  private var smoother: any SampleSmoother
  private var ready: [IdentifiedSample] = []
  private var sourceAtEnd = false

  init(
    header: TrackingHeader, smoother: any SampleSmoother,
    source: @escaping () throws -> TrackingSample?
  ) {
    (self.source, self.smoother) = (source, smoother)
    timeOffsetMs = header.timeOffsetMs
    identifier = FaceIdentifier(camera: header.camera)
  }

  /// The next sample; nil at the end.
  mutating func next() throws -> IdentifiedSample? {
    while ready.isEmpty && !sourceAtEnd {
      if let sample = try source() {
        ready = smoother.add(identified(sample))
      } else {
        sourceAtEnd = true
        ready = smoother.finish()
      }
    }
    return ready.isEmpty ? nil : ready.removeFirst()
  }

  private mutating func identified(_ sample: TrackingSample) -> IdentifiedSample {
    let timeMs = sample.timestampMs + timeOffsetMs
    let identities = identifier.identify(sample.faces, atMs: timeMs)
    return IdentifiedSample(
      timeMs: timeMs, takenMs: sample.takenMs.map { $0 + timeOffsetMs },
      faces: zip(identities, sample.faces).map { IdentifiedFace(identity: $0, face: $1) },
      hands: sample.hands, images: sample.images,
      isFailed: sample.failure != nil || sample.leftOutFaces > 0)
  }
}

/// Smooths a stream of samples; it may keep some back until it has seen those after them.
protocol SampleSmoother {
  /// Takes a sample and gives back those that are done, in order.
  mutating func add(_ sample: IdentifiedSample) -> [IdentifiedSample]
  /// Gives back what was kept.
  mutating func finish() -> [IdentifiedSample]
}

/// Leaves the samples as they are.
struct NoSmoother: SampleSmoother {
  mutating func add(_ sample: IdentifiedSample) -> [IdentifiedSample] { [sample] }
  mutating func finish() -> [IdentifiedSample] { [] }
}
