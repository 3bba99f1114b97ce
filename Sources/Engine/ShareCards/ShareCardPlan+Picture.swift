import Geometry
import Imaging

/// Where a card shows its picture.
struct PictureView {
  /// The element's name.
  var name: String
  /// What of the picture goes where.
  var fit: PictureFit
}

extension ShareCardPlan {
  /// What lies over a picture, in the card's pixels.
  func overPicture(named name: String?) -> [ShareCardRect] {
    over.filter { name != nil && $0.ornament.reference == name }.map(\.rect)
  }

  /// Settles where the picture goes, and moves the ornaments over it that would cover a face or what it
  /// wears to another corner of the picture, if less is covered there.
  ///
  /// - Returns: nil where the picture is turned or not there.
  mutating func settle(
    _ picture: StraightRGBA8, _ contents: [String: ShareCardContent],
    around subject: ShareCardSubject?
  ) -> PictureView? {
    guard let (name, look, rect) = root?.pictureBox(contents) else { return nil }
    func fit(_ plan: ShareCardPlan) -> PictureFit? {
      look.fit(picture, in: rect, keeping: subject, under: plan.overPicture(named: name))
    }
    let whole = Rectangle<OutputSpace>(
      Point2(0, 0), Point2(Double(picture.width), Double(picture.height)))
    if let seen = subject?.seen(in: whole), !(seen.faces + seen.worn).isEmpty {
      for corner in corners(of: name) {
        var best = (cost: Double.infinity, plan: self)
        for (across, down) in [(false, false), (true, false), (false, true), (true, true)] {
          let tried = moved(corner, in: rect, of: name, across: across, down: down)
          guard let fit = fit(tried) else { continue }
          let cost =
            fit.cost(of: seen, under: tried.overPicture(named: name))
            + Self.crowdingWeight * tried.crowding(corner, around: name)
          // To move at all must be worth it.
          let isBetter = best.cost == .infinity || cost < best.cost - Self.worthMoving
          if isBetter { best = (cost, tried) }
        }
        self = best.plan
      }
    }
    return fit(self).map { PictureView(name: name, fit: $0) }
  }

  /// Ornaments that cover less than this more, in square pixels, stay where the card has them.
  private static let worthMoving = 400.0
  /// Ornaments that lie over each other look worse than one over a face, whose weight is 4.
  private static let crowdingWeight = 16.0

  /// A corner of the picture that ornaments hang on.
  private struct OrnamentCorner: Hashable {
    var x, y: Double

    func holds(_ placed: PlacedOrnament, of name: String) -> Bool {
      placed.ornament.reference == name && placed.ornament.at == (x, y)
    }
  }

  /// The corners that ornaments of a picture hang on, in their order.
  private func corners(of name: String) -> [OrnamentCorner] {
    var corners: [OrnamentCorner] = []
    for placed in over where placed.ornament.reference == name {
      let corner = OrnamentCorner(x: placed.ornament.at.x, y: placed.ornament.at.y)
      if !corners.contains(corner) { corners.append(corner) }
    }
    return corners
  }

  /// The plan with what hangs on a corner mirrored to another one; what is drawn is not mirrored.
  private func moved(
    _ corner: OrnamentCorner, in rect: ShareCardRect, of name: String, across: Bool, down: Bool
  ) -> ShareCardPlan {
    var plan = self
    for place in over.indices where corner.holds(over[place], of: name) {
      let old = over[place].rect
      if across { plan.over[place].rect.x = rect.x + rect.maxX - old.maxX }
      if down { plan.over[place].rect.y = rect.y + rect.maxY - old.maxY }
    }
    return plan
  }

  /// How much of what hangs on a corner lies over other ornaments and boxes, in square pixels.
  private func crowding(_ corner: OrnamentCorner, around name: String) -> Double {
    let others =
      (root?.all ?? []).filter { $0.element != nil && $0.element != name }.map(\.rect)
      + over.filter { !corner.holds($0, of: name) }.map(\.rect)
    return over.filter { corner.holds($0, of: name) }.reduce(0) { sum, placed in
      sum + others.reduce(0) { $0 + $1.common(with: placed.rect) }
    }
  }
}
