internal import CKernels
internal import Imaging

/// A texture's two pyramids on the planes of a Y'CbCr picture.
struct YUVLayer {
  let luma, chroma: Pyramid
  let lumaMap, chromaMap: PlaneMap
  let opacity: Double
  let lumaRegion, chromaRegion: TiledRegion

  /// The luma pyramid at the places of a plane's samples.
  func lumaSampler(at map: PlaneMap) -> TextureSampler {
    TextureSampler(pyramid: luma, map: map, opacity: opacity, fineness: .luma)
  }

  /// The chroma pyramid at the places of a plane's samples.
  func chromaSampler(at map: PlaneMap) -> TextureSampler {
    TextureSampler(pyramid: chroma, map: map, opacity: opacity, fineness: .chroma)
  }
}

extension Compositor {
  /// The chroma rows that belong to luma rows: those whose first luma row is among them.
  static func chromaRows(of rows: Range<Int>) -> Range<Int> {
    ((rows.lowerBound + 1) / 2)..<((rows.upperBound + 1) / 2)
  }

  /// Draws on packed RGBA.
  func drawColour(
    _ sampler: TextureSampler, _ region: TiledRegion, _ blend: BlendMode, on plane: MutablePlane,
    rows: Range<Int>
  ) {
    let kernels = unsafe kernelSet.kernels
    unsafe withSamples { samples in
      unsafe sampler.forEachRun(in: region, rows: rows) { texels, y, run in
        let (x, count) = (Int32(run.lowerBound), Int32(run.count))
        let to = unsafe plane.row(y) + 4 * run.lowerBound
        unsafe kernels.sample_quad(texels, x, Int32(y), count, samples)
        if let mode = blend.kernelMode {
          unsafe ck_blend_rgba(mode, samples, to, count)
        }
        unsafe kernels.over_rgba(samples, to, count)
      }
    }
  }

  /// Draws on Y, Cb and Cr, source-over.
  func drawYUV(_ layer: YUVLayer, on planes: MutablePlanes, rows: Range<Int>) {
    let kernels = unsafe kernelSet.kernels
    let (luma, cb, cr) = unsafe (planes[0], planes[1], planes[2])
    unsafe withSamples { samples in
      let lumaSampler = layer.lumaSampler(at: layer.lumaMap)
      unsafe lumaSampler.forEachRun(in: layer.lumaRegion, rows: rows) { texels, y, run in
        let (x, count) = (Int32(run.lowerBound), Int32(run.count))
        unsafe kernels.sample_pair(texels, x, Int32(y), count, samples)
        unsafe kernels.over_plane(samples, luma.row(y) + run.lowerBound, count)
      }
      let chromaSampler = layer.chromaSampler(at: layer.chromaMap)
      let chromaRows = Self.chromaRows(of: rows)
      unsafe chromaSampler.forEachRun(in: layer.chromaRegion, rows: chromaRows) { texels, y, run in
        let (x, count) = (Int32(run.lowerBound), Int32(run.count))
        unsafe kernels.sample_quad(texels, x, Int32(y), count, samples)
        unsafe kernels.over_two_planes(
          samples, cb.row(y) + run.lowerBound, cr.row(y) + run.lowerBound, count)
      }
    }
  }

  /// Lends room for the samples of a run.
  func withSamples(_ body: (UnsafeMutablePointer<Int16>) -> Void) {
    unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: 4 * Tile.width) { buffer in
      if let base = buffer.baseAddress { unsafe body(base) }
    }
  }
}

extension MutablePlane {
  /// The first byte of a row.
  func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { unsafe base + y * stride }
}
