internal import CFFmpeg

extension VideoFrame {
  /// A part of the picture that may begin between its pixels, in the same format and colours.
  ///
  /// Pixels between pixels are interpolated by Keys's convolution of the fourth order (IEEE Trans. ASSP 29, 1981), six
  /// by six, with the picture's edge repeated beyond it. A part that begins at whole pixels has the picture's own.
  ///
  /// - Parameters:
  ///   - columns: those that are kept; the first is even, so that chroma samples stay where they are.
  ///   - rows: likewise.
  ///   - shift: how far right and below of these it begins, in pixels, 0 up to 2. A format whose samples are not whole
  ///     numbers of one or two bytes is not shifted.
  public consuming func cropped(
    columns: Range<Int>, rows: Range<Int>, shift: SIMD2<Double>
  ) throws(VideoError) -> VideoFrame {
    guard shift != .zero, let layout = PixelLayout(handle.format),
      let sample = layout.wholeSample
    else { return try cropped(columns: columns, rows: rows) }
    let (columns, rows) = (columns.clamped(to: 0..<width), rows.clamped(to: 0..<height))
    let target = try memory.pool.makeFrame(
      layout: layout, width: max(columns.count, 1), height: max(rows.count, 1))
    for (index, plane) in layout.planes.enumerated() {
      guard let from = unsafe handle.plane(index), let to = unsafe target.plane(index) else {
        throw .libraryFailure(call: "cropping a picture", reason: "a plane is missing")
      }
      let channels = plane.step / sample.bytes
      let x = PlaneShift.Start(Double(columns.lowerBound) + shift.x, plane.shiftX)
      let y = PlaneShift.Start(Double(rows.lowerBound) + shift.y, plane.shiftY)
      let source = PlaneShift.Size(
        layout.width(ofPlane: index, picture: width),
        layout.height(ofPlane: index, picture: height))
      let size = PlaneShift.Size(
        layout.width(ofPlane: index, picture: columns.count),
        layout.height(ofPlane: index, picture: rows.count))
      let shift = PlaneShift(
        source: source, size: size, x: x, y: y, channels: channels, most: Float(sample.most))
      if sample.bytes == 1 {
        unsafe shift.run(from.base, from.stride, into: to.base, to.stride, UInt8.self)
      } else {
        unsafe shift.run(from.base, from.stride, into: to.base, to.stride, UInt16.self)
      }
    }
    return try replaced(by: target)
  }
}

/// Moves a plane by parts of a pixel.
private struct PlaneShift {
  /// Where a part begins along a side: the whole sample, and the weights of the six about the place behind it.
  struct Start {
    let first: Int
    /// The samples from two before the first to three after it; nil where the place is the first itself.
    let weights: [Float]?

    init(_ place: Double, _ shift: Int) {
      let place = place / Double(1 << shift)
      let whole = place.rounded(.down)
      first = Int(whole)
      let part = place - whole
      weights = part == 0 ? nil : (-2...3).map { Float(Self.weight(abs(Double($0) - part))) }
    }

    /// Keys's kernel of the fourth order.
    private static func weight(_ x: Double) -> Double {
      switch x {
      case ..<1: (4 / 3.0 * x - 7 / 3.0) * x * x + 1
      case ..<2: ((-7 / 12.0 * x + 3) * x - 59 / 12.0) * x + 2.5
      case ..<3: ((1 / 12.0 * x - 2 / 3.0) * x + 1.75) * x - 1.5
      default: 0
      }
    }
  }

  struct Size {
    let width, height: Int

    init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }
  }

  let source, size: Size
  let x, y: Start
  /// Samples of a pixel that lie beside each other.
  let channels: Int
  /// The largest value of a sample.
  let most: Float

  /// Fills a plane.
  @inline(__always)
  func run<Sample: FixedWidthInteger & UnsignedInteger>(
    _ from: UnsafeMutablePointer<UInt8>, _ fromStride: Int,
    into to: UnsafeMutablePointer<UInt8>, _ toStride: Int, _: Sample.Type
  ) {
    let lead = 2
    let span = (size.width + lead + 3) * channels
    let down = y.weights ?? [0, 0, 1, 0, 0, 0]
    let across = x.weights ?? [0, 0, 1, 0, 0, 0]
    // The pixels of a row that lie in the picture; those beside repeat its edge.
    let begin = x.first - lead
    let low = max(0, -begin)
    let high = min(size.width + lead + 3, source.width - begin)
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: span) { line in
      guard let line = line.baseAddress else { return }
      for row in 0..<size.height {
        func source(_ offset: Int) -> UnsafePointer<Sample> {
          let place = min(max(y.first + row + offset, 0), self.source.height - 1)
          return unsafe UnsafeRawPointer(from + place * fromStride)
            .assumingMemoryBound(to: Sample.self) + begin * channels
        }
        let (a, b, c) = unsafe (source(-2), source(-1), source(0))
        let (d, e, f) = unsafe (source(1), source(2), source(3))
        if y.weights == nil {
          for i in (low * channels)..<(high * channels) { unsafe line[i] = Float(c[i]) }
        } else {
          let (k, l, m, n, o, p) = (down[0], down[1], down[2], down[3], down[4], down[5])
          for i in (low * channels)..<(high * channels) {
            let before = unsafe Float(a[i]) * k + Float(b[i]) * l + Float(c[i]) * m
            let after = unsafe Float(d[i]) * n + Float(e[i]) * o + Float(f[i]) * p
            unsafe line[i] = before + after
          }
        }
        for i in 0..<(low * channels) {
          unsafe line[i] = line[low * channels + i % channels]
        }
        for i in (high * channels)..<span {
          unsafe line[i] = line[(high - 1) * channels + i % channels]
        }
        let write = unsafe UnsafeMutableRawPointer(to + row * toStride)
          .assumingMemoryBound(to: Sample.self)
        let s = channels
        let (k, l, m, n, o, p) = (across[0], across[1], across[2], across[3], across[4], across[5])
        for i in 0..<(size.width * s) {
          let before = unsafe line[i] * k + line[i + s] * l + line[i + 2 * s] * m
          let after = unsafe line[i + 3 * s] * n + line[i + 4 * s] * o + line[i + 5 * s] * p
          unsafe write[i] = Sample(min(max(before + after, 0), most) + 0.5)
        }
      }
    }
  }
}
