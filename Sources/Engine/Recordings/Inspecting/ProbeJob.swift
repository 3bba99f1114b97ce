import ClipReading
import Frames
import Geometry
import Tracking
public import TrackingFiles

/// Looks at a recording before a render of it is accepted: headers, index, one frame, and all of
/// its tracking.
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
  /// The first frame is decoded, so that a clip that cannot be is refused here, and the tracking file
  /// is read to its end, for its faults and its faces, and weighed against the clip.
  ///
  /// - Throws: `VideoError`, `TrackingFault`.
  public func run() throws -> RecordingProbe {
    let clip = try recording.open()
    let info = clip.info
    let size = info.uprightSize
    let frames = max(1, try clip.countFrames())
    let span = try clip.span()
    let seconds = span.endMs.isFinite ? (span.endMs - span.startMs) / 1000 : nil
    let tracking = try recording.tracking.map { path in
      let options = options.beside(clip)
      var fit = try TrackingFit(of: path, options, against: clip)
      fit.judgePictures(of: path, options, against: clip)
      try fit.check()
      let reader = try TrackingReader(path: path, options: options)
      var (samples, faces) = (0, 0)
      while let sample = try reader.next() {
        samples += 1
        faces = max(faces, sample.faces.count)
      }
      return (
        format: reader.dialect.rawValue, size: "\(reader.header.size)", samples: samples,
        faces: faces
      )
    }
    return RecordingProbe(
      width: size.width, height: size.height, frames: frames, seconds: seconds ?? info.duration,
      fps: info.averageFrameRate?.value, codec: info.codec, container: info.container,
      trackingFormat: tracking?.format, trackingSize: tracking?.size,
      trackingSamples: tracking?.samples, mostFaces: tracking?.faces,
      estimatedCPUSeconds: RenderCost.cpuSeconds(
        pixels: size.width * size.height, frames: frames),
      estimatedMemoryBytes: RenderCost.memoryBytes(pixels: size.width * size.height))
  }
}
