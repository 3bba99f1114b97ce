import Avatars
import FaceModel
import Foundation
import Geometry
import Synchronization

/// Lays surfaces on a face, and keeps what of them does not depend on the pose.
final class SurfacePlacer: Sendable {
  /// The sheets of avatars' layers, with the layers and pictures that they are of.
  private let sheets = Mutex<[Int: (layer: Layer, isFlipped: Bool, sheet: SurfaceSheet)]>([:])

  /// The sheet of a layer.
  ///
  /// - Parameters:
  ///   - layer: as it is driven and fitted.
  ///   - index: its place in the avatar.
  ///   - isFlipped: whether its picture is turned over left to right.
  func sheet(
    of layer: Layer, _ index: Int, in avatar: MeasuredAvatar, _ avatarIndex: Int, isFlipped: Bool
  ) -> SurfaceSheet {
    let key = avatarIndex * AvatarManifest.layerLimit + index
    var layer = layer
    // What does not shape it may change from frame to frame.
    layer.opacity = 1
    let known = sheets.withLock { $0[key] }
    if let known, known.layer == layer, known.isFlipped == isFlipped { return known.sheet }
    let sheet = SurfaceSheet(
      layer, picture: avatar.pictureSizes[index], relief: avatar.reliefs[index],
      cells: avatar.cells(ofLayer: index), isFlipped: isFlipped)
    sheets.withLock { $0[key] = (layer, isFlipped, sheet) }
    return sheet
  }
}

extension SurfaceMesh {
  /// A sheet on a face.
  init(_ sheet: SurfaceSheet, by projection: SurfaceProjection, in output: OutputMapping) {
    let placed = sheet.points.map { projection($0) }
    self.init(
      placed, coordinates: sheet.coordinates, normals: sheet.normals.map(projection.normal),
      triangles: sheet.triangles, isReversed: sheet.isFlipped,
      isPerspective: projection.isPerspective, in: output)
  }

  /// A mesh of points in the scene.
  ///
  /// - Parameters:
  ///   - placed: its corners; nil for those too near to the camera, whose triangles are not drawn.
  ///   - isReversed: whether the front of a triangle is where its corners run anticlockwise in the scene.
  fileprivate init(
    _ placed: [(place: Point2<SceneSpace>, depth: Double)?], coordinates: [SIMD2<Float>],
    normals: [SIMD3<Float>], triangles: [SIMD3<Int32>], isReversed: Bool, isPerspective: Bool,
    in output: OutputMapping, push: Double = 0
  ) {
    self.triangles = triangles.filter { triangle in
      guard let a = placed[Int(triangle.x)]?.place, let b = placed[Int(triangle.y)]?.place,
        let c = placed[Int(triangle.z)]?.place
      else { return false }
      let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
      return isReversed ? area < 0 : area > 0
    }
    places = placed.map { placed in
      guard let place = placed?.place else { return .zero }
      let drawn = output.toComposite(place)
      return SIMD2<Float>(SIMD2(drawn.x, drawn.y))
    }
    depths = placed.map { Float(($0?.depth ?? 0) + push) }
    (self.coordinates, self.normals, self.isPerspective) = (coordinates, normals, isPerspective)
  }
}

// MARK: - The face

