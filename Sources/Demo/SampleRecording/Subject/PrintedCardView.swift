import Geometry
import Tracking

/// One printed card as it is seen in one frame: what its drawing starts from.
struct PrintedCardView {
  let card: PrintedCard
  /// The card's frame, in millimetres: x right, y up, z out of the print, 0 the picture's middle.
  let frame: PosedFrame
  /// Where the corners of the printed picture are seen.
  let corners: Quad<TrackerSpace>

  /// The number that the tracking file gives the card.
  private static let id = 1
  /// A card of which a smaller part lies in the picture is not followed.
  private static let leastSeen = 0.2
  /// Blocks of the picture, across and down, that a tracker would compare.
  private static let blocks = (columns: 6, rows: 8)

  /// Makes a view of a card.
  ///
  /// - Parameter transform: from the card's frame to the camera: a rotation times 0.1.
  init(card: PrintedCard, transform: FacialTransform, size: PixelSize<TrackerSpace>) {
    let frame = PosedFrame(transform: transform, camera: PerspectiveCamera(size: size))
    let (x, y) = (card.widthMm / 2, card.heightMm / 2)
    func seen(_ x: Double, _ y: Double) -> Point2<TrackerSpace> {
      let point = frame(x, y, 0)
      return Point2(point.x, point.y)
    }
    (self.card, self.frame) = (card, frame)
    corners = Quad(seen(-x, y), seen(x, y), seen(x, -y), seen(-x, -y))
  }

  /// What a perfect tracker says of the card; nil where too little of it lies in the picture.
  var sample: ImageSample? {
    let score = partInPicture
    guard score >= Self.leastSeen else { return nil }
    var sample = ImageSample(name: card.name, corners: corners, score: score)
    (sample.id, sample.widthMm, sample.pose) = (Self.id, card.widthMm, frame.transform)
    return sample
  }

  /// The part of the printed picture's blocks whose middles lie in the picture.
  private var partInPicture: Double {
    let size = frame.camera.size
    let (columns, rows) = Self.blocks
    let inside = (0..<(columns * rows)).count { block in
      let u = (Double(block % columns) + 0.5) / Double(columns) - 0.5
      let v = 0.5 - (Double(block / columns) + 0.5) / Double(rows)
      let point = frame(u * card.widthMm, v * card.heightMm, 0)
      return point.x >= 0 && point.x < Double(size.width) && point.y >= 0
        && point.y < Double(size.height)
    }
    return Double(inside) / Double(columns * rows)
  }

  /// Pixels a centimetre at the card's middle: the measure of line widths.
  var unit: Double { frame.unit(at: Point3(0, 0, 0)) }
}
