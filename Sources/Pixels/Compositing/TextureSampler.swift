internal import CKernels

/// One pyramid at one place, opacity included.
struct TextureSampler {
  let pyramid: Pyramid
  let map: PlaneMap
  let opacity: Double
  let fineness: SamplingPlan.Fineness

  /// Visits the blocks of pixels that the texture can change, each within a tile.
  ///
  /// - Parameters:
  ///   - width: the columns there are.
  ///   - known: the cells to draw, where they have been looked up.
  func forEachBlock(
    in region: TiledRegion, rows: Range<Int>, width: Int,
    cells known: StackedCells.PlaneCells? = nil,
    _ body: (UnsafePointer<ck_sampler>, ck_block) -> Void
  ) {
    region.forEachTile(rows: rows) { tile, runs in
      if let known, known[tile].visible == 0 { return }
      TileDivision(of: tile, map).forEachPart { part in
        unsafe withSampler(tile: part.tile) { sampler, coverage in
          var found =
            unsafe known?[tile] ?? self.cells(part.cells, of: tile, sampler, coverage)
          found.visible &= part.cells
          let cells = VisibleCells(tile: tile, found)
          if cells.isEmpty { return }
          cells.forEachBlock(rows: runs.rows, width: width) { unsafe body(sampler, $0) }
        }
      }
    }
  }

  /// Looks the cells of all tiles up.
  ///
  /// - Parameter wanted: which cells of a tile are of interest; of others nothing is said.
  func forEachTile(
    in region: TiledRegion, wanted: (Tile) -> UInt32, _ body: (Tile, ck_cells) -> Void
  ) {
    region.forEachTile(rows: 0..<region.height) { tile, _ in
      let wanted = wanted(tile)
      var cells = ck_cells()
      guard wanted != 0 else { return body(tile, cells) }
      TileDivision(of: tile, map).forEachPart { part in
        unsafe withSampler(tile: part.tile) { sampler, coverage in
          let found = unsafe self.cells(part.cells & wanted, of: tile, sampler, coverage)
          cells.visible |= found.visible & part.cells
          cells.inside |= found.inside & part.cells
          cells.opaque |= found.opaque & part.cells
        }
      }
      body(tile, cells)
    }
  }

  private func cells(
    _ wanted: UInt32, of tile: Tile, _ sampler: UnsafePointer<ck_sampler>, _ coverage: CoverageMap
  ) -> ck_cells {
    var cells =
      unsafe coverage.withCoverage {
        unsafe ck_cells_of(sampler, $0, Int32(tile.x), Int32(tile.y), wanted)
      } ?? ck_cells()
    if opacity < 1 { cells.opaque = 0 }
    return cells
  }

  /// Chooses level and taps for a tile, or a part of one, and lends the kernels' view of them, and what the level
  /// covers.
  ///
  /// The choice depends on the tile's place in the plane alone, never on the rows that a caller
  /// draws, so that a frame split over threads has the bytes of one drawn whole.
  func withSampler(tile: Tile, _ body: (UnsafePointer<ck_sampler>, CoverageMap) -> Void) {
    guard let anchor = anchor(of: tile),
      let footprint = map.footprint(x: anchor.x, y: anchor.y),
      let plan = SamplingPlan(
        footprint, levels: pyramid.finest...pyramid.coarsest,
        hasFiltered: pyramid.hasFiltered, fineness: fineness)
    else { return }
    let covered = pyramid.level(plan.source)
    let level = covered.level
    unsafe withUnsafeTemporaryAllocation(of: ck_tap.self, capacity: Int(CK_MAX_TAPS)) {
      taps in
      unsafe plan.place(footprint, pitch: level.pitch, into: taps)
      unsafe level.texels.withUnsafeBufferPointer { texels in
        guard let base = texels.baseAddress, let firstTap = unsafe UnsafePointer(taps.baseAddress)
        else { return }
        let limits =
          SIMD2(Int32(level.width + 1), Int32(level.height + 1)) &<< Int32(CK_SUBTEXEL_BITS)
        let m = AnchoredMap(map, level: level, limits: limits, anchor: anchor)
        var sampler = unsafe ck_sampler(
          texels: base, stride: Int32(level.stride), limit_u: limits.x, limit_v: limits.y,
          x: Int32(anchor.x), y: Int32(anchor.y), u: m.texel.x, v: m.texel.y,
          ux: m.u.x, uy: m.u.y, u1: m.u.z, vx: m.v.x, vy: m.v.y, v1: m.v.z,
          wx: m.w.x, wy: m.w.y, taps: firstTap, tap_count: Int32(plan.tapCount),
          gain: Float(opacity / Double(plan.tapCount)))
        unsafe body(&sampler, covered.coverage)
      }
    }
  }

  /// The pixel that a tile's map is measured from and that its footprint is taken of: the middle
  /// one, or that of the corners which lies farthest before the horizon; nil behind it.
  private func anchor(of tile: Tile) -> SIMD2<Double>? {
    func weight(_ p: SIMD2<Double>) -> Double {
      let w = map.backward.w
      return w.x * (p.x + 0.5) + w.y * (p.y + 0.5) + w.z
    }
    let middle = SIMD2(Double(tile.x + tile.width / 2), Double(tile.y + tile.height / 2))
    if weight(middle) > 0 { return middle }
    let w = map.backward.w
    let corner = SIMD2(
      Double(w.x > 0 ? tile.x + tile.width : tile.x),
      Double(w.y > 0 ? tile.y + tile.height : tile.y))
    return weight(corner) > 0 ? corner : nil
  }
}

/// A map from pixels to texels, measured from a pixel and from the texel of the level that is
/// nearest to it, so that single precision does.
///
/// With N the numerator of a coordinate and W the weight, both linear in the pixel's place p, and
/// t the texel: N(p) / W(p) - t = (N(p) - t W(p)) / W(p).
private struct AnchoredMap {
  /// The texel, in the kernels' fixed point.
  let texel: SIMD2<Int32>
  /// What a coordinate gains for a pixel to the right, for a pixel below, and at the anchor.
  let u, v: SIMD3<Float>
  /// The same of the weight, which is 1 at the anchor.
  let w: SIMD3<Float>

  init(_ map: PlaneMap, level: Pyramid.Level, limits: SIMD2<Int32>, anchor: SIMD2<Double>) {
    // A texel of the level in fixed point; half a texel because texels are named by their corners
    // and sampled at their middles, a whole one for the border, and the margin.
    let one = Double(1 << CK_SUBTEXEL_BITS)
    let scale = one / level.pitch
    let offset = one / 2 + one * Double(level.margin)
    func measured(_ row: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(row.x, row.y, row.x * (anchor.x + 0.5) + row.y * (anchor.y + 0.5) + row.z)
    }
    let weight = measured(map.backward.w)
    func coordinate(_ row: SIMD3<Double>, limit: Int32) -> (texel: Int32, SIMD3<Float>) {
      let numerator = measured(row * scale + map.backward.w * offset)
      let place = (numerator.z / weight.z).rounded()
      let texel = place > 0 ? min(place, Double(limit)) : 0
      return (Int32(texel), SIMD3<Float>((numerator - texel * weight) / weight.z))
    }
    let (column, u) = coordinate(map.backward.x, limit: limits.x)
    let (row, v) = coordinate(map.backward.y, limit: limits.y)
    (texel, self.u, self.v) = (SIMD2(column, row), u, v)
    w = SIMD3<Float>(weight / weight.z)
  }
}
