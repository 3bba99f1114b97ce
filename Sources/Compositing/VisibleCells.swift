internal import CKernels

/// Which cells of a tile, of 8 x 8 pixels each, can show anything of a texture.
///
/// Avatars are transparent for the most part: of the boxes around a mask's layers a third is seen.
/// A cell is left out only where all texels that its pixels could read are 0, so this changes no
/// byte. Asking once for 64 pixels costs a hundredth of sampling them.
struct VisibleCells {
  /// Pixels to a cell's side: as many as the kernels take at a time.
  static let side = 8
  private static let columns = Tile.width / side
  private static let rows = Tile.height / side

  private let tile: Tile
  /// A bit a cell, row by row.
  private let bits: UInt32

  /// Looks a tile's cells up.
  ///
  /// - Parameters:
  ///   - sampler: how the tile's pixels find their texels.
  ///   - transparency: that of the level that they are sampled from.
  init(tile: Tile, sampler: ck_sampler, transparency: TransparencyMap) {
    self.tile = tile
    let corners = unsafe CornerPlaces(sampler)
    let reach = unsafe Self.reach(of: sampler)
    let stride = Self.columns + 1
    // The texel of a place: the left or upper one of those that a sample takes.
    func whole(_ place: Int32) -> Int32 { place >> Self.unitBits }
    var bits: UInt32 = 0
    unsafe withUnsafeTemporaryAllocation(
      of: SIMD2<Int32>.self, capacity: stride * (Self.rows + 1)
    ) { places in
      for row in 0...Self.rows {
        for column in 0...Self.columns {
          let corner = corners.place(
            x: tile.x + column * Self.side, y: tile.y + row * Self.side)
          guard let corner else {
            bits = .max
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
          let isTransparent = transparency.isTransparent(
            columns: (whole(left &- reach.x), whole(right &+ reach.x) &+ 1),
            rows: (whole(top &- reach.y), whole(bottom &+ reach.y) &+ 1))
          if !isTransparent { bits |= 1 << UInt32(row * Self.columns + column) }
        }
      }
    }
    self.bits = bits
  }

  /// Where the corners of cells lie in a level.
  private struct CornerPlaces {
    let right, down, origin: SIMD3<Double>

    init(_ sampler: ck_sampler) {
      let texel = 1 / Double(1 << CK_SUBTEXEL_BITS)
      right = unsafe SIMD3(sampler.ux * texel, sampler.vx * texel, sampler.wx)
      down = unsafe SIMD3(sampler.uy * texel, sampler.vy * texel, sampler.wy)
      let middle = unsafe SIMD3(sampler.u1 * texel, sampler.v1 * texel, sampler.w1)
      // The kernels' coordinates are those of a pixel's middle.
      origin = middle - (right + down) / 2
    }

    /// The place of the upper left corner of a pixel; nil so near to the horizon or so far away
    /// that it is not exact to 1/64 of a texel.
    @inline(__always)
    func place(x: Int, y: Int) -> SIMD2<Int32>? {
      let p = origin + right * Double(x) + down * Double(y)
      let scale = Double(1 << VisibleCells.unitBits) / p.z
      let (u, v) = (p.x * scale, p.y * scale)
      guard p.z > 1e-3, abs(u) < 1e8, abs(v) < 1e8 else { return nil }
      return SIMD2(Int32(u), Int32(v))
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
  var isEmpty: Bool { bits == 0 }

  /// Visits the parts of a row that can show anything.
  func forEachRun(row: Int, in columns: Range<Int>, _ body: (Range<Int>) -> Void) {
    let first = UInt32((row - tile.y) / Self.side * Self.columns)
    var left = bits >> first & (1 << UInt32(Self.columns) - 1)
    var x = tile.x
    while left != 0 {
      let gap = left.trailingZeroBitCount
      left >>= UInt32(gap)
      let length = (~left).trailingZeroBitCount
      left >>= UInt32(length)
      x += gap * Self.side
      let run = (x..<(x + length * Self.side)).clamped(to: columns)
      if !run.isEmpty { body(run) }
      x += length * Self.side
    }
  }
}
