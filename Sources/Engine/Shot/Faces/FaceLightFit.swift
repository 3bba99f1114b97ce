import FaceModel
import Geometry
package import Imaging
package import Placement
package import Tracking

/// Looks at frames for the light on their faces.
///
/// The fit is by least squares with Tukey's weights, so that hair, glasses and glints on part of a face do not
/// count. The picture is blurred at the vertices alone: 0.5 ms a face, 0.3 ms a frame for its colour, whatever
/// their sizes.
package struct FaceLightFit: Sendable {
  private var tables: LightTables?

  /// Makes a fit, which keeps the tables of the last format.
  package init() {}

  /// The standard deviation of the blur, in widths of the face.
  private static let blur: Float = 0.012
  /// Narrower faces, in pixels, and fewer vertices tell nothing.
  private static let leastWidth: Float = 16
  private static let leastVertices = 40
  /// From which slope towards the camera a vertex counts, and how much steeper it counts in full: in between
  /// vertices come and go without a step.
  private static let (leastFacing, facingRamp): (Float, Float) = (0.1, 0.3)

  /// The least light at an eye, in parts of the level: the fit goes below 0 in strong light from a side.
  private static let leastLight: Float = 0.25

  /// The light's colour in a frame: `FrameColour`; white where the picture is not well formed.
  package mutating func colour(of picture: MutablePicture) -> SIMD3<Float> {
    guard let reader = unsafe LightReader(picture, keeping: &tables) else { return .one }
    return unsafe FrameColour.colour(of: reader)
  }

  /// Looks at a face of a frame on which nothing was drawn yet.
  ///
  /// - Parameters:
  ///   - picture: the frame before the mirror, whose places are those of `OutputMapping.toComposite`.
  ///   - colour: that of the frame.
  /// - Returns: nil where the face has no landmarks or no matrix, or where too little skin is to be seen.
  package mutating func look(
    at picture: MutablePicture, face: FaceSample, through scene: SceneMapping,
    output: OutputMapping, colour: SIMD3<Float>
  ) -> FaceLook? {
    let face = SceneFace(face, through: scene)
    func place(_ landmark: Int) -> SIMD2<Float>? {
      let point = face.landmark(landmark).map { output.toComposite($0) }
      return point.flatMap { point in
        // What is farther out converts to no pixel.
        abs(point.x) < 1e6 && abs(point.y) < 1e6 ? SIMD2(Float(point.x), Float(point.y)) : nil
      }
    }
    guard let turn = PosedNormals(face.pose, through: scene),
      let width = Self.width(place), width >= Self.leastWidth,
      let reader = unsafe LightReader(picture, keeping: &tables)
    else { return nil }
    let skin = SkinVertices.standard
    var fit = LightFit()
    for (landmark, area) in zip(skin.landmarks, skin.areas) {
      let normal = turn(skin.normals[landmark])
      let facing = min(max((normal.z - Self.leastFacing) / Self.facingRamp, 0), 1)
      guard facing > 0, let place = place(landmark),
        let light = unsafe reader.blurred(place, by: Self.blur * width)
      else { continue }
      fit.add(light, normal, weight: facing * area)
    }
    guard fit.count >= Self.leastVertices, let (level, direction) = fit.solve(), level > 0 else {
      return nil
    }
    let share = unsafe EyeWhites.share(
      in: reader, blurredBy: Self.blur * width, place: place, score: face.score
    ) { max(level + (direction * turn(skin.normals[$0])).sum(), Self.leastLight * level) }
    return FaceLook(level: level, direction: direction, colour: colour, skin: share)
  }

  /// From one side of the face to the other; turned to the side, it is as wide as it is high at least.
  private static func width(_ place: (Int) -> SIMD2<Float>?) -> Float? {
    guard let right = place(FaceTopology.faceEdges.right),
      let left = place(FaceTopology.faceEdges.left), let top = place(10), let chin = place(152)
    else { return nil }
    let (across, down) = (left - right, chin - top)
    return max(
      (across * across).sum().squareRoot(), 0.7 * (down * down).sum().squareRoot())
  }
}
