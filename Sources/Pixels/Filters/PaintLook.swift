internal import CFilters
import Foundation

/// Paint: the Kuwahara filter, whose result line integrals along the picture's orientation draw out
/// to strokes, and the relief of bristles by noise.
struct PaintLook: Look {
  private let filter: PictureFilter
  private let style: PaintStyle
  private var pipeline: AbstractionPipeline
  private let interleaved: PaddedPlane
  private let noise: PaddedPlane
  /// The direction across strokes where the picture has none, as long as it is strong.
  ///
  /// Directions turn slowly, so these planes and the next have half the size.
  private let bias: [PaddedPlane]
  private let tensor, smoothed: [PaddedPlane]
  private var rows: [Float]

  init(_ filter: PictureFilter, _ style: PaintStyle, _ shape: FilterPlanes.Shape) {
    (self.filter, self.style) = (filter, style)
    pipeline = AbstractionPipeline(shape)
    // A stroke's ends, and the neighbour that shares its direction.
    let reach = Double(style.steps) * style.step
    let stroke = reach * pipeline.scale.sample * 2 * filter.value("brush")
    interleaved = PaddedPlane(
      width: pipeline.width, height: pipeline.height, components: 4,
      reach: Int(stroke.rounded(.up)) + 2)
    noise = Self.noise(style.marks, for: pipeline)
    let (width, height) = ((pipeline.width + 1) / 2, (pipeline.height + 1) / 2)
    func halves(_ count: Int) -> [PaddedPlane] {
      (0..<count).map { _ in PaddedPlane(width: width, height: height) }
    }
    (bias, tensor, smoothed) = (halves(2), halves(3), halves(3))
    rows = [Float](repeating: 0, count: 3 * (pipeline.width + 1) + Int(CF_SLACK))
    fillBias()
  }

  mutating func paint(_ canvas: FilterPlanes, atMs time: Double, _ kernels: FilterKernels) {
    let table = unsafe kernels.kernels
    // Lengths that the brush's width scales, in samples.
    let sample = pipeline.scale.sample * 2 * filter.value("brush")
    pipeline.downsample(canvas, kernels)
    let direction = unsafe orientation(kernels)
    pipeline.smooth(
      cf_kuwahara(
        radius: style.radius * sample, window: style.window * sample, spread: style.spread),
      noise: noise, to: interleaved, kernels)
    var strokes = unsafe interleaved.view
    let smoothed = unsafe pipeline.smoothed.map { unsafe $0.view }
    unsafe table.line_integral(
      &strokes, direction, Int32(style.steps), Float(style.step * sample), smoothed)
    pipeline.guide(
      window: style.window * sample, detail: style.detail, contrast: style.contrast, kernels)
    if let palette = style.palette { apply(palette, kernels) }
    var offset = unsafe pipeline.line[1].view
    var height = unsafe pipeline.smoothed[3].view
    unsafe table.relief(&height, Float(filter.value("relief")), &offset)
    unsafe pipeline.upsample(
      canvas, amount: filter.value("amount"), halftone: nil, lines: nil, kernels)
  }

  private func apply(_ palette: PaintStyle.Palette, _ kernels: FilterKernels) {
    var (luma, marks) = unsafe (pipeline.smoothed[0].view, pipeline.smoothed[3].view)
    var change = cf_palette(
      contrast: Float(palette.contrast), blue: Float(palette.blue), red: Float(palette.red),
      marks: Float(palette.marks), marks_blue: Float(palette.marksBlue),
      marks_red: Float(palette.marksRed))
    let line = unsafe pipeline.line.map { unsafe $0.view }
    let colours = unsafe pipeline.smoothed[1...2].map { unsafe $0.view }
    unsafe kernels.kernels.palette(&luma, &marks, &change, line, colours)
  }

  /// The directions of strokes: planes of x and y at half the size.
  private mutating func orientation(_ kernels: FilterKernels) -> [cf_padded] {
    let table = unsafe kernels.kernels
    var luma = unsafe pipeline.source[0].view
    let vectors = unsafe bias.map { unsafe $0.view }
    let raw = unsafe tensor.map { unsafe $0.view }
    let smooth = unsafe smoothed.map { unsafe $0.view }
    unsafe rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      unsafe table.structure_tensor(&luma, vectors, rows, raw)
    }
    let taps = cf_taps(deviation: style.coherence * pipeline.scale.sample)
    for (from, to) in zip(tensor, smoothed) { pipeline.blur(from, taps, to, kernels) }
    unsafe table.orientation(smooth, raw)
    return unsafe Array(raw[0...1])
  }

  /// Noise, the same in every frame, whose means along strokes are the marks of bristles.
  private static func noise(
    _ marks: PaintStyle.Marks, for pipeline: AbstractionPipeline
  ) -> PaddedPlane {
    let plane = PaddedPlane(width: pipeline.width, height: pipeline.height)
    // Clumps of a few samples where samples are finer than at 720 lines.
    let grain = GrainTile.of(
      deviation: marks.clump * pipeline.scale.sample * 2, seed: 0x6272_7573_68)
    let gain = Float(Double(CF_LEVEL) / GrainTile.deviation * marks.levels)
    for y in 0..<pipeline.height {
      for x in 0..<pipeline.width {
        let place = (y % GrainTile.side) * GrainTile.side + x % GrainTile.side
        plane[x, y] = gain * Float(grain.tile[place])
      }
    }
    return plane
  }

  private func fillBias() {
    let directions = StrokeDirections(style.directions)
    let strength = style.directions.strength
    let unit = 1 / (360 * pipeline.scale.sample)
    for y in 0..<(pipeline.height + 1) / 2 {
      for x in 0..<(pipeline.width + 1) / 2 {
        let angle = directions.angle(Double(x) * unit, Double(y) * unit)
        bias[0][x, y] = Float(strength * cos(angle))
        bias[1][x, y] = Float(strength * sin(angle))
      }
    }
  }
}

extension cf_kuwahara {
  /// Places on a circle.
  ///
  /// - Parameters:
  ///   - radius: The circle's, in samples.
  ///   - window: A window's deviation, in samples.
  ///   - spread: The deviation, in levels, from which on a window counts as uneven.
  init(radius: Double, window: Double, spread: Double) {
    self.init()
    self.window = cf_taps(deviation: window)
    self.spread = Float(spread * Double(CF_LEVEL))
    let half = Int(CF_SECTORS) / 2
    let angles = (0..<half).map { Double.pi * (Double($0) + 0.25) / Double(half) }
    Self.fill(&x, angles.map { Int32((radius * cos($0)).rounded()) })
    Self.fill(&y, angles.map { Int32((radius * sin($0)).rounded()) })
  }

  private static func fill<Tuple>(_ tuple: inout Tuple, _ values: [Int32]) {
    unsafe withUnsafeMutableBytes(of: &tuple) { bytes in
      let room = unsafe bytes.bindMemory(to: Int32.self)
      for (index, value) in values.enumerated() { unsafe room[index] = value }
    }
  }
}
