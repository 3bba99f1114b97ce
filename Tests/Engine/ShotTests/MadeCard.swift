import Foundation
import Geometry
import Imaging
import Matting
import Shot
import Testing
import Timelines

/// A print and frames that show it, all by formulas: what is found is held against these.
struct MadeCard {
  /// Light on the print, and what lies on it, at a place in parts of the print's width and height.
  var light: (_ u: Double, _ v: Double) -> SIMD3<Double> = { _, _ in SIMD3(repeating: 0.7) }
  var cover: (_ u: Double, _ v: Double) -> SIMD3<Double>? = { _, _ in nil }
  /// What is added to the light that the card throws back.
  var added: (_ u: Double, _ v: Double) -> Double = { _, _ in 0 }
  /// The corners in the frame, from top left clockwise as printed.
  var corners = Quad<OutputSpace>(
    Point2(70, 20), Point2(250, 30), Point2(245, 285), Point2(60, 275))
  /// Half of the width of a box over which the frame is blurred, in pixels.
  var blur = 0.5

  static let size = (width: 320, height: 300)
  static let aspect = 1.4

  static let print: CardPrint = {
    let (width, height) = (360, 504)
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let colour = ink((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
        bytes +=
          [colour.x, colour.y, colour.z].map { UInt8((encoded($0) * 255).rounded()) } + [255]
      }
    }
    guard let picture = StraightRGBA8(width: width, height: height, bytes: bytes) else {
      preconditionFailure("a print of \(width) x \(height) has other bytes")
    }
    return CardPrint(picture)
  }()

  /// The print: stripes and waves of several colours and sizes, in linear light of 0.03...0.85.
  static func ink(_ u: Double, _ v: Double) -> SIMD3<Double> {
    let y = v * aspect
    let wave = sin(31 * u + 5 * sin(7 * y)) * sin(27 * y + 4 * sin(9 * u))
    let fine = sin(83 * u - 40 * y) > 0.4 ? 0.6 : 1.0
    let base = 0.44 + 0.36 * wave
    return SIMD3(
      base * fine, (0.35 + 0.25 * sin(11 * u + 17 * y)) * fine, 0.4 - 0.3 * wave * sin(19 * y))
  }

