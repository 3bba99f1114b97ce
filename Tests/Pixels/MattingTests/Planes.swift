import Geometry
import Imaging

/// A picture of planes in memory of its own, for every format there is.
struct Planes: Equatable {
  let format: PixelFormat
  let width, height: Int
  var bytes: [UInt8]

  static let yuv = YUVEncoding(matrix: .bt709, fullRange: false)
  static let formats: [PixelFormat] =
    [.premultipliedRGBA8, .premultipliedBGRA8, .opaqueRGB8, .opaqueBGR8]
    + YUVLayout.allCases.map { .yuv($0, yuv) }

  /// Makes a picture whose bytes are made one after the other.
  init(_ format: PixelFormat, _ width: Int, _ height: Int, byte: () -> UInt8 = { 0 }) {
    (self.format, self.width, self.height) = (format, width, height)
    let count = (0..<format.planeCount).reduce(0) {
      let shape = format.shape(ofPlane: $1, width: width, height: height)
      return $0 + shape.width * shape.height * shape.bytes
    }
    bytes = (0..<count).map { _ in byte() }
  }

  /// One number of the picture: where it lies, and which pixels it belongs to.
  struct Sample {
    var index: Int
    /// Its component in its plane, and the plane.
    var component, plane: Int
    var columns, rows: Range<Int>
  }

  /// All numbers, of 8 bit or in words of 16.
  var samples: [Sample] {
    var (samples, start): ([Sample], Int) = ([], 0)
    for plane in 0..<format.planeCount {
      let shape = format.shape(ofPlane: plane, width: width, height: height)
      var (across, down) = (1, 1)
      if case .yuv(let layout, _) = format, plane > 0 {
        (across, down) = (layout.subsamplingX, layout.subsamplingY)
      }
      let components = shape.bytes / bytesPerSample
      for y in 0..<shape.height {
        for x in 0..<shape.width {
          for c in 0..<components {
            samples.append(
              Sample(
                index: start + ((y * shape.width + x) * components + c) * bytesPerSample,
                component: c, plane: plane, columns: x * across..<min((x + 1) * across, width),
                rows: y * down..<min((y + 1) * down, height)))
          }
        }
      }
      start += shape.width * shape.height * shape.bytes
    }
    return samples
  }

  var bytesPerSample: Int {
    if case .yuv(let layout, _) = format { layout.bytesPerSample } else { 1 }
  }

  var padding: Int {
    if case .yuv(let layout, _) = format { layout.paddingBits } else { 0 }
  }

  /// A word or a byte.
  subscript(index: Int) -> Int {
    get {
      bytesPerSample == 1
        ? Int(bytes[index]) : Int(bytes[index]) | Int(bytes[index + 1]) << 8
    }
    set {
      bytes[index] = UInt8(newValue & 255)
      if bytesPerSample == 2 { bytes[index + 1] = UInt8(newValue >> 8) }
    }
  }

  /// Lends the picture.
  mutating func withPicture<Result>(_ body: (MutablePicture) -> Result) -> Result? {
    guard let size = PixelSize<OutputSpace>(width: width, height: height) else { return nil }
    let (format, width, height) = (format, width, height)
    return bytes.withUnsafeMutableBufferPointer { buffer in
      guard var base = buffer.baseAddress else { return nil }
      let planes = (0..<format.planeCount).map { index in
        let shape = format.shape(ofPlane: index, width: width, height: height)
        let stride = shape.width * shape.bytes
        defer { base += stride * shape.height }
        return MutablePlane(
          base: base, stride: stride, width: shape.width, height: shape.height)
      }
      return body(
        MutablePicture(
          format: format, size: size,
          planes: MutablePlanes(
            planes[0], planes.count > 1 ? planes[1] : nil, planes.count > 2 ? planes[2] : nil)))
    }
  }
}
