import Drawing
import Imaging

extension ShareCard {
  /// Where everything goes with a picture whose window has the shape that its faces need.
  ///
  /// The window is never filled up with anything else. Where it is too narrow or too low, the card's margins
  /// grow, so that all of the card stays aligned and in the middle; where its texts would be cut or take
  /// more of the card, the window alone gets smaller, and the ornaments on it go with it.
  ///
  /// - Returns: the plan, and whether a face would have been cut in the window of the layout.
  func plan(
    _ ratio: ShareCardRatio, _ contents: [String: ShareCardContent],
    around subject: ShareCardSubject?, in picture: StraightRGBA8
  ) throws(DrawingError) -> (plan: ShareCardPlan, isForFaces: Bool) {
    let plan = try plan(ratio, contents)
    guard let window = plan.window(picture, contents, around: subject) else { return (plan, false) }
    let (old, new) = (window.old, window.new)
    let tried = try self.plan(
      ratio, contents,
      margins: (x: (old.width - new.width) / 2, y: (old.height - new.height) / 2))
    if let rect = tried.root?.pictureBox(contents)?.rect,
      abs(rect.width - new.width) <= 1, abs(rect.height - new.height) <= 1,
      try tried.misplaced(ratio, contents).count <= plan.misplaced(ratio, contents).count,
      try tried.cutTexts(contents).isSubset(of: plan.cutTexts(contents))
    {
      return (tried, window.isForFaces)
    }
    return (try self.plan(ratio, contents, window: new), window.isForFaces)
  }
}

extension ShareCardPlan {
  /// A picture's window as the layout has it, and smaller as its faces need it.
  fileprivate struct Window {
    var old, new: ShareCardRect
    var isForFaces: Bool
  }

  /// The window that a picture needs; nil where it has it, or is turned or not there.
  fileprivate func window(
    _ picture: StraightRGBA8, _ contents: [String: ShareCardContent],
    around subject: ShareCardSubject?
  ) -> Window? {
    guard let (_, look, rect) = root?.pictureBox(contents), look.covers, rect.width >= 1,
      rect.height >= 1,
      let (new, isForFaces) = PictureFit.window(
        width: Double(picture.width), height: Double(picture.height), in: rect, keeping: subject)
    else { return nil }
    return Window(old: rect, new: new, isForFaces: isForFaces)
  }
}
