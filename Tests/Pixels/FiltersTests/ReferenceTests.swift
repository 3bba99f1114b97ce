import CFilters
import Filters
import Imaging
import TestSupport
import Testing

/// Kernels against the formulas of the papers in float64, written without regard to speed.
@Suite struct ReferenceTests {
  private static let size = (width: 41, height: 27)

  private func luma(_ x: Int, _ y: Int) -> Double {
    // An edge, a ramp and noise, in levels.
    var random = SplitMix64(state: UInt64(1000 * y + x))
    return (x + y / 2 > 22 ? 180 : 60) + Double(y) + random.number(-9...9)
  }

  private func colour(_ x: Int, _ y: Int) -> Double { x > 12 ? 25 : -14 }

  private func held(_ x: Int, _ y: Int) -> (Int, Int) {
    (max(0, min(Self.size.width - 1, x)), max(0, min(Self.size.height - 1, y)))
  }

  /// Room for rows of a plane of this size, or smaller, with their margins.
  private func room(_ rows: Int) -> [Float] {
    [Float](repeating: 0, count: rows * (64 + 2 * Int(CF_MARGIN) + Int(CF_SLACK)))
  }

  /// Kuwahara's filter with Gaussian windows, from its definition: every window of every pixel apart.
  private func kuwahara(
    _ x: Int, _ y: Int, windows: [(Int, Int)], taps: [Double], spread: Double
  ) -> SIMD3<Double> {
    let radius = taps.count / 2
    var (sum, weights) = (SIMD3<Double>.zero, 0.0)
    for (dx, dy) in windows {
      // Beyond the picture there is what is at its border, as everywhere.
      let (cx, cy) = held(x + dx, y + dy)
      var (mean, square) = (0.0, 0.0)
      for j in -radius...radius {
        for i in -radius...radius {
          let (u, v) = held(cx + i, cy + j)
          let weight = taps[i + radius] * taps[j + radius]
          mean += weight * luma(u, v) * 64
          square += weight * (luma(u, v) * 64) * (luma(u, v) * 64)
        }
      }
      func hue(_ i: Int, _ j: Int) -> Double {
        let (u, v) = held(cx + i, cy + j)
        return colour(u, v) * 64
      }
      // Blue and red are opposite here, so both change alike.
      let (across, down) = (hue(1, 0) - hue(-1, 0), hue(0, 1) - hue(0, -1))
      let variance = max(0, square - mean * mean) + (across * across + down * down) / 2
      let weight = 1 / (1 + variance * variance / (spread * spread * spread * spread))
      sum += weight * SIMD3(mean, hue(0, 0), -hue(0, 0))
      weights += weight
    }
    return sum / weights
  }

  @Test func `smoothing is Kuwahara's filter with Gaussian windows`() {
    let (width, height) = Self.size
    let (taps, weights) = Kernels.taps(1.3, radius: 4)
    let spread = 5.0 * 64
    let places: [(Int, Int)] = [(2, 0), (1, 2), (-1, 2), (-2, 1)]
    let windows = [(0, 0)] + places + places.map { (-$0.0, -$0.1) }
    for kernels in Kernels.all {
      let source = [
        TestPlane(width, height) { self.luma($0, $1) * 64 },
        TestPlane(width, height) { self.colour($0, $1) * 64 },
        TestPlane(width, height) { -self.colour($0, $1) * 64 },
      ]
      let means = (0..<2).map { _ in TestPlane(width, height) }
      let result = TestPlane(width, height, components: 4)
      var filter = cf_kuwahara(
        x: (2, 1, -1, -2), y: (0, 2, 2, 1), window: taps, spread: Float(spread))
      var rows = room(Int(CF_SCRATCH_ROWS))
      var (none, painted) = (means[0].view, result.view)
      kernels.kuwahara(
        source.map(\.view), &filter, &none, &rows, means.map(\.view), &painted)
      var worst = 0.0
      for y in 0..<height {
        for x in 0..<width {
          let expected = kuwahara(x, y, windows: windows, taps: weights, spread: spread)
          let found = SIMD3(result[x, y, 0], result[x, y, 1], result[x, y, 2])
          let error = found - expected
          worst = max(worst, abs(error.x), abs(error.y), abs(error.z))
        }
      }
      // In 1/64 of a level.
      #expect(worst < 4)
    }
  }

  /// As many taps as one pass of the kernels takes, fewer, more, and none.
  @Test(arguments: [0, 1, 2, 3, 4, 5, 7, 8, 9, 13, 24])
  func `a blur of any width is the sum that it says`(radius: Int) {
    let (width, height) = Self.size
    var (taps, weights) = Kernels.taps(0.4 * Double(radius) + 0.1, radius: radius)
    for kernels in Kernels.all {
      let source = TestPlane(width, height) { self.luma($0, $1) * 64 }
      let result = TestPlane(width, height)
      var (from, to) = (source.view, result.view)
      var row = room(1)
      kernels.blur(&from, &taps, &row, &to)
      for (x, y) in [(0, 0), (20, 13), (width - 1, 5), (3, height - 1)] {
        var sum = 0.0
        for j in -radius...radius {
          for i in -radius...radius {
            let (u, v) = held(x + i, y + j)
            sum += weights[i + radius] * weights[j + radius] * luma(u, v) * 64
          }
        }
        #expect(abs(result[x, y, 0] - sum) < 0.1)
      }
    }
  }

