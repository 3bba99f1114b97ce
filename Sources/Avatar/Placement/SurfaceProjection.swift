import Avatars
import FaceModel
import Geometry

/// From face space about an anchor to the scene, with the distance from the camera.
struct SurfaceProjection {
  /// How it was found.
  let mode: LayerPlacement.Mode
  /// How far the landmark snap moves what is projected, in scene pixels; nil without a snap.
  let residual: Double?
  /// A centimetre, in the unit of the depths.
  let centimetre: Double
  let toScene: AffineMap<TrackerSpace, SceneSpace>
  let way: Way

  enum Way {
    case matrix(
      FacialTransform, PerspectiveCamera, anchor: Point3<CanonicalSpace>,
      move: Vector2<SceneSpace>, PosedNormals)
    case landmarks(anchor: Point2<SceneSpace>, depth: Double, right: Vector2<SceneSpace>)
  }

  /// By the matrix; nil where the face has none, or its anchor is too near.
  static func byMatrix(
    _ face: SceneFace, anchor: Anchor, through scene: SceneMapping, snap: Bool
  ) -> SurfaceProjection? {
    guard let pose = face.pose, let point = anchor.canonicalPoint,
      let projected = scene.camera.project(pose(point)),
      let normals = PosedNormals(pose, through: scene)
    else { return nil }
    var (move, residual) = (Vector2<SceneSpace>(0, 0), Double?.none)
    if snap, let target = face.anchor(anchor) {
      move = target - scene.toScene(projected)
      residual = move.length
    }
    return SurfaceProjection(
      mode: .matrix, residual: residual, centimetre: 1, toScene: scene.toScene,
      way: .matrix(pose, scene.camera, anchor: point, move: move, normals))
  }

  /// By the landmarks; nil where the face has none.
  static func byLandmarks(
    _ face: SceneFace, anchor: Anchor, distance: Double, through scene: SceneMapping
  ) -> SurfaceProjection? {
    guard let place = face.anchor(anchor), let eyes = face.eyeLine, eyes.length > 0,
      distance.isFinite
    else { return nil }
    let depths = anchor.landmarks.compactMap { face.depth(ofLandmark: $0) }
    return SurfaceProjection(
      mode: .landmarks, residual: nil, centimetre: distance / CanonicalFace.eyeDistance,
      toScene: scene.toScene,
      way: .landmarks(
        anchor: place, depth: depths.reduce(0, +) / Double(max(depths.count, 1)),
        right: Vector2(distance * eyes.x / eyes.length, distance * eyes.y / eyes.length)))
  }

  /// Where a point is seen, and how far it is from the camera; nil where it is too near.
  func callAsFunction(_ f: SIMD3<Double>) -> (place: Point2<SceneSpace>, depth: Double)? {
    let placed = unlimited(f)
    return mode == .matrix && placed.depth < PerspectiveCamera.nearPlane ? nil : placed
  }

  /// The nearest that a point is taken to be, in centimetres, so that it has a place.
  private static let nearest = 0.1

  /// Where a point would be seen that may be too near to be drawn, and how far it is from the camera.
  func unlimited(_ f: SIMD3<Double>) -> (place: Point2<SceneSpace>, depth: Double) {
    switch way {
    case .matrix(let pose, let camera, let anchor, let move, _):
      let seen = pose(anchor + Vector3(f.x, f.y, f.z) * CanonicalFace.eyeDistance)
      let depth = max(-seen.z, Self.nearest)
      let place = Point2<TrackerSpace>(
        camera.middle.x + camera.focalLengths.x * seen.x / depth,
        camera.middle.y - camera.focalLengths.y * seen.y / depth)
      return (toScene(place) + move, -seen.z)
    case .landmarks(let anchor, let depth, let right):
      let distance = right.length
      return (
        Point2(
          anchor.x + right.x * f.x + right.y * f.y, anchor.y + right.y * f.x - right.x * f.y),
        depth - distance * f.z
      )
    }
  }

  /// What a normal in face space becomes, in the scene's axes.
  func normal(_ n: SIMD3<Double>) -> SIMD3<Float> {
    switch way {
    case .matrix(_, _, _, _, let normals): return normals(SIMD3<Float>(n))
    case .landmarks(_, _, let right):
      let (cosine, sine) = (right.x / right.length, right.y / right.length)
      return SIMD3<Float>(
        SIMD3(cosine * n.x + sine * n.y, cosine * n.y - sine * n.x, n.z))
    }
  }

  /// Whether what lies between corners is interpolated in perspective.
  var isPerspective: Bool { mode == .matrix }
}