/// The face's own surface.
package struct FaceSurface {
  /// Where the picture on it has each of its corners, in parts of the picture.
  static let coordinates = CanonicalFace.texturePoints.map { SIMD2<Float>(SIMD2($0.x, $0.y)) }
  /// The landmarks that tell in a sidecar how it lies.
  static let tellingLandmarks = [1, 10, 33, 152, 234, 263, 454, 13, 14]

  private static let all = CanonicalFace.triangles.map {
    SIMD3(Int32($0.0), Int32($0.1), Int32($0.2))
  }
  /// What each vertex of the canonical face looks along, of length 1.
  package static let normals = SurfaceNormals.of(
    CanonicalFace.vertices.map { SIMD3($0.x, $0.y, $0.z) }, all)
  private static let rings: [(FaceHoles, Set<Int>)] = [
    (.eyes, Set(FaceTopology.leftEye)), (.eyes, Set(FaceTopology.rightEye)),
    (.mouth, Set(FaceTopology.innerLips)),
  ]

  private static func triangles(without holes: FaceHoles) -> [SIMD3<Int32>] {
    let open = rings.filter { holes.contains($0.0) }.map(\.1)
    return all.filter { triangle in
      !open.contains { ring in (0..<3).allSatisfy { ring.contains(Int(triangle[$0])) } }
    }
  }

  /// By the holes' bits.
  private static let withHoles = (0...FaceHoles.all.rawValue).map {
    triangles(without: FaceHoles(rawValue: $0))
  }

  /// The surface on a face; nil where it has no landmarks, or by the matrix no pose.
  ///
  /// - Parameters:
  ///   - byMatrix: whether depths and normals are those of the canonical face under the pose.
  ///   - push: added to the depths, in their unit.
  static func mesh(
    on face: SceneFace, without holes: FaceHoles, byMatrix: Bool, through scene: SceneMapping,
    in output: OutputMapping, push: Double = 0
  ) -> SurfaceMesh? {
    let places = (0..<FaceTopology.meshCount).compactMap { face.landmark($0) }
    guard places.count == FaceTopology.meshCount else { return nil }
    var normals: [SIMD3<Float>]
    let depths: [Double]
    if byMatrix {
      guard let pose = face.pose, let posed = PosedNormals(pose, through: scene) else { return nil }
      depths = CanonicalFace.vertices.map { -pose($0).z }
      normals = Self.normals.map { posed(SIMD3<Float>($0)) }
    } else {
      depths = (0..<FaceTopology.meshCount).map { face.depth(ofLandmark: $0) }
      normals = SurfaceNormals.of(
        zip(places, depths).map { SIMD3($0.x, -$0.y, -$1) }, all
      ).map { SIMD3<Float>($0) }
    }
    return SurfaceMesh(
      zip(places, depths).map { place, depth in
        byMatrix && depth < PerspectiveCamera.nearPlane ? nil : (place, depth)
      },
      coordinates: coordinates, normals: normals, triangles: withHoles[holes.rawValue & 3],
      isReversed: true, isPerspective: byMatrix, in: output, push: push)
  }
}

/// The skull behind a face: an ellipsoid about its axis, deeper behind than in front.
package enum SkullSurface {
  package static let middle = SIMD3(0, 3.5, -3.8)
  static let (across, up, front, behind) = (7.5, 10.2, 7.0, 9.6)
  private static let cells = SurfaceCells(columns: 32, rows: 16)

  /// In centimetres of the canonical face: the grid's corners, row by row from the top, each row about the axis from the
  /// front towards the subject's left.
  package static let points: [SIMD3<Double>] = (0...cells.rows).flatMap { row in
    (0...cells.columns).map { column in
      let down = Double.pi * Double(row) / Double(cells.rows)
      let about = 2 * Double.pi * Double(column) / Double(cells.columns)
      let z = sin(down) * cos(about)
      return middle
        + SIMD3(across * sin(down) * sin(about), up * cos(down), (z > 0 ? front : behind) * z)
    }
  }
  /// Clockwise seen from outside.
  package static let triangles = SurfaceSheet.triangles(cells)

  /// What the skull looks along at one of its points, of length 1.
  package static func normal(_ point: SIMD3<Double>) -> SIMD3<Double> {
    let away = point - middle
    let depth = away.z > 0 ? front : behind
    let slope = away / SIMD3(across * across, up * up, depth * depth)
    return slope / (slope * slope).sum().squareRoot()
  }

  /// The skull on a face, placed as a layer on its eyes.
  ///
  /// - Parameter push: added to the depths, in centimetres.
  static func mesh(
    by projection: SurfaceProjection, in output: OutputMapping, push: Double
  ) -> SurfaceMesh {
    let (eyes, unit) = (CanonicalFace.eyeMidpoint, CanonicalFace.eyeDistance)
    let placed = points.map { projection(($0 - SIMD3(eyes.x, eyes.y, eyes.z)) / unit) }
    return SurfaceMesh(
      placed, coordinates: [], normals: [], triangles: triangles, isReversed: false,
      isPerspective: projection.isPerspective, in: output, push: push * projection.centimetre)
  }
}
