public import Geometry
public import Tracking

/// T -> S: from the picture that the tracker saw to the upright, un-mirrored scene.
///
/// The only place that knows how the tracker's picture was mirrored, turned and scaled. Mirroring
/// comes first, on the face's data (`SceneFace`), since it also swaps the names of the sides; then
/// points are turned and scaled.
public struct SceneMapping: Sendable {
  /// The picture that the tracker was given.
  public let tracker: PixelSize<TrackerSpace>
  /// Whether that picture was flipped left to right against the scene.
  public let mirrored: Bool
  /// The scene's size, in square pixels.
  public let scene: PixelSize<SceneSpace>
  /// The camera before which the tracker poses a face.
  ///
  /// It belongs to the tracker's own picture, turned and small as it may be: never to the video's.
  public private(set) var camera: PerspectiveCamera
  /// The header's, where a sample has none of its own.
  private let headerCamera: PerspectiveCamera
  /// From un-mirrored pixels of the tracker's picture to the scene: the turn, then the scale.
  public let toScene: AffineMap<TrackerSpace, SceneSpace>

  /// Where in a scene a picture lies that is smaller, or of another shape: in parts of its sides.
  public struct Region: Hashable, Sendable {
    /// The left and upper edge, and the sides.
    public var x, y, width, height: Double

    /// Makes a region.
    public init(x: Double, y: Double, width: Double, height: Double) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// Makes the mapping of a tracking file's samples into a scene.
  ///
  /// - Parameter region: where in the scene the picture lies that the tracker saw; nil for all of it.
  public init(
    header: TrackingHeader, scene: PixelSize<SceneSpace>, in region: Region? = nil
  ) {
    tracker = header.size
    mirrored = header.mirrored
    self.scene = scene
    headerCamera = Self.unmirrored(header.camera, header.mirrored)
    camera = headerCamera

    let (w, h) = (Double(header.size.width), Double(header.size.height))
    let upright = header.size.turned(by: header.rotation, into: SceneSpace.self)
    let sx = Double(scene.width) / Double(upright.width)
    let sy = Double(scene.height) / Double(upright.height)
    let toWhole: AffineMap<TrackerSpace, SceneSpace> =
      switch header.rotation {
      case .none: AffineMap(sx, 0, 0, 0, sy, 0)
      case .clockwise: AffineMap(0, -sx, sx * h, sy, 0, 0)
      case .half: AffineMap(-sx, 0, sx * w, 0, -sy, sy * h)
      case .counterclockwise: AffineMap(0, sx, 0, -sy, 0, sy * w)
      }
    guard let region else {
      toScene = toWhole
      return
    }
    let (width, height) = (Double(scene.width), Double(scene.height))
    toScene = toWhole.then(
      AffineMap<SceneSpace, SceneSpace>(
        region.width, 0, region.x * width, 0, region.height, region.y * height))
  }

  /// The mapping of a face that has a camera of its own.
  ///
  /// - Parameter intrinsics: nil for the header's camera.
  public func seen(with intrinsics: CameraIntrinsics?) -> SceneMapping {
    var result = self
    result.camera =
      intrinsics.map {
        Self.unmirrored(PerspectiveCamera(size: tracker, intrinsics: $0), mirrored)
      } ?? headerCamera
    return result
  }

  /// The camera behind the mirror: what is left of the picture's middle stands right of it.
  private static func unmirrored(
    _ camera: PerspectiveCamera, _ isMirrored: Bool
  ) -> PerspectiveCamera {
    guard isMirrored else { return camera }
    let (f, middle) = (camera.focalLengths, camera.middle)
    return PerspectiveCamera(
      size: camera.size,
      intrinsics: CameraIntrinsics(
        fx: f.x, fy: f.y, cx: Double(camera.size.width) - middle.x, cy: middle.y))
  }
}
