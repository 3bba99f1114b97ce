internal import Features
internal import Foundation
internal import Geometry
internal import RandomNumbers

/// A picture of a card as a camera would see it: small, tilted, half covered or blurred, on a grey background.
///
/// The same figures give the same picture.
struct SimulatedView {
  /// How wide the card is seen, in pixels, before it is tilted.
  var width = 160.0
  /// How far it is tilted about its upright axis and, half as far, about its level one, in degrees.
  var tilt = 0.0
  /// The part of it that is covered, from below.
  var cover = 0.0
  /// Over how many pixels it moved while the picture was taken.
  var blur = 0.0

  /// Columns and rows of the picture.
  static let size = (width: 480, height: 480)
  /// The standard deviation of the noise, in levels of 255.
  private static let noise = 2.5
  /// The distance of the camera, in widths of the picture.
  private static let distance = 1.1

  /// From the print's plane to the picture.
  func map(of card: CardReference) -> Homography<PrintSpace, TrackerSpace> {
    let (a, b) = (tilt * .pi / 180, tilt * .pi / 360)
    // About the upright axis, then about the level one; the camera looks along z.
    let right = SIMD3(cos(a), sin(a) * sin(b), -sin(a) * cos(b))
    let down = SIMD3(0, cos(b), sin(b))
    let f = Self.distance * Double(Self.size.width)
    let z = f / min(width, 0.9 * Double(Self.size.height) / card.aspect)
    let (x, y) = (Double(Self.size.width) / 2 + 0.3, Double(Self.size.height) / 2 - 0.2)
    return Homography(
      (f * right.x + x * right.z) / z, (f * down.x + x * down.z) / z, x,
      (f * right.y + y * right.z) / z, (f * down.y + y * down.z) / z, y,
      right.z / z, down.z / z, 1)
  }

  /// The picture that is seen.
  func picture(of card: CardReference, seed: UInt64) -> GreyPicture {
    let (columns, rows) = Self.size
    var random = SplitMix64(seed: seed)
    var ground = [Double](repeating: 0, count: columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        ground[row * columns + column] = 128 + 20 * sin(Double(column) / 37) * cos(Double(row) / 29)
      }
    }
    let map = map(of: card)
    guard let back = map.inverse, let corners = card.corners(map),
      let box = Rectangle(around: corners.corners)
    else { return flat(ground) }
    let pyramid = GreyPyramid(card.picture)
    let pixels = Double(card.picture.width) / width
    let level = min(max(Int(log2(max(pixels, 1)).rounded()), 0), pyramid.levels.count - 1)
    let steps = max(1, Int(blur.rounded(.up)))
    let area = (
      columns: max(Int(box.left) - Int(blur) - 2, 0)..<min(Int(box.right) + Int(blur) + 2, columns),
      rows: max(Int(box.top) - 2, 0)..<min(Int(box.bottom) + 2, rows)
    )
    var seen = ground
    for row in area.rows {
      for column in area.columns {
        var sum = 0.0
        for step in 0..<steps {
          let shift = steps == 1 ? 0 : (Double(step) / Double(steps - 1) - 0.5) * blur
          sum +=
            Self.sample(
              pyramid.levels[level], card.aspect, back,
              Point2(Double(column) + 0.5 - shift, Double(row) + 0.5), cover)
            ?? ground[row * columns + column]
        }
        seen[row * columns + column] = sum / Double(steps)
      }
    }
    for index in seen.indices {
      // A sum of four parts is near enough to normal.
      let normal = (random.unit() + random.unit() + random.unit() + random.unit() - 2) * 1.732
      seen[index] += normal * Self.noise
    }
    return flat(seen)
  }

  private func flat(_ seen: [Double]) -> GreyPicture {
    let bytes = seen.map { UInt8(min(max($0.rounded(), 0), 255)) }
    return GreyPicture(width: Self.size.width, height: Self.size.height, bytes: bytes)
      ?? GreyPicture.plain
  }

  /// What lies at a place; nil beside the print and where it is covered.
  private static func sample(
    _ picture: GreyPicture, _ aspect: Double, _ back: Homography<TrackerSpace, PrintSpace>,
    _ place: Point2<TrackerSpace>, _ cover: Double
  ) -> Double? {
    guard back.weight(at: place) > 0, let point = back(place) else { return nil }
    let (u, v) = (point.x + 0.5, point.y / aspect + 0.5)
    guard u >= 0, v >= 0, u < 1, v < 1 else { return nil }
    if v > 1 - cover { return 96 }
    let (x, y) = (u * Double(picture.width) - 0.5, v * Double(picture.height) - 0.5)
    let (left, top) = (max(Int(x.rounded(.down)), 0), max(Int(y.rounded(.down)), 0))
    let (right, bottom) = (
      min(left + 1, picture.width - 1), min(top + 1, picture.height - 1)
    )
    let (a, b) = (min(max(x - Double(left), 0), 1), min(max(y - Double(top), 0), 1))
    func at(_ column: Int, _ row: Int) -> Double {
      Double(picture.bytes[row * picture.width + column])
    }
    let upper = at(left, top) * (1 - a) + at(right, top) * a
    let lower = at(left, bottom) * (1 - a) + at(right, bottom) * a
    return upper * (1 - b) + lower * b
  }
}

extension GreyPicture {
  /// One grey pixel.
  fileprivate static let plain = GreyPicture(uniform: 128)
}
