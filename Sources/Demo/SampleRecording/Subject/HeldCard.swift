import Drawing
import Geometry

/// A printed card and the hand that holds it, as they are seen in one frame.
struct HeldCard {
  let card: PrintedCardView
  let hand: HandView

  /// How the hand leans against the card, clockwise, in degrees.
  private static let lean = 8.0
  /// How far the wrist lies beside the card's middle, in millimetres.
  private static let side = -14.0

  /// Makes the view of a card, and of the hand at its lower edge.
  ///
  /// - Parameters:
  ///   - transform: from the card's frame to the camera: a rotation times 0.1.
  ///   - reach: from the wrist to the elbow, in centimetres.
  init(
    _ card: PrintedCard, of subject: SampleSubject, transform: FacialTransform,
    reach: Vector3<CameraSpace>, size: PixelSize<TrackerSpace>
  ) {
    self.card = PrintedCardView(card: card, transform: transform, size: size)
    let millimetres = HandView.scale / PlanarPose.scale
    let lowest = -card.heightMm / 2 - PrintedCard.foot
    let wrist = transform(
      Point3(
        Self.side, lowest - CardGrip.edge.y * millimetres, -CardGrip.edge.z * millimetres))
    hand = HandView(
      subject: subject,
      transform: FacialTransform(
        rotation: transform.rotation * Quaternion(yaw: 0, pitch: 0, roll: Self.lean),
        scale: HandView.scale, translation: Vector3(wrist.x, wrist.y, wrist.z)),
      elbow: Point3(wrist.x + reach.x, wrist.y + reach.y, wrist.z + reach.z),
      joints: CardGrip.joints, size: size)
  }

  /// Whether any of the card or of the hand can lie in the picture.
  var mayShow: Bool {
    let middle = card.frame(0, 0, 0)
    let size = card.frame.camera.size
    let reach = 40 * card.unit
    return middle.x > -reach && middle.x < Double(size.width) + reach && middle.y > -reach
      && middle.y < Double(size.height) + reach
  }

  /// Draws the arm and the fingers, the card before them, and the thumb before the card.
  func draw(on canvas: borrowing Canvas) throws(SampleRecordingError) {
    hand.drawBehindCard(on: canvas)
    try card.draw(on: canvas)
    hand.drawThumb(on: canvas)
  }
}
