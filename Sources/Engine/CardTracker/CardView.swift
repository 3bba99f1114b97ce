package import Features
internal import Foundation
package import Geometry

/// How a card lies in one picture.
package struct CardView: Sendable {
  /// From the print's plane to the picture.
  package var map: Homography<PrintSpace, TrackerSpace>
  /// Where the print's corners lie.
  package var corners: Quad<TrackerSpace>
  /// The part of its detailed blocks that agree with what is seen, 0 to 1.
  package var score: Double
  /// The part of all its detailed blocks that agree, those under other cards too.
  package var agreeing: Double
  /// The mean correlation of the blocks that are seen.
  package var correlation: Double
}

/// Lays a card on what is seen of it, from coarse to fine.
package struct CardAligner {
  private let card: CardReference
  private let pyramid: GreyPyramid

  /// From this correlation on a block agrees.
  package static let agreement = 0.55
  /// Columns of cells of the finest template.
  private static let finestWidth = 400.0
  private static let coarseWidths = [32.0, 64, 128]

  /// Looks for a card in a picture.
  package init(_ card: CardReference, in pyramid: GreyPyramid) {
    (self.card, self.pyramid) = (card, pyramid)
  }

  /// Betters a place; nil where nothing fits.
  ///
  /// - Parameter isHidden: whether something that is known lies over a place of the picture.
  package func aligned(
    from start: Homography<PrintSpace, TrackerSpace>,
    isHidden: (Point2<TrackerSpace>) -> Bool = { _ in false }
  ) -> CardView? {
    guard let sides = sides(start) else { return nil }
    var alignment = PlaneAlignment(start)
    for width in Self.coarseWidths where width < 0.8 * sides.width {
      let height = max(24, (width * sides.height / sides.width).rounded())
      _ = alignment.refine(
        card.template(width: Int(width), height: Int(min(height, 4 * width))), in: pyramid,
        level: level(sides.width / width), steps: 4,
        perspective: width < 48 ? 0.05 : width < 96 ? 0.3 : 1)
    }
    guard let finer = self.sides(alignment.map) else { return nil }
    let level = level(finer.width / Self.finestWidth)
    let scale = pow(0.5, Double(level))
    let template = card.template(
      width: Self.cells(finer.width * scale), height: Self.cells(finer.height * scale))
    _ = alignment.refine(template, in: pyramid, level: level, steps: 6)
    return view(alignment.map, isHidden: isHidden)
  }

  /// The mean correlation of a place at the coarsest size; nil where it is none.
  package func coarseView(_ map: Homography<PrintSpace, TrackerSpace>) -> Double? {
    guard let sides = sides(map) else { return nil }
    var alignment = PlaneAlignment(map)
    let width = Self.coarseWidths[0]
    alignment.look(
      card.template(width: Int(width), height: Int((width * card.aspect).rounded())), in: pyramid,
      level: level(sides.width / width))
    let seen = alignment.agreements.compactMap(\.self)
    guard !seen.isEmpty else { return nil }
    return seen.reduce(0, +) / Double(seen.count)
  }

  /// Judges a place as it is; nil where it is none.
  package func view(
    _ map: Homography<PrintSpace, TrackerSpace>,
    isHidden: (Point2<TrackerSpace>) -> Bool = { _ in false }
  ) -> CardView? {
    guard let sides = sides(map), let corners = card.corners(map), corners.isConvex else {
      return nil
    }
    var alignment = PlaneAlignment(map)
    // In steps of eight, so that templates are used again.
    let width = min(Double(CardReference.scoreWidth), max((sides.width / 8).rounded() * 8, 24))
    alignment.look(
      card.template(width: Int(width), height: Int((width * card.aspect).rounded())), in: pyramid,
      level: level(sides.width / width))
    let detailed = card.detailedBlocks
    var (counted, agreeing, seen, sum) = (0, 0, 0, 0.0)
    let middles = card.template(
      width: CardReference.scoreWidth,
      height: Int((Double(CardReference.scoreWidth) * card.aspect).rounded())
    ).middles
    for (block, agreement) in alignment.agreements.enumerated() where detailed[block] {
      let isAgreeing = (agreement ?? -1) >= Self.agreement
      if !isAgreeing, let place = map(Point2(middles[block].x, middles[block].y)), isHidden(place) {
        continue
      }
      counted += 1
      if isAgreeing { agreeing += 1 }
      if let agreement {
        seen += 1
        sum += agreement
      }
    }
    guard counted > 0, seen > 0 else { return nil }
    return CardView(
      map: map, corners: corners, score: Double(agreeing) / Double(counted),
      agreeing: Double(agreeing) / Double(max(detailed.count { $0 }, 1)),
      correlation: sum / Double(seen))
  }

  /// The level at which a pixel is as large as so many pixels.
  private func level(_ pixels: Double) -> Int {
    let wanted = pixels > 0 ? (log2(pixels) + 0.1).rounded() : 0
    return min(max(Int(wanted), 0), pyramid.levels.count - 1)
  }

  /// Cells for so many pixels, in steps of an eighth so that templates are used again.
  private static func cells(_ pixels: Double) -> Int {
    let clamped = min(max(pixels, 24), finestWidth * 2)
    let step = pow(2, (log2(clamped) - 3).rounded(.down))
    return Int((clamped / step).rounded() * step)
  }

  /// How long the card's sides are in the picture; nil where it is none that can be looked at.
  private func sides(
    _ map: Homography<PrintSpace, TrackerSpace>
  ) -> (width: Double, height: Double)? {
    guard let corners = card.corners(map) else { return nil }
    let c = corners.corners
    let width = (c[0].distance(to: c[1]) + c[3].distance(to: c[2])) / 2
    let height = (c[0].distance(to: c[3]) + c[1].distance(to: c[2])) / 2
    guard width >= 8, height >= 8, width < 1e5, height < 1e5 else { return nil }
    return (width, height)
  }
}
