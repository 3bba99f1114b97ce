package import Geometry

/// Finds places in a picture for labels and lists, none over another.
///
/// A box lies where it is wanted if that is free, else at the nearest free place of a grid about it. The
/// order in which boxes are placed decides, and nothing else does: the same boxes lie at the same
/// places in every frame.
package struct LabelPlacement {
  private let picture: Rectangle<OutputSpace>
  /// How far apart rows of the grid are; columns are twice as far apart.
  private let step: Double
  private var taken: [Rectangle<OutputSpace>] = []
  /// The size of a box that found no place: whatever is larger is not tried.
  ///
  /// A tracking file may ask for thousands of labels.
  private var refused: (width: Double, height: Double)?

  /// Makes a placement in an empty picture.
  ///
  /// - Parameter step: the height of a line, in pixels.
  package init(in picture: Rectangle<OutputSpace>, step: Double) {
    self.picture = picture
    self.step = max(step.rounded(), 1)
  }

  /// Takes an area that is drawn on otherwise; it may reach beyond the picture.
  package mutating func take(_ area: Rectangle<OutputSpace>) { taken.append(area) }

  /// Takes a place for a box; nil where there is none within the picture.
  ///
  /// - Parameters:
  ///   - corner: where its upper left corner is wanted; beyond the picture, the nearest within counts.
  ///   - covered: what it should not cover, if there is a place beside it.
  package mutating func place(
    width: Double, height: Double, at corner: Point2<OutputSpace>,
    beside covered: [Rectangle<OutputSpace>] = []
  ) -> Rectangle<OutputSpace>? {
    guard corner.x.isFinite, corner.y.isFinite, width <= picture.width, height <= picture.height
    else { return nil }
    if let refused, width >= refused.width, height >= refused.height { return nil }
    let box =
      (covered.isEmpty
        ? nil : free(width: width, height: height, at: corner, among: taken + covered))
      ?? free(width: width, height: height, at: corner, among: taken)
    if let box { taken.append(box) } else { refused = (width, height) }
    return box
  }

  /// The free place that is nearest to the wanted one: of those as near one straight below, then above,
  /// then to the right, then to the left.
  private func free(
    width: Double, height: Double, at corner: Point2<OutputSpace>,
    among taken: [Rectangle<OutputSpace>]
  ) -> Rectangle<OutputSpace>? {
    // On an even column, where chroma samples have their edges.
    let lefts = Self.steps(from: corner.x, by: 2 * step, upTo: picture.right - width).map {
      2 * ($0 / 2).rounded(.down)
    }
    let tops = Self.steps(from: corner.y, by: step, upTo: picture.bottom - height).map {
      $0.rounded(.down)
    }
    var nearest: (box: Rectangle<OutputSpace>, distance: Double)?
    for left in lefts {
      for top in tops {
        let (x, y) = (left - lefts[0], top - tops[0])
        let distance = x * x + y * y
        if let nearest, distance >= nearest.distance { continue }
        let box = Rectangle<OutputSpace>(Point2(left, top), Point2(left + width, top + height))
        if !taken.contains(where: { $0.intersection(box) != nil }) { nearest = (box, distance) }
      }
    }
    return nearest?.box
  }

  /// Coordinates from 0 to a limit: the nearest to the wanted one, then those that are more and more
  /// steps further and back, and both ends.
  private static func steps(from wanted: Double, by step: Double, upTo limit: Double) -> [Double] {
    let first = min(max(wanted.rounded(), 0), limit)
    let further = Array(stride(from: first + step, to: limit, by: step)) + [limit]
    let back = Array(stride(from: first - step, to: 0, by: -step)) + [0]
    let pairs = (0..<max(further.count, back.count)).flatMap { index in
      [further, back].compactMap { index < $0.count ? $0[index] : nil }
    }
    return [first] + pairs
  }
}
