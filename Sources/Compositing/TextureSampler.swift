internal import CKernels

/// One pyramid at one place, opacity included.
struct TextureSampler {
  let pyramid: Pyramid
  let map: PlaneMap
  let opacity: Double
  let fineness: SamplingPlan.Fineness

  /// Visits the runs of pixels that the texture can change, each within a tile.
  func forEachRun(
    in region: TiledRegion, rows: Range<Int>,
    _ body: (UnsafePointer<ck_sampler>, _ row: Int, _ columns: Range<Int>) -> Void
  ) {
    region.forEachTile(rows: rows) { tile, runs in
      unsafe withSampler(tile: tile) { sampler, transparency in
        let cells = unsafe VisibleCells(
          tile: tile, sampler: sampler.pointee, transparency: transparency)
        if cells.isEmpty { return }
        for y in runs.rows {
          cells.forEachRun(row: y, in: runs.columns(row: y)) { columns in
            unsafe body(sampler, y, columns)
          }
        }
      }
    }
  }

  /// Chooses level and taps for a tile and lends the kernels' view of them, and where the level
  /// is transparent.
  ///
  /// The choice depends on the tile's place in the plane alone, never on the rows that a caller
  /// draws, so that a frame split over threads has the bytes of one drawn whole. A tile whose
  /// middle lies behind the horizon is asked for at its corner nearest to the artwork.
  func withSampler(
    tile: Tile, _ body: (UnsafePointer<ck_sampler>, TransparencyMap) -> Void
  ) {
    guard let footprint = footprint(of: tile),
      let plan = SamplingPlan(
        footprint, levels: pyramid.finest...pyramid.coarsest, fineness: fineness)
    else { return }
    let level = pyramid.levels[plan.level - pyramid.finest]
    // A texel of the level in the kernels' fixed point; half a texel because texels are named by
    // their corners and sampled at their middles, a whole one for the border, and half a unit so
    // that cutting off rounds.
    let one = Double(1 << CK_SUBTEXEL_BITS)
    let scale = one / Double(1 << plan.level)
    let offset = one / 2 + 0.5
    // From a pixel's column and row to its middle.
    func atMiddle(_ row: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(row.x, row.y, row.z + (row.x + row.y) / 2)
    }
    let u = atMiddle(map.backward.x * scale + map.backward.w * offset)
    let v = atMiddle(map.backward.y * scale + map.backward.w * offset)
    let w = atMiddle(map.backward.w)
    unsafe withUnsafeTemporaryAllocation(of: ck_tap.self, capacity: Int(CK_MAX_TAPS)) {
      taps in
      unsafe plan.place(footprint, into: taps)
      unsafe level.texels.withUnsafeBufferPointer { texels in
        guard let base = texels.baseAddress, let firstTap = unsafe UnsafePointer(taps.baseAddress)
        else { return }
        var sampler = unsafe ck_sampler(
          texels: base, stride: Int32(level.stride),
          limit_u: Int32(level.width + 1) << CK_SUBTEXEL_BITS,
          limit_v: Int32(level.height + 1) << CK_SUBTEXEL_BITS,
          ux: u.x, uy: u.y, u1: u.z, vx: v.x, vy: v.y, v1: v.z, wx: w.x, wy: w.y, w1: w.z,
          taps: firstTap, tap_count: Int32(plan.tapCount),
          gain: Float(opacity / Double(plan.tapCount)))
        unsafe body(&sampler, pyramid.transparency[plan.level - pyramid.finest])
      }
    }
  }

  private func footprint(of tile: Tile) -> Footprint? {
    let (left, right) = (Double(tile.x), Double(tile.x + tile.width))
    let (top, bottom) = (Double(tile.y), Double(tile.y + tile.height))
    if let middle = map.footprint(x: (left + right) / 2, y: (top + bottom) / 2) { return middle }
    let weight = map.backward.w
    return map.footprint(x: weight.x > 0 ? right : left, y: weight.y > 0 ? bottom : top)
  }
}

/// A rectangle of a plane whose pixels are sampled alike.
struct Tile {
  /// Wide enough that the call of a kernel costs little, small enough that the footprint hardly
  /// changes within, and that the samples of a row stay on the stack.
  static let width = 64
  static let height = 32

  let x, y: Int
  var width = Tile.width
  var height = Tile.height
}
