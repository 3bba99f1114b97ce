import Foundation
import Geometry
import Placement

/// How fit one card that comes alive is to be shared.
public struct SceneScore: Encodable, Sendable {
  /// The card's identity.
  public internal(set) var card: Int
  /// The weighted geometric mean of the parts, 0 to 1.
  public internal(set) var total: Double
  /// The parts, each 0 to 1.
  public internal(set) var parts: Parts
  /// The box of the printed picture in the scene, in pixels.
  let box: Rectangle<SceneSpace>

  /// The parts of a card's score, each from 0, unfit, to 1, as good as can be.
  public struct Parts: Encodable, Sendable {
    /// Whether the card lies in the picture.
    public internal(set) var inside: Double
    /// Whether it is turned to the camera.
    public internal(set) var frontal: Double
    /// Whether it is large enough.
    public internal(set) var size: Double
    /// Whether its scene has unfolded.
    public internal(set) var unfolded: Double
    /// Whether it is as sharp as the sharpest of the frames that were looked at; nil before it was looked at.
    public internal(set) var sharpness: Double?
  }

  private enum CodingKeys: String, CodingKey { case card, total, parts }

  /// After this time a scene shows what begins with its card, in milliseconds: as on a still.
  private static let unfoldedMs = 2000.0
  /// The mean side of a card that is as large as need be, in parts of the picture's shorter side.
  private static let side = 0.3

  /// Judges a card; nil for one that the tracker did not see then.
  init?(_ scene: PlacedScene, in picture: PixelSize<SceneSpace>) {
    let sight = scene.sight
    guard sight.isObserved, let box = Rectangle(around: sight.corners.corners), box.area > 0 else {
      return nil
    }
    let outline = ConvexOutline(sight.corners.corners)
    let (area, frame) = (outline.area, ConvexOutline(Rectangle(picture).corners))
    guard area > 0 else { return nil }
    card = scene.card
    self.box = box
    let shorter = Double(min(picture.width, picture.height))
    parts = Parts(
      inside: FaceScore.Parts.ramp(outline.area(common: frame) / area, 0.6, 1),
      frontal: sight.turnDegrees < 90 ? pow(cos(sight.turnDegrees * .pi / 180), 2) : 0,
      size: min(1, area.squareRoot() / (Self.side * shorter)),
      unfolded: FaceScore.Parts.ramp(sight.ageMs, 0, Self.unfoldedMs))
    total = parts.mean
  }

  /// The score once the card's pixels were looked at.
  ///
  /// - Parameter best: the detail of the sharpest picture of this card.
  func seen(detail: Double, best: Double) -> SceneScore {
    var score = self
    score.parts.sharpness = best > 0 ? min(1, detail / best).squareRoot() : 1
    score.total = score.parts.mean
    return score
  }

  /// The score with each number changed.
  func mapped(_ change: (Double) -> Double) -> SceneScore {
    var score = self
    score.total = change(total)
    for path in [
      \Parts.inside, \Parts.frontal, \Parts.size, \Parts.unfolded,
    ] { score.parts[keyPath: path] = change(parts[keyPath: path]) }
    score.parts.sharpness = parts.sharpness.map(change)
    return score
  }
}

extension SceneScore.Parts {
  /// The weighted geometric mean of the parts, as of a face.
  fileprivate var mean: Double {
    let weighted: [(value: Double?, weight: Double)] = [
      (inside, 2), (frontal, 1), (size, 1), (unfolded, 2), (sharpness, 3),
    ]
    return FaceScore.Parts.mean(of: weighted)
  }
}

extension Rectangle {
  /// The corners, clockwise from the top left.
  var corners: [Point2<Space>] {
    [Point2(left, top), Point2(right, top), Point2(right, bottom), Point2(left, bottom)]
  }
}
