internal import CFFmpeg
internal import Foundation

extension VideoFrame {
  /// Whether another frame has the same samples and means the same colours by them: such frames need
  /// no conversion to be told equal.
  ///
  /// Frames whose formats differ are not the same, though they may look the same.
  package borrowing func hasSamePixels(as other: borrowing VideoFrame) -> Bool {
    guard handle.format == other.handle.format, width == other.width, height == other.height,
      encoding == other.encoding,
      colourTags.rawChromaLocation == other.colourTags.rawChromaLocation,
      let layout = PixelLayout(handle.format)
    else { return false }
    for index in layout.planes.indices {
      guard let mine = unsafe handle.plane(index), let its = unsafe other.handle.plane(index)
      else { return false }
      let row = layout.width(ofPlane: index, picture: width) * layout.planes[index].step
      for y in 0..<layout.height(ofPlane: index, picture: height) {
        guard unsafe memcmp(mine.base + y * mine.stride, its.base + y * its.stride, row) == 0
        else { return false }
      }
    }
    return true
  }
}
