internal import CKernels
internal import Imaging

extension Compositor.BlendMode {
  /// The kernels' name of the mode; nil for `normal`, which needs no blending.
  var kernelMode: ck_blend_mode? {
    switch self {
    case .normal: nil
    case .multiply: CK_BLEND_MULTIPLY
    case .screen: CK_BLEND_SCREEN
    case .overlay: CK_BLEND_OVERLAY
    case .add: CK_BLEND_ADD
    }
  }
}

extension ck_yuv {
  /// The coefficients of an encoding, with the white of the artwork as 1: that is what multiplying leaves
  /// as it is, and in HDR it is reference white, not the largest signal.
  fileprivate init(_ encoding: YUVEncoding, bitDepth: Int) {
    let k = encoding.coefficients(bitDepth: bitDepth)
    let white = ArtworkColour(for: encoding).encoded(.one).max()
    self.init(
      luma_scale: Float(k.lumaScale * white), luma_offset: Float(k.lumaOffset),
      chroma_scale: Float(k.chromaScale * white), chroma_offset: Float(k.chromaOffset),
      kr: Float(k.kr), kb: Float(k.kb), peak: Float(1 / white))
  }
}

extension Compositor {
  /// Blends quads with the packed pixels under them, of so many bytes each.
  func blendPacked(
    _ quads: UnsafeMutablePointer<Int16>, _ mode: ck_blend_mode,
    with pixels: UnsafePointer<UInt8>, of bytes: Int, _ count: Int
  ) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4 * Tile.width) { backdrop in
      guard let base = backdrop.baseAddress else { return }
      for i in 0..<count {
        for c in 0..<4 { unsafe backdrop[4 * i + c] = c < bytes ? pixels[bytes * i + c] : 255 }
      }
      unsafe ck_blend_packed(mode, quads, base, Int32(count))
    }
  }

  /// Draws on Y, Cb and Cr in a mode other than normal.
  ///
  /// Luma is blended with the backdrop's chroma and the other way round, so neither may be written
  /// before both are blended: a chroma row is drawn together with its luma rows.
  func blendYUV(
    _ layer: YUVLayer, _ mode: ck_blend_mode, _ layout: YUVLayout, _ encoding: YUVEncoding,
    on planes: MutablePlanes, rows: Range<Int>
  ) {
    let kernels = unsafe kernelSet.kernels
    let job = unsafe BlendJob(
      layer: layer, mode: mode, yuv: ck_yuv(encoding, bitDepth: layout.bitDepth), layout: layout,
      kernels: kernels, backdrop: YUVReader(layout: layout, planes: planes),
      luma: layout.lumaTarget(planes, kernels), chroma: layout.chromaTarget(planes, kernels))
    unsafe job.draw(chromaRows: Self.chromaRows(of: rows, layout))
  }
}

/// One layer on one picture in one mode.
@unsafe private struct BlendJob {
  let layer: YUVLayer
  let mode: ck_blend_mode
  let yuv: ck_yuv
  let layout: YUVLayout
  let kernels: ck_kernels
  let backdrop: YUVReader
  let luma, chroma: PlaneTarget

  /// Room for the samples of one row of a tile: of the layer, and of what is under it.
  @unsafe private struct Samples {
    let layer, backdrop: ck_colours
  }

  private static let lumaRoom = 2 * (2 * Tile.width + Int(CK_SLACK))
  private static let chromaRoom = 2 * lumaRoom

