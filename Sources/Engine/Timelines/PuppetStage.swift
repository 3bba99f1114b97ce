package import Avatars
import FaceModel
package import Geometry
package import Placement
package import Tracking

/// Where puppets stand: each face is brought to a place of its own, so far away that what is worn fills it, and turns
/// and acts there as it did where it was.
///
/// It is turned with its line of sight, so that it is seen as the camera saw it: who looked into the camera does so.
package struct PuppetStage: Sendable {
  /// How many faces must be seen at once for so many places, as a part of the samples that have faces: a poster that is
  /// taken for a face for a moment moves none.
  private static let leastPart = 0.1
  /// The most places beside each other.
  package static let mostPlaces = 8
  /// The part of its place that what is worn fills, whichever way it looks.
  private static let part = 0.92
  /// The ways that a head looks, in degrees.
  private static let looks: [(yaw: Double, pitch: Double, roll: Double)] = [
    (0, 0, 0), (65, 0, 0), (-65, 0, 0), (0, 30, 0), (0, -30, 0), (0, 0, 25), (0, 0, -25),
  ]
  /// What a face turns about.
  private static let pivot = Point3<CanonicalSpace>(0, 0, 0)

  /// How many places there are, from left to right.
  let places: Int
  /// The box about what is worn, whichever way it looks, in centimetres from the pivot; y goes down.
  let box: Rectangle<SceneSpace>

  package init(places: Int, box: Rectangle<SceneSpace>) {
    self.places = min(max(places, 1), Self.mostPlaces)
    self.box = box
  }

  /// How many places a recording has, by the faces that are seen at once in its samples.
  ///
  /// - Parameter source: all samples, nil at their end.
  package static func places(_ source: SharedSamples.Source) throws -> Int {
    var seen: [Int: Int] = [:]
    while let sample = try source() {
      if !sample.faces.isEmpty { seen[sample.faces.count, default: 0] += 1 }
    }
    let all = seen.values.reduce(0, +)
    func reached(_ count: Int) -> Int {
      seen.lazy.filter { $0.key >= count }.map(\.value).reduce(0, +)
    }
    return (1...mostPlaces).last { Double(reached($0)) >= leastPart * Double(all) } ?? 1
  }

  /// The box about avatars, whichever way a head looks, in centimetres from the pivot.
  package static func box(of avatars: [MeasuredAvatar], _ options: PlacementOptions) -> Rectangle<
    SceneSpace
  > {
    let (side, distance) = (4096, 100.0)
    let scene = PixelSize<SceneSpace>(clamping: side, side)
    let mapping = SceneMapping(
      header: TrackingHeader(size: scene.retyped(as: TrackerSpace.self)), scene: scene)
    let faces = looks.map { look in
      let pose = FacialTransform(
        rotation: Quaternion(yaw: look.yaw, pitch: look.pitch, roll: look.roll),
        translation: Vector3(0, 0, -distance))
      var face = FaceSample(pose: pose)
      face.landmarks = CanonicalFace.vertices.map { vertex in
        let place = pose(vertex)
        let seen = mapping.camera.project(place) ?? mapping.camera.middle
        return Point3(
          seen.x, seen.y, -(place.z + distance) * mapping.camera.focalLength / distance)
      }
      return face
    }
    let output = OutputMapping(scene: scene, output: scene.retyped(as: OutputSpace.self))
    let head = Rectangle<OutputSpace>(Point2(-8, -10), Point2(8, 10))
    let boxes = avatars.flatMap { avatar in faces.map { (avatar, $0) } }.flatMap { avatar, face in
      var placer = Placer(avatars: [avatar], scene: mapping, output: output, options: options)
      return placer.place([TimedFace(identity: 1, face: face, opacity: 1, source: .exact)])
        .compactMap { placement -> Rectangle<OutputSpace>? in
          guard placement.opacity > 0,
            let box = Rectangle(around: placement.extent(in: output).corners)
          else { return nil }
          let (middle, scale) = (Double(side) / 2, distance / mapping.camera.focalLength)
          func cm(_ point: Point2<OutputSpace>) -> Point2<OutputSpace> {
            Point2((point.x - middle) * scale, (point.y - middle) * scale)
          }
          return Rectangle(cm(Point2(box.left, box.top)), cm(Point2(box.right, box.bottom)))
        }
    }
    let box = boxes.reduce(boxes.isEmpty ? head : boxes[0]) { $0.union($1) }
    return Rectangle(Point2(box.left, box.top), Point2(box.right, box.bottom))
  }

  /// The faces in their places; those whose pose is not known, or that find no place, are left out.
  ///
  /// A face has the place of its number, the next one that is free where another has that.
  ///
  /// - Parameter scene: the way from the tracker's picture to the scene.
  package func placed(_ faces: [TimedFace], in scene: SceneMapping) -> [TimedFace] {
    var free = Array(0..<places)
    return faces.sorted { $0.identity < $1.identity }.compactMap { face in
      let own = (face.identity - 1) % places
      guard let place = free.contains(own) ? own : free.first,
        let sample = placed(face.face, at: place, in: scene)
      else { return nil }
      free.removeAll { $0 == place }
      var face = face
      face.face = sample
      return face
    }
  }

  private func placed(
    _ sample: FaceSample, at place: Int, in scene: SceneMapping
  ) -> FaceSample? {
    let mapping = scene.seen(with: sample.intrinsics)
    let camera = mapping.camera
    let map = mapping.toScene
    let (width, height) = (Double(scene.scene.width) / Double(places), Double(scene.scene.height))
    // Pixels of the scene a centimetre.
    let density = Self.part * min(width / box.width, height / box.height)
    let place = Point2<SceneSpace>(
      width * (Double(place) + 0.5) - density * box.center.x,
      height / 2 - density * box.center.y)
    guard let pose = mapping.mirrored ? sample.pose?.mirrored : sample.pose,
      density > 0, density.isFinite,
      let middle = Self.tracked(place, by: map), let before = camera.project(pose(Self.pivot))
    else { return nil }
    let scale = (map.a * map.a + map.b * map.b).squareRoot()
    let depth = camera.focalLength * scale * pose.scale / density
    let target = Point3<CameraSpace>(
      (middle.x - camera.middle.x) * depth / camera.focalLengths.x,
      (camera.middle.y - middle.y) * depth / camera.focalLengths.y, -depth)
    let from = pose(Self.pivot)
    let turn = Self.turn(from: from, to: target)
    var moved = FacialTransform(
      rotation: turn * pose.rotation, scale: pose.scale, translation: .zero)
    let shift = moved(Self.pivot)
    moved.translation = Vector3(target.x - shift.x, target.y - shift.y, target.z - shift.z)
    var result = sample
    result.pose = mapping.mirrored ? moved.mirrored : moved
    let size = Self.length(from) / Self.length(target)
    func raw(_ point: Point2<TrackerSpace>) -> Point2<TrackerSpace> {
      mapping.mirrored ? Point2(Double(mapping.tracker.width) - point.x, point.y) : point
    }
    let (old, new) = (raw(before), raw(middle))
    result.landmarks = sample.landmarks.map { landmark in
      Point3(
        new.x + size * (landmark.x - old.x), new.y + size * (landmark.y - old.y),
        size * landmark.z)
    }
    return result
  }

  /// A point of the scene in the tracker's picture, un-mirrored; nil for a picture without an extent.
  private static func tracked(
    _ point: Point2<SceneSpace>, by map: AffineMap<TrackerSpace, SceneSpace>
  ) -> Point2<TrackerSpace>? {
    let determinant = map.a * map.d - map.b * map.c
    guard determinant != 0, determinant.isFinite else { return nil }
    let (x, y) = (point.x - map.tx, point.y - map.ty)
    return Point2(
      (map.d * x - map.b * y) / determinant, (map.a * y - map.c * x) / determinant)
  }

  private static func length(_ point: Point3<CameraSpace>) -> Double {
    (point.x * point.x + point.y * point.y + point.z * point.z).squareRoot()
  }

  /// The shortest rotation that brings one line of sight to another; both look down -z.
  private static func turn(
    from: Point3<CameraSpace>, to: Point3<CameraSpace>
  ) -> Quaternion {
    let (a, b) = (length(from), length(to))
    let (u, v) = (
      SIMD3(from.x, from.y, from.z) / a, SIMD3(to.x, to.y, to.z) / b
    )
    let cosine = (u * v).sum()
    let half = (2 * (1 + cosine)).squareRoot()
    guard half > 1e-6 else { return Quaternion(w: 1, x: 0, y: 0, z: 0) }
    return Quaternion(
      w: half / 2, x: (u.y * v.z - u.z * v.y) / half, y: (u.z * v.x - u.x * v.z) / half,
      z: (u.x * v.y - u.y * v.x) / half)
  }
}
