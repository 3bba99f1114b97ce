import CKernels
import Compositing
import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

/// The level that one sample a pixel is taken from where artwork is shrunk 1.25 to 1.5 times.
@Suite struct FilteredLevelTests {
  /// Five texels of four, and two of three.
  static let filters = [
    filter(
      reading: 4,
      [
        (-2, [-3, 51, 187, 22, -1, 0]), (-1, [-5, 90, 167, 4, 0, 0]),
        (-1, [0, -5, 133, 133, -5, 0]), (-1, [0, 0, 4, 167, 90, -5]),
        (0, [0, -1, 22, 187, 51, -3]),
      ]),
    filter(reading: 3, [(-2, [-8, 24, 152, 98, -8, -2]), (-1, [-2, -8, 98, 152, 24, -8])]),
  ]

  private static func filter(
    reading: Int32, _ texels: [(first: Int32, weights: [Int16])]
  ) -> ck_filter {
    var filter = ck_filter()
    (filter.texels_read, filter.texels_made) = (reading, Int32(texels.count))
    for (index, texel) in texels.enumerated() {
      withUnsafeMutableBytes(of: &filter.first) {
        $0.storeBytes(of: texel.first, toByteOffset: 4 * index, as: Int32.self)
      }
      withUnsafeMutableBytes(of: &filter.weights) { bytes in
        for (k, weight) in texel.weights.enumerated() {
          bytes.storeBytes(
            of: weight, toByteOffset: 2 * (Int(CK_FILTER_WEIGHTS) * index + k), as: Int16.self)
        }
      }
    }
    return filter
  }

  @Test(arguments: [0, 1], [2, 4])
  func `filtering is the formula, within the rounding`(filter: Int, channels: Int) throws {
    var filter = Self.filters[filter]
    var generator = SplitMix64(state: 11)
    for _ in 0..<12 {
      let width = Int.random(in: 1...37, using: &generator)
      let height = Int.random(in: 1...23, using: &generator)
      let texels = (0..<height).map { _ in
        (0..<width).map { _ in Self.texel(channels, using: &generator) }
      }
      let made = Self.filtered(texels, channels, by: &filter)
      for (y, row) in made.enumerated() {
        for (x, texel) in row.enumerated() {
          let expected = Self.expected(texels, channels, x, y, filter)
          for c in 0..<channels {
            #expect(abs(Double(texel[c]) - expected[c]) < 3, "texel \(x), \(y) of \(width)")
          }
        }
      }
    }
  }

  @Test(arguments: [PixelFormat.premultipliedRGBA8, MinificationTests.grey])
  func `a dot stays where the map puts it`(format: PixelFormat) throws {
    // A soft dot, and what its centre of brightness is taken to by maps that use the level or do not.
    let picture = Artwork.make(61, 61) { x, y in
      let (u, v) = (Double(x) - 30, Double(y) - 30)
      return RGBA8(255, 255, 255, UInt8((255 * exp(-(u * u + v * v) / 40)).rounded()))
    }
    for shrink in [1.1, 1.24, 1.26, 1.35, 1.49, 1.51] {
      let ground: [UInt16] = format == .premultipliedRGBA8 ? [0, 0, 0, 255] : [0, 128, 128]
      var canvas = TestPicture(format, 80, 80, of: ground)
      let map = Homography.similarity(
        of: picture, to: 40.3, 39.6, scale: 1 / shrink, degrees: 25)
      try canvas.draw(Texture(picture, for: format), at: map)
      let step = canvas.planes[0].count / (80 * 80)
      var (sum, x, y) = (0.0, 0.0, 0.0)
      for i in 0..<(80 * 80) {
        let level = Double(canvas.planes[0][i * step])
        sum += level
        x += level * (Double(i % 80) + 0.5)
        y += level * (Double(i / 80) + 0.5)
      }
      // Rounding to 8 bits takes the sum's faint rim away, evenly on all sides.
      #expect(abs(x / sum - 40.3) < 0.01, "\(shrink)")
      #expect(abs(y / sum - 39.6) < 0.01, "\(shrink)")
    }
  }

  // Where the level takes over, what aliased is gone: a fifth of the squared differences of neighbours
  // on the dragon's mask, a tenth of their size.
  @Test func `a face that comes nearer does not jump in sharpness`() throws {
    // The sharpness of a picture: the mean square of what differs from neighbour to neighbour.
    let (picture, format) = (MinificationTests.artwork, MinificationTests.grey)
    let texture = Texture(picture, for: format)
    func sharpness(shrink: Double) throws -> Double {
      var total = 0.0
      for shift in [0.1, 0.35, 0.6, 0.85] {
        var canvas = TestPicture(format, 110, 110, of: [90, 128, 128])
        try canvas.draw(
          texture,
          at: .similarity(
            of: picture, to: 55 + shift, 55 - shift, scale: 1 / shrink, degrees: 40 * shift))
        let levels = canvas.planes[0]
        for i in 0..<(109 * 110) { total += pow(Double(levels[i]) - Double(levels[i + 1]), 2) }
      }
      // Edges grow as the picture does, and so does what lies between them.
      return total * shrink
    }
    for shrink in stride(from: 1.15, through: 1.6, by: 0.025) {
      let (near, far) = try (sharpness(shrink: shrink), sharpness(shrink: shrink * 1.01))
      #expect(abs(far / near - 1) < 0.3, "\(shrink): \(far / near)")
    }
  }
}

