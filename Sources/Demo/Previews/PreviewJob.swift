public import AvatarFiles
import Drawing
import Geometry
public import Imaging
import Passes
public import Placement
import Recordings
import SampleRecording

/// Shows an avatar on an illustrated head in many poses and expressions, side by side.
public struct PreviewJob: Sendable {
  /// The size of one head, in pixels.
  public static let cellSide = 300

  private struct Shot {
    var label: String
    var pose: SamplePose
  }

  private let package: AvatarPackage
  private let mode: PlacementOptions.Mode

  /// Makes the job.
  public init(_ package: AvatarPackage, mode: PlacementOptions.Mode = .auto) {
    (self.package, self.mode) = (package, mode)
  }

  /// Renders the sheet: a row of yaws, a row of pitches, a row of rolls, a row of expressions.
  public func render() throws -> StraightRGBA8 {
    let shots =
      [-40, -20, 0, 20, 40].map { Shot(label: "yaw \($0)", pose: Self.pose(yaw: $0)) }
      + [-30, -15, 0, 15, 30].map { Shot(label: "pitch \($0)", pose: Self.pose(pitch: $0)) }
      + [-40, -20, 0, 20, 40].map { Shot(label: "roll \($0)", pose: Self.pose(roll: $0)) }
      + Self.expressions
    let tracker = PixelSize<TrackerSpace>(clamping: Self.cellSide, Self.cellSide)
    let avatars = LayerTextures([package])
    var pictures: [StraightRGBA8] = []
    for shot in shots {
      let head = try SampleHead(
        pose: shot.pose, size: tracker, wearing: avatars, mode: mode)
      var picture = head.picture
      try Label(shot.label, size: 14).draw(
        on: &picture, at: Point2(10, Double(Self.cellSide) - 9))
      pictures.append(picture)
    }
    guard let sheet = ContactSheet(columns: 5).picture(of: pictures) else {
      throw RenderingError.noSuchFrame(reason: "there is no picture for the sheet")
    }
    return sheet
  }

  private static func pose(
    yaw: Int = 0, pitch: Int = 0, roll: Int = 0, _ expression: SampleExpression = .init()
  ) -> SamplePose {
    SamplePose(
      yaw: Double(yaw), pitch: Double(pitch), roll: Double(roll),
      position: Vector3(0, -2, -46), expression: expression)
  }

  private static var expressions: [Shot] {
    func shot(_ label: String, _ change: (inout SampleExpression) -> Void) -> Shot {
      var expression = SampleExpression()
      change(&expression)
      return Shot(label: label, pose: pose(expression))
    }
    return [
      shot("mouth half open") { $0.jawOpen = 0.4 },
      shot("mouth open") { $0.jawOpen = 0.9 },
      shot("smile") { ($0.smileLeft, $0.smileRight) = (0.9, 0.9) },
      shot("eyes closed") { ($0.blinkLeft, $0.blinkRight) = (1, 1) },
      shot("brows up") { ($0.browInnerUp, $0.browOuterUp) = (0.9, 0.9) },
    ]
  }
}
