import Geometry
import Imaging
import TestSupport

/// A picture of planes in memory of its own, whose rows are longer than the picture is wide.
final class Frame {
  let format: PixelFormat
  let width, height, padding: Int
  var bytes: [UInt8]
  private let strides: [Int]
  private let starts: [Int]

  /// What is behind each row.
  static let mark: UInt8 = 0xA5

  init(_ format: PixelFormat, width: Int, height: Int, padding: Int = 0) {
    (self.format, self.width, self.height, self.padding) = (format, width, height, padding)
    var (starts, strides, size) = ([Int](), [Int](), 0)
    for plane in 0..<format.planeCount {
      let shape = format.shape(ofPlane: plane, width: width, height: height)
      starts.append(size)
      strides.append(shape.width * shape.bytes + padding)
      size += strides[plane] * shape.height
    }
    (self.starts, self.strides) = (starts, strides)
    bytes = [UInt8](repeating: Self.mark, count: size)
  }

  /// Fills every sample by the channel's number (0 luma or red) and its place; in levels of 8 bit.
  func fill(_ level: (_ channel: Int, _ x: Int, _ y: Int) -> Double) {
    each { channel, x, y, index, scale, padding, bytes in
      let number = Int((level(channel, x, y) * scale).rounded())
      if bytes == 1 {
        self.bytes[index] = UInt8(max(0, min(255, number)))
      } else {
        let word = max(0, min(1023, number)) << padding
        self.bytes[index] = UInt8(word & 255)
        self.bytes[index + 1] = UInt8(word >> 8)
      }
    }
  }

  /// The levels of a channel, of 8 bit, row by row.
  func levels(_ wanted: Int) -> [Double] {
    var levels: [Double] = []
    each { channel, _, _, index, scale, padding, bytes in
      guard channel == wanted else { return }
      let low = Int(self.bytes[index])
      let word = bytes == 1 ? low : (low | Int(self.bytes[index + 1]) << 8) >> padding
      levels.append(Double(word) / scale)
    }
    return levels
  }

  /// The bytes behind the rows.
  var behind: [UInt8] {
    starts.indices.flatMap { plane in
      let shape = format.shape(ofPlane: plane, width: width, height: height)
      return (0..<shape.height).flatMap { y in
        let end = starts[plane] + y * strides[plane] + shape.width * shape.bytes
        return bytes[end..<(end + padding)]
      }
    }
  }

  /// The bytes of the picture alone.
  var shown: [UInt8] {
    starts.indices.flatMap { plane in
      let shape = format.shape(ofPlane: plane, width: width, height: height)
      return (0..<shape.height).flatMap { y in
        let start = starts[plane] + y * strides[plane]
        return bytes[start..<(start + shape.width * shape.bytes)]
      }
    }
  }

  private func each(
    _ body: (
      _ channel: Int, _ x: Int, _ y: Int, _ index: Int, _ scale: Double, _ padding: Int,
      _ bytes: Int
    ) -> Void
  ) {
    for plane in starts.indices {
      let shape = format.shape(ofPlane: plane, width: width, height: height)
      var (channels, bytes, scale, padding) = (3, 1, 1.0, 0)
      if case .yuv(let layout, _) = format {
        channels = layout.isSemiPlanar && plane == 1 ? 2 : 1
        bytes = layout.bytesPerSample
        scale = layout.bitDepth == 10 ? 4 : 1
        padding = layout.paddingBits
      }
      for c in 0..<channels {
        for y in 0..<shape.height {
          for x in 0..<shape.width {
            let index = starts[plane] + y * strides[plane] + (x * channels + c) * bytes
            body(plane + c, x, y, index, scale, padding, bytes)
          }
        }
      }
    }
  }

  /// Gives the planes to change.
  func withPicture(_ body: (MutablePicture) throws -> Void) rethrows {
    try bytes.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress,
        let size = PixelSize<OutputSpace>(width: width, height: height)
      else { return }
      let planes = starts.indices.map { plane in
        let shape = format.shape(ofPlane: plane, width: width, height: height)
        return MutablePlane(
          base: base + starts[plane], stride: strides[plane], width: shape.width,
          height: shape.height)
      }
      try body(
        MutablePicture(
          format: format, size: size,
          planes: MutablePlanes(
            planes[0], planes.count > 1 ? planes[1] : nil, planes.count > 2 ? planes[2] : nil)))
    }
  }
}
