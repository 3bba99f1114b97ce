internal import ClipReading
internal import Digests
internal import Foundation
internal import Tracking
internal import TrackingFiles

/// Tracks a clip into a passing file, and then writes it again with the printed pictures, which are known
/// only when all frames were shown.
struct ImagesMerge {
  private let settings: TrackSettings
  private let tracker: any FrameTracker
  private let images: any ClipTracker
  private let isCancelled: () -> Bool

  init(
    _ settings: TrackSettings, tracker: any FrameTracker, images: any ClipTracker,
    isCancelled: @escaping () -> Bool
  ) {
    (self.settings, self.tracker, self.images) = (settings, tracker, images)
    self.isCancelled = isCancelled
  }

  /// Does the job with the settings of the passing file, and merges.
  ///
  /// - Parameter own: brings what was seen in frames to their pictures, as it is known after the job.
  func run(
    _ track: (TrackSettings) throws -> TrackSummary, own: () -> OwnPictures?
  ) throws -> TrackSummary {
    let passing = passingPath()
    defer { try? FileManager.default.removeItem(atPath: passing) }
    var first = settings
    first.output = passing
    first.keepsPart = false
    var summary = try track(first)
    // What is open needs no name, so that nothing is left whatever ends the program from here on.
    let reader = try TrackingReader(path: passing)
    try? FileManager.default.removeItem(atPath: passing)
    try checkCancelled(summary)
    var tracks = try images.finish()
    if let own = own() { tracks.samples = tracks.samples.map(own.sample) }
    let note =
      tracker is NothingTracker ? images.note : MergedTracker.note([tracker.note, images.note])
    summary.tracker = note
    try write(tracks, note, from: reader, summary)
    for sample in tracks.samples { summary.count(images: sample) }
    return summary
  }

  private func checkCancelled(_ summary: TrackSummary) throws {
    guard isCancelled() else { return }
    throw TrackerError.interrupted(kept: nil, frames: summary.tracked)
  }

  private func write(
    _ tracks: ClipTracks, _ note: TrackerNote, from reader: TrackingReader, _ summary: TrackSummary
  ) throws {
    var header = reader.header
    header.isSmoothed = note.isSmoothed
    header.verticalFieldOfViewDegrees = tracks.verticalFieldOfViewDegrees
    let isSequence = NumberedPath.isSequence(settings.media)
    if !isSequence { header.clipSHA256 = try FileHashes.shared.hex(ofFile: settings.media) }
    let writer = try TrackingWriter(
      path: settings.output, header: header,
      video: isSequence ? nil : (settings.media as NSString).lastPathComponent, tracker: note)
    var left = tracks.samples[...]
    while let sample = try reader.next() {
      try checkCancelled(summary)
      var merged = sample
      if let seen = left.first, abs(seen.timestampMs - sample.timestampMs) <= SampleMerge.exactMs {
        merged = sample.merged(with: seen)
        left.removeFirst()
      }
      try writer.write(merged)
    }
    try writer.finish()
  }

  /// A hidden file beside the output, packed where that is worth its time.
  private func passingPath() -> String {
    let folder = (settings.output as NSString).deletingLastPathComponent
    let name = (settings.output as NSString).lastPathComponent.prefix(60)
    return (folder as NSString).appendingPathComponent(
      ".\(name).\(getpid())-\(PassingName.unique()).jsonl.zst")
  }
}
