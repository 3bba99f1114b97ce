/// JPEG pictures, written only: for previews, where a PNG is ten times as large.
///
/// Baseline sequential DCT (ITU-T T.81), 4:4:4, the tables of its annex K: every viewer reads it.
public enum JPEG {
  /// Encodes a picture; what is transparent is shown on a ground, since JPEG has no alpha.
  ///
  /// `quality` is 1 to 100, with the meaning that libjpeg gave it; values beyond are taken for the
  /// nearest. Nil for a picture with a side over 65,535 pixels, the format's limit.
  public static func encode(
    _ picture: StraightRGBA8, quality: Int = 85, ground: RGBA8 = RGBA8(128, 128, 128)
  ) -> [UInt8]? {
    guard picture.width <= 65_535, picture.height <= 65_535 else { return nil }
    let flat = picture.isOpaque ? picture : picture.flattened(on: ground)
    let tables = JPEGTables(quality: quality)
    var writer = JPEGBitWriter(header: tables.header(width: flat.width, height: flat.height))
    var block = JPEGBlock()
    var previous = (0, 0, 0)
    for top in stride(from: 0, to: flat.height, by: 8) {
      for left in stride(from: 0, to: flat.width, by: 8) {
        block.load(flat, left: left, top: top)
        block.transform(0, tables.luma)
        writer.put(block.coefficients, after: &previous.0, tables.lumaCodes)
        block.transform(1, tables.chroma)
        writer.put(block.coefficients, after: &previous.1, tables.chromaCodes)
        block.transform(2, tables.chroma)
        writer.put(block.coefficients, after: &previous.2, tables.chromaCodes)
      }
    }
    return writer.finish()
  }
}

/// Eight by eight pixels on their way from colours to quantised frequencies.
private struct JPEGBlock {
  /// The quantised coefficients of the last transform, in zigzag order.
  private(set) var coefficients = [Int](repeating: 0, count: 64)
  /// The rows of Y, Cb and Cr about zero, one after the other.
  private var rows = [SIMD8<Float>](repeating: .zero, count: 24)

  /// Takes pixels; beyond the picture's edge, the edge's.
  mutating func load(_ picture: StraightRGBA8, left: Int, top: Int) {
    for y in 0..<8 {
      let start = min(top + y, picture.height - 1) * picture.width
      var (r, g, b) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
      for x in 0..<8 {
        let i = 4 * (start + min(left + x, picture.width - 1))
        r[x] = Float(picture.bytes[i])
        g[x] = Float(picture.bytes[i + 1])
        b[x] = Float(picture.bytes[i + 2])
      }
      // JFIF 1.02: BT.601's luma, full range.
      rows[y] = 0.299 * r + 0.587 * g + 0.114 * b - 128
      rows[8 + y] = -0.168_735_9 * r - 0.331_264_1 * g + 0.5 * b
      rows[16 + y] = 0.5 * r - 0.418_687_6 * g - 0.081_312_4 * b
    }
  }

  /// The DCT of a plane by its definition, along rows and then along columns, divided by the
  /// quantiser.
  mutating func transform(_ plane: Int, _ quantiser: [Float]) {
    var across = [SIMD8<Float>](repeating: .zero, count: 8)
    for y in 0..<8 {
      for x in 0..<8 { across[y] += rows[8 * plane + y][x] * Self.cosines[x] }
    }
    for v in 0..<8 {
      var frequencies = SIMD8<Float>.zero
      for y in 0..<8 { frequencies += Self.cosines[y][v] * across[y] }
      for u in 0..<8 {
        let place = 8 * v + u
        let quantised = (frequencies[u] / quantiser[place]).rounded()
        coefficients[JPEGTables.order[place]] = Int(quantised)
      }
    }
  }

  /// `C(u) / 2 * cos((2x + 1) u pi / 16)` for all u, at x (T.81, A.3.3).
  private static let cosines: [SIMD8<Float>] = {
    // cos(k pi / 16) for k = 0 to 8; the others by symmetry.
    let quarter: [Double] = [
      1, 0.980_785_280_403_230_4, 0.923_879_532_511_286_7, 0.831_469_612_302_545_2,
      0.707_106_781_186_547_6, 0.555_570_233_019_602_2, 0.382_683_432_365_089_8,
      0.195_090_322_016_128_3, 0,
    ]
    func cosine(_ k: Int) -> Double {
      let folded = k % 32 > 16 ? 32 - k % 32 : k % 32
      return folded > 8 ? -quarter[16 - folded] : quarter[folded]
    }
    return (0..<8).map { x in
      var all = SIMD8<Float>.zero
      for u in 0..<8 { all[u] = Float((u == 0 ? quarter[4] : 1) / 2 * cosine((2 * x + 1) * u)) }
      return all
    }
  }()
}
