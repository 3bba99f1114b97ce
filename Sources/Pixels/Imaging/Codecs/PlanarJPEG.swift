internal import CJPEG
internal import CTurboJPEG
package import Geometry

/// A JPEG's own planes, decoded, drawn on and encoded again, never by way of RGB: half the work, and
/// what is not drawn on keeps its decoded values.
///
/// One is used for one picture after another: it keeps its memory, and nothing of what it was
/// given. It is for one thread at a time; a caller that shares one has to lock.
@safe package final class PlanarJPEG: @unchecked Sendable {
  private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var layout = YUVLayout.yuv444p
  private var width = 0
  private var height = 0
  /// Y, Cb and Cr: where each begins, and its rows as libjpeg-turbo has them.
  private var planes: [(offset: Int, stride: Int, rows: Int)] = []
  /// Where the encoded picture goes.
  private var outputOffset = 0

  /// Makes one without memory.
  package init() {}

  deinit { unsafe memory.deallocate() }

  /// The bytes that it keeps.
  package var byteCount: Int { unsafe memory.count }

  /// Decodes a JPEG into its planes.
  ///
  /// False, and nothing is decoded, for one whose planes are none that can be drawn on (grey, RGB,
  /// rare subsampling), and one that is not stored upright. Limits and errors are those of
  /// `JPEG.decode`.
  package func decode(_ bytes: [UInt8], limits: ImageLimits) throws(ImagingError) -> Bool {
    let header = try JPEG.decoder().readHeader(of: bytes, limits: limits)
    guard case .planes(let layout) = header.chroma, header.orientation == .upright else {
      return false
    }
    prepare(layout, header.width, header.height)
    // A new decoder for each picture, in a few microseconds: libjpeg keeps the tables of the picture
    // before for one that has none of its own, and after an error much more.
    unsafe try JPEGPixels(bytes, header, limits: limits).read(into: decodingPlanes)
    return true
  }

  /// The picture's size.
  package var size: PixelSize<OutputSpace>? { PixelSize(width: width, height: height) }

  /// The planes' format: full range, BT.601, chroma in the middle (JFIF 1.02).
  package var format: PixelFormat {
    .yuv(layout, YUVEncoding(matrix: .bt601, fullRange: true, chromaSiting: .centre))
  }

  /// Lends the planes to a drawing call; nil before a picture was decoded.
  package func withMutablePicture<Result>(
    _ body: (MutablePicture) throws -> Result
  ) rethrows -> Result? {
    guard let size, planes.count == 3, let first = unsafe plane(0) else { return nil }
    return try unsafe body(
      MutablePicture(
        format: format, size: size, planes: MutablePlanes(first, plane(1), plane(2))))
  }

  /// Whether the planes can be flipped left to right: no chroma sample lies across the edge.
  package var isFlippable: Bool { width % layout.subsamplingX == 0 }

  /// Flips the picture left to right.
  package func flipHorizontally() {
    for index in planes.indices {
      guard let plane = unsafe plane(index) else { continue }
      for y in unsafe 0..<plane.height {
        var row = unsafe UnsafeMutableBufferPointer(
          start: plane.base + y * plane.stride, count: plane.width)
        unsafe row.reverse()
      }
    }
  }

  /// Encodes the planes, with the subsampling that they have.
  package func encode(quality: Int) throws(ImagingError) -> [UInt8] {
    guard let base = unsafe memory.baseAddress, let encoder = TurboJPEGEncoder() else {
      throw .outOfMemory(width: width, height: height)
    }
    let room = unsafe base.assumingMemoryBound(to: UInt8.self) + outputOffset
    var output: UnsafeMutablePointer<UInt8>? = unsafe room
    var count = unsafe UInt(memory.count - outputOffset)
    let (width, height) = (Int32(width), Int32(height))
    let status = unsafe withPlanes { planes, strides in
      unsafe planes.withMemoryRebound(to: UnsafePointer<UInt8>?.self, capacity: 3) {
        unsafe tjCompressFromYUVPlanes(
          encoder.handle, $0, width, strides, height, Self.subsampling(layout), &output, &count,
          TurboJPEGEncoder.clamped(quality), TurboJPEGEncoder.flags | TJFLAG_NOREALLOC)
      }
    }
    guard status == 0, let output = unsafe output else {
      throw .unwritable(reason: unsafe TurboJPEGDecoder.message(of: encoder.handle))
    }
    return unsafe Array(UnsafeBufferPointer(start: output, count: Int(count)))
  }

  // MARK: - Memory

  /// Lays the planes out, and the room for what is encoded behind them.
  private func prepare(_ layout: YUVLayout, _ width: Int, _ height: Int) {
    (self.layout, self.width, self.height) = (layout, width, height)
    planes.removeAll(keepingCapacity: true)
    var offset = 0
    let subsampling = Self.subsampling(layout)
    for component in 0..<3 as Range<Int32> {
      // Rows of whole cache lines.
      let columns = Int(tjPlaneWidth(component, Int32(width), subsampling))
      let rows = Int(tjPlaneHeight(component, Int32(height), subsampling))
      let stride = (columns + 63) / 64 * 64
      planes.append((offset, stride, rows))
      offset += stride * rows
    }
    // The kernels read a vector past the end.
    outputOffset = offset + 64
    let count = outputOffset + Int(tjBufSize(Int32(width), Int32(height), subsampling))
    if unsafe memory.count < count {
      unsafe memory.deallocate()
      unsafe memory = .allocate(byteCount: count, alignment: 64)
    }
  }

  /// Lends the planes as libjpeg's reader takes them.
  private var decodingPlanes: [cjpeg_plane] {
    unsafe (0..<3).compactMap { index in
      unsafe plane(index).map {
        unsafe cjpeg_plane(base: $0.base, stride: $0.stride, columns: $0.width, rows: $0.height)
      }
    }
  }

  private func plane(_ index: Int) -> MutablePlane? {
    guard let base = unsafe memory.baseAddress, planes.indices.contains(index) else { return nil }
    let shape = format.shape(ofPlane: index, width: width, height: height)
    return unsafe MutablePlane(
      base: base.assumingMemoryBound(to: UInt8.self) + planes[index].offset,
      stride: planes[index].stride, width: shape.width, height: shape.height)
  }

  /// Lends the planes as libjpeg-turbo takes them.
  private func withPlanes(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, UnsafeMutablePointer<Int32>) ->
      Int32
  ) -> Int32 {
    unsafe withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<UInt8>?.self, capacity: 3) {
      pointers in
      unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3) { strides in
        guard let first = pointers.baseAddress, let base = strides.baseAddress else { return -1 }
        for index in 0..<3 {
          unsafe pointers.initializeElement(at: index, to: plane(index)?.base)
          unsafe strides.initializeElement(at: index, to: Int32(planes[index].stride))
        }
        return unsafe body(first, base)
      }
    }
  }

  private static func subsampling(_ layout: YUVLayout) -> Int32 {
    switch layout {
    case .yuv420p: Int32(TJSAMP_420.rawValue)
    case .yuv422p: Int32(TJSAMP_422.rawValue)
    default: Int32(TJSAMP_444.rawValue)
    }
  }
}
