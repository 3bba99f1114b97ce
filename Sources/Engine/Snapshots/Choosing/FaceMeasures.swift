import FaceModel
import Foundation
import Geometry
import Placement
import Tracking

/// What can be told of a face in one frame without looking at its pixels; nil for what nothing tells.
struct FaceMeasures: Encodable, Sendable {
  /// The more closed eye's blendshape, 0 to 1.
  var blink: Double?
  /// The more closed eye's height to its width.
  var eyeAspectRatio: Double?
  /// The angle between where the face looks and the camera, in degrees.
  var turnDegrees: Double?
  /// How far the pose's face lies from the landmarks: root mean square, in eye distances.
  var misfit: Double?
  /// The eye distance of a frontal face of this size, in parts of the picture's shorter side.
  var eyeDistance: Double?
  /// The part of the face's box that lies in the picture.
  var inPicture: Double
  /// The part of the face that hands cover.
  var underHands: Double
  /// The part of the avatar that lies in the picture, times its opacity; nil where it wears none.
  var overlayShown: Double?
  /// The variance of the Laplacian to the variance of the face's luma; nil before it was looked at.
  var detail: Double?
  /// What its blendshapes say of its expression; nil where it has none.
  var expression: FaceExpression?

  /// The face's box in the scene, in pixels.
  let box: Rectangle<SceneSpace>

  private enum CodingKeys: String, CodingKey {
    case blink, eyeAspectRatio, turnDegrees, misfit, eyeDistance, inPicture, underHands,
      overlayShown, detail, expression
  }
}

extension FaceMeasures {
  /// The measures with each number changed.
  func mapped(_ change: (Double) -> Double) -> FaceMeasures {
    var measures = self
    let paths: [WritableKeyPath<FaceMeasures, Double?>] = [
      \.blink, \.eyeAspectRatio, \.turnDegrees, \.misfit, \.eyeDistance, \.overlayShown, \.detail,
    ]
    for path in paths { measures[keyPath: path] = measures[keyPath: path].map(change) }
    measures.inPicture = change(inPicture)
    measures.underHands = change(underHands)
    measures.expression = expression?.mapped(change)
    return measures
  }

  /// Measures a face; nil where nothing says where it is.
  ///
  /// - Parameters:
  ///   - layers: what was placed on it.
  ///   - wearsLayers: whether its avatar has layers.
  ///   - hands: the outlines of the hands, in the scene.
  init?(
    _ timed: TimedFace, through scene: SceneMapping, solver: PoseSolver,
    hands: [[Point2<SceneSpace>]],
    layers: [LayerPlacement], wearsLayers: Bool, output: PixelSize<OutputSpace>
  ) {
    let face = SceneFace(timed.face, through: scene)
    let pose = face.pose ?? Self.solved(timed.face, scene, solver)
    var points = (0..<FaceTopology.meshCount).compactMap { face.landmark($0) }
    if points.isEmpty, let pose {
      points = CanonicalFace.vertices.compactMap { scene.camera.project(pose($0)) }
        .map { scene.toScene($0) }
    }
    guard points.count == FaceTopology.meshCount, let box = Rectangle(around: points), box.area > 0
    else { return nil }
    let picture = Rectangle(scene.scene)
    let shorter = Double(min(scene.scene.width, scene.scene.height))
    let distance = Self.frontalEyeDistance(points)

    self.box = box
    if !timed.face.blendshapes.scores.isEmpty {
      blink = max(face.score(.eyeBlinkLeft), face.score(.eyeBlinkRight))
    }
    expression = FaceExpression(timed.face.blendshapes)
    if face.hasLandmarks { eyeAspectRatio = Self.eyeAspectRatio(points) }
    turnDegrees = pose.map(Self.turn)
    if face.hasLandmarks, let pose = face.pose {
      misfit = Self.misfit(pose, face, scene, eyeDistance: distance)
    }
    eyeDistance = distance / shorter
    inPicture = (box.intersection(picture)?.area ?? 0) / box.area
    let outline = ConvexOutline(FaceTopology.faceOval.map { points[$0] })
    underHands = outline.share(under: hands)
    overlayShown = wearsLayers ? Self.shown(layers, in: output) * timed.opacity : nil
  }

