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
    unsafe withSamples { samples in
      unsafe sampler.forEachRun(in: region, rows: rows, cells: cells?.first(_:)) { texels, y, run in
        unsafe kernelSet.kernels.sample_quad(texels, run.sampled(row: y), samples)
        if let mode = blend.kernelMode {
          unsafe blendPacked(samples, mode, with: target, row: y, run)
        }
        unsafe target.put(samples, numbers: 4, row: y, blend == .normal ? run : run.mixed)
      }
    }
  }

  /// Draws on Y, Cb and Cr, source-over.
  func drawYUV(
    _ layer: YUVLayer, _ layout: YUVLayout, on planes: MutablePlanes, rows: Range<Int>,
    cells: StackedCells?
  ) {
    let kernels = unsafe kernelSet.kernels
    unsafe withSamples { samples in
      let luma = unsafe layout.lumaTarget(planes, kernels)
      let lumaSampler = layer.lumaSampler(at: layer.lumaMap)
      unsafe lumaSampler.forEachRun(
        in: layer.lumaRegion, rows: rows, cells: cells?.first(_:)
      ) { texels, y, run in
        unsafe kernels.sample_pair(texels, run.sampled(row: y), samples)
        unsafe luma.put(samples, numbers: 2, row: y, run)
      }
      let chroma = unsafe layout.chromaTarget(planes, kernels)
      let chromaSampler = layer.chromaSampler(at: layer.chromaMap)
      let chromaRows = Self.chromaRows(of: rows, layout)
      unsafe chromaSampler.forEachRun(
        in: layer.chromaRegion, rows: chromaRows, cells: cells?.chroma(_:)
      ) { texels, y, run in
        unsafe kernels.sample_quad(texels, run.sampled(row: y), samples)
        unsafe chroma.put(samples, numbers: 4, row: y, run)
      }
    }
  }

  /// Lends room for the samples of a run.
  func withSamples(_ body: (UnsafeMutablePointer<Int16>) -> Void) {
    let capacity = 4 * (Tile.width + Int(CK_SLACK))
    unsafe withUnsafeTemporaryAllocation(of: Int16.self, capacity: capacity) { buffer in
      if let base = buffer.baseAddress { unsafe body(base) }
    }
  }
}

extension VisibleCells.Run {
  /// What the kernels sample.
  func sampled(row: Int) -> ck_run {
    ck_run(
      x: Int32(cells.lowerBound), y: Int32(row), count: Int32(cells.count), is_inside: isInside)
  }

  /// The run where what is under it shows through in any case.
  var mixed: VisibleCells.Run {
    VisibleCells.Run(cells: cells, columns: columns, isInside: isInside, isOpaque: false)
  }
}
