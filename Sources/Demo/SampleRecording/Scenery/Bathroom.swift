import Drawing
import Foundation
import Geometry

/// The background of the brushing: a tiled wall with a window onto the valley, a shelf and a towel.
///
/// Laid out for a picture 720 units high, from its middle, and scaled to the size at hand.
struct Bathroom {
  let time: Double
  let size: PixelSize<TrackerSpace>
  /// Pixels a unit.
  let scale: Double

  private static let height = 720.0
  private static let line = Colour(0x6B4A45)

  init(time: Double, size: PixelSize<TrackerSpace>) {
    (self.time, self.size) = (time, size)
    scale = Double(size.height) / Self.height
  }

  /// A point of the layout, x from the picture's middle.
  private func at(_ x: Double, _ y: Double) -> PicturePoint {
    PicturePoint(Double(size.width) / 2 + x * scale, y * scale)
  }

  private func area(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> Path {
    .rectangle(at(left, top), width: (right - left) * scale, height: (bottom - top) * scale)
  }

  /// Draws all of it, from the wall to what hangs on it.
  func draw(on canvas: borrowing Canvas) {
    drawWall(on: canvas)
    drawTiles(on: canvas)
    drawWindow(on: canvas)
    drawShelf(on: canvas)
    drawTowel(on: canvas)
  }

  private func drawWall(on canvas: borrowing Canvas) {
    canvas.paint(
      .linear(
        from: at(0, 0), to: at(0, 720),
        [(0, Colour(0xFFF3DC)), (0.6, Colour(0xFBE3C2)), (1, Colour(0xEFC9A4))]))
    canvas.glow(at(330, 180), 520 * scale, Colour(0xFFF8DF, 0.75))
  }

  /// Rows of glazed tiles below, each a little different, with a border above them.
  private func drawTiles(on canvas: borrowing Canvas) {
    let (top, side) = (400.0, 80.0)
    let half = Double(size.width) / 2 / scale
    let columns = Int((half / side).rounded(.up))
    canvas.fill(area(-half, top, half, 720), Colour(0xE9F3EC))
    for row in 0..<4 {
      for column in -columns..<columns {
        // A fixed pattern without a period that the eye finds.
        let tone = abs(sin(Double(row * 37 + column * 91) * 12.9898)) * 0.5
        let (x, y) = (Double(column) * side, top + Double(row) * side)
        let colour = Colour(0x9CD3CB).mixed(with: Colour(0x6FB4B4), tone)
        canvas.fill(
          .rounded(
            at(x + 3, y + 3), width: (side - 6) * scale, height: (side - 6) * scale,
            radius: 9 * scale),
          .linear(
            from: at(x, y), to: at(x + side, y + side),
            [(0, colour.mixed(with: Colour(0xFFFFFF), 0.35)), (0.5, colour)]))
      }
    }
    canvas.fill(area(-half, top - 22, half, top), Colour(0xF2B445))
    canvas.fill(area(-half, top - 22, half, top - 17), Colour(0xFFE0A0))
    canvas.fill(area(-half, top - 3, half, top), Colour(0xB87B2C))
  }

  /// A round window onto the valley.
  private func drawWindow(on canvas: borrowing Canvas) {
    let (centre, radius) = (at(405, 205), 150 * scale)
    canvas.fill(.circle(centre, radius + 22 * scale), Self.line)
    canvas.fill(
      .circle(centre, radius + 18 * scale),
      .linear(
        from: at(300, 60), to: at(520, 350), [(0, Colour(0xFFFDF2)), (1, Colour(0xE2B98C))]))
    canvas.fill(.circle(centre, radius + 3 * scale), Self.line)
    canvas.clipped(to: .circle(centre, radius)) {
      Valley(time: time, size: size).draw(on: canvas)
    }
    for (from, to) in [(at(405, 52), at(405, 358)), (at(252, 205), at(558, 205))] {
      canvas.stroke(.line(through: [from, to]), Self.line, width: 13 * scale)
      canvas.stroke(.line(through: [from, to]), Colour(0xFFF6E2), width: 8 * scale)
    }
  }

  /// A shelf with a beaker and a plant, whose leaves stir.
  private func drawShelf(on canvas: borrowing Canvas) {
    let leaves = stride(from: -2.0, through: 2, by: 1).map { leaf in
      let sway = 4 * sin(time * 1.1 + leaf)
      return [at(-360, 190), at(-360 + 20 * leaf, 140), at(-360 + 42 * leaf + sway, 112)]
    }
    for leaf in leaves {
      canvas.fill(.taper(leaf, width: 27 * scale, peak: 0.55), Self.line)
      canvas.fill(.taper(leaf, width: 21 * scale, peak: 0.55), Colour(0x5FA463))
    }
    let pot = Path.polygon([at(-395, 182), at(-325, 182), at(-336, 240), at(-384, 240)])
    let beaker = Path.polygon([at(-500, 160), at(-435, 160), at(-443, 240), at(-492, 240)])
    for (path, light, dark) in [
      (pot, Colour(0xF08A5D), Colour(0xB5523B)), (beaker, Colour(0xFFFFFF), Colour(0xA9D5E2)),
    ] {
      canvas.stroke(path, Self.line, width: 5 * scale)
      canvas.fill(path, .linear(from: at(-500, 160), to: at(-325, 250), [(0, light), (1, dark)]))
    }
    let shelf = Path.rounded(
      at(-545, 240), width: 270 * scale, height: 20 * scale, radius: 6 * scale)
    canvas.stroke(shelf, Self.line, width: 5 * scale)
    canvas.fill(
      shelf,
      .linear(from: at(0, 240), to: at(0, 260), [(0, Colour(0xD99A5B)), (1, Colour(0x9A5F35))]))
  }

  /// A striped towel on its rail.
  private func drawTowel(on canvas: borrowing Canvas) {
    canvas.stroke(
      .line(through: [at(330, 452), at(610, 452)]), Self.line, width: 15 * scale)
    canvas.stroke(
      .line(through: [at(330, 452), at(610, 452)]), Colour(0xF6E7C8), width: 9 * scale)
    let sway = 3 * sin(time * 0.9)
    let towel = Path.shape([
      [at(375, 440), at(470, 436), at(565, 440)],
      [at(565, 440), at(570, 560), at(562 + sway, 672)],
      [at(562 + sway, 672), at(470 + sway, 680), at(380 + sway, 672)],
      [at(380 + sway, 672), at(371, 560), at(375, 440)],
    ])
    canvas.stroke(towel, Self.line, width: 5 * scale)
    canvas.fill(
      towel,
      .linear(
        from: at(370, 440), to: at(570, 480),
        [(0, Colour(0xFFF4E2)), (0.6, Colour(0xFBD9BC)), (1, Colour(0xE3A98C))]))
    canvas.clipped(to: towel) {
      for (y, height) in [(560.0, 12.0), (590, 26), (634, 12)] {
        canvas.fill(area(360, y, 580, y + height), Colour(0xD2453E, 0.85))
      }
    }
  }
}
