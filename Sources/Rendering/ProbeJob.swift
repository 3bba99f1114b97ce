import Geometry
import Tracking
public import TrackingFiles
import Video

/// Looks at a recording before anybody promises to render it: headers, index, one frame.
public struct ProbeJob: Sendable {
  private let recording: RecordingLocation
  private let options: TrackingFileOptions

  /// Makes the job.
  public init(_ recording: RecordingLocation, tracking: TrackingFileOptions) {
    self.recording = recording
    options = tracking
  }

  /// Does the job.
  ///
  /// The first frame is decoded, so that a clip that cannot be is refused here, and of the tracking
  /// file the header and the first sample are read.
  ///
  /// - Throws: `VideoError`, `TrackingFault`.
  public func run() throws -> RecordingProbe {
    let clip = try ClipReader(path: recording.media)
    let info = clip.info
    let size = info.uprightSize
    let frames = max(1, try clip.countFrames())
    let tracking = try recording.tracking.map { path in
      var options = options
      options.fallbackSize = options.fallbackSize ?? info.sceneSize.retyped(as: TrackerSpace.self)
      let reader = try TrackingReader(path: path, options: options)
      _ = try reader.next()
      return (format: reader.dialect.rawValue, size: "\(reader.header.size)")
    }
    return RecordingProbe(
      width: size.width, height: size.height, frames: frames, seconds: info.duration,
      fps: info.averageFrameRate?.value, codec: info.codec, container: info.container,
      trackingFormat: tracking?.format, trackingSize: tracking?.size,
      estimatedCPUSeconds: RenderCost.cpuSeconds(
        pixels: size.width * size.height, frames: frames),
      estimatedMemoryBytes: RenderCost.memoryBytes(pixels: size.width * size.height))
  }
}
