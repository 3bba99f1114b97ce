internal import Frames
internal import Geometry

/// A decoded frame: its time, and its picture where it is to be tracked.
struct TrackerFrame: Sendable {
  var timestampMs: Double
  var picture: TrackerPicture?
  /// The frame itself, where pictures of another size may be asked for.
  var frame: HeldFrame?

  /// The picture in the clip's own size.
  func picture(ofSize size: PixelSize<TrackerSpace>) throws -> TrackerPicture? {
    try frame?.picture(ofSize: size) ?? picture
  }
}

/// A frame of which several may hold on.
final class HeldFrame: Sendable {
  private let frame: VideoFrame

  init(_ frame: consuming VideoFrame) {
    self.frame = frame
  }

  func picture(ofSize size: PixelSize<TrackerSpace>) throws -> TrackerPicture? {
    try TrackerPicture(of: frame, size: size)
  }
}

extension TrackerPicture {
  /// A frame's picture in a size; nil where the frame gives other bytes than it should.
  init?(of frame: borrowing VideoFrame, size: PixelSize<TrackerSpace>) throws {
    self.init(size: size, pixels: try frame.toRGB8(width: size.width, height: size.height))
  }
}
