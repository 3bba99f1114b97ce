internal import CKernels

/// One pyramid at one place, opacity included.
struct TextureSampler {
  let pyramid: Pyramid
  let map: PlaneMap
  let opacity: Double
  let fineness: SamplingPlan.Fineness

  /// Visits the tiles that the texture can change, and the parts of those that perspective divides.
  ///
  /// Avatars are transparent for the most part: of the boxes around a mask's layers a third is seen.
  /// A cell is left out only where all texels that its pixels could read are 0, and drawn without
  /// blending only where they are all opaque, so this changes no byte.
  ///
  /// - Parameters:
  ///   - rows: the plane's rows that are drawn.
  ///   - wanted: which cells of a tile are of interest; others are left out.
  ///   - body: gets what is drawn of a tile, without the number of its first tap, and its taps.
  func forEachTile(
    in region: TiledRegion, rows: Range<Int>, wanted: (Tile) -> UInt32 = { _ in .max },
    _ body: (ck_tile, UnsafeBufferPointer<ck_tap>) -> Void
  ) {
    unsafe withSamplers { samplers in
      region.forEachTile(rows: rows) { tile, runs in
        let wanted = wanted(tile)
        guard wanted != 0 else { return }
        TileDivision(of: tile, map).forEachPart { part in
          guard let sampler = unsafe samplers.sampler(of: part.tile) else { return }
          let cells = unsafe samplers.cells(wanted & part.cells, of: tile, sampler)
          guard cells.visible != 0 else { return }
          let found = unsafe ck_tile(
            sampler: sampler, first_tap: 0, x: Int32(tile.x), y: Int32(tile.y),
            first_row: Int32(runs.rows.lowerBound), end_row: Int32(runs.rows.upperBound),
            cells: cells)
          unsafe body(found, samplers.taps(of: sampler))
        }
      }
    }
  }

  /// Lends the kernels' view of a tile.
  func withSampler(tile: Tile, _ body: (UnsafePointer<ck_sampler>) -> Void) {
    unsafe withSamplers { samplers in
      guard var sampler = unsafe samplers.sampler(of: tile) else { return }
      unsafe body(&sampler)
    }
  }

  private func withSamplers(_ body: (inout TileSamplers) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: ck_tap.self, capacity: Int(CK_MAX_TAPS)) { taps in
      guard let taps = taps.baseAddress else { return }
      var samplers = unsafe TileSamplers(self, taps: taps)
      unsafe body(&samplers)
    }
  }
}

/// Makes the kernels' samplers of one texture's tiles.
@unsafe private struct TileSamplers {
  private let map: PlaneMap
  private let opacity: Double
  private let fineness: SamplingPlan.Fineness
  private let pyramid: Pyramid
  private let taps: UnsafeMutablePointer<ck_tap>
  /// The level that was sampled last, as most tiles of a layer have the same.
  private var last: (source: SamplingPlan.Source, level: LevelView)?

  /// - Parameter taps: room for the most taps that a pixel may take: those of the last sampler.
  init(_ sampler: TextureSampler, taps: UnsafeMutablePointer<ck_tap>) {
    unsafe (map, opacity, fineness) = (sampler.map, sampler.opacity, sampler.fineness)
    unsafe pyramid = sampler.pyramid
    unsafe self.taps = unsafe taps
  }

  /// Chooses level and taps for a tile, or a part of one; nil where nothing of it can be seen.
  ///
  /// The choice depends on the tile's place in the plane alone, never on the rows that a caller
  /// draws, so that a frame split over threads has the bytes of one drawn whole.
  mutating func sampler(of tile: Tile) -> ck_sampler? {
    guard let anchor = unsafe anchor(of: tile),
      let footprint = unsafe map.footprint(x: anchor.x, y: anchor.y),
      let plan = unsafe SamplingPlan(
        footprint, levels: pyramid.finest...pyramid.coarsest,
        hasFiltered: pyramid.hasFiltered, fineness: fineness)
    else { return nil }
    let level = unsafe level(plan.source)
    let room = unsafe UnsafeMutableBufferPointer(start: taps, count: Int(CK_MAX_TAPS))
    unsafe plan.place(footprint, pitch: level.pitch, into: room)
    let m = unsafe AnchoredMap(map, level: level, anchor: anchor)
    return unsafe ck_sampler(
      texels: level.texels, stride: level.coverage.width,
      limit_u: level.limits.x, limit_v: level.limits.y,
      x: Int32(anchor.x), y: Int32(anchor.y), u: m.texel.x, v: m.texel.y,
      ux: m.u.x, uy: m.u.y, u1: m.u.z, vx: m.v.x, vy: m.v.y, v1: m.v.z,
      wx: m.w.x, wy: m.w.y, taps: UnsafePointer(taps), tap_count: Int32(plan.tapCount),
      gain: Float(opacity / Double(plan.tapCount)))
  }

