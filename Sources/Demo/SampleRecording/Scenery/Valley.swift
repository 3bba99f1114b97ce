import Drawing
import Foundation
import Geometry

/// The background: a valley in early spring, with drifting clouds, lanterns and petals.
///
/// Laid out for a picture 720 units high and scaled to the size at hand. Everything is a function
/// of time alone, and what is nearer moves further when the view sways.
struct Valley {
  let time: Double
  /// Pixels a unit.
  let scale: Double
  /// The picture's width in units.
  let width: Double
  /// How far the view has swayed, from -1 to 1.
  let sway: Double

  static let height = 720.0

  init(time: Double, size: PixelSize<TrackerSpace>) {
    self.time = time
    scale = Double(size.height) / Self.height
    width = Double(size.width) / scale
    sway = sin(time * 2 * Double.pi / 12)
  }

  /// A point of the layout.
  func at(_ x: Double, _ y: Double) -> PicturePoint { PicturePoint(x * scale, y * scale) }

  /// Draws all of it, from the sky to the petals.
  func draw(on canvas: borrowing Canvas) {
    drawSky(on: canvas)
    drawClouds(Self.farClouds, on: canvas)
    drawRange(Self.ranges[0], on: canvas)
    drawRange(Self.ranges[1], on: canvas)
    drawClouds(Self.nearClouds, on: canvas)
    drawRange(Self.ranges[2], on: canvas)
    drawPavilion(on: canvas)
    drawRange(Self.ranges[3], on: canvas)
    drawTrees(on: canvas)
    drawBranch(on: canvas)
    drawLanterns(on: canvas)
    drawPetals(on: canvas)
  }

  private func drawSky(on canvas: borrowing Canvas) {
    canvas.paint(
      .linear(
        from: at(0, 0), to: at(0, 560),
        [
          (0, Colour(0x7FBFC4)), (0.42, Colour(0xBFDDCB)), (0.72, Colour(0xFBE6BF)),
          (1, Colour(0xFBC795)),
        ]))
    let sun = at(width * 0.71 - 8 * sway, 236)
    canvas.glow(sun, 330 * scale, Colour(0xFFF3C4, 0.7))
    canvas.fill(.circle(sun, 74 * scale), Colour(0xFFF6DA))
    canvas.fill(.circle(sun, 66 * scale), Colour(0xFFE9AE))
  }

  /// A range of hills: a sum of waves, in a colour that fades into the mist below.
  private struct Range {
    var base: Double
    var waves: [(height: Double, length: Double, phase: Double)]
    var nearness: Double
    var top, foot: Colour
    var depth: Double

    func height(at x: Double) -> Double {
      waves.reduce(base) { $0 - $1.height * sin((x / $1.length + $1.phase) * 2 * Double.pi) }
    }
  }

  private static let ranges = [
    Range(
      base: 402, waves: [(46, 520, 0.1), (22, 210, 0.4), (9, 83, 0)], nearness: 14,
      top: Colour(0x93BDBB), foot: Colour(0xE9DDBE), depth: 190),
    Range(
      base: 462, waves: [(40, 690, 0.55), (20, 260, 0.2), (7, 97, 0.3)], nearness: 26,
      top: Colour(0x6FA69F), foot: Colour(0xDCD9B2), depth: 190),
    Range(
      base: 540, waves: [(34, 830, 0.86), (14, 300, 0.1)], nearness: 44,
      top: Colour(0x62976F), foot: Colour(0xB9C98C), depth: 170),
    Range(
      base: 640, waves: [(30, 1100, 0.3), (9, 350, 0.7)], nearness: 74,
      top: Colour(0x4C7F57), foot: Colour(0x2F5E4C), depth: 120),
  ]

  private func drawRange(_ range: Range, on canvas: borrowing Canvas) {
    let shift = range.nearness * sway
    let ridge = stride(from: -20.0, through: width + 20, by: 20).map { x in
      at(x, range.height(at: x + shift))
    }
    var path = Path.line(through: ridge)
    path.line(to: at(width + 20, Self.height))
    path.line(to: at(-20, Self.height))
    path.close()
    let top = range.waves.reduce(range.base) { $0 - $1.height }
    canvas.fill(
      path,
      .linear(
        from: at(0, top), to: at(0, top + range.depth), [(0, range.top), (1, range.foot)]))
  }

  /// Where the third range stands at a place of the layout.
  func groundOfPavilion(_ x: Double) -> PicturePoint {
    let range = Self.ranges[2]
    return at(x - range.nearness * sway, range.height(at: x))
  }

  /// Where the nearest range stands at a place of the layout.
  func groundOfTrees(_ x: Double) -> PicturePoint {
    let range = Self.ranges[3]
    return at(x - range.nearness * sway, range.height(at: x))
  }
}
