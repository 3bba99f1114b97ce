import Drawing
import Imaging

extension ShareCard {
  /// Where everything goes with a picture whose window has the shape that its faces, and what they wear, need.
  ///
  /// Of a ratio's layouts the one is taken whose window shows most of the picture, and largest, if it shows as
  /// many fields and cuts no more texts.
  ///
  /// - Returns: the plan, and whether a face would have been cut in the window of the layout.
  func plan(
    _ ratio: ShareCardRatio, _ contents: [String: ShareCardContent],
    around subject: ShareCardSubject?, in picture: StraightRGBA8
  ) throws(DrawingError) -> (plan: ShareCardPlan, isForFaces: Bool) {
    var best: (fitted: FittedPlan, merit: Double, lacks: Int)?
    for box in layout.boxes[ratio] ?? [] {
      let fitted = try fitted(box, ratio, contents, around: subject, in: picture)
      let merit = fitted.plan.merit(of: picture, keeping: subject)
      let lacks = try fitted.plan.cutTexts().count - fitted.plan.elements.count
      // Another than the first has to be worth it.
      if let best {
        guard lacks < best.lacks || lacks == best.lacks && merit >= Self.worthChanging * best.merit
        else { continue }
      }
      best = (fitted, merit, lacks)
    }
    // A layout that was read has a box of each ratio.
    guard let best else { return (ShareCardPlan(), false) }
    return (best.fitted.plan, best.fitted.isForFaces)
  }

  /// How many times as much of the picture another layout has to show.
  private static let worthChanging = 1.1
  /// How many times as large what lies beside a smaller window may get, the largest first.
  private static let enlargements = [1.75, 1.6, 1.45, 1.3, 1.15]

  /// A layout with the window that a picture needs.
  private struct FittedPlan {
    var plan: ShareCardPlan
    var isForFaces = false
  }

  /// Lays out one of a ratio's layouts.
  ///
  /// The window is never filled up with anything else. Where it is too narrow or too low, what lies beside it
  /// gets larger, as far as there is room, and the card's margins grow, so that all of the card stays aligned and
  /// in the middle; where its texts would be cut or take more of the card, the window alone gets smaller, and the
  /// ornaments on it go with it.
  private func fitted(
    _ box: ShareCardBox, _ ratio: ShareCardRatio, _ contents: [String: ShareCardContent],
    around subject: ShareCardSubject?, in picture: StraightRGBA8
  ) throws(DrawingError) -> FittedPlan {
    let plan = try plan(box, ratio, contents)
    guard let window = plan.window(picture, around: subject) else { return FittedPlan(plan: plan) }
    for enlargement in Self.enlargements {
      let larger = try self.plan(box, ratio, contents, enlargement: enlargement)
      guard try larger.isAsWhole(as: plan, ratio),
        let rect = larger.root?.pictureBox(larger.contents)?.rect
      else { continue }
      let new = larger.window(picture, around: subject)?.new ?? rect
      let isAsLarge = new.width * new.height >= 0.999 * window.new.width * window.new.height
      guard isAsLarge,
        let aligned = try aligned(
          box, ratio, contents, rect, new, enlargement: enlargement, as: plan)
      else { continue }
      return FittedPlan(plan: aligned, isForFaces: window.isForFaces)
    }
    if let aligned = try aligned(
      box, ratio, contents, window.old, window.new, enlargement: 1, as: plan)
    {
      return FittedPlan(plan: aligned, isForFaces: window.isForFaces)
    }
    return FittedPlan(
      plan: try self.plan(box, ratio, contents, window: window.new),
      isForFaces: window.isForFaces)
  }

  /// The card with larger margins, so that its window gets smaller; nil where that cuts texts, or gives another
  /// window.
  private func aligned(
    _ box: ShareCardBox, _ ratio: ShareCardRatio, _ contents: [String: ShareCardContent],
    _ old: ShareCardRect, _ new: ShareCardRect, enlargement: Double, as plan: ShareCardPlan
  ) throws(DrawingError) -> ShareCardPlan? {
    let aligned = try self.plan(
      box, ratio, contents, enlargement: enlargement,
      margins: (x: (old.width - new.width) / 2, y: (old.height - new.height) / 2))
    guard let rect = aligned.root?.pictureBox(aligned.contents)?.rect,
      abs(rect.width - new.width) <= 1, abs(rect.height - new.height) <= 1,
      try aligned.isAsWhole(as: plan, ratio)
    else { return nil }
    return aligned
  }
}

extension ShareCardPlan {
  /// Whether no more than in another plan leaves the card, overlaps or is cut, and no text is smaller.
  fileprivate func isAsWhole(
    as plan: ShareCardPlan, _ ratio: ShareCardRatio
  ) throws(DrawingError) -> Bool {
    if try misplaced(ratio).count > plan.misplaced(ratio).count { return false }
    let known = try plan.texts()
    return try texts().allSatisfy { name, text in
      known[name].map { text.size > $0.size - 0.5 && (!text.isCut || $0.isCut) } ?? !text.isCut
    }
  }

  /// A picture's window as the layout has it, and smaller as its faces need it.
  fileprivate struct Window {
    var old, new: ShareCardRect
    var isForFaces: Bool
  }

  /// The window that a picture needs; nil where it has it, or is turned or not there.
  fileprivate func window(
    _ picture: StraightRGBA8, around subject: ShareCardSubject?
  ) -> Window? {
    guard let (_, look, rect) = root?.pictureBox(contents), look.covers, rect.width >= 1,
      rect.height >= 1,
      let (new, isForFaces) = PictureFit.window(
        width: Double(picture.width), height: Double(picture.height), in: rect, keeping: subject)
    else { return nil }
    return Window(old: rect, new: new, isForFaces: isForFaces)
  }

  /// How much of a picture is shown, and how large: its share, times the window's area in pixels.
  fileprivate func merit(of picture: StraightRGBA8, keeping subject: ShareCardSubject?) -> Double {
    guard let (_, look, rect) = root?.pictureBox(contents),
      let fit = look.fit(picture, in: rect, keeping: subject, under: [])
    else { return 0 }
    let share = fit.part.width * fit.part.height / Double(picture.width * picture.height)
    return share * fit.box.width * fit.box.height
  }
}