  static func encoded(_ light: Double) -> Double {
    let light = min(max(light, 0), 1)
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The place on the print of a point of the frame.
  func place(_ x: Double, _ y: Double) -> (u: Double, v: Double)? {
    guard let map = Homography<OutputSpace, OutputSpace>(rectangle: 1, 1, to: corners)?.inverse,
      let point = map(Point2(x, y))
    else { return nil }
    return (point.x, point.y)
  }

  /// What a pixel shows, in linear light.
  private func shown(_ x: Double, _ y: Double) -> SIMD3<Double> {
    guard let (u, v) = place(x, y), u >= 0, v >= 0, u < 1, v < 1 else {
      return SIMD3(0.2, 0.22, 0.25)
    }
    if let colour = cover(u, v) { return colour }
    return Self.ink(u, v) * light(u, v) + added(u, v)
  }

  /// The frame's bytes, R, G, B.
  func frame() -> [UInt8] {
    let samples = [-0.75, -0.25, 0.25, 0.75].map { $0 * blur }
    var bytes: [UInt8] = []
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        var sum = SIMD3<Double>.zero
        for dy in samples {
          for dx in samples { sum += shown(Double(x) + 0.5 + dx, Double(y) + 0.5 + dy) }
        }
        for channel in 0..<3 {
          bytes.append(UInt8((Self.encoded(sum[channel] / 16) * 255).rounded()))
        }
      }
    }
    return bytes
  }

  /// What is found in the frame, with the corners where the card is or at others.
  func look(at other: Quad<OutputSpace>? = nil) throws -> CardLook {
    try look(frame(), .opaqueRGB8, at: other ?? corners)
  }

  /// What is found in the frame as a clip has it: in PQ, or with the frame's own signal.
  func look(in layout: YUVLayout, isPQ: Bool = false) throws -> CardLook {
    let encoding = YUVEncoding(
      matrix: .bt2020, fullRange: false, chromaSiting: .centre, transfer: isPQ ? .pq : .sdr,
      primaries: isPQ ? .bt2020 : .bt709)
    return try look(frame(in: layout, isPQ: isPQ), .yuv(layout, encoding), at: corners)
  }

  private func look(
    _ bytes: [UInt8], _ format: PixelFormat, at corners: Quad<OutputSpace>
  ) throws -> CardLook {
    var (bytes, fit) = (bytes, CardFit())
    let (width, height) = Self.size
    let size = try #require(PixelSize<OutputSpace>(width: width, height: height))
    return try unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var base = try #require(buffer.baseAddress)
      let planes = (0..<format.planeCount).map { index in
        let shape = format.shape(ofPlane: index, width: width, height: height)
        defer { base += shape.width * shape.bytes * shape.height }
        return MutablePlane(
          base: base, stride: shape.width * shape.bytes, width: shape.width, height: shape.height)
      }
      let picture = unsafe MutablePicture(
        format: format, size: size,
        planes: MutablePlanes(
          planes[0], planes.count > 1 ? planes[1] : nil, planes.count > 2 ? planes[2] : nil))
      return unsafe fit.look(at: picture, corners: corners, print: Self.print)
    }
  }

  /// The frame's bytes as Y'CbCr of limited range (ITU-R BT.2020).
  private func frame(in layout: YUVLayout, isPQ: Bool) -> [UInt8] {
    let (width, height) = Self.size
    let pixels = frame()
    let colours = (0..<width * height).map { pixel -> SIMD3<Double> in
      let signal = SIMD3(
        Double(pixels[3 * pixel]), Double(pixels[3 * pixel + 1]), Double(pixels[3 * pixel + 2]))
      let own = isPQ ? Self.inPQ(signal / 255) : signal / 255
      let luma = 0.2627 * own.x + 0.6780 * own.y + 0.0593 * own.z
      return SIMD3(luma, (own.z - luma) / 1.8814, (own.x - luma) / 1.4746)
    }
    let (across, down) = (layout.subsamplingX, layout.subsamplingY)
    let chroma = (1...2).map { channel in
      (0..<height / down * (width / across)).map { place -> Double in
        let (x, y) = (place % (width / across) * across, place / (width / across) * down)
        let part = (0..<across * down).map { ($0 % across, $0 / across) }
        let sum = part.reduce(0) { $0 + colours[(y + $1.1) * width + x + $1.0][channel] }
        return 128 + 224 * sum / Double(part.count)
      }
    }
    let levels =
      colours.map { 16 + 219 * $0.x }
      + (layout.isSemiPlanar
        ? zip(chroma[0], chroma[1]).flatMap { [$0, $1] } : chroma[0] + chroma[1])
    return levels.flatMap { level -> [UInt8] in
      let number = Int((level * Double(1 << (layout.bitDepth - 8))).rounded()) << layout.paddingBits
      return layout.bytesPerSample == 1
        ? [UInt8(number)] : [UInt8(number & 0xFF), UInt8(number >> 8)]
    }
  }

  /// R'G'B' of SDR as PQ (SMPTE ST 2084) in BT.2020's primaries (BT.2087), with white at 203 cd/m2 (BT.2408).
  private static func inPQ(_ signal: SIMD3<Double>) -> SIMD3<Double> {
    func encoded(_ parts: Double) -> Double {
      let power = pow(max(parts, 0) * 203 / 10_000, 2610.0 / 16_384)
      return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
    }
    let (r, g, b) = (pow(signal.x, 2.4), pow(signal.y, 2.4), pow(signal.z, 2.4))
    return SIMD3(
      encoded(0.6274 * r + 0.3293 * g + 0.0433 * b), encoded(0.0691 * r + 0.9195 * g + 0.0114 * b),
      encoded(0.0164 * r + 0.0880 * g + 0.8956 * b))
  }

  /// Of the card's pixels, by parts of its area: what is rightly found, what there is, and what is wrongly found.
  func shares(_ look: CardLook) -> (found: Double, covered: Double, wrong: Double) {
    var (found, covered, wrong, area) = (0.0, 0.0, 0.0, 0.0)
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        guard let (u, v) = place(Double(x) + 0.5, Double(y) + 0.5), u >= 0, v >= 0, u < 1, v < 1
        else { continue }
        area += 1
        let share = Double(look.cover?[x, y] ?? 0) / 255
        if cover(u, v) != nil {
          covered += 1
          found += share
        } else {
          wrong += share
        }
      }
    }
    return (found / area, covered / area, wrong / area)
  }

  /// By how much the light's cells differ from the light at their middles, at most, in parts of it.
  func lightError(_ look: CardLook) -> Double {
    var worst = 0.0
    for (index, cell) in look.cells.enumerated() {
      guard let cell else { return .infinity }
      let (column, row) = (index % look.cellColumns, index / look.cellColumns)
      let rows = look.cells.count / look.cellColumns
      let wanted = light(
        (Double(column) + 0.5) / Double(look.cellColumns), (Double(row) + 0.5) / Double(rows))
      for channel in 0..<3 {
        worst = max(worst, abs(Double(cell[channel]) / wanted[channel] - 1))
      }
    }
    return worst
  }
}
