internal import CFilters

/// The sheets on which oil and comic are painted, and the steps that both share.
struct Studio {
  let shape: FilterPlanes.Shape
  let scale: Scale
  let width, height: Int
  /// The picture's luma, blue and red at the sheets' size.
  let source: [Sheet]
  /// The painted sheets: luma, blue, red, bristles.
  let painted: [Sheet]
  /// The means of luma and of its square over windows.
  let luma, square: Sheet
  /// The lines by which the painted luma follows the picture's: slope and offset.
  let line: [Sheet]
  private var rows: [Float]
  private var finishing: [Float]

  init(_ shape: FilterPlanes.Shape) {
    self.shape = shape
    scale = Scale(shape)
    let (width, height) = (scale.samples(shape.width), scale.samples(shape.height))
    (self.width, self.height) = (width, height)
    func sheets(_ count: Int) -> [Sheet] {
      (0..<count).map { _ in Sheet(width: width, height: height) }
    }
    source = sheets(3)
    painted = sheets(4)
    luma = Sheet(width: width, height: height)
    square = Sheet(width: width, height: height)
    line = sheets(2)
    let margins = 2 * Int(CF_MARGIN) + Int(CF_SLACK)
    rows = [Float](repeating: 0, count: Int(CF_ROOM_ROWS) * (width + margins))
    finishing = [Float](repeating: 0, count: 4 * (shape.width + scale.factor + margins))
  }

  /// Brings the canvas to the sheets' size.
  func reduce(_ canvas: FilterPlanes, _ kernels: FilterKernels) {
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
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      unsafe kernels.kernels.blur(&source, &taps, rows, &target)
    }
  }

  /// Paints the picture evenly with a brush, to `painted`; fills `luma` and `square`.
  mutating func flatten(_ brush: cf_brush, _ kernels: FilterKernels) {
    var brush = brush
    let picture = unsafe source.map { unsafe $0.view }
    let means = unsafe [luma.view, square.view]
    let flat = unsafe painted.prefix(3).map { unsafe $0.view }
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      unsafe kernels.kernels.flatten(picture, &brush, rows, means, flat)
    }
  }

  /// Paints the picture with a brush whose bristles leave marks, to quads; fills `luma` and `square`.
  mutating func paint(
    _ brush: cf_brush, bristles: Sheet, to quads: Sheet, _ kernels: FilterKernels
  ) {
    var (brush, noise, target) = unsafe (brush, bristles.view, quads.view)
    let picture = unsafe source.map { unsafe $0.view }
    let means = unsafe [luma.view, square.view]
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      unsafe kernels.kernels.brush(picture, &brush, &noise, rows, means, &target)
    }
  }

  /// Finds the lines by which the painted luma follows the picture's: `line`.
  ///
  /// - Parameters:
  ///   - window: That of the brush, whose means are used again.
  ///   - detail: The deviation, in levels, below which a detail is painted over.
  ///   - contrast: The deviation, in levels, above which a detail stays.
  mutating func follow(
    window: Double, detail: Double, contrast: Double, _ kernels: FilterKernels
  ) {
    var taps = cf_taps(deviation: window)
    var (brightness, brushed) = unsafe (source[0].view, painted[0].view)
    let means = unsafe [luma.view, square.view]
    let lines = unsafe line.map { unsafe $0.view }
    let level = Double(CF_LEVEL)
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      unsafe kernels.kernels.follow(
        &brightness, &brushed, means, &taps, Float(detail * level), Float(contrast * level), rows,
        lines)
    }
  }

  /// Brings what was painted to the canvas.
  mutating func finish(
    _ canvas: FilterPlanes, amount: Double, paper: UnsafePointer<cf_paper>?,
    lines: UnsafePointer<UInt8>?, _ kernels: FilterKernels
  ) {
    let line = unsafe self.line.map { unsafe $0.view }
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