extension FilteredLevelTests {
  private static let margin = 2

  private static func texel(
    _ channels: Int, using generator: inout some RandomNumberGenerator
  ) -> [Int16] {
    let alpha =
      [0, Int16(CK_OPAQUE), .random(in: 0...Int16(CK_OPAQUE), using: &generator)]
      .randomElement(using: &generator) ?? 0
    return (1..<channels).map { _ in Int16.random(in: 0...alpha, using: &generator) } + [alpha]
  }

  private static func filtered(
    _ texels: [[[Int16]]], _ channels: Int, by filter: inout ck_filter
  ) -> [[[Int16]]] {
    let (width, height) = (texels[0].count, texels.count)
    let pitch = Double(filter.texels_read) / Double(filter.texels_made)
    let columns = Int((Double(width) / pitch).rounded(.up)) + 2 * margin
    let rows = Int((Double(height) / pitch).rounded(.up)) + 2 * margin
    let (stride, madeStride) = (width + 3, columns + 3)
    var from = [Int16](repeating: 0, count: stride * (height + 3) * channels)
    for y in 0..<height {
      for x in 0..<width {
        for c in 0..<channels {
          from[((y + 1) * stride + x + 1) * channels + c] = texels[y][x][c]
        }
      }
    }
    var to = [Int16](repeating: 0, count: madeStride * (rows + 3) * channels)
    var room = [Int16](
      repeating: 7, count: 2 * Int(ck_filter_room(Int32(width), Int32(channels))))
    from.withUnsafeBufferPointer { from in
      to.withUnsafeMutableBufferPointer { to in
        guard let from = from.baseAddress, let to = to.baseAddress else { return }
        ck_filter_level(
          &filter, from + (stride + 1) * channels,
          ck_extent(width: Int32(width), height: Int32(height), stride: Int32(stride)),
          to + (madeStride + 1) * channels,
          ck_extent(width: Int32(columns), height: Int32(rows), stride: Int32(madeStride)),
          Int32(margin), Int32(channels), &room)
      }
    }
    // The border stays transparent.
    for y in 0..<(rows + 3) {
      for x in 0..<madeStride
      where y == 0 || y > rows || x == 0 || x > columns {
        for c in 0..<channels {
          #expect(to[(y * madeStride + x) * channels + c] == 0, "border \(x), \(y)")
        }
      }
    }
    return (0..<rows).map { y in
      (0..<columns).map { x in
        let start = ((y + 1) * madeStride + x + 1) * channels
        return Array(to[start..<(start + channels)])
      }
    }
  }

  /// A texel in float64.
  private static func expected(
    _ texels: [[[Int16]]], _ channels: Int, _ x: Int, _ y: Int, _ filter: ck_filter
  ) -> [Double] {
    let (columns, rows) = (sources(x, filter), sources(y, filter))
    var sums = [Double](repeating: 0, count: channels)
    for (row, down) in rows where texels.indices.contains(row) {
      for (column, across) in columns where texels[row].indices.contains(column) {
        for c in 0..<channels { sums[c] += down * across * Double(texels[row][column][c]) }
      }
    }
    let alpha = min(max(sums[channels - 1], 0), Double(CK_OPAQUE))
    return sums.dropLast().map { min(max($0, 0), alpha) } + [alpha]
  }

  /// The texels that one is made of along an axis, with their weights.
  private static func sources(_ at: Int, _ filter: ck_filter) -> [(texel: Int, weight: Double)] {
    let made = Int(filter.texels_made)
    let group = Int((Double(at - margin) / Double(made)).rounded(.down))
    let phase = at - margin - group * made
    let first = withUnsafeBytes(of: filter.first) {
      Int($0.load(fromByteOffset: 4 * phase, as: Int32.self))
    }
    let count = Int(CK_FILTER_WEIGHTS)
    let weights = withUnsafeBytes(of: filter.weights) { bytes in
      (0..<count).map {
        bytes.load(fromByteOffset: 2 * (count * phase + $0), as: Int16.self)
      }
    }
    return weights.enumerated().map {
      (
        group * Int(filter.texels_read) + first + $0.offset,
        Double($0.element) / Double(CK_FILTER_SUM)
      )
    }
  }
}
