internal import JSON
internal import Store

/// How far a render is through its phases: tracking, where the recording came without its tracking,
/// then rendering.
struct RenderPhases {
  /// What is done to the frames.
  enum Phase: String {
    case tracking, rendering
  }

  private let job: JobRecord
  private let framesToTrack: Int?

  /// Makes it of a job.
  ///
  /// - Parameter framesToTrack: the frames that are tracked first; nil where none are.
  init(_ job: JobRecord, framesToTrack: Int?) {
    (self.job, self.framesToTrack) = (job, framesToTrack)
  }

  /// The phase of a render that runs; the first rendered frame ends the tracking.
  var phase: Phase? {
    guard job.state == .rendering else { return nil }
    return framesToTrack != nil && job.frame == 0 ? .tracking : .rendering
  }

  /// The part of the work that is done, 0 to 1, which never falls while a render runs; nil where that is
  /// not known.
  ///
  /// A frame costs about as much to track as to render, so each phase is a half.
  var fraction: Double? {
    if job.state == .done { return 1 }
    let rendered = job.frameCount.flatMap { Self.part(job.frame, of: $0) }
    guard let framesToTrack else { return rendered }
    if job.frame == 0 { return (Self.part(job.trackedFrames, of: framesToTrack) ?? 0) / 2 }
    return rendered.map { 0.5 + $0 / 2 }
  }

  private static func part(_ count: Int, of all: Int) -> Double? {
    all > 0 ? Double(min(count, all)) / Double(all) : nil
  }

  /// What clients see.
  var json: JSONValue {
    .object([
      ("phase", phase.map { .string($0.rawValue) } ?? .null),
      ("trackedFrames", framesToTrack.map { _ in .integer(job.trackedFrames) } ?? .null),
      ("frame", .integer(job.frame)),
      ("frameCount", job.frameCount.map { .integer($0) } ?? .null),
      ("facesDrawnFrames", job.facesDrawnFrames.map { .integer($0) } ?? .null),
      ("fraction", job.state == .done ? .integer(1) : fraction.map(Self.rounded) ?? .null),
    ])
  }

  private static func rounded(_ fraction: Double) -> JSONValue {
    .number((fraction * 1000).rounded() / 1000)
  }
}
