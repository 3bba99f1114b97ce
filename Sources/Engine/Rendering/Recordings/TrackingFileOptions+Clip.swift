internal import Geometry
package import TrackingFiles
package import Video

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
    return options
  }
}
