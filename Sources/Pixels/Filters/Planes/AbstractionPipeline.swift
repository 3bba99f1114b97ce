internal import CFilters

/// The planes that the looks of paint and comic pass through, and the steps that both share: image
/// abstraction by a generalized Kuwahara filter and a guided filter.
struct AbstractionPipeline {
  let shape: FilterPlanes.Shape
  let scale: Scale
  let width, height: Int
  /// The picture's luma, blue and red at the size of these planes.
  let source: [PaddedPlane]
  /// The smoothed planes: luma, blue, red, noise.
  let smoothed: [PaddedPlane]
  /// The means of luma and of its square over windows.
  let luma, square: PaddedPlane
  /// The lines by which the smoothed luma follows the picture's: slope and offset.
  let line: [PaddedPlane]
  private var rows: [Float]
  private var finishing: [Float]

  init(_ shape: FilterPlanes.Shape) {
    self.shape = shape
    scale = Scale(shape)
    let (width, height) = (scale.samples(shape.width), scale.samples(shape.height))
    (self.width, self.height) = (width, height)
    func planes(_ count: Int) -> [PaddedPlane] {
      (0..<count).map { _ in PaddedPlane(width: width, height: height) }
    }
    source = planes(3)
    smoothed = planes(4)
    luma = PaddedPlane(width: width, height: height)
    square = PaddedPlane(width: width, height: height)
    line = planes(2)
    let margins = 2 * Int(CF_MARGIN) + Int(CF_SLACK)
    rows = [Float](repeating: 0, count: Int(CF_SCRATCH_ROWS) * (width + margins))
    finishing = [Float](repeating: 0, count: 4 * (shape.width + scale.factor + margins))
  }

  /// Brings the canvas to the size of the planes.
  func downsample(_ canvas: FilterPlanes, _ kernels: FilterKernels) {
    let factor = Int32(scale.factor)
    let planes = unsafe canvas.planes
    func share(_ sampling: Int) -> Int32 {
      scale.factor >= sampling ? factor / Int32(sampling) : -Int32(sampling)
    }
    for (index, plane) in source.prefix(3).enumerated() {
      let isLuma = index == 0
      var view = unsafe plane.view
      unsafe kernels.kernels.downsample(
        planes[index], Int32(isLuma ? shape.width : shape.chromaWidth),
        Int32(isLuma ? shape.height : shape.chromaHeight),
        isLuma ? factor : share(shape.across), isLuma ? factor : share(shape.down), &view)
    }
  }

  /// Blurs a plane into another one.
  mutating func blur(
    _ from: PaddedPlane, _ taps: cf_taps, _ to: PaddedPlane, _ kernels: FilterKernels
  ) {
    var (source, target, taps) = unsafe (from.view, to.view, taps)
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      unsafe kernels.kernels.blur(&source, &taps, rows, &target)
    }
  }

  /// Smooths the picture by the Kuwahara filter, to `smoothed`; fills `luma` and `square`.
  mutating func smooth(_ filter: cf_kuwahara, _ kernels: FilterKernels) {
    var filter = filter
    let picture = unsafe source.map { unsafe $0.view }
    let means = unsafe [luma.view, square.view]
    let flat = unsafe smoothed.prefix(3).map { unsafe $0.view }
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      unsafe kernels.kernels.kuwahara_planar(picture, &filter, rows, means, flat)
    }
  }

  /// Smooths the picture by the Kuwahara filter, with noise beside it, to interleaved samples; fills
  /// `luma` and `square`.
  mutating func smooth(
    _ filter: cf_kuwahara, noise: PaddedPlane, to interleaved: PaddedPlane, _ kernels: FilterKernels
  ) {
    var (filter, noise, target) = unsafe (filter, noise.view, interleaved.view)
    let picture = unsafe source.map { unsafe $0.view }
    let means = unsafe [luma.view, square.view]
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      unsafe kernels.kernels.kuwahara(picture, &filter, &noise, rows, means, &target)
    }
  }

  /// Finds the guided filter's lines, by which the smoothed luma follows the picture's: `line`.
  ///
  /// - Parameters:
  ///   - window: That of the Kuwahara filter, whose means are used again.
  ///   - detail: The deviation, in levels, below which a detail is smoothed away.
  ///   - contrast: The deviation, in levels, above which a detail stays.
  mutating func guide(
    window: Double, detail: Double, contrast: Double, _ kernels: FilterKernels
  ) {
    var taps = cf_taps(deviation: window)
    var (brightness, smooth) = unsafe (source[0].view, smoothed[0].view)
    let means = unsafe [luma.view, square.view]
    let lines = unsafe line.map { unsafe $0.view }
    let level = Double(CF_LEVEL)
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      unsafe kernels.kernels.guided_filter(
        &brightness, &smooth, means, &taps, Float(detail * level), Float(contrast * level), rows,
        lines)
    }
  }

  /// Brings what was smoothed to the canvas.
  mutating func upsample(
    _ canvas: FilterPlanes, amount: Double, halftone: UnsafePointer<cf_halftone>?,
    lines: UnsafePointer<UInt8>?, _ kernels: FilterKernels
  ) {
    let line = unsafe self.line.map { unsafe $0.view }
    let colours = unsafe smoothed[1...2].map { unsafe $0.view }
    let factor = Int32(scale.factor)
    unsafe finishing.withUnsafeMutableBufferPointer { room in
      guard let room = room.baseAddress else { return }
      unsafe canvas.withView {
        unsafe kernels.kernels.upsample_guided(
          $0, factor, line, colours, halftone, lines, Float(amount), room)
      }
    }
  }
}
