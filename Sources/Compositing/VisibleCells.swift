internal import CKernels

/// Which cells of a tile, of 8 x 8 pixels each, can show anything of a texture, and in which of
/// them it is opaque.
///
/// Avatars are transparent for the most part: of the boxes around a mask's layers a third is seen.
/// A cell is left out only where all texels that its pixels could read are 0, and drawn without
/// blending only where they are all opaque, so this changes no byte. Asking once for 64 pixels
/// costs a hundredth of sampling them.
struct VisibleCells {
  /// Pixels to a cell's side: as many as the kernels take at a time.
  static let side = Int(CK_LANES)
  private static let columns = Tile.width / side
  private static let rows = Tile.height / side

  private let tile: Tile
  /// A bit a cell, row by row: those to draw; of these, those whose taps all lie within the level,
  /// and those that are opaque.
  private var visible: UInt32 = 0
  private var inside: UInt32 = 0
  private var opaque: UInt32 = 0

  /// Looks a tile's cells up.
  ///
  /// - Parameters:
  ///   - sampler: how the tile's pixels find their texels.
  ///   - coverage: that of the level that they are sampled from.
  ///   - isWhole: whether opaque texels are drawn so.
  init(tile: Tile, sampler: ck_sampler, coverage: CoverageMap, isWhole: Bool) {
    self.tile = tile
    let corners = unsafe CornerPlaces(sampler)
    let reach = unsafe Self.reach(of: sampler)
    let stride = Self.columns + 1
    // The texel of a place: the left or upper one of those that a sample takes.
    func whole(_ place: Int32) -> Int32 { place >> Self.unitBits }
    unsafe withUnsafeTemporaryAllocation(
      of: SIMD2<Int32>.self, capacity: stride * (Self.rows + 1)
    ) { places in
      for row in 0...Self.rows {
        for column in 0...Self.columns {
          let corner = corners.place(
            x: tile.x + column * Self.side, y: tile.y + row * Self.side)
          guard let corner else {
            visible = .max
            return
          }
          unsafe places[row * stride + column] = corner
        }
      }
      for row in 0..<Self.rows {
        for column in 0..<Self.columns {
          // Lines stay lines, so the box around its corners holds a cell before the horizon.
          let i = row * stride + column
          let (a, b) = unsafe (places[i], places[i + 1])
          let (c, d) = unsafe (places[i + stride], places[i + stride + 1])
          let (left, right) = (min(a.x, b.x, c.x, d.x), max(a.x, b.x, c.x, d.x))
          let (top, bottom) = (min(a.y, b.y, c.y, d.y), max(a.y, b.y, c.y, d.y))
          let box = coverage.box(
            columns: (whole(left &- reach.x), whole(right &+ reach.x) &+ 1),
            rows: (whole(top &- reach.y), whole(bottom &+ reach.y) &+ 1))
          let bit: UInt32 = 1 << UInt32(row * Self.columns + column)
          if !box.isTransparent { visible |= bit }
          if box.isInside { inside |= bit }
          if box.isInside, box.isOpaque, isWhole { opaque |= bit }
        }
      }
    }
  }

  /// Where the corners of cells lie in a level.
  private struct CornerPlaces {
    let right, down, origin: SIMD3<Double>
    let texel: SIMD2<Double>

    init(_ s: ck_sampler) {
      let unit = Double(1 << VisibleCells.unitBits) / Double(1 << CK_SUBTEXEL_BITS)
      right = unsafe SIMD3(Double(s.ux) * unit, Double(s.vx) * unit, Double(s.wx))
      down = unsafe SIMD3(Double(s.uy) * unit, Double(s.vy) * unit, Double(s.wy))
      let atAnchor = unsafe SIMD3(Double(s.u1) * unit, Double(s.v1) * unit, 1)
      // The kernels' coordinates are those of a pixel's middle.
      let (x, y) = unsafe (Double(s.x) + 0.5, Double(s.y) + 0.5)
      origin = atAnchor - right * x - down * y
      texel = unsafe SIMD2(Double(s.u), Double(s.v)) * unit
    }

    /// The place of the upper left corner of a pixel; nil so near to the horizon or so far from the
    /// anchor that the kernels' single precision is not surely exact to 1/64 of a texel.
    ///
    /// Their error is about 2^-22 of the distance to the anchor's texel, divided by the weight.
    @inline(__always)
    func place(x: Int, y: Int) -> SIMD2<Int32>? {
      let p = origin + right * Double(x) + down * Double(y)
      let (u, v) = (p.x / p.z, p.y / p.z)
      let farthest = Double(2048 << VisibleCells.unitBits)
      guard p.z > 0.125, abs(u) < farthest, abs(v) < farthest else { return nil }
      return SIMD2(Int32(u + texel.x), Int32(v + texel.y))
    }
  }

  /// Places are in 1/64 of a texel.
  private static let unitBits: Int32 = 6

  /// How far from its place a pixel takes its samples: its farthest tap, and two units for what
  /// was cut off the place and the tap.
  private static func reach(of sampler: ck_sampler) -> SIMD2<Int32> {
    var farthest = SIMD2<Int32>(0, 0)
    for i in unsafe 0..<Int(sampler.tap_count) {
      let tap = unsafe sampler.taps[i]
      farthest.x = max(farthest.x, abs(tap.u))
      farthest.y = max(farthest.y, abs(tap.v))
    }
    let shift = Int32(CK_SUBTEXEL_BITS) - unitBits
    return SIMD2(farthest.x >> shift, farthest.y >> shift) &+ 2
  }

  /// Whether nothing of the tile can be seen.
  var isEmpty: Bool { visible == 0 }

  /// Neighbouring cells of a row that are drawn alike.
  struct Run {
    /// The pixels of the cells; what is sampled.
    let cells: Range<Int>
    /// Those of them that are drawn.
    let columns: Range<Int>
    /// Whether all their taps are known to lie before the horizon and within the level.
    let isInside: Bool
    /// Whether all their samples are known to be opaque.
    let isOpaque: Bool
  }

  /// Visits the parts of a row that can show anything.
  func forEachRun(row: Int, in columns: Range<Int>, _ body: (Run) -> Void) {
    let first = UInt32((row - tile.y) / Self.side * Self.columns)
    let mask: UInt32 = 1 << UInt32(Self.columns) - 1
    var left = visible >> first & mask
    // A single opaque cell is not worth a call of its own.
    let whole = opaque >> first & mask
    let isOpaque = whole & (whole << 1 | whole >> 1)
    let isOutside = ~(inside >> first)
    while left != 0 {
      let start = left.trailingZeroBitCount
      let startsOpaque = isOpaque >> UInt32(start) & 1 == 1
      // What is drawn like the first cell.
      let alike = left & (startsOpaque ? isOpaque : ~isOpaque)
      let length = (~(alike >> UInt32(start))).trailingZeroBitCount
      let bits: UInt32 = (1 << UInt32(length) - 1) << UInt32(start)
      left &= ~bits
      let x = tile.x + start * Self.side
      let cells = x..<(x + length * Self.side)
      let drawn = cells.clamped(to: columns)
      if !drawn.isEmpty {
        body(
          Run(
            cells: cells, columns: drawn, isInside: isOutside & bits == 0, isOpaque: startsOpaque))
      }
    }
  }
}
