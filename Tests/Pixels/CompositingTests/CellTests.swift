import CKernels
import Compositing
import TestSupport
import Testing

/// Which cells are drawn, and how, is decided by boxes of texels; what the plain kernels make of the same pixels
/// says whether that was right.
@Suite struct CellTests {
  @Test func `a window tells what there is in its texels`() {
    var generator = SplitMix64(state: 81)
    for _ in 0..<20 {
      let level = CoveredTexels(using: &generator)
      for row in 0..<level.down {
        for column in stride(from: row % 7, to: level.across, by: 7) {
          let four = level.windows[row * level.stride + column / 4]
          let expected = level.content(squareColumn: column, row: row)
          #expect(
            four >> (2 * (column % 4)) & 3 == expected,
            "\(level.columns) x \(level.rows), \(column) \(row)")
        }
      }
    }
  }

  @Test func `cells are left out where nothing is, and are opaque where nothing shows through`() {
    var generator = SplitMix64(state: 82)
    var (empty, leftOut, whole, known) = (0, 0, 0, 0)
    for round in 0..<400 {
      let level = CoveredTexels(using: &generator)
      var tile = SamplerCase(tileOf: level, using: &generator)
      let wanted = UInt32.random(in: 0...UInt32.max, using: &generator)
      let cells = level.cells(of: tile, wanted: wanted)
      #expect((cells.visible | cells.inside | cells.opaque) & ~wanted == 0)
      for cell in 0..<32 where wanted >> UInt32(cell) & 1 == 1 {
        tile.run = ck_run(
          x: Int32(cell % 8 * 8), y: Int32(cell / 8 * 8), count: 8, rows: 8, is_inside: false)
        let samples = tile.samples(by: ReferenceKernels.kernels)
        let alphas = (0..<64).map { samples[2 * $0 + 1] }
        let isEmpty = alphas.allSatisfy { $0 == 0 }
        let isWhole = alphas.allSatisfy { $0 == CK_OPAQUE }
        let isVisible = cells.visible >> UInt32(cell) & 1 == 1
        let isOpaque = cells.opaque >> UInt32(cell) & 1 == 1
        #expect(isVisible || isEmpty, "round \(round), cell \(cell)")
        #expect(!isOpaque || isWhole, "round \(round), cell \(cell)")
        if cells.inside >> UInt32(cell) & 1 == 1, let kernels = ck_kernels_at(0)?.pointee {
          // Kernels that are told so read what the plain ones read.
          tile.run.is_inside = true
          #expect(tile.samples(by: kernels) == samples, "round \(round), cell \(cell)")
        }
        empty += isEmpty ? 1 : 0
        leftOut += isVisible ? 0 : 1
        whole += isWhole ? 1 : 0
        known += isOpaque ? 1 : 0
      }
    }
    // Looking cells up is to be worth its time: measured 0.65 and more, of levels with much edge and maps from 0.1 to
    // 40 texels a pixel.
    #expect(empty > 500 && whole > 200, "\(empty), \(whole)")
    #expect(Double(leftOut) > 0.6 * Double(empty), "\(leftOut) of \(empty)")
    #expect(Double(known) > 0.6 * Double(whole), "\(known) of \(whole)")
  }

  /// Boxes of one window, of two each way and of more; whichever corner of a box the texel lies in.
  @Test(arguments: [1, 2, 4]) func `a lone texel is seen in every cell that reads it`(scale: Int) {
    var seen = 0
    for y in 64..<(64 + 12 * scale) {
      for x in 64..<(64 + 12 * scale) {
        let level = CoveredTexels(columns: 300, rows: 200, dotAt: (x, y))
        var tile = SamplerCase(texelsAPixel: Float(scale), of: level)
        let cells = level.cells(of: tile, wanted: .max)
        for cell in 0..<32 {
          tile.run = ck_run(
            x: Int32(cell % 8 * 8), y: Int32(cell / 8 * 8), count: 8, rows: 8, is_inside: false)
          let samples = tile.samples(by: ReferenceKernels.kernels)
          guard (0..<64).contains(where: { samples[2 * $0 + 1] != 0 }) else { continue }
          seen += 1
          #expect(cells.visible >> UInt32(cell) & 1 == 1, "\(x) \(y), cell \(cell)")
        }
      }
    }
    #expect(seen > 64)
  }
}

/// A level of discs that are opaque, faint or holes, in a transparent border as a pyramid's has it (one column on
/// the left, two on the right, rows alike), and what it covers.
private struct CoveredTexels {
  let columns: Int, rows: Int
  let texels: [Int16]
  let windows: [UInt8]
  /// Squares each way, and bytes in a row of them.
  var across: Int { (columns + 1) / 2 }
  var down: Int { (rows + 1) / 2 }
  var stride: Int { (across + 3) / 4 }

  init(using generator: inout some RandomNumberGenerator) {
    let columns = Int.random(in: 3...400, using: &generator)
    let rows = Int.random(in: 3...400, using: &generator)
    var texels = [Int16](repeating: 0, count: 2 * columns * rows)
    for _ in 0..<6 {
      let x = Int.random(in: 0...columns, using: &generator)
      let y = Int.random(in: 0...rows, using: &generator)
      let radius = Int.random(in: 1...120, using: &generator)
      let alphas: [Int16] = [Int16(CK_OPAQUE), Int16(CK_OPAQUE), 40, 0]
      let alpha = alphas.randomElement(using: &generator) ?? 0
      for v in max(1, y - radius)..<max(1, min(y + radius, rows - 2)) {
        for u in max(1, x - radius)..<max(1, min(x + radius, columns - 2))
        where (u - x) * (u - x) + (v - y) * (v - y) < radius * radius {
          texels[2 * (v * columns + u)] = alpha / 2
          texels[2 * (v * columns + u) + 1] = alpha
        }
      }
    }
    self.init(columns: columns, rows: rows, texels)
  }