  @Test func `what was painted follows the picture by the guided filter's lines`() {
    let (width, height) = Self.size
    let (taps, weights) = Kernels.taps(1.3, radius: 4)
    let (detail, contrast) = (6.0, 24.0)
    func level(_ x: Int, _ y: Int) -> Double { luma(x, y) * 64 }
    func paint(_ x: Int, _ y: Int) -> Double { 64 * (0.5 * luma(x, y) + Double(3 * x + y)) }
    func mean(_ x: Int, _ y: Int, of number: (Int, Int) -> Double) -> Double {
      var sum = 0.0
      for j in -4...4 {
        for i in -4...4 {
          let (u, v) = held(x + i, y + j)
          sum += weights[i + 4] * weights[j + 4] * number(u, v)
        }
      }
      return sum
    }
    for kernels in Kernels.all {
      let planes = [TestPlane(width, height, fill: level), TestPlane(width, height, fill: paint)]
      var (source, painted) = (planes[0].view, planes[1].view)
      let means = [
        TestPlane(width, height) { mean($0, $1, of: level) },
        TestPlane(width, height) { mean($0, $1) { level($0, $1) * level($0, $1) } },
      ]
      let line = (0..<2).map { _ in TestPlane(width, height) }
      var (window, rows) = (taps, room(Int(CF_SCRATCH_ROWS)))
      kernels.guided_filter(
        &source, &painted, means.map(\.view), &window, Float(detail * 64), Float(contrast * 64),
        &rows, line.map(\.view))
      for y in 0..<height {
        for x in 0..<width {
          // He, Sun and Tang's equations 5 and 6, in levels; then what stands out is kept.
          let (m, p) = (mean(x, y, of: level) / 64, mean(x, y, of: paint) / 64)
          let variance = mean(x, y) { level($0, $1) * level($0, $1) } / 4096 - m * m
          let common = mean(x, y) { level($0, $1) * paint($0, $1) } / 4096 - m * p
          let guided = max(0, min(2, common / (variance + detail * detail)))
          let ratio = variance / (contrast * contrast)
          let kept = ratio * ratio / (1 + ratio * ratio)
          let slope = guided + kept * (1 - guided)
          // The line goes through the means, mixed as much.
          let middle = p + kept * (m - p)
          #expect(abs(line[0][x, y] - slope) < 2e-3)
          #expect(abs(line[0][x, y] * m + line[1][x, y] / 64 - middle) < 0.05)
        }
      }
    }
  }

  @Test func `lines are those of the extended difference of Gaussians`() {
    let (width, height) = Self.size
    let (narrow, small) = Kernels.taps(1.0, radius: 3)
    let (wide, large) = Kernels.taps(1.6, radius: 4)
    let (sharpness, threshold, slope) = (14.0, 0.35, 3.5)
    var plane = (0..<height).flatMap { y in (0..<width).map { Int16((luma($0, y) * 64).rounded()) }
    }
    func blurred(_ x: Int, _ y: Int, _ taps: [Double]) -> Double {
      let radius = taps.count / 2
      var sum = 0.0
      for j in -radius...radius {
        for i in -radius...radius {
          let (u, v) = held(x + i, y + j)
          sum += taps[i + radius] * taps[j + radius] * Double(plane[v * width + u])
        }
      }
      return sum / (255 * 64)
    }
    for kernels in Kernels.all {
      var lines = [UInt8](repeating: 0, count: width * height)
      var rows = room(4)
      var filter = cf_xdog()
      (filter.narrow, filter.wide, filter.sharpness) = (narrow, wide, Float(sharpness))
      (filter.threshold, filter.slope) = (Float(threshold), Float(slope))
      plane.withUnsafeMutableBufferPointer { plane in
        var canvas = cf_canvas(
          luma: plane.baseAddress!, blue: plane.baseAddress!, red: plane.baseAddress!,
          width: Int32(width), height: Int32(height), chroma_width: Int32(width),
          chroma_height: Int32(height), across: 1, down: 1, kr: 0.2126, kb: 0.0722)
        kernels.xdog(&canvas, &filter, &rows, &lines)
      }
      var inked = 0
      for y in 0..<height {
        for x in 0..<width {
          let d = (1 + sharpness) * blurred(x, y, small) - sharpness * blurred(x, y, large)
          let t = max(0, min(1, 1 + (d - threshold) * slope))
          let expected = 255 * t * t * (3 - 2 * t)
          #expect(abs(Double(lines[y * width + x]) - expected) < 0.6)
          if expected < 128 { inked += 1 }
        }
      }
      // The edge has a line, and not all is line.
      #expect(inked > height / 2 && inked < width * height / 2)
    }
  }

