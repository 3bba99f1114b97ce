package import CFFmpeg

/// What a pixel format says beyond its layout.
package struct PixelFamily {
  /// Red, green and blue rather than luma and chroma.
  package var isRGB = false
  /// Luma without chroma.
  package var isGrey = false
  /// Transparency.
  package var hasAlpha = false
  /// One of the deprecated `yuvj` names, which mean the range 0...255.
  package var isFullRangeByName = false
  /// Bits of the first component, or of a palette's colours.
  package var bitDepth = 8
  /// Columns to a chroma sample, as a power of two.
  package var chromaShiftX = 0
  /// Rows to a chroma sample, as a power of two.
  package var chromaShiftY = 0
  /// The same format under the name that leaves the range to the tags.
  package var plainFormat: AVPixelFormat

  package static func of(_ format: AVPixelFormat) -> PixelFamily {
    let plain: AVPixelFormat =
      switch format {
      case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
      case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
      case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
      case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
      case AV_PIX_FMT_YUVJ411P: AV_PIX_FMT_YUV411P
      default: format
      }
    var family = PixelFamily(plainFormat: plain)
    family.isFullRangeByName = plain != format
    if let descriptor = unsafe av_pix_fmt_desc_get(format) {
      let flags = unsafe descriptor.pointee.flags
      let components = unsafe descriptor.pointee.nb_components
      family.isRGB = flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
      family.hasAlpha = flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
      family.isGrey = !family.isRGB && components < 3
      family.chromaShiftX = Int(unsafe descriptor.pointee.log2_chroma_w)
      family.chromaShiftY = Int(unsafe descriptor.pointee.log2_chroma_h)
      if flags & UInt64(AV_PIX_FMT_FLAG_PAL) == 0 {
        family.bitDepth = (0..<Int32(components)).reduce(0) { deepest, index in
          max(deepest, unsafe Int(avo_component(descriptor, index)?.pointee.depth ?? 0))
        }
      }
    }
    return family
  }
}
