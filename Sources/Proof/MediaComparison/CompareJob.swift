internal import Explaining
internal import Imaging
public import Isolation
import Recordings
public import Rendering

/// Compares two pictures, two folders of pictures or two clips.
public struct CompareJob: Sendable {
  /// What a comparison gives.
  public struct Outcome: Sendable {
    /// What was found.
    public var report: ComparisonReport
    /// Every pair of frames, also those that are the same.
    public var pairs: [Pair]
    /// The worst failing frames with their pictures, the worst first.
    public var kept: [ComparedFrame]
  }

  /// A pair of frames that was compared.
  public struct Pair: Sendable {
    /// Its place in the first, counted from 0.
    public var frame: Int
    /// Its time in the first, in milliseconds; 0 for pictures.
    public var timestampMs: Double
    /// The picture's name in both folders; nil for clips and single pictures.
    public var name: String?
  }

  private let settings: CompareSettings

  /// Makes the job.
  public init(_ settings: CompareSettings) {
    self.settings = settings
  }

  /// Compares, in memory that does not grow with the number of frames but for their measures.
  ///
  /// - Parameters:
  ///   - failed: is given every frame that failed, with its pictures, as it is found.
  /// - Throws: `ComparisonError`, and the errors of what is read: `ImagingError`, `VideoError`,
  ///   `TrackingFault`; `RenderingError.interrupted`.
  public func run(
    cancellation: Cancellation = Cancellation(),
    progress: (RenderProgress) -> Void = { _ in },
    failed: (ComparisonReport.Frame, ComparedFrame) throws -> Void = { _, _ in }
  ) throws -> Outcome {
    let mask = try settings.mask.map { PixelMask(try PNG.read(path: $0, limits: .still)) }
    let finder = try settings.avatars.map { try ArtworkFinder($0) }
    let sides = try ComparisonSides(settings)
    defer { sides.close() }
    var comparison = RunningComparison(settings, sides, mask: mask, finder: finder)
    let meter = ProgressMeter(expectedFrames: sides.expectedFrames)
    while let step = try sides.pairing.next() {
      try cancellation.check()
      let found = try comparison.take(step)
      if let (frame, pictures) = found { try failed(frame, pictures) }
      progress(
        meter.progress(
          comparison.count, outTimeMs: comparison.lastTimeMs, isFinished: false))
      if comparison.isHopeless { break }
    }
    let outcome = try comparison.finish(cancellation)
    progress(
      meter.progress(comparison.count, outTimeMs: comparison.lastTimeMs, isFinished: true))
    return outcome
  }
}
