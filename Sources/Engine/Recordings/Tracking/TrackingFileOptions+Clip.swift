package import ClipReading
internal import Geometry
package import TrackingFiles

extension TrackingFileOptions {
  /// The options for a tracking file that lies beside a clip: what the file does not say, the clip does.
  package func beside(_ clip: ClipReader) -> TrackingFileOptions {
    var options = self
    options.fallbackSize = fallbackSize ?? clip.info.sceneSize.retyped(as: TrackerSpace.self)
    options.clipTimes =
      clipTimes
      ?? ClipTimes(firstMs: clip.info.milliseconds(atPts: clip.info.startPts)) {
        try clip.frameTimes()
      }
    // A picture is of no time, so the first sample is its own whenever it was taken.
    if clip.isOnePicture { options.timeOffset = timeOffset ?? .first }
    return options
  }
}

extension ClipReader {
  /// Whether it is one picture and no clip; FFmpeg reads those of further formats by a pipe for each.
  fileprivate var isOnePicture: Bool {
    isOfStills ? info.frameCount ?? 1 == 1 : info.container.hasSuffix("_pipe")
  }
}