  /// Looks up which cells of a tile show anything, by the sampler that was made last.
  func cells(_ wanted: UInt32, of tile: Tile, _ sampler: ck_sampler) -> ck_cells {
    guard var coverage = unsafe last?.level.coverage else { return ck_cells() }
    var sampler = unsafe sampler
    var cells = unsafe ck_cells_of(&sampler, &coverage, Int32(tile.x), Int32(tile.y), wanted)
    if unsafe opacity < 1 { cells.opaque = 0 }
    return cells
  }

  /// The taps of the sampler that was made last.
  func taps(of sampler: ck_sampler) -> UnsafeBufferPointer<ck_tap> {
    unsafe UnsafeBufferPointer(start: taps, count: Int(sampler.tap_count))
  }

  private mutating func level(_ source: SamplingPlan.Source) -> LevelView {
    if let last = unsafe last, unsafe last.source == source { return unsafe last.level }
    let view = unsafe LevelView(pyramid.level(source))
    unsafe last = unsafe (source, view)
    return unsafe view
  }

  /// The pixel that a tile's map is measured from and that its footprint is taken of: the middle
  /// one, or that of the corners which lies farthest before the horizon; nil behind it.
  private func anchor(of tile: Tile) -> SIMD2<Double>? {
    func weight(_ p: SIMD2<Double>) -> Double {
      let w = unsafe map.backward.w
      return w.x * (p.x + 0.5) + w.y * (p.y + 0.5) + w.z
    }
    let middle = SIMD2(Double(tile.x + tile.width / 2), Double(tile.y + tile.height / 2))
    if weight(middle) > 0 { return middle }
    let w = unsafe map.backward.w
    let corner = SIMD2(
      Double(w.x > 0 ? tile.x + tile.width : tile.x),
      Double(w.y > 0 ? tile.y + tile.height : tile.y))
    return weight(corner) > 0 ? corner : nil
  }
}

/// A level as the kernels see it, for as long as its pyramid lives.
@unsafe private struct LevelView {
  let texels: UnsafePointer<Int16>
  let coverage: ck_coverage
  /// The largest coordinates that may be sampled, in the kernels' fixed point.
  let limits: SIMD2<Int32>
  let pitch: Double
  let margin: Int

  init(_ covered: CoveredLevel) {
    let level = covered.level
    unsafe texels = unsafe level.texels.base
    unsafe coverage = unsafe covered.coverage.coverage
    unsafe limits =
      SIMD2(Int32(level.width + 1), Int32(level.height + 1)) &<< Int32(CK_SUBTEXEL_BITS)
    unsafe (pitch, margin) = (level.pitch, level.margin)
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

  init(_ map: PlaneMap, level: LevelView, anchor: SIMD2<Double>) {
    // A texel of the level in fixed point; half a texel because texels are named by their corners
    // and sampled at their middles, a whole one for the border, and the margin.
    let one = Double(1 << CK_SUBTEXEL_BITS)
    let scale = unsafe one / level.pitch
    let offset = unsafe one / 2 + one * Double(level.margin)
    func measured(_ row: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(row.x, row.y, row.x * (anchor.x + 0.5) + row.y * (anchor.y + 0.5) + row.z)
    }
    let weight = measured(map.backward.w)
    func coordinate(_ row: SIMD3<Double>, limit: Int32) -> (texel: Int32, SIMD3<Float>) {
      let numerator = measured(row * scale + map.backward.w * offset)
      // Rounded by hand, since `rounded` is a call of the C library. Within the limit it fits in 32 bits, and of a
      // place that is no number the comparison fails.
      let place = numerator.z / weight.z
      let nearest = place > 0 ? Int32(min(place, Double(limit)) + 0.5) : 0
      let texel = Double(nearest)
      return (nearest, SIMD3<Float>((numerator - texel * weight) / weight.z))
    }
    let (column, u) = unsafe coordinate(map.backward.x, limit: level.limits.x)
    let (row, v) = unsafe coordinate(map.backward.y, limit: level.limits.y)
    (texel, self.u, self.v) = (SIMD2(column, row), u, v)
    w = SIMD3<Float>(weight / weight.z)
  }
}
