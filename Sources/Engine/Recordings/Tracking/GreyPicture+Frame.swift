package import Features
package import Frames
internal import Imaging

extension GreyPicture {
  /// The brightness of a frame; nil for a frame without pixels.
  package init?(of frame: borrowing VideoFrame) throws {
    if let luma = frame.storedLuma() {
      self.init(width: frame.width, height: frame.height, bytes: luma)
    } else {
      let picture = try frame.toStraightRGBA8()
      self.init(width: picture.width, height: picture.height, rgba: picture.bytes)
    }
  }
}
