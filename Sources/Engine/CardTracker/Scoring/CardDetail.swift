internal import Features
internal import Foundation
public import Imaging

/// Where the detail of a picture lies, at 320 pixels of width: corners of Shi and Tomasi at least 14 pixels
/// apart, and stronger than a 250th of the strongest.
public struct CardDetail: Sendable {
  /// How many corners there are.
  public let corners: Int
  /// Cells of 4 columns and 6 rows that have one.
  public let cells: Int
  private let places: [(x: Double, y: Double, strength: Double)]

  /// Fewer corners are too few.
  public static let fewestCorners = 60
  /// Fewer cells with a corner are too few.
  public static let fewestCells = 10
  private static let (columns, rows) = (4, 6)
  private static let (width, quality, distance) = (320, Float(0.004), 14.0)

  /// Whether there is enough to find it by.
  public var isEnough: Bool { corners >= Self.fewestCorners && cells >= Self.fewestCells }

  init(_ picture: GreyPicture) {
    let height = max(
      Int((Double(Self.width) * Double(picture.height) / Double(picture.width)).rounded()), 1)
    let small = picture.reduced(width: Self.width, height: height)
    let found = ShiTomasi.corners(of: small, border: 0, leastStrength: 0)
      .enumerated().sorted {
        ($1.element.strength, $0.offset) < ($0.element.strength, $1.offset)
      }.map(\.element)
    let least = (found.first?.strength ?? 0) * Self.quality
    var kept: [(x: Double, y: Double, strength: Double)] = []
    for corner in found where corner.strength > least {
      let (x, y) = (Double(corner.x), Double(corner.y))
      guard kept.allSatisfy({ hypot($0.x - x, $0.y - y) >= Self.distance }) else { continue }
      kept.append((x, y, Double(corner.strength)))
    }
    corners = kept.count
    cells =
      Set(
        kept.map {
          Int($0.x * Double(Self.columns) / Double(Self.width))
            + Self.columns * Int($0.y * Double(Self.rows) / Double(height))
        }
      ).count
    places = kept.map { ($0.x / Double(Self.width), $0.y / Double(height), $0.strength) }
  }

  /// The picture with a warm spot at each corner, so that plain places stay as they are.
  public func heatMap(over picture: StraightRGBA8) -> StraightRGBA8 {
    var heat = [Double](repeating: 0, count: picture.width * picture.height)
    let radius = 0.05 * Double(picture.width)
    let reach = Int(radius * 2)
    for place in places {
      let (x, y) = (place.x * Double(picture.width), place.y * Double(picture.height))
      for row in max(Int(y) - reach, 0)..<min(Int(y) + reach + 1, picture.height) {
        for column in max(Int(x) - reach, 0)..<min(Int(x) + reach + 1, picture.width) {
          let d = hypot(Double(column) - x, Double(row) - y) / radius
          heat[row * picture.width + column] += exp(-d * d * 2)
        }
      }
    }
    var bytes = picture.bytes
    for index in heat.indices {
      let part = min(heat[index], 1) * 0.75
      let warm = [255.0, 200 - 160 * min(heat[index] / 2, 1), 0]
      for channel in 0..<3 {
        // The picture itself is paler, so that the spots stand out.
        let value = 0.55 * Double(bytes[4 * index + channel]) + 0.45 * 255
        bytes[4 * index + channel] = UInt8(value * (1 - part) + warm[channel] * part)
      }
    }
    return StraightRGBA8(width: picture.width, height: picture.height, bytes: bytes) ?? picture
  }
}
