internal import CFFmpeg

/// Marks in a new picture that decoding writes over; where one is left, nothing was decoded.
///
/// HEVC in libavformat 59 says nothing of a slice that ends early, and leaves in the picture what was
/// in its memory before. A mark is 8 bytes in the first plane, one for each square of 16 x 16
/// pixels, the smallest that HEVC decodes as one; that a decoded picture has the same 8 bytes in
/// the same place is as good as impossible.
@safe struct HoleMarks {
  private static let pattern: UInt64 = 0xE7C3_5AF1_1D86_B2FF
  private static let side = 16

  /// The codecs that leave what they could not decode as it was in memory; others conceal it.
  static func suit(_ codec: AVCodecID) -> Bool {
    [AV_CODEC_ID_HEVC, AV_CODEC_ID_MJPEG, AV_CODEC_ID_PRORES, AV_CODEC_ID_DNXHD].contains(codec)
  }

  /// Marks a picture.
  static func set(in frame: UnsafeMutablePointer<AVFrame>) {
    unsafe forEach(in: frame) { place, _ in
      unsafe place.storeBytes(of: pattern, as: UInt64.self)
      return true
    }
  }

  /// Whether a mark is left.
  static func remain(in frame: UnsafeMutablePointer<AVFrame>) -> Bool {
    var found = false
    unsafe forEach(in: frame) { place, _ in
      found = unsafe place.loadUnaligned(as: UInt64.self) == pattern
      return !found
    }
    return found
  }

  /// Puts what another picture of the same shape has in the place of the marks that are left.
  static func erase(
    in frame: UnsafeMutablePointer<AVFrame>, by other: UnsafeMutablePointer<AVFrame>?
  ) {
    let base = unsafe other.flatMap { unsafe avo_frame_plane($0, 0) }
    let fits =
      unsafe other.map { other in
        unsafe other.pointee.format == frame.pointee.format
          && other.pointee.width == frame.pointee.width
          && other.pointee.height == frame.pointee.height
          && avo_frame_stride(other, 0) == avo_frame_stride(frame, 0)
      } ?? false
    unsafe forEach(in: frame) { place, offset in
      guard unsafe place.loadUnaligned(as: UInt64.self) == pattern else { return true }
      let value =
        if fits, let base = unsafe base {
          unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self)
        } else {
          UInt64(0)
        }
      unsafe place.storeBytes(of: value, as: UInt64.self)
      return true
    }
  }

  /// Calls `body` with each place and its distance from the plane's start, until it gives false.
  private static func forEach(
    in frame: UnsafeMutablePointer<AVFrame>, _ body: (UnsafeMutableRawPointer, Int) -> Bool
  ) {
    let (width, height) = unsafe (Int(frame.pointee.width), Int(frame.pointee.height))
    guard let base = unsafe avo_frame_plane(frame, 0),
      let description = unsafe av_pix_fmt_desc_get(AVPixelFormat(frame.pointee.format)),
      let component = unsafe avo_component(description, 0)
    else { return }
    let stride = Int(unsafe avo_frame_stride(frame, 0))
    let step = Int(unsafe component.pointee.step)
    let size = MemoryLayout<UInt64>.size
    // A decoder's rows are longer than the picture is wide.
    guard width * step <= stride, stride >= size else { return }
    for row in Swift.stride(from: 0, to: height, by: side) {
      for column in Swift.stride(from: 0, to: width, by: side) {
        let offset = row * stride + min(column * step, stride - size)
        guard unsafe body(UnsafeMutableRawPointer(base + offset), offset) else { return }
      }
    }
  }
}
