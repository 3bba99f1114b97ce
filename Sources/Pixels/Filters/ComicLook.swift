internal import CFilters
import Foundation

/// A comic: flat colours in a few shades, lines of ink, and dots on the paper's tone.
struct ComicLook: Look {
  private let filter: PictureFilter
  private var studio: Studio
  private var lines: [UInt8]
  private var room: [Float]
  private let columns, rows: [Float]

  init(_ filter: PictureFilter, _ shape: FilterPlanes.Shape) {
    self.filter = filter
    studio = Studio(shape)
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
    let sample = studio.scale.sample * 2
    draw(canvas, kernels)
    studio.reduce(canvas, kernels)
    studio.flatten(cf_brush(radius: 2.2 * sample, window: 1.2 * sample, spread: 8), kernels)
    studio.follow(window: 1.2 * sample, detail: 6, contrast: 24, kernels)
    unsafe columns.withUnsafeBufferPointer { columns in
      unsafe rows.withUnsafeBufferPointer { rows in
        var paper = unsafe paper()
        unsafe paper.columns = columns.baseAddress
        unsafe paper.rows = rows.baseAddress
        unsafe lines.withUnsafeBufferPointer { lines in
          unsafe studio.finish(
            canvas, amount: filter.value("amount"), paper: &paper, lines: lines.baseAddress,
            kernels)
        }
      }
    }
  }

  /// Draws the lines of ink.
  private mutating func draw(_ canvas: FilterPlanes, _ kernels: FilterKernels) {
    let width = 1.0 * studio.scale.pixel
    let ink = filter.value("ink")
    var pen = cf_ink()
    pen.narrow = cf_taps(deviation: width)
    pen.wide = cf_taps(deviation: 1.6 * width)
    pen.sharpness = Float(6 + 16 * ink)
    pen.threshold = Float(0.1 + 0.5 * ink)
    pen.slope = 3.5
    unsafe lines.withUnsafeMutableBufferPointer { lines in
      unsafe room.withUnsafeMutableBufferPointer { room in
        guard let room = room.baseAddress, let lines = lines.baseAddress else { return }
        unsafe canvas.withView { unsafe kernels.kernels.ink($0, &pen, room, lines) }
      }
    }
  }

  private func paper() -> cf_paper {
    var paper = unsafe cf_paper()
    let pixel = studio.scale.pixel
    unsafe paper.steps = Float(filter.value("steps"))
    unsafe paper.sharpness = 3
    unsafe paper.saturation = 1.35
    unsafe paper.black = 0.05
    unsafe paper.white = 0.985
    let level = Float(CF_LEVEL)
    unsafe paper.tint_blue = -4 * level
    unsafe paper.tint_red = 1.5 * level
    unsafe paper.ink = Float(min(1, 2 * filter.value("ink")))
    unsafe paper.dots = Float(0.6 * filter.value("dots"))
    // A dot's edge is about a pixel wide.
    unsafe paper.dot_slope = Float(max(0.5, 2.2 * pixel))
    return unsafe paper
  }
}
