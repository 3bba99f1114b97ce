internal import CKernels
internal import Imaging

extension Compositor {
  /// The chroma rows that belong to luma rows: those whose first luma row is among them.
  static func chromaRows(of rows: Range<Int>, _ layout: YUVLayout) -> Range<Int> {
    let step = layout.subsamplingY
    return ((rows.lowerBound + step - 1) / step)..<((rows.upperBound + step - 1) / step)
  }

  /// Draws on packed pixels.
  func drawColour(
    _ sampler: TextureSampler, _ region: TiledRegion, _ blend: BlendMode,
    on target: PlaneTarget, rows: Range<Int>
  ) {
    guard let mode = blend.kernelMode else {
      return unsafe draw(sampler, region, on: target, rows: rows)
    }
    unsafe sampler.forEachTile(in: region, rows: rows) { tile, taps in
      guard let taps = taps.baseAddress else { return }
      unsafe target.drawRows(tile, taps: taps) { samples, pixels, count in
        unsafe blendPacked(samples, mode, with: pixels, of: target.bytes, count)
      }
    }
  }

  /// Draws on Y, Cb and Cr, source-over.
  func drawYUV(
    _ layer: YUVLayer, _ layout: YUVLayout, on planes: MutablePlanes, rows: Range<Int>
  ) {
    let kernels = unsafe kernelSet.kernels
    unsafe draw(
      layer.lumaSampler(at: layer.lumaMap), layer.lumaRegion,
      on: layout.lumaTarget(planes, kernels), rows: rows)
    unsafe draw(
      layer.chromaSampler(at: layer.chromaMap), layer.chromaRegion,
      on: layout.chromaTarget(planes, kernels), rows: Self.chromaRows(of: rows, layout))
  }

  private func draw(
    _ sampler: TextureSampler, _ region: TiledRegion, on target: PlaneTarget, rows: Range<Int>
  ) {
    unsafe sampler.forEachTile(in: region, rows: rows) { tile, taps in
      var tile = unsafe tile
      if let taps = taps.baseAddress { unsafe target.draw(&tile, taps: taps) }
    }
  }
}
