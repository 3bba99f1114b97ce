import Geometry
import Imaging

/// The pixel format of a name that the scripts use: `rgba`, `bgra`, `rgb`, `bgr`, or that of a
/// `YUVLayout`; nil for another.
func pixelFormat(named name: String) -> PixelFormat? {
  switch name {
  case "rgba": .premultipliedRGBA8
  case "bgra": .premultipliedBGRA8
  case "rgb": .opaqueRGB8
  case "bgr": .opaqueBGR8
  default:
    YUVLayout(rawValue: name).map { .yuv($0, YUVEncoding(matrix: .bt709, fullRange: false)) }
  }
}

/// A picture of one format in memory of its own, plane after plane without gaps.
final class Frame {
  let picture: MutablePicture
  private let storage: UnsafeMutableBufferPointer<UInt8>

  /// Makes a dark picture; nil for a size that is none.
  init?(_ format: PixelFormat, width: Int, height: Int) {
    guard let size = PixelSize<OutputSpace>(width: width, height: height) else { return nil }
    let shapes = (0..<format.planeCount).map {
      format.shape(ofPlane: $0, width: width, height: height)
    }
    storage = .allocate(capacity: shapes.reduce(0) { $0 + $1.width * $1.bytes * $1.height })
    // Two bytes of this are a sample of 10 bit as well.
    storage.initialize(repeating: 1)
    guard var base = storage.baseAddress else { return nil }
    var planes: [MutablePlane] = []
    for shape in shapes {
      let stride = shape.width * shape.bytes
      planes.append(
        MutablePlane(base: base, stride: stride, width: shape.width, height: shape.height))
      base += stride * shape.height
    }
    picture = MutablePicture(
      format: format, size: size,
      planes: MutablePlanes(
        planes[0], planes.count > 1 ? planes[1] : nil, planes.count > 2 ? planes[2] : nil))
  }

  deinit { storage.deallocate() }
}
