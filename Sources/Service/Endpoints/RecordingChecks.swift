internal import Foundation
internal import Geometry
internal import HTTPServer
internal import Rendering
internal import Tracking
internal import TrackingFiles

/// Looks at recordings before any work on them begins.
struct RecordingChecks {
  let context: ServiceContext

  /// Seconds in which a recording's headers, index and first frame are read.
  private static let probeSeconds = 20.0
  /// Seconds in which all of a tracking file is read: a packed file of some kilobytes can hold
  /// samples without end.
  private static let trackingSeconds = 20.0

  /// What a clip holds and what rendering it would cost; throws where it is over a limit.
  func probe(
    _ media: String, tracking: String?, _ options: TrackingFileOptions
  ) throws -> RecordingProbe {
    var overlay = OverlayOptions.plain
    overlay.tracking = options
    overlay.tracking.badSamples = .stop
    let reading = overlay.arguments(avatars: []).filter { $0.hasPrefix("--tracking") }
    let verb = IsolatedVerb(
      arguments: ["probe", "--video", media] + (tracking.map { ["--tracking", $0] } ?? [])
        + reading,
      readable: [media] + [tracking].compactMap(\.self), folder: context.folders.spool,
      seconds: Self.probeSeconds)
    let told = try context.metrics.measure("probe") {
      try verb.run(
        context.settings, memoryBytes: IsolatedVerb.probeMemoryBytes, isAbandoned: { false })
    }
    guard let probe = try? JSONDecoder().decode(RecordingProbe.self, from: Data(told)) else {
      throw ServiceProblem(.internal, "the worker said nothing of the recording")
    }
    try check(probe)
    return probe
  }

  private func check(_ probe: RecordingProbe) throws(ServiceProblem) {
    let settings = context.settings
    let pixels = probe.width * probe.height
    guard pixels <= settings.maximumClipPixels else {
      throw ServiceProblem(
        .recordingTooLarge,
        "video: \(probe.width) x \(probe.height) is \(pixels) pixels, at most"
          + " \(settings.maximumClipPixels) are allowed")
    }
    guard probe.frames <= settings.maximumClipFrames else {
      throw ServiceProblem(
        .recordingTooLong,
        "video: \(probe.frames) frames, at most \(settings.maximumClipFrames) are allowed")
    }
    if let seconds = probe.seconds, seconds > settings.maximumClipSeconds {
      throw ServiceProblem(
        .recordingTooLong,
        "video: \(seconds) s long, at most \(settings.maximumClipSeconds) s are allowed")
    }
  }

  /// Reads all of a tracking file, so that its faults are told before a render is accepted.
  func check(tracking path: String?, _ options: TrackingFileOptions) throws {
    guard let path else { return }
    var options = options
    // Of dumps that do not say the picture's size; the clip's own is taken for the work itself.
    options.fallbackSize = PixelSize(clamping: 1280, 720)
    let reader = try TrackingReader(path: path, options: options)
    let limits = (
      faces: context.settings.maximumFaces,
      end: ContinuousClock.now + .seconds(Self.trackingSeconds)
    )
    var samples = 0
    while let sample = try reader.next() {
      samples += 1
      guard sample.faces.count <= limits.faces else {
        throw ServiceProblem(
          .tooManyFaces,
          "tracking: sample \(samples) has \(sample.faces.count) faces, at most \(limits.faces)"
            + " allowed")
      }
      guard ContinuousClock.now < limits.end else {
        throw ServiceProblem(
          .trackingTooLarge,
          "tracking: it takes more than \(Int(Self.trackingSeconds)) s to read")
      }
    }
  }
}

extension OverlayOptions {
  /// Nothing but defaults.
  static let plain = OverlayOptions()

  /// How tracking is read where nothing is said.
  static let reading = TrackingFileOptions()
}

extension ServiceContext {
  /// Throws where the disk has less room than recordings need.
  func checkDisk() throws(ServiceProblem) {
    guard let free = folders.freeBytes, free < settings.minimumFreeBytes else { return }
    throw ServiceProblem(
      .diskFull, "the disk has too little room for recordings; try again later",
      headers: [HTTPField("Retry-After", "60")])
  }
}
