import Compositing
import Drawing
import Foundation
import Geometry
import Imaging

extension PrintedCardView {
  /// Draws the paper and the picture that is printed on it.
  func draw(on canvas: borrowing Canvas) throws(SampleRecordingError) {
    drawPaper(on: canvas)
    try drawPrint(on: canvas)
  }

  /// Cream paper with an ink line about it, and a thin line of gold about the picture.
  private func drawPaper(on canvas: borrowing Canvas) {
    let paper = outline(margin: PrintedCard.margin, foot: PrintedCard.foot, radius: 4)
    canvas.stroke(paper, Colour(0x6B4A45), width: 0.24 * unit)
    let (x, y) = (card.widthMm / 2, card.heightMm / 2)
    canvas.fill(
      paper,
      .linear(
        from: frame(-x, y, 0), to: frame(x, -y - PrintedCard.foot, 0),
        [(0, Colour(0xFFFEF8)), (0.6, Colour(0xFBF3E2)), (1, Colour(0xEBDCC2))]))
    canvas.fill(outline(margin: 2.6, foot: 2.6, radius: 0.8), Colour(0xD9A441))
    canvas.fill(outline(margin: 1.9, foot: 1.9, radius: 0.5), Colour(0xFFFAEE))
  }

  /// A rectangle about the picture on the card, with rounded corners; lengths in millimetres.
  private func outline(margin: Double, foot: Double, radius: Double) -> Path {
    let (x, top) = (card.widthMm / 2 + margin, card.heightMm / 2 + margin)
    let bottom = -card.heightMm / 2 - foot
    let centres = [
      (x - radius, top - radius), (x - radius, bottom + radius), (radius - x, bottom + radius),
      (radius - x, top - radius),
    ]
    return .polygon(
      centres.enumerated().flatMap { corner, centre in
        (0...6).map { step in
          let angle = (Double(corner) + Double(step) / 6) * Double.pi / 2
          return frame(centre.0 + radius * sin(angle), centre.1 + radius * cos(angle), 0)
        }
      })
  }

  /// The picture, in the card's perspective.
  private func drawPrint(on canvas: borrowing Canvas) throws(SampleRecordingError) {
    let texture = card.texture
    let places = corners.map { Point2<OutputSpace>($0.x, $0.y) }
    guard
      let map = Homography<ArtworkSpace, OutputSpace>(
        rectangle: Double(texture.width), Double(texture.height), to: places)
    else { return }
    var print = PremultipliedRGBA8(size: canvas.size)
    do {
      let compositor = try Compositor()
      try unsafe print.withMutablePicture { target in
        try unsafe compositor.draw(texture, at: map, onto: target)
      }
    } catch let error as CompositingError {
      throw .compositing(error)
    } catch {
      return  // a compositor throws nothing else
    }
    let (width, height) = (Double(canvas.size.width), Double(canvas.size.height))
    do throws(DrawingError) {
      try canvas.draw(
        StraightRGBA8(print), part: (PicturePoint(0, 0), width, height), at: PicturePoint(0, 0),
        width: width, height: height)
    } catch {
      throw .drawing(error)
    }
  }
}
