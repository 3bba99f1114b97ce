import Foundation
public import Geometry
package import Imaging

/// Where the eyes of the wearer belong in a picture of a mask, and how that was found.
public struct EyePlace {
  /// What tells it.
  public enum Way: Hashable, Sendable {
    /// Two holes.
    case holes
    /// Two spots, dark or light, which differ so much from what is around, 0 to 1.
    case spots(isDark: Bool, contrast: Double)
    /// The outline alone.
    case outline
  }

  /// What tells it.
  public let way: Way
  /// The point between them.
  public let middle: Point2<ArtworkSpace>
  /// From one to the other, in pixels.
  public let distance: Double
  /// How far the picture is turned, in degrees, clockwise as seen.
  public let turned: Double
  /// How much of the picture agrees with its mirror image, 0 to 1; nil where that was not asked.
  public let symmetry: Double?

  /// The symmetry below which there is no axis to believe in.
  static let leastSymmetry = 0.75
  /// The least distance, in widths of the picture: nearer eyes would ask for a scale that no layer may have.
  private static let leastDistance = 0.01
  /// A turn that is none, in degrees.
  private static let level = 1.0

  /// Finds it; nil in a picture that is transparent everywhere.
  package init?(in picture: StraightRGBA8) {
    if let eyes = EyeHoles(in: picture) {
      let turn = atan2(eyes.right.y - eyes.left.y, eyes.right.x - eyes.left.x) * 180 / .pi
      self.init(
        .holes, Point2((eyes.left.x + eyes.right.x) / 2, (eyes.left.y + eyes.right.y) / 2),
        eyes.left.distance(to: eyes.right), turn, nil)
      return
    }
    let small = SmallPicture(picture)
    guard let axis = MirrorAxis(of: small) else { return nil }
    let face = LevelPicture(small, about: axis)
    let isSymmetric = axis.agreement >= Self.leastSymmetry
    let spots = isSymmetric ? EyeSpots(in: face) : nil
    let outline = face.outline
    let down = spots?.down ?? outline.start.y + 0.45 * outline.size.y - Double(face.reach)
    // Of what is not symmetric the middle is that of the outline.
    let aside = isSymmetric ? 0 : outline.start.x + (outline.size.x - 1) / 2 - Double(face.reach)
    let middle = axis.point + down * axis.along + aside * axis.across
    let apart = spots.map { 2 * $0.apart } ?? outline.size.x / AvatarTemplate.standardScale
    self.init(
      spots.map { .spots(isDark: $0.contrast < 0, contrast: abs($0.contrast)) } ?? .outline,
      Point2((middle.x + 0.5) * small.step.x, (middle.y + 0.5) * small.step.y),
      max(apart * small.step.x, Self.leastDistance * Double(picture.width)), axis.degrees,
      axis.agreement)
  }

  private init(
    _ way: Way, _ middle: Point2<ArtworkSpace>, _ distance: Double, _ turned: Double,
    _ symmetry: Double?
  ) {
    (self.way, self.middle, self.distance, self.symmetry) = (way, middle, distance, symmetry)
    self.turned = abs(turned) < Self.level ? 0 : turned
  }

  /// What was found and how sure it is, for people.
  public var words: String {
    func percent(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }
    let apart = "\(Int(distance.rounded())) px apart"
    let turn = turned == 0 ? "" : ", turned by \(Int(turned.rounded())) degrees"
    let doubt = "look at the preview, and set \"scale\" and \"pivot\" where they are off"
    let sides = symmetry.map { "its sides agree by \(percent($0))" } ?? ""
    switch way {
    case .holes: return "the eyes are its two holes, \(apart)\(turn)"
    case .spots(let isDark, let contrast):
      return
        "the mask has no two eye holes; the eyes are taken to be two \(isDark ? "dark" : "light")"
        + " spots, \(apart)\(turn) (they differ by \(percent(contrast)) from what is around, \(sides)); \(doubt)"
    case .outline:
      return
        "the mask has no two eye holes and no pair of spots; the eyes are placed by its outline, a guess:"
        + " \(apart)\(turn) (\(sides)); \(doubt)"
    }
  }
}
