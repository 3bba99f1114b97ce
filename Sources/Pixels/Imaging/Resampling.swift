public import Geometry

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How the pixels of a picture are weighed when its size changes.
public enum ResamplingKernel: Sendable {
  /// A windowed sinc of three lobes: sharp, for pictures that people look at (Duchon 1979; Turkowski,
  /// "Filters for common resampling tasks", Graphics Gems I, 1990).
  case lanczos3
  /// The cubic B-spline, which blurs and never rings: for backgrounds (Mitchell and Netravali 1988,
  /// B = 1, C = 0).
  case cubicBSpline

  /// How far it reaches, in pixels of the coarser of the two pictures.
  var radius: Double {
    switch self {
    case .lanczos3: 3
    case .cubicBSpline: 2
    }
  }

  func weight(_ x: Double) -> Double {
    let x = abs(x)
    switch self {
    case .lanczos3:
      if x >= 3 { return 0 }
      if x < 1e-9 { return 1 }
      let a = Double.pi * x
      return 3 * sin(a) * sin(a / 3) / (a * a)
    case .cubicBSpline:
      if x >= 2 { return 0 }
      return x < 1 ? (4 - 6 * x * x + 3 * x * x * x) / 6 : (2 - x) * (2 - x) * (2 - x) / 6
    }
  }
}

/// For each pixel of a resampled row: where its taps begin, and their weights, whose sum is 1.
package struct ResamplingTaps: Sendable {
  /// The first tap of each pixel.
  package private(set) var first: [Int] = []
  /// Weights of a pixel; those of all pixels lie one after the other.
  package private(set) var weights: [Float] = []
  /// How many weights a pixel has.
  package let count: Int

  /// The taps from `source` samples to `target` ones; where it shrinks, the kernel is widened, so
  /// that nothing aliases.
  package init(from source: Int, to target: Int, _ kernel: ResamplingKernel) {
    let step = Double(source) / Double(target)
    let scale = max(1, step)
    let reach = kernel.radius * scale
    count = min(source, Int((2 * reach).rounded(.up)) + 1)
    for pixel in 0..<target {
      let center = (Double(pixel) + 0.5) * step
      let begin = min(max(Int((center - reach).rounded(.down)), 0), source - count)
      var own = (0..<count).map { kernel.weight((Double(begin + $0) + 0.5 - center) / scale) }
      let sum = own.reduce(0, +)
      if sum > 0 { own = own.map { $0 / sum } } else { own[min(count - 1, count / 2)] = 1 }
      first.append(begin)
      weights += own.map { Float($0) }
    }
  }
}

extension StraightRGBA8 {
  /// The picture at another size, larger or smaller.
  ///
  /// Colours are weighed by their alpha, so that what is transparent does not bleed. The sums run in
  /// one order, so the result does not depend on threads or instruction sets.
  public func resampled(
    to size: PixelSize<some CoordinateSpace>, _ kernel: ResamplingKernel = .lanczos3
  ) -> StraightRGBA8 {
    if size.width == width, size.height == height { return self }
    let columns = ResamplingTaps(from: width, to: size.width, kernel)
    let rows = ResamplingTaps(from: height, to: size.height, kernel)
    // Rows that are already narrowed, premultiplied, 0 to 255; only those that are still needed.
    var narrowed = [[SIMD4<Float>]?](repeating: nil, count: height)
    var result: [UInt8] = []
    result.reserveCapacity(4 * size.width * size.height)
    var gone = 0
    for y in 0..<size.height {
      let first = rows.first[y]
      while gone < first {
        narrowed[gone] = nil
        gone += 1
      }
      var sums = [SIMD4<Float>](repeating: .zero, count: size.width)
      for tap in 0..<rows.count {
        let weight = rows.weights[y * rows.count + tap]
        let row = narrowed[first + tap] ?? narrowedRow(first + tap, columns)
        narrowed[first + tap] = row
        for x in 0..<size.width { sums[x] += row[x] * weight }
      }
      for sum in sums { result.append(pixel: sum) }
    }
    return StraightRGBA8(width: size.width, height: size.height, bytes: result) ?? self
  }

  /// A row at the new width.
  private func narrowedRow(_ y: Int, _ taps: ResamplingTaps) -> [SIMD4<Float>] {
    let row = (0..<width).map { x -> SIMD4<Float> in
      let i = 4 * (y * width + x)
      let alpha = Float(bytes[i + 3])
      let colour = SIMD4(Float(bytes[i]), Float(bytes[i + 1]), Float(bytes[i + 2]), 255)
      return colour * (alpha / 255)
    }
    return taps.first.indices.map { x in
      var sum = SIMD4<Float>.zero
      let (first, at) = (taps.first[x], x * taps.count)
      for tap in 0..<taps.count { sum += row[first + tap] * taps.weights[at + tap] }
      return sum
    }
  }
}

extension [UInt8] {
  /// Appends a premultiplied pixel as a straight one.
  fileprivate mutating func append(pixel: SIMD4<Float>) {
    let alpha = Swift.min(Swift.max(pixel.w, 0), 255)
    guard alpha >= 0.5 else {
      append(contentsOf: [0, 0, 0, 0])
      return
    }
    let straight = (pixel * (255 / alpha)).clamped(
      lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    append(UInt8(straight.x + 0.5))
    append(UInt8(straight.y + 0.5))
    append(UInt8(straight.z + 0.5))
    append(UInt8(alpha + 0.5))
  }
}
