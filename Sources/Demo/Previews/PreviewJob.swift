public import AvatarFiles
import Drawing
import Foundation
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
    /// How the avatar is placed in place of the job's way; nil for that.
    var mode: PlacementOptions.Mode?
  }

  /// The clip's frames in a second, and how long each turn there and back takes, in seconds.
  private static let (frameRate, turnSeconds) = (25, 5.0)
  /// How far the head turns and nods in the clip, in degrees.
  private static let (farthestYaw, farthestPitch) = (75.0, 45.0)

  private let package: AvatarPackage
  private let mode: PlacementOptions.Mode

  /// Makes the job.
  public init(_ package: AvatarPackage, mode: PlacementOptions.Mode = .auto) {
    (self.package, self.mode) = (package, mode)
  }

  /// Renders the sheet: a row of yaws, a row of pitches, a row of rolls and turns by landmarks, a row of expressions
  /// and turns both ways.
  public func render() throws -> StraightRGBA8 {
    var shots = [-75, -50, -25, 0, 25, 50, 75].map {
      Shot(label: "yaw \($0)", pose: Self.pose(yaw: $0))
    }
    shots += [-45, -30, -15, 0, 15, 30, 45].map {
      Shot(label: "pitch \($0)", pose: Self.pose(pitch: $0))
    }
    shots += [-40, -20, 0, 20, 40].map { Shot(label: "roll \($0)", pose: Self.pose(roll: $0)) }
    shots += [-50, 50].map {
      Shot(label: "yaw \($0), by landmarks", pose: Self.pose(yaw: $0), mode: .landmarks)
    }
    shots += Self.expressions
    shots += [-1, 1].map {
      Shot(
        label: "yaw \(45 * $0), pitch \(30 * $0)", pose: Self.pose(yaw: 45 * $0, pitch: 30 * $0))
    }
    let tracker = PixelSize<TrackerSpace>(clamping: Self.cellSide, Self.cellSide)
    let avatars = LayerTextures([package])
    var pictures: [StraightRGBA8] = []
    for shot in shots {
      let head = try SampleHead(
        pose: shot.pose, size: tracker, wearing: avatars, mode: shot.mode ?? mode)
      var picture = head.picture
      try Label(shot.label, size: 14).draw(
        on: &picture, at: Point2(10, Double(Self.cellSide) - 9))
      pictures.append(picture)
    }
    guard let sheet = ContactSheet(columns: 7).picture(of: pictures) else {
      throw RenderingError.noSuchFrame(reason: "there is no picture for the sheet")
    }
    return sheet
  }

  /// Writes a clip in which the head turns to both sides, and then nods, while animations play.
  ///
  /// - Parameter progress: is told after each frame how many of how many are written.
  public func writeTurn(
    to path: String, overwrites: Bool, progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    let side = 2 * Self.cellSide
    let size = PixelSize<TrackerSpace>(clamping: side, side)
    let avatars = LayerTextures([package])
    let clip = try PictureClip(
      path: path, size: size, frameRate: Self.frameRate,
      encoding: YUVEncoding(matrix: .bt709, fullRange: false), overwrites: overwrites)
    let turn = Int(Self.turnSeconds * Double(Self.frameRate))
    for frame in 0..<2 * turn {
      let swing = sin(2 * .pi * Double(frame % turn) / Double(turn))
      let pose = SamplePose(
        yaw: frame < turn ? Self.farthestYaw * swing : 0,
        pitch: frame < turn ? 0 : Self.farthestPitch * swing, roll: 0, position: Self.position)
      try clip.write([
        SampleHead(
          pose: pose, size: size, wearing: avatars, mode: mode,
          atMs: Double(frame) * 1000 / Double(Self.frameRate)
        ).picture
      ])
      try progress(frame + 1, 2 * turn)
    }
    try clip.finish()
  }

  private static let position = Vector3<CameraSpace>(0, -2, -46)

  private static func pose(
    yaw: Int = 0, pitch: Int = 0, roll: Int = 0, _ expression: SampleExpression = .init()
  ) -> SamplePose {
    SamplePose(
      yaw: Double(yaw), pitch: Double(pitch), roll: Double(roll),
      position: position, expression: expression)
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
