import Geometry
import Imaging

/// Where a card shows its picture.
struct PictureView {
  /// The element's name.
  var name: String
  /// What of the picture goes where.
  var fit: PictureFit
  /// The share of the subject that the window cuts off.
  var cut = 0.0
  /// Whether ornaments lie on the subject all the same, as they show what was asked for.
  var isCovered = false
  /// How many ornaments were left out, as each place that they may have lies on the subject.
  var leftOut = 0
}

extension ShareCardPlan {
  /// What lies over a picture, in the card's pixels.
  func overPicture(named name: String?) -> [ShareCardRect] {
    over.filter { name != nil && $0.ornament.reference == name }.map(\.rect)
  }

  /// Settles where the picture goes, and moves the ornaments over it that would cover a face or what it wears.
  ///
  /// They go to another corner of the picture, or outwards. Where they cover something at every place, they are
  /// left out.
  ///
  /// - Parameter asked: the elements that show what was asked for, whose ornaments are never left out.
  /// - Returns: nil where the picture is turned or not there.
  mutating func settle(
    _ picture: StraightRGBA8, around subject: ShareCardSubject?, on card: ShareCardRect,
    showing asked: Set<String>
  ) -> PictureView? {
    guard let (name, look, rect) = root?.pictureBox(contents) else { return nil }
    func fit(_ plan: ShareCardPlan) -> PictureFit? {
      look.fit(picture, in: rect, keeping: subject, under: plan.overPicture(named: name))
    }
    let whole = Rectangle<OutputSpace>(
      Point2(0, 0), Point2(Double(picture.width), Double(picture.height)))
    guard let seen = subject?.seen(in: whole), !seen.all.isEmpty else {
      return fit(self).map { PictureView(name: name, fit: $0) }
    }
    var (isCovered, leftOut) = (false, 0)
    for corner in corners(of: name) {
      guard let group = group(corner, of: name) else { continue }
      let usual = (
        crowding: crowding(corner, around: name), outside: group.outside(card)
      )
      var best = (cost: Double.infinity, misplaced: 0.0, plan: self)
      for move in OrnamentMove.all(of: group.box, at: (corner.x, corner.y)) {
        let tried = moved(corner, in: rect, of: name, by: move)
        guard let fit = fit(tried), let moved = tried.group(corner, of: name) else { continue }
        // Only what this corner's ornaments do, beyond what the card has them do, tells whether they may stay.
        let covered = fit.covered(of: seen, by: moved.rects)
        let astray =
          max(0, tried.crowding(corner, around: name) - usual.crowding)
          + max(0, moved.outside(card) - usual.outside)
        let cost =
          Self.strayingWeight * astray + Self.coveringWeight * covered
          + 2 * tried.overlap(of: moved.rects, withFramesOn: card)
          + fit.cost(of: seen, under: tried.overPicture(named: name)) + move.cost
        // To move at all must be worth it.
        if best.cost == .infinity || cost < best.cost - Self.worthMoving {
          best = (cost, covered + astray, tried)
        }
      }
      self = best.plan
      guard best.misplaced > Self.tolerated * group.box.width * group.box.height else { continue }
      if group.elements.isDisjoint(with: asked) {
        over.removeAll { corner.holds($0, of: name) }
        leftOut += group.rects.count
      } else {
        isCovered = true
      }
    }
    return fit(self).map {
      PictureView(
        name: name, fit: $0, cut: $0.cut(of: seen), isCovered: isCovered, leftOut: leftOut)
    }
  }

  /// Ornaments that cover less than this more, in square pixels, stay where the card has them.
  private static let worthMoving = 400.0
  /// Ornaments that lie over each other, on texts or beyond the card look worst; then those on a face or what it wears.
  private static let strayingWeight = 512.0
  private static let coveringWeight = 256.0
  /// The share of ornaments' box that may lie so: the corners of their drawings are empty.
  private static let tolerated = 0.02

  /// A corner of the picture that ornaments hang on.
  private struct OrnamentCorner: Hashable {
    var x, y: Double

    func holds(_ placed: PlacedOrnament, of name: String) -> Bool {
      placed.ornament.reference == name && placed.ornament.at == (x, y)
    }
  }

  /// The ornaments that hang on a corner.
  private struct OrnamentGroup {
    var rects: [ShareCardRect]
    /// The elements that they show, or are left out without.
    var elements: Set<String>
    /// The box about all of them.
    var box: ShareCardRect

    /// How much of it lies outside of the card, in square pixels.
    func outside(_ card: ShareCardRect) -> Double {
      rects.reduce(0) { $0 + $1.width * $1.height - $1.common(with: card) }
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

  private func group(_ corner: OrnamentCorner, of name: String) -> OrnamentGroup? {
    let held = over.filter { corner.holds($0, of: name) }
    guard var box = held.first?.rect else { return nil }
    for placed in held.dropFirst() { box = box.union(placed.rect) }
    return OrnamentGroup(
      rects: held.map(\.rect),
      elements: Set(held.flatMap { [$0.ornament.element, $0.ornament.with].compactMap(\.self) }),
      box: box)
  }

  /// The plan with what hangs on a corner moved; what is drawn is not mirrored.
  private func moved(
    _ corner: OrnamentCorner, in rect: ShareCardRect, of name: String, by move: OrnamentMove
  ) -> ShareCardPlan {
    var plan = self
    for place in over.indices where corner.holds(over[place], of: name) {
      let old = over[place].rect
      if move.across { plan.over[place].rect.x = rect.x + rect.maxX - old.maxX }
      if move.down { plan.over[place].rect.y = rect.y + rect.maxY - old.maxY }
      plan.over[place].rect.x += move.x
      plan.over[place].rect.y += move.y
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

  /// How much of ornaments lies over small ones of the card; larger ones are part of the background.
  private func overlap(
    of rects: [ShareCardRect], withFramesOn card: ShareCardRect
  ) -> Double {
    let frames = under.map(\.rect).filter {
      $0.width * $0.height < Self.background * card.width * card.height
    }
    return rects.reduce(0) { sum, rect in sum + frames.reduce(0) { $0 + $1.common(with: rect) } }
  }

  /// The share of the card from which on an ornament below the boxes is part of the background.
  private static let background = 0.02
}

/// A place that the ornaments of a corner may go to.
private struct OrnamentMove {
  /// Whether they go to the other side.
  var across, down: Bool
  /// How far they move beyond that, in pixels.
  var x = 0.0
  var y = 0.0

  /// What it costs to move outwards, in square pixels, so that no more is done than is needed.
  var cost: Double { 4 * (x.magnitude + y.magnitude) }

  /// Every place: the four corners, and outwards of each.
  static func all(of box: ShareCardRect, at corner: (x: Double, y: Double)) -> [OrnamentMove] {
    [(false, false), (true, false), (false, true), (true, true)].flatMap { across, down in
      let x = (corner.x > 0.5) != across ? box.width : -box.width
      let y = (corner.y > 0.5) != down ? box.height : -box.height
      var moves = [OrnamentMove(across: across, down: down)]
      for part in [0.15, 0.3, 0.45, 0.6] {
        moves.append(OrnamentMove(across: across, down: down, x: part * x))
        moves.append(OrnamentMove(across: across, down: down, y: part * y))
        moves.append(OrnamentMove(across: across, down: down, x: part * x, y: part * y))
      }
      return moves
    }
  }
}
