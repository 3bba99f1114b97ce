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
  fileprivate init(_ encoding: YUVEncoding) {
    let k = encoding.coefficients
    self.init(
      luma_scale: Float(k.lumaScale), luma_offset: Float(k.lumaOffset),
      chroma_scale: Float(k.chromaScale), chroma_offset: Float(k.chromaOffset), kr: Float(k.kr),
      kb: Float(k.kb))
  }
}

extension Compositor {
  /// Draws on Y, Cb and Cr in a mode other than normal.
  ///
  /// Luma is blended with the backdrop's chroma and the other way round, so neither may be written
  /// before both are blended: a chroma row is drawn together with its two luma rows.
  func blendYUV(
    _ layer: YUVLayer, _ mode: ck_blend_mode, _ encoding: YUVEncoding,
    on planes: MutablePlanes, rows: Range<Int>
  ) {
    let job = unsafe BlendJob(
      layer: layer, mode: mode, yuv: ck_yuv(encoding), kernels: kernelSet.kernels,
      luma: planes[0], cb: planes[1], cr: planes[2])
    unsafe job.draw(chromaRows: Self.chromaRows(of: rows))
  }
}

/// One layer on one picture in one mode.
@unsafe private struct BlendJob {
  let layer: YUVLayer
  let mode: ck_blend_mode
  let yuv: ck_yuv
  let kernels: ck_kernels
  let luma, cb, cr: MutablePlane

  func draw(chromaRows: Range<Int>) {
    // The rows' samples: two of luma, one of chroma, and what each is blended with.
    let room = 4 * Tile.width * 2
    unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: 4 * room) { buffer in
      guard let base = buffer.baseAddress else { return }
      let samples = unsafe Samples(
        upper: base, lower: base + room, chroma: base + 2 * room, other: base + 3 * room)
      unsafe layer.chromaRegion.forEachTile(rows: chromaRows) { tile, runs in
        let covered = Tile(
          x: 2 * tile.x, y: 2 * tile.y, width: 2 * tile.width, height: 2 * tile.height)
        unsafe withSamplers(chroma: tile, luma: covered) { samplers in
          for y in runs.rows {
            unsafe draw(chromaRow: y, columns: runs.columns(row: y), samplers, samples)
          }
        }
      }
    }
  }

  /// Room for the samples of a chroma row and its luma rows.
  @unsafe private struct Samples {
    let upper, lower, chroma, other: UnsafeMutablePointer<Int16>
  }

  /// Both pyramids at the places of both planes' samples.
  @unsafe private struct Samplers {
    let lumaAtLuma, chromaAtLuma, lumaAtChroma, chromaAtChroma: UnsafePointer<ck_sampler>
  }

  private func withSamplers(chroma: Tile, luma: Tile, _ body: (Samplers) -> Void) {
    let (lumaMap, chromaMap) = unsafe (layer.lumaMap, layer.chromaMap)
    unsafe layer.lumaSampler(at: lumaMap).withSampler(tile: luma) { a, _ in
      unsafe layer.chromaSampler(at: lumaMap).withSampler(tile: luma) { b, _ in
        unsafe layer.lumaSampler(at: chromaMap).withSampler(tile: chroma) { c, _ in
          unsafe layer.chromaSampler(at: chromaMap).withSampler(tile: chroma) { d, _ in
            unsafe body(
              Samplers(lumaAtLuma: a, chromaAtLuma: b, lumaAtChroma: c, chromaAtChroma: d))
          }
        }
      }
    }
  }

  private func draw(
    chromaRow y: Int, columns: Range<Int>, _ samplers: Samplers, _ samples: Samples
  ) {
    guard !columns.isEmpty else { return }
    let (x, count) = (Int32(columns.lowerBound), Int32(columns.count))
    let last = unsafe luma.height - 1
    let pixels = unsafe (2 * columns.lowerBound)..<min(2 * columns.upperBound, luma.width)
    let lumaCount = Int32(pixels.count)

    unsafe kernels.sample_quad(samplers.chromaAtChroma, x, Int32(y), count, samples.chroma)
    unsafe kernels.sample_pair(samplers.lumaAtChroma, x, Int32(y), count, samples.other)
    unsafe withUnsafePointer(to: yuv) { yuv in
      unsafe ck_blend_chroma(
        mode, yuv, samples.chroma, samples.other, luma.row(2 * y), luma.row(min(2 * y + 1, last)),
        Int32(luma.width - 1), cb.row(y), cr.row(y), x, count)
    }
    let lumaRows = unsafe [(2 * y, samples.upper), (2 * y + 1, samples.lower)]
    for unsafe(row, pairs) in unsafe lumaRows where row <= last {
      unsafe kernels.sample_pair(samplers.lumaAtLuma, 2 * x, Int32(row), lumaCount, pairs)
      unsafe kernels.sample_quad(samplers.chromaAtLuma, 2 * x, Int32(row), lumaCount, samples.other)
      unsafe withUnsafePointer(to: yuv) { yuv in
        unsafe ck_blend_luma(
          mode, yuv, pairs, samples.other, luma.row(row), cb.row(y), cr.row(y), 2 * x, lumaCount)
      }
    }
    unsafe kernels.over_two_planes(
      samples.chroma, cb.row(y) + columns.lowerBound, cr.row(y) + columns.lowerBound, count)
    for unsafe(row, pairs) in unsafe lumaRows where row <= last {
      unsafe kernels.over_plane(pairs, luma.row(row) + pixels.lowerBound, lumaCount)
    }
  }
}
