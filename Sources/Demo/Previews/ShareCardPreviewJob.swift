public import AvatarFiles
import Geometry
public import Imaging
import Passes
import Placement
import SampleRecording
public import ShareCards

/// Shows a share card in its four shapes, side by side, filled with an illustrated head.
public struct ShareCardPreviewJob: Sendable {
  /// The height of each shape, in pixels: texts can be read, and all four fit on a screen.
  public static let height = 720
  private static let gap = 16
  private static let background = RGBA8(96, 96, 102)

  /// What is set in the card: wider than all but one shape, as most pictures are.
  private static let pictureSize = PixelSize<TrackerSpace>(clamping: 1280, 720)
  private static let pose = SamplePose(
    yaw: 12, pitch: 0, roll: 4, position: Vector3(4, -2, -52), expression: smiling)
  private static var smiling: SampleExpression {
    var expression = SampleExpression()
    (expression.smileLeft, expression.smileRight) = (0.8, 0.8)
    return expression
  }

  private let card: ShareCard
  private let fields: ShareCardFields
  private let avatar: AvatarPackage?

  /// Makes the job.
  ///
  /// - Parameter avatar: what the head wears; nil for nothing.
  public init(_ card: ShareCard, fields: ShareCardFields = .sample, avatar: AvatarPackage? = nil) {
    (self.card, self.fields, self.avatar) = (card, fields, avatar)
  }

  /// Makes the picture; the notes say what a person should know, such as characters without a font.
  public func render() throws -> (picture: StraightRGBA8, notes: [String]) {
    let head = try SampleHead(
      pose: Self.pose, size: Self.pictureSize, background: .valley(time: 6),
      wearing: LayerTextures([avatar].compactMap(\.self)), mode: .auto)
    let subject = ShareCardSubject(
      faces: [], worn: head.placements.compactMap { Rectangle(around: $0.corners.corners) })
    var (shapes, notes): ([StraightRGBA8], [String]) = ([], avatar?.notes ?? [])
    for ratio in ShareCardRatio.allCases {
      let result = try card.render(
        picture: head.picture, subject: subject, ratio: ratio, fields: fields)
      let width = Self.height * ratio.size.width / ratio.size.height
      shapes.append(
        result.picture.resampled(to: PixelSize<OutputSpace>(clamping: width, Self.height)))
      notes += result.notes.filter { !notes.contains($0) }
    }
    return (Self.row(of: shapes), notes)
  }

  private static func row(of shapes: [StraightRGBA8]) -> StraightRGBA8 {
    let width = shapes.reduce(gap) { $0 + $1.width + gap }
    var row = StraightRGBA8(
      size: PixelSize<OutputSpace>(clamping: width, height + 2 * gap), filledWith: background)
    var x = gap
    for shape in shapes {
      row.paste(shape, x: x, y: gap)
      x += shape.width + gap
    }
    return row
  }
}