  private static func solved(
    _ face: FaceSample, _ scene: SceneMapping, _ solver: PoseSolver
  ) -> FacialTransform? {
    let pose = solver.pose(of: face.landmarks)
    return scene.mirrored ? pose?.mirrored : pose
  }

  /// The angle between the way the face looks and the way to the camera.
  ///
  /// A face at the picture's edge that looks into the camera is turned in the picture's own axes, but
  /// not for the viewer; and a tilted head is no fault.
  private static func turn(of pose: FacialTransform) -> Double {
    let ahead = pose(Vector3<CanonicalSpace>(0, 0, 1))
    let back = pose.translation * -1
    let cosine = ahead.dot(back) / (ahead.length * back.length)
    return cosine.isFinite ? acos(min(max(cosine, -1), 1)) * 180 / .pi : 180
  }

  /// The eyes' outlines as Soukupova and Cech have them ("Real-time eye blink detection using facial
  /// landmarks", CVWW 2016): outer corner, two above, inner corner, two below.
  private static let eyes = [[33, 160, 158, 133, 153, 144], [362, 385, 387, 263, 373, 380]]

  private static func eyeAspectRatio(_ points: [Point2<SceneSpace>]) -> Double? {
    let ratios = eyes.map { eye -> Double in
      let p = eye.map { points[$0] }
      return (p[1].distance(to: p[5]) + p[2].distance(to: p[4])) / (2 * p[0].distance(to: p[3]))
    }
    return ratios.min().flatMap { $0.isFinite ? $0 : nil }
  }

  /// The eye distance that the face would have if it were turned to the camera: the longer of the eyes'
  /// line and what the face's height says.
  private static func frontalEyeDistance(_ points: [Point2<SceneSpace>]) -> Double {
    func middle(_ corners: [Int]) -> Point2<SceneSpace> {
      points[corners[0]].interpolated(to: points[corners[1]], at: 0.5)
    }
    let eyes = middle(FaceTopology.rightEyeCorners)
      .distance(to: middle(FaceTopology.leftEyeCorners))
    let height = points[10].distance(to: points[152])
    return max(eyes, height * CanonicalFace.eyeDistance / canonicalHeight)
  }

  /// From the forehead's top to the chin, in centimetres.
  private static let canonicalHeight = {
    let (top, chin) = (CanonicalFace.vertices[10], CanonicalFace.vertices[152])
    return Point2<CanonicalSpace>(top.x, top.y).distance(to: Point2(chin.x, chin.y))
  }()

  /// What the landmark snap cannot put right: the distances of the landmarks that move with the head
  /// from the projected model, once their mean is taken away.
  private static func misfit(
    _ pose: FacialTransform, _ face: SceneFace, _ scene: SceneMapping, eyeDistance: Double
  ) -> Double? {
    let moves = CanonicalFace.fitWeights.compactMap { part -> Vector2<SceneSpace>? in
      guard let seen = face.landmark(part.landmark),
        let modelled = scene.camera.project(pose(CanonicalFace.vertices[part.landmark]))
      else { return nil }
      return seen - scene.toScene(modelled)
    }
    guard !moves.isEmpty, eyeDistance > 0 else { return nil }
    let count = Double(moves.count)
    let mean = (moves.reduce(0) { $0 + $1.x } / count, moves.reduce(0) { $0 + $1.y } / count)
    let squares = moves.reduce(0) { sum, move in
      let (x, y) = (move.x - mean.0, move.y - mean.1)
      return sum + x * x + y * y
    }
    return (squares / count).squareRoot() / eyeDistance
  }

  /// The part of the layers' area that lies in the picture, each by its opacity.
  private static func shown(
    _ layers: [LayerPlacement], in output: PixelSize<OutputSpace>
  ) -> Double {
    let frame = ConvexOutline(Rectangle(output).corners)
    var (seen, all) = (0.0, 0.0)
    for layer in layers {
      let quad = ConvexOutline(layer.corners.corners)
      let weight = min(layer.opacity, 1)
      all += quad.area
      seen += weight * quad.area(common: frame)
    }
    return all > 0 ? seen / all : 0
  }
}