  /// One opaque texel.
  init(columns: Int, rows: Int, dotAt place: (x: Int, y: Int)) {
    var texels = [Int16](repeating: 0, count: 2 * columns * rows)
    let number = 2 * (place.y * columns + place.x)
    (texels[number], texels[number + 1]) = (Int16(CK_OPAQUE), Int16(CK_OPAQUE))
    self.init(columns: columns, rows: rows, texels)
  }

  private init(columns: Int, rows: Int, _ texels: [Int16]) {
    (self.columns, self.rows, self.texels) = (columns, rows, texels)
    let (across, down) = ((columns + 1) / 2, (rows + 1) / 2)
    var found = [UInt8](repeating: 255, count: (across + 3) / 4 * down)
    var room = [UInt8](repeating: 255, count: across * (down + 1))
    Self.withCoverage(columns, rows, found) { ck_find_coverage(texels, 2, $0, &found, &room) }
    windows = found
  }

  /// Lends the level as kernels take it.
  private static func withCoverage(
    _ columns: Int, _ rows: Int, _ windows: [UInt8], _ body: (UnsafePointer<ck_coverage>) -> Void
  ) {
    windows.withUnsafeBufferPointer { windows in
      guard let base = windows.baseAddress else { return }
      var coverage = ck_coverage(
        windows: base, columns: Int32((columns + 1) / 2), rows: Int32((rows + 1) / 2),
        stride: Int32(((columns + 1) / 2 + 3) / 4), width: Int32(columns), height: Int32(rows))
      body(&coverage)
    }
  }

  /// What there is in the window from a square on, texel by texel.
  func content(squareColumn: Int, row: Int) -> UInt8 {
    let side = 2 * Int(CK_COVERAGE_WINDOW)
    var content: UInt32 = 0
    for y in (2 * row)..<min(2 * row + side, rows) {
      for x in (2 * squareColumn)..<min(2 * squareColumn + side, columns) {
        let alpha = texels[2 * (y * columns + x) + 1]
        if alpha != 0 { content |= UInt32(CK_COVERAGE_SEEN) }
        if alpha != CK_OPAQUE { content |= UInt32(CK_COVERAGE_SEEN_THROUGH) }
      }
    }
    return UInt8(content)
  }

  /// The cells of the tile at (0, 0).
  func cells(of tile: SamplerCase, wanted: UInt32) -> ck_cells {
    var cells = ck_cells()
    tile.withSampler { sampler in
      Self.withCoverage(columns, rows, windows) { cells = ck_cells_of(sampler, $0, 0, 0, wanted) }
    }
    return cells
  }
}

extension SamplerCase {
  /// An upright map with one tap, between texels each way, that puts the tile's first pixel at texel 64.
  fileprivate init(texelsAPixel scale: Float, of level: CoveredTexels) {
    let one = Int32(1 << CK_SUBTEXEL_BITS)
    var map = Map(
      stride: Int32(level.columns),
      limits: SIMD2(Int32(level.columns - 2), Int32(level.rows - 2)) &* one, pixel: .zero,
      texel: SIMD2(repeating: 64 * one + one / 3), gain: 1)
    map.u = SIMD3(scale * Float(one), 0, 0)
    map.v = SIMD3(0, scale * Float(one), 0)
    texels = level.texels
    isQuad = false
    self.map = map
    taps = [ck_tap(u: 0, v: 0)]
    run = ck_run(x: 0, y: 0, count: 8, rows: 8, is_inside: false)
  }

  /// A map that puts the middle of the tile at (0, 0) anywhere in a level, near it, or nowhere.
  fileprivate init(tileOf level: CoveredTexels, using generator: inout some RandomNumberGenerator) {
    let one = Float(1 << CK_SUBTEXEL_BITS)
    let limits =
      SIMD2(Int32(level.columns - 2), Int32(level.rows - 2)) &<< Int32(CK_SUBTEXEL_BITS)
    func number(_ reach: Float) -> Float { Float.random(in: -reach...reach, using: &generator) }
    func any(of numbers: [Float]) -> Float { numbers.randomElement(using: &generator) ?? 0 }
    let scale = one * any(of: [0.1, 0.7, 1, 1.3, 4, 40])
    let bent = any(of: [0, 0, 0.001, 0.02])
    let tapCount = Int(any(of: [1, 1, 4]))
    let reach = Int32(any(of: [0, 20_000, 40_000]))
    var map = Map(
      stride: Int32(level.columns), limits: limits, pixel: SIMD2(32, 16),
      texel: SIMD2(
        Int32.random(in: 0...limits.x, using: &generator),
        Int32.random(in: 0...limits.y, using: &generator)),
      gain: 1 / Float(tapCount))
    map.u = SIMD3(number(scale), number(scale), number(one))
    map.v = SIMD3(number(scale), number(scale), number(one))
    map.w = SIMD2(number(bent), number(bent))
    switch Int.random(in: 0..<40, using: &generator) {
    case 0, 1: map.u.z = number(100_000 * one)
    case 2: map.w.x = any(of: [.nan, .infinity, -1, 1e30])
    default: break
    }
    texels = level.texels
    isQuad = false
    self.map = map
    taps = (0..<tapCount).map { _ in
      ck_tap(
        u: Int32.random(in: -reach...reach, using: &generator),
        v: Int32.random(in: -reach...reach, using: &generator))
    }
    run = ck_run(x: 0, y: 0, count: 8, rows: 8, is_inside: false)
  }
}
