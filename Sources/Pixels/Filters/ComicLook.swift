internal import CFilters
import Foundation

/// A comic: flat colours in a few shades, lines of ink, and dots on the paper's tone.
struct ComicLook: Look {
  private let filter: PictureFilter
  private var pipeline: AbstractionPipeline
  private var lines: [UInt8]
  private var room: [Float]
  private let columns, rows: [Float]

  init(_ filter: PictureFilter, _ shape: FilterPlanes.Shape) {
    self.filter = filter
    pipeline = AbstractionPipeline(shape)
    lines = [UInt8](repeating: 0, count: shape.width * shape.height)
    let margins = 2 * Int(CF_MARGIN) + Int(CF_SLACK)
    room = [Float](repeating: 0, count: 4 * (shape.width + margins))
    // cos(a x) cos(a y) is the sum of two waves at 45 degrees: the raster of printed dots.
    let pitch = 7.0 * Scale(shape).pixel
    func wave(_ count: Int) -> [Float] {
      (0..<count).map { Float(cos(.pi * (Double($0) + 0.5) / max(pitch, 1e-3))) }
    }
    (columns, rows) = (wave(shape.width), wave(shape.height))
  }

  mutating func paint(_ canvas: FilterPlanes, atMs time: Double, _ kernels: FilterKernels) {
    let sample = pipeline.scale.sample * 2
    draw(canvas, kernels)
    pipeline.downsample(canvas, kernels)
    pipeline.smooth(cf_kuwahara(radius: 2.2 * sample, window: 1.2 * sample, spread: 8), kernels)
    pipeline.guide(window: 1.2 * sample, detail: 6, contrast: 24, kernels)
    unsafe columns.withUnsafeBufferPointer { columns in
      unsafe rows.withUnsafeBufferPointer { rows in
        var halftone = unsafe halftone()
        unsafe halftone.columns = columns.baseAddress
        unsafe halftone.rows = rows.baseAddress
        unsafe lines.withUnsafeBufferPointer { lines in
          unsafe pipeline.upsample(
            canvas, amount: filter.value("amount"), halftone: &halftone, lines: lines.baseAddress,
            kernels)
        }
      }
    }
  }

  /// Draws the lines of ink.
  private mutating func draw(_ canvas: FilterPlanes, _ kernels: FilterKernels) {
    let width = 1.0 * pipeline.scale.pixel
    let ink = self.filter.value("ink")
    var filter = cf_xdog()
    filter.narrow = cf_taps(deviation: width)
    filter.wide = cf_taps(deviation: 1.6 * width)
    filter.sharpness = Float(6 + 16 * ink)
    filter.threshold = Float(0.1 + 0.5 * ink)
    filter.slope = 3.5
    unsafe lines.withUnsafeMutableBufferPointer { lines in
      unsafe room.withUnsafeMutableBufferPointer { room in
        guard let room = room.baseAddress, let lines = lines.baseAddress else { return }
        unsafe canvas.withView { unsafe kernels.kernels.xdog($0, &filter, room, lines) }
      }
    }
  }

  private func halftone() -> cf_halftone {
    var halftone = unsafe cf_halftone()
    let pixel = pipeline.scale.pixel
    unsafe halftone.steps = Float(filter.value("steps"))
    unsafe halftone.sharpness = 3
    unsafe halftone.saturation = 1.35
    unsafe halftone.black = 0.05
    unsafe halftone.white = 0.985
    let level = Float(CF_LEVEL)
    unsafe halftone.tint_blue = -4 * level
    unsafe halftone.tint_red = 1.5 * level
    unsafe halftone.ink = Float(min(1, 2 * filter.value("ink")))
    unsafe halftone.dots = Float(0.6 * filter.value("dots"))
    // A dot's edge is about a pixel wide.
    unsafe halftone.dot_slope = Float(max(0.5, 2.2 * pixel))
    return unsafe halftone
  }
}