  func draw(chromaRows: Range<Int>) {
    // A chroma row and, of 4:2:0, its two luma rows.
    let capacity = unsafe 3 * 2 * (Self.lumaRoom + Self.chromaRoom)
    unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: capacity) { buffer in
      guard let base = buffer.baseAddress else { return }
      func room(_ row: Int) -> Samples {
        let start = unsafe base + 2 * row * (Self.lumaRoom + Self.chromaRoom)
        func colours(_ start: UnsafeMutablePointer<Int16>) -> ck_colours {
          unsafe ck_colours(luma: start, chroma: start + Self.lumaRoom)
        }
        return unsafe Samples(
          layer: colours(start), backdrop: colours(start + Self.lumaRoom + Self.chromaRoom))
      }
      let (sx, sy) = unsafe (layout.subsamplingX, layout.subsamplingY)
      unsafe layer.chromaRegion.forEachTile(rows: chromaRows) { tile, runs in
        unsafe TileDivision(of: tile, layer.chromaMap).forEachPart { part in
          let tile = part.tile
          let covered = Tile(
            x: sx * tile.x, y: sy * tile.y, width: sx * tile.width, height: sy * tile.height)
          let columns = tile.x..<(tile.x + tile.width)
          unsafe withSamplers(at: layer.chromaMap, tile) { atChroma in
            unsafe withSamplers(at: layer.lumaMap, covered) { atLuma in
              for y in runs.rows.clamped(to: tile.y..<(tile.y + tile.height)) {
                let run = Run(whole: runs.columns(row: y).clamped(to: columns))
                guard let run else { continue }
                unsafe draw(chromaRow: y, run, atChroma, atLuma, room(0), [room(1), room(2)])
              }
            }
          }
        }
      }
    }
  }

  /// Both pyramids at the places of one plane's samples.
  @unsafe private struct Samplers {
    let luma, chroma: UnsafePointer<ck_sampler>
  }

  private func withSamplers(at map: PlaneMap, _ tile: Tile, _ body: (Samplers) -> Void) {
    unsafe layer.lumaSampler(at: map).withSampler(tile: tile) { luma in
      unsafe layer.chromaSampler(at: map).withSampler(tile: tile) { chroma in
        unsafe body(Samplers(luma: luma, chroma: chroma))
      }
    }
  }

  private func draw(
    chromaRow y: Int, _ run: Run, _ atChroma: Samplers, _ atLuma: Samplers,
    _ chromaSamples: Samples, _ lumaSamples: [Samples]
  ) {
    unsafe sample(atChroma, run, row: y, into: chromaSamples.layer)
    for x in run.columns {
      unsafe backdrop.readChroma(x, y, into: chromaSamples.backdrop, at: x - run.cells.lowerBound)
    }
    unsafe blend(chromaSamples, CK_BLENDED_CHROMA, run)

    let (sx, sy) = unsafe (layout.subsamplingX, layout.subsamplingY)
    let (width, height) = unsafe (backdrop.planes[0].width, backdrop.planes[0].height)
    let lumaRun = run.widened(sx, within: width)
    let rows = (sy * y..<min(sy * (y + 1), height))
    for unsafe(row, samples) in unsafe zip(rows, lumaSamples) {
      unsafe sample(atLuma, lumaRun, row: row, into: samples.layer)
      for x in lumaRun.columns {
        unsafe backdrop.readLuma(x, row, into: samples.backdrop, at: x - lumaRun.cells.lowerBound)
      }
      unsafe blend(samples, CK_BLENDED_LUMA, lumaRun)
    }
    unsafe chroma.put(chromaSamples.layer.chroma, components: 4, row: y, run)
    for unsafe(row, samples) in unsafe zip(rows, lumaSamples) {
      unsafe luma.put(samples.layer.luma, components: 2, row: row, lumaRun)
    }
  }

  private func sample(
    _ samplers: Samplers, _ run: Run, row: Int, into colours: ck_colours
  ) {
    unsafe kernels.sample_pair(samplers.luma, run.sampled(row: row), colours.luma)
    unsafe kernels.sample_quad(samplers.chroma, run.sampled(row: row), colours.chroma)
  }

  /// Blends the columns of a run that are drawn.
  private func blend(_ samples: Samples, _ what: ck_blended, _ run: Run) {
    func drawn(_ c: ck_colours) -> ck_colours {
      unsafe ck_colours(luma: c.luma + 2 * run.skipped, chroma: c.chroma + 4 * run.skipped)
    }
    unsafe withUnsafePointer(to: yuv) { yuv in
      unsafe ck_blend_yuv(
        mode, yuv, what, drawn(samples.layer), drawn(samples.backdrop), Int32(run.columns.count))
    }
  }
}

/// Pixels of a row: those that are sampled, whole cells, and those of them that are drawn.
private struct Run {
  let cells: Range<Int>
  let columns: Range<Int>

  init(cells: Range<Int>, columns: Range<Int>) {
    (self.cells, self.columns) = (cells, columns)
  }

  /// All cells that columns touch; nil for none.
  init?(whole columns: Range<Int>) {
    guard !columns.isEmpty else { return nil }
    let side = Int(CK_CELL_SIDE)
    let end = (columns.upperBound + side - 1) / side * side
    self.init(cells: (columns.lowerBound / side * side)..<end, columns: columns)
  }

  /// The same place on a plane with more columns.
  func widened(_ factor: Int, within width: Int) -> Run {
    Run(
      cells: (factor * cells.lowerBound)..<(factor * cells.upperBound),
      columns: (factor * columns.lowerBound)..<min(factor * columns.upperBound, width))
  }

  /// What the kernels sample.
  func sampled(row: Int) -> ck_run {
    ck_run(
      x: Int32(cells.lowerBound), y: Int32(row), count: Int32(cells.count), rows: 1,
      is_inside: false)
  }

  /// How many samples come before those that are drawn.
  var skipped: Int { columns.lowerBound - cells.lowerBound }
}

extension PlaneTarget {
  /// Puts the drawn ones of a run's samples, of `components` components each, over the picture.
  fileprivate func put(
    _ samples: UnsafePointer<Int16>, components: Int, row: Int, _ run: Run
  ) {
    unsafe put(
      samples + components * run.skipped, column: run.columns.lowerBound, row: row,
      count: run.columns.count)
  }
}
