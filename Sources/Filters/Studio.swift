internal import CFilters

/// The sheets on which oil and comic are painted, and the steps that both share.
struct Studio {
  let shape: Canvas.Shape
  let scale: Scale
  let width, height: Int
  /// The picture's luma, blue and red at the sheets' size, and a fourth for squares and products.
  let source: [Sheet]
  /// Blurred sheets; later the painted ones: luma, blue, red, bristles.
  let painted: [Sheet]
  /// The mean luma of windows.
  let luma: Sheet
  /// What is needed for a moment.
  let spare: [Sheet]
  let quads: Sheet
  private var row: [Float]
  private var finishing: [Float]

  init(_ shape: Canvas.Shape) {
    self.shape = shape
    scale = Scale(shape)
    let (width, height) = (scale.samples(shape.width), scale.samples(shape.height))
    (self.width, self.height) = (width, height)
    func sheets(_ count: Int) -> [Sheet] {
      (0..<count).map { _ in Sheet(width: width, height: height) }
    }
    source = sheets(4)
    painted = sheets(4)
    luma = Sheet(width: width, height: height)
    spare = sheets(6)
    quads = Sheet(width: width, height: height, numbers: 4)
    let margins = 2 * Int(CF_MARGIN) + Int(CF_SLACK)
    row = [Float](repeating: 0, count: width + margins)
    finishing = [Float](repeating: 0, count: 4 * (shape.width + scale.factor + margins))
  }

  /// Brings the canvas to the sheets' size.
  func reduce(_ canvas: Canvas, _ kernels: FilterKernels) {
    let factor = Int32(scale.factor)
    let planes = unsafe canvas.planes
    func share(_ sampling: Int) -> Int32 {
      scale.factor >= sampling ? factor / Int32(sampling) : -Int32(sampling)
    }
    for (index, sheet) in source.prefix(3).enumerated() {
      let isLuma = index == 0
      var view = unsafe sheet.view
      unsafe kernels.kernels.reduce(
        planes[index], Int32(isLuma ? shape.width : shape.chromaWidth),
        Int32(isLuma ? shape.height : shape.chromaHeight),
        isLuma ? factor : share(shape.across), isLuma ? factor : share(shape.down), &view)
    }
  }

  /// Blurs a sheet into another one.
  mutating func blur(_ from: Sheet, _ taps: cf_taps, _ to: Sheet, _ kernels: FilterKernels) {
    var (source, target, taps) = unsafe (from.view, to.view, taps)
    unsafe row.withUnsafeMutableBufferPointer { row in
      guard let row = row.baseAddress else { return }
      unsafe kernels.kernels.blur(&source, &taps, row, &target)
    }
  }

  /// Fills `quads` with the means of windows, each with its weight: the more even, the heavier.
  ///
  /// - Parameters:
  ///   - window: A window's deviation, in samples.
  ///   - spread: The deviation, in levels, from which on a window counts as uneven.
  mutating func confide(window: Double, spread: Double, _ kernels: FilterKernels) {
    let taps = cf_taps(deviation: window)
    var views = unsafe source.map { unsafe $0.view }
    unsafe kernels.kernels.squares(&views[0], &views[1], &views[2], &views[3])
    let sheets = [luma] + painted[1...3]
    for (from, to) in zip(source, sheets) { blur(from, taps, to, kernels) }
    let means = unsafe sheets.map { unsafe $0.view }
    var target = unsafe quads.view
    unsafe kernels.kernels.confide(means, Float(spread * Double(CF_LEVEL)), &target)
  }

  /// Finds the lines by which the painted luma follows the picture's: `spare[4]` and `spare[5]`.
  ///
  /// - Parameters:
  ///   - window: That of `confide`, whose means are used again.
  ///   - detail: The deviation, in levels, below which a detail is painted over.
  ///   - contrast: The deviation, in levels, above which a detail stays.
  mutating func follow(
    window: Double, detail: Double, contrast: Double, _ kernels: FilterKernels
  ) {
    let taps = cf_taps(deviation: window)
    var luma = unsafe source[0].view
    var both = unsafe source[3].view
    var brushed = unsafe painted[0].view
    unsafe kernels.kernels.product(&luma, &luma, &both)
    blur(source[3], taps, spare[1], kernels)
    blur(painted[0], taps, spare[2], kernels)
    unsafe kernels.kernels.product(&luma, &brushed, &both)
    blur(source[3], taps, spare[3], kernels)
    let means = unsafe ([self.luma] + spare[1...3]).map { unsafe $0.view }
    let lines = unsafe spare.suffix(2).map { unsafe $0.view }
    let level = Double(CF_LEVEL)
    unsafe kernels.kernels.follow(means, Float(detail * level), Float(contrast * level), lines)
  }

  /// Brings what was painted to the canvas.
  mutating func finish(
    _ canvas: Canvas, amount: Double, paper: UnsafePointer<cf_paper>?,
    lines: UnsafePointer<UInt8>?, _ kernels: FilterKernels
  ) {
    let line = unsafe spare.suffix(2).map { unsafe $0.view }
    let colours = unsafe painted[1...2].map { unsafe $0.view }
    let factor = Int32(scale.factor)
    unsafe finishing.withUnsafeMutableBufferPointer { room in
      guard let room = room.baseAddress else { return }
      unsafe canvas.withView {
        unsafe kernels.kernels.finish(
          $0, factor, line, colours, paper, lines, Float(amount), room)
      }
    }
  }
}
