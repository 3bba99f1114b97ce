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
    on target: PlaneTarget, rows: Range<Int>, cells: StackedCells?
  ) {
    unsafe sampler.forEachBlock(
      in: region, rows: rows, width: target.width, cells: cells?.first
    ) { sampler, block in
      if let mode = blend.kernelMode {
        unsafe target.drawRows(sampler, block) { samples, pixels in
          unsafe blendPacked(samples, mode, with: pixels, of: target.bytes, Int(block.drawn))
        }
      } else {
        unsafe target.draw(sampler, block)
      }
    }
  }

  /// Draws on Y, Cb and Cr, source-over.
  func drawYUV(
    _ layer: YUVLayer, _ layout: YUVLayout, on planes: MutablePlanes, rows: Range<Int>,
    cells: StackedCells?
  ) {
    let kernels = unsafe kernelSet.kernels
    let luma = unsafe layout.lumaTarget(planes, kernels)
    unsafe layer.lumaSampler(at: layer.lumaMap).forEachBlock(
      in: layer.lumaRegion, rows: rows, width: luma.width, cells: cells?.first
    ) { unsafe luma.draw($0, $1) }
    let chroma = unsafe layout.chromaTarget(planes, kernels)
    unsafe layer.chromaSampler(at: layer.chromaMap).forEachBlock(
      in: layer.chromaRegion, rows: Self.chromaRows(of: rows, layout), width: chroma.width,
      cells: cells?.chroma
    ) { unsafe chroma.draw($0, $1) }
  }
}
