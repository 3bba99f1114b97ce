import Geometry
import Imaging

/// The pixel formats that are measured, by the names that the scripts use.
///
/// A format more is a line here and one in `planes`.
let formats: [String: PixelFormat] = [
  "rgba": .premultipliedRGBA8,
  "yuv420p": .yuv420p8(YUVEncoding(matrix: .bt709, fullRange: false)),
]

/// A picture of one format in memory of its own.
final class Frame {
  let picture: MutablePicture
  private let storage: UnsafeMutableBufferPointer<UInt8>

  /// Makes a grey picture; nil for a size that is none.
  init?(_ format: PixelFormat, width: Int, height: Int) {
    guard let size = PixelSize<OutputSpace>(width: width, height: height) else { return nil }
    let shapes = Self.planes(of: format, width: width, height: height)
    storage = .allocate(capacity: shapes.reduce(0) { $0 + $1.stride * $1.height })
    storage.initialize(repeating: 128)
    guard var base = storage.baseAddress else { return nil }
    var planes: [MutablePlane] = []
    for shape in shapes {
      planes.append(
        MutablePlane(
          base: base, stride: shape.stride, width: shape.width, height: shape.height))
      base += shape.stride * shape.height
    }
    picture = MutablePicture(format: format, size: size, planes: planes)
  }

  deinit { storage.deallocate() }

  /// Samples in a row, bytes in a row, and rows of each plane.
  private static func planes(
    of format: PixelFormat, width: Int, height: Int
  ) -> [(width: Int, stride: Int, height: Int)] {
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    return switch format {
    case .premultipliedRGBA8: [(width, 4 * width, height)]
    case .yuv420p8:
      [(width, width, height)] + [(halfWidth, halfWidth, halfHeight)] * 2
    }
  }
}

/// An array repeated.
private func * <Element>(array: [Element], count: Int) -> [Element] {
  (0..<count).flatMap { _ in array }
}
