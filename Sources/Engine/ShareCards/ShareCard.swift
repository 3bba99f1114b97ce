import Drawing
public import Geometry
public import Imaging
import Text

/// A share card: a layout with its artwork, ready to be filled.
public struct ShareCard: Sendable {
  /// The name of the card's folder.
  public let id: String
  /// The card's names by language tag.
  public var name: [String: String] { layout.name }
  let layout: ShareCardLayout
  let artwork: [String: StraightRGBA8]

  /// A filled card.
  public struct Result: Sendable {
    /// The card, opaque.
    public var picture: StraightRGBA8
    /// What a person should know: characters that no font has, fields that this shape does not
    /// show, or not whole.
    public var notes: [String]
    /// Where the picture went, from its pixels to the card's.
    ///
    /// Nil where the layout turns it, or has no room for it.
    public var map: AffineMap<OutputSpace, OutputSpace>?

    fileprivate func adding(notes more: [String]) -> Result {
      var result = self
      result.notes += more
      return result
    }
  }

  /// Fills the card.
  ///
  /// The same picture, fields and fonts give the same bytes.
  ///
  /// - Parameters:
  ///   - picture: the picture of at most `ImageLimits.still`.
  ///   - subject: the faces, which are kept whole, and their avatars, which are kept as far as can be.
  public func render(
    picture: StraightRGBA8, subject: ShareCardSubject? = nil, ratio: ShareCardRatio,
    fields: ShareCardFields
  ) throws(ShareCardError) -> Result {
    var contents = try layout.contents(fields, artwork: artwork)
    let asked = try layout.asked(fields)
    let result: Result
    var plan: ShareCardPlan
    let isForFaces: Bool
    let cut: Set<String>
    do throws(DrawingError) {
      let notes = try ShareCardGlyphs.settle(&contents)
      contents = layout.shown(of: contents)
      (plan, isForFaces) = try self.plan(ratio, contents, around: subject, in: picture)
      let view = plan.settle(picture, around: subject, on: ratio.rect, showing: asked)
      let painter = ShareCardPainter(
        canvas: try Canvas(size: ratio.size), layout: layout, artwork: artwork,
        contents: plan.contents, picture: picture, subject: subject,
        ornaments: plan.overPicture(named: view?.name))
      try painter.paint(plan.root, ornaments: (plan.under, plan.over))
      cut = try plan.cutTexts()
      result = Result(
        picture: try painter.canvas.picture(),
        notes: notes + (isForFaces ? [Self.smallerWindow(ratio)] : [])
          + (view?.notes(ratio) ?? []),
        map: view?.fit.map)
    } catch {
      throw .drawing(error)
    }
    return result.adding(
      notes: try unshown(fields, ratio, plan) + shortened(fields, ratio, cut))
  }

  /// A note of a window that is smaller than the layout has it, so that no face is cut.
  private static func smallerWindow(_ ratio: ShareCardRatio) -> String {
    "the card's window in \(ratio.rawValue) cannot hold all faces; it was made smaller"
  }

  /// A note that names the fields for which the card has no place in this shape.
  private func unshown(
    _ fields: ShareCardFields, _ ratio: ShareCardRatio, _ plan: ShareCardPlan
  ) throws(ShareCardError) -> [String] {
    let names = try layout.unshown(fields, by: plan.elements)
    guard !names.isEmpty else { return [] }
    return [
      "the card \"\(Shown.text(id))\" shows no \(names.joined(separator: ", no ")) in \(ratio.rawValue)"
    ]
  }

  /// A note that names the fields of which the card has no room for all in this shape.
  private func shortened(
    _ fields: ShareCardFields, _ ratio: ShareCardRatio, _ cut: Set<String>
  ) throws(ShareCardError) -> [String] {
    let names = try layout.shown(fields, in: cut)
    guard !names.isEmpty else { return [] }
    return [
      "the card \"\(Shown.text(id))\" has no room for all of the \(names.joined(separator: ", the ")) in \(ratio.rawValue); make it shorter"
    ]
  }

  /// Where everything goes by one of the ratio's layouts.
  func plan(
    _ box: ShareCardBox, _ ratio: ShareCardRatio, _ contents: [String: ShareCardContent],
    enlargement: Double = 1, margins: (x: Double, y: Double) = (0, 0), window: ShareCardRect? = nil
  ) throws(DrawingError) -> ShareCardPlan {
    try ShareCardPlan(
      layout, box, ratio, contents: contents,
      imageSizes: artwork.mapValues { PixelSize(clamping: $0.width, $0.height) },
      enlargement: enlargement, margins: margins, window: window)
  }
}

extension PictureView {
  /// The least share of the subject that is worth a note: of faces alone, a margin of pixels may be cut.
  static let worthNoting = 0.03

  /// What a person should know of the window.
  fileprivate func notes(_ ratio: ShareCardRatio) -> [String] {
    var notes: [String] = []
    if cut > Self.worthNoting {
      let percent = max(1, Int((100 * cut).rounded()))
      notes.append(
        "the card's window in \(ratio.rawValue) cuts off \(percent) % of the faces and what they wear"
      )
    }
    if isCovered {
      notes.append(
        "an ornament of the card lies over a face, or what it wears, in \(ratio.rawValue): no corner"
          + " is free of them")
    }
    return notes
  }
}
