import Drawing
import Foundation
import Geometry

extension Valley {
  /// A cloud: puffs on a flat base that drifts across the sky and comes round again.
  struct Cloud {
    var x, y: Double
    var size: Double
    /// Units a second.
    var speed: Double
    var colour: Colour
    var shade: Colour
    var nearness: Double
  }

  static let farClouds = [
    Cloud(
      x: 120, y: 150, size: 34, speed: 9, colour: Colour(0xFFF6E4, 0.85), shade: Colour(0xF3D9B5),
      nearness: 8),
    Cloud(
      x: 660, y: 92, size: 27, speed: 7, colour: Colour(0xFFF6E4, 0.75), shade: Colour(0xE7D9B9),
      nearness: 6),
    Cloud(
      x: 1130, y: 205, size: 31, speed: 8, colour: Colour(0xFFF6E4, 0.8), shade: Colour(0xF6D9AE),
      nearness: 8),
  ]

  static let nearClouds = [
    Cloud(
      x: 260, y: 420, size: 40, speed: 17, colour: Colour(0xFFF8EA, 0.92), shade: Colour(0xE9D6B6),
      nearness: 34),
    Cloud(
      x: 1010, y: 446, size: 46, speed: 15, colour: Colour(0xFFF8EA, 0.92), shade: Colour(0xEBD2AE),
      nearness: 38),
  ]

  /// The puffs of a cloud: middle and radius in parts of its size.
  private static let puffs: [(x: Double, y: Double, radius: Double)] = [
    (-2.3, -0.35, 0.62), (-1.35, -0.75, 0.95), (-0.1, -1.15, 1.3), (1.2, -0.7, 0.95),
    (2.15, -0.4, 0.66),
  ]

  func drawClouds(_ clouds: [Cloud], on canvas: borrowing Canvas) {
    for cloud in clouds {
      let span = width + 8 * cloud.size
      let travelled = cloud.x + cloud.speed * time + 4 * cloud.size
      let x = travelled - (travelled / span).rounded(.down) * span - 4 * cloud.size
      draw(cloud, x: x - cloud.nearness * sway, on: canvas)
    }
  }

  private func draw(_ cloud: Cloud, x: Double, on canvas: borrowing Canvas) {
    let size = cloud.size
    var path = Path()
    for puff in Self.puffs {
      path.append(
        .circle(at(x + puff.x * size, cloud.y + puff.y * size), puff.radius * size * scale))
    }
    // The flat base with long rounded ends, as cloud patterns have.
    let base = [
      at(x - 3.6 * size, cloud.y), at(x - 2.4 * size, cloud.y - 0.34 * size),
      at(x, cloud.y - 0.5 * size), at(x + 2.4 * size, cloud.y - 0.34 * size),
      at(x + 3.8 * size, cloud.y), at(x + 2.4 * size, cloud.y + 0.28 * size),
      at(x, cloud.y + 0.34 * size), at(x - 2.4 * size, cloud.y + 0.28 * size),
    ]
    path.append(.loop(base))
    canvas.fill(
      path,
      .linear(
        from: at(x, cloud.y - 2.3 * size), to: at(x, cloud.y + 0.4 * size),
        [(0, cloud.colour), (0.6, cloud.colour), (1, cloud.shade.opacity(cloud.colour.alpha))]))
    for puff in Self.puffs[1...3] {
      drawWhorl(
        at(x + (puff.x + 0.05) * size, cloud.y + (puff.y + 0.12) * size),
        radius: puff.radius * size * 0.62, shade: cloud.shade, on: canvas)
    }
  }

  /// The whorl within a puff: a spiral of one turn.
  private func drawWhorl(
    _ middle: PicturePoint, radius: Double, shade: Colour, on canvas: borrowing Canvas
  ) {
    let points = (0...9).map { step -> PicturePoint in
      let angle = (150 + 42 * Double(step)) * Double.pi / 180
      let reach = radius * (1 - 0.085 * Double(step)) * scale
      return PicturePoint(middle.x + reach * cos(angle), middle.y + reach * sin(angle))
    }
    canvas.fill(
      .taper(points, width: 0.13 * radius * scale, peak: 0.4),
      shade.mixed(with: Colour(0xC98F5C), 0.3).opacity(0.8))
  }
}