  /// The print's curves as they are documented: through five points each.
  private func print(_ channel: Int, _ c: Double) -> Double {
    let points = [
      [0.055, 0.235, 0.545, 0.83, 0.985], [0.05, 0.24, 0.52, 0.785, 0.95],
      [0.11, 0.27, 0.48, 0.67, 0.82],
    ][channel]
    // Lagrange's interpolation.
    return (0..<5).reduce(0) { sum, i in
      let term = (0..<5).filter { $0 != i }.reduce(points[i]) { product, j in
        product * (c - Double(j) / 4) / (Double(i - j) / 4)
      }
      return sum + term
    }
  }

  @Test func `an instant photo has the documented curves and light`() throws {
    var random = SplitMix64(state: 4)
    for _ in 0..<40 {
      let c = (0..<3).map { _ in Double(random.next() % 256) }
      let picture = Pictures.flat(RGBA8(UInt8(c[0]), UInt8(c[1]), UInt8(c[2])), 31, 21)
      let bright = try Pictures.filtered(picture, "instant:grain=0,vignette=0")
      let dim = try Pictures.filtered(picture, "instant:grain=0,vignette=1")
      let curved = (0..<3).map { print($0, c[$0] / 255) }
      let grey = 0.2126 * curved[0] + 0.7152 * curved[1] + 0.0722 * curved[2]
      for (i, channel) in [bright[15, 10].red, bright[15, 10].green, bright[15, 10].blue]
        .enumerated()
      {
        let expected = 255 * (grey + 0.94 * (curved[i] - grey))
        #expect(abs(Double(channel) - max(0, min(255, expected))) < 1.6)
      }
      // In the middle there is no shade; in the corner it is 0.9 at most.
      #expect(dim[15, 10] == bright[15, 10])
      #expect(dim[0, 0].green < bright[0, 0].green / 2 + 1)
    }
  }

  @Test func `grain is of zero mean, and another one at another time`() throws {
    let grey = Pictures.flat(RGBA8(128, 128, 128), 160, 90)
    let clean = try Pictures.filtered(grey, "instant:grain=0,vignette=0")
    let first = try Pictures.filtered(grey, "instant:grain=1,vignette=0", atMs: 0)
    let second = try Pictures.filtered(grey, "instant:grain=1,vignette=0", atMs: 40)
    #expect(abs(Pictures.brightness(first) - Pictures.brightness(clean)) < 0.6)
    func noise(_ p: StraightRGBA8) -> [Double] {
      stride(from: 1, to: p.bytes.count, by: 4).map {
        Double(p.bytes[$0]) - Double(clean.bytes[$0])
      }
    }
    let (a, b) = (noise(first), noise(second))
    let power = a.reduce(0) { $0 + $1 * $1 } / Double(a.count)
    #expect((5...12).contains(power.squareRoot()))
    let common = zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } / Double(a.count)
    #expect(abs(common) < 0.1 * power)
  }

  @Test func `strokes lie along stripes`() {
    // Stripes at 30 degrees: everywhere the direction along them.
    let (width, height) = (60, 60)
    let along = SIMD2(0.8660254037844386, 0.5)
    for kernels in Kernels.all {
      let source = TestPlane(width, height) { x, y in
        let t = (-along.y * Double(x) + along.x * Double(y)) / 3
        let wave = t - (t / 2).rounded() * 2
        return 6000 + 4000 * abs(wave)
      }
      // One direction to 2 x 2 samples.
      let none = TestPlane(width / 2, height / 2)
      let raw = (0..<3).map { _ in TestPlane(width / 2, height / 2) }
      let smooth = (0..<3).map { _ in TestPlane(width / 2, height / 2) }
      let direction = (0..<2).map { _ in TestPlane(width / 2, height / 2) }
      var view = source.view
      var sums = [Float](repeating: 0, count: 3 * (width + 1))
      kernels.structure_tensor(&view, [none.view, none.view], &sums, raw.map(\.view))
      var (taps, _) = Kernels.taps(1.2, radius: 3)
      var row = room(1)
      for (from, to) in zip(raw, smooth) {
        var (a, b) = (from.view, to.view)
        kernels.blur(&a, &taps, &row, &b)
      }
      kernels.orientation(smooth.map(\.view), direction.map(\.view))
      for y in 6..<24 {
        for x in 6..<24 {
          let d = SIMD2(direction[0][x, y], direction[1][x, y])
          #expect(abs((d * d).sum() - 1) < 1e-4)
          #expect(abs((d * along).sum()) > 0.99)
        }
      }
    }
  }
}
