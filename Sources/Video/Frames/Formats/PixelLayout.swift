package import CFFmpeg
internal import Imaging

/// How the samples of one of FFmpeg's pixel formats lie in its planes.
package struct PixelLayout: Hashable {
  /// One plane: how far apart its pixels are, and how coarse.
  package struct Plane: Hashable {
    /// The distance between neighbouring pixels, in bytes.
    package var step: Int
    /// Picture columns a plane column covers, as a power of two.
    package var shiftX: Int
    /// Picture rows a plane row covers, as a power of two.
    package var shiftY: Int
  }

  let format: AVPixelFormat
  package let planes: [Plane]

  /// Nil for formats whose pixels are not whole bytes of memory: hardware frames, palettes, bit
  /// streams and Bayer patterns.
  package init?(_ format: AVPixelFormat) {
    guard let descriptor = unsafe av_pix_fmt_desc_get(format) else { return nil }
    let refused =
      AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM
      | AV_PIX_FMT_FLAG_BAYER
    let flags = unsafe descriptor.pointee.flags
    guard flags & UInt64(refused) == 0 else { return nil }
    let chromaX = Int(unsafe descriptor.pointee.log2_chroma_w)
    let chromaY = Int(unsafe descriptor.pointee.log2_chroma_h)
    let isRGB = flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    var planes: [Plane] = []
    for index in 0..<4 {
      guard let component = unsafe avo_component(descriptor, Int32(index)) else { break }
      let plane = Int(unsafe component.pointee.plane)
      let step = Int(unsafe component.pointee.step)
      let isChroma = (index == 1 || index == 2) && !isRGB
      // A packed plane with chroma at half width (YUY2) has pixels of two sizes.
      if isChroma, plane == 0, chromaX > 0 { return nil }
      if plane == planes.count {
        planes.append(
          Plane(step: step, shiftX: isChroma ? chromaX : 0, shiftY: isChroma ? chromaY : 0))
      }
    }
    // Formats such as GBRP list their planes in another order; all of theirs are alike.
    let count = Int(av_pix_fmt_count_planes(format))
    guard count > 0, let last = planes.last else { return nil }
    while planes.count < count { planes.append(last) }
    (self.format, self.planes) = (format, planes)
  }

  /// Whether the format stays the same when rows become columns.
  package var isSymmetric: Bool { planes.allSatisfy { $0.shiftX == $0.shiftY } }

  package func width(ofPlane plane: Int, picture: Int) -> Int {
    Self.shrunk(picture, by: planes[plane].shiftX)
  }

  package func height(ofPlane plane: Int, picture: Int) -> Int {
    Self.shrunk(picture, by: planes[plane].shiftY)
  }

  private static func shrunk(_ side: Int, by shift: Int) -> Int {
    (side + (1 << shift) - 1) >> shift
  }

  /// The names of the formats that `VideoFrame.pixelFormat` knows.
  package static let drawable: Set<String> = {
    let twins = [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P]
    let packed = [AV_PIX_FMT_RGB24, AV_PIX_FMT_BGR24]
    return Set((YUVLayout.allCases.map(\.rawFormat) + twins + packed).map(name))
  }()

  /// The name of a pixel format, as FFmpeg's tools print it.
  package static func name(of format: AVPixelFormat) -> String {
    guard let name = unsafe av_get_pix_fmt_name(format) else { return "unknown" }
    return unsafe String(cString: name)
  }
}

extension PixelLayout {
  /// The bytes of a sample, its largest value and the bits below it that are not used; nil where samples are not whole
  /// numbers of one or two bytes in the machine's order, alike in all planes.
  var wholeSample: (bytes: Int, most: Int, shift: Int)? {
    guard let descriptor = unsafe av_pix_fmt_desc_get(format) else { return nil }
    let refused = UInt64(AV_PIX_FMT_FLAG_BE | AV_PIX_FMT_FLAG_FLOAT)
    guard unsafe descriptor.pointee.flags & refused == 0,
      let first = unsafe avo_component(descriptor, 0)
    else { return nil }
    let shift = Int(unsafe first.pointee.shift)
    let depth = Int(unsafe first.pointee.depth) + shift
    guard (8...16).contains(depth) else { return nil }
    let bytes = depth > 8 ? 2 : 1
    guard planes.allSatisfy({ $0.step % bytes == 0 && $0.step > 0 }) else { return nil }
    return (bytes, (1 << depth) - 1, shift)
  }
}
