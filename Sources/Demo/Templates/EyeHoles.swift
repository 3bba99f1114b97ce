package import Geometry
package import Imaging

/// Where the eyes of a mask are: the middles of its two largest holes.
package struct EyeHoles {
  package let left, right: Point2<ArtworkSpace>

  /// Finds them; nil in a picture without two holes that are about as large, beside each other.
  package init?(in picture: StraightRGBA8) {
    let holes = Self.holes(in: picture).sorted { $0.area > $1.area }.prefix(2)
      .sorted { $0.middle.x < $1.middle.x }
    guard holes.count == 2, holes[0].area <= 2 * holes[1].area, holes[1].area <= 2 * holes[0].area
    else { return nil }
    (left, right) = (holes[0].middle, holes[1].middle)
    let (across, down) = (right.x - left.x, abs(right.y - left.y))
    // Nearer eyes than a hundredth of the width would ask for a scale beyond what a layer may have.
    guard down <= across / 4, (2...100).contains(Double(picture.width) / across) else { return nil }
  }

  /// The areas that are transparent and do not reach the picture's edges.
  private static func holes(
    in picture: StraightRGBA8
  ) -> [(area: Int, middle: Point2<ArtworkSpace>)] {
    let (width, height) = (picture.width, picture.height)
    var seen = PixelMask(picture, fromAlpha: ReliefTemplate.leastAlpha)
    var holes: [(area: Int, middle: Point2<ArtworkSpace>)] = []
    var waiting: [(x: Int, y: Int)] = []
    for y in 0..<height {
      for x in 0..<width where !seen[x, y] {
        var (area, sumX, sumY, reachesEdge) = (0, 0, 0, false)
        seen[x, y] = true
        waiting.append((x, y))
        while let (x, y) = waiting.popLast() {
          (area, sumX, sumY) = (area + 1, sumX + x, sumY + y)
          for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
            guard x >= 0, y >= 0, x < width, y < height else {
              reachesEdge = true
              continue
            }
            guard !seen[x, y] else { continue }
            seen[x, y] = true
            waiting.append((x, y))
          }
        }
        guard !reachesEdge else { continue }
        let middle = Point2<ArtworkSpace>(
          Double(sumX) / Double(area) + 0.5, Double(sumY) / Double(area) + 0.5)
        holes.append((area, middle))
      }
    }
    return holes
  }
}
