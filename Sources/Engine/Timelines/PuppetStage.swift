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
  /// How long a face must be seen to be one, in milliseconds, in a recording of twice as long: a poster that is taken
  /// for a face for a moment moves none.
  private static let leastMs = 500.0
  /// How long before and after a face comes or goes the others make room, in milliseconds.
  private static let moveMs = 400.0
  /// The part of its place that what is worn fills, whichever way it looks.
  private static let part = 0.92
  /// The ways that a head looks, in degrees.
  private static let looks: [(yaw: Double, pitch: Double, roll: Double)] = [
    (0, 0, 0), (65, 0, 0), (-65, 0, 0), (0, 30, 0), (0, -30, 0), (0, 0, 25), (0, 0, -25),
  ]
  /// The landmarks of the eyes' outer corners.
  private static let eyeCorners = (right: 33, left: 263)
  /// What a face turns about.
  private static let pivot = Point3<CanonicalSpace>(0, 0, 0)

  /// Who is seen in each sample, from left to right, by time.
  private let moments: [(timeMs: Double, faces: [Int])]
  /// The box about what is worn, whichever way it looks, in centimetres from the pivot; y goes down.
  private let box: Rectangle<SceneSpace>

  /// Makes the stage of a recording.
  ///
  /// - Parameters:
  ///   - box: that about what is worn.
  ///   - source: all samples, nil at their end.
  package init(
    _ box: Rectangle<SceneSpace>, header: TrackingHeader, in scene: SceneMapping,
    source: SharedSamples.Source
  ) throws {
    self.box = box
    var identifier = FaceIdentifier(camera: header.camera)
    var seen: [Int: (first: Double, last: Double, sum: Double, count: Double)] = [:]
    var moments: [(timeMs: Double, faces: [Int])] = []
    while let sample = try source() {
      let timeMs = sample.timestampMs + header.timeOffsetMs
      let faces = identifier.identify(sample.faces, atMs: sample.timestampMs)
      for (identity, face) in zip(faces, sample.faces) {
        let x = SceneFace(face, through: scene).horizontalPosition
        var known = seen[identity] ?? (timeMs, timeMs, 0, 0)
        known.last = timeMs
        if x.isFinite { (known.sum, known.count) = (known.sum + x, known.count + 1) }
        seen[identity] = known
      }
      if !faces.isEmpty { moments.append((timeMs, faces)) }
    }
    let length = (moments.last?.timeMs ?? 0) - (moments.first?.timeMs ?? 0)
    let least = length < 2 * Self.leastMs ? 0 : Self.leastMs
    let order = seen.filter { $0.value.last - $0.value.first >= least }
      .map { (identity: $0.key, x: $0.value.sum / max($0.value.count, 1)) }
      .sorted { ($0.x, $0.identity) < ($1.x, $1.identity) }.map(\.identity)
    self.moments = moments.map { moment in
      (moment.timeMs, order.filter(Set(moment.faces).contains))
    }
  }

  /// A stage on which none stands, for looks that ask where the clip's own faces are.
  static let empty = PuppetStage()

  private init() {
    (moments, box) = ([], Rectangle(Point2(0, 0), Point2(0, 0)))
  }

  /// Where a face stands at a time: the middle of its place and how wide it is, in parts of the width; nil for one that
  /// has none.
  private func place(of identity: Int, atMs timeMs: Double) -> (middle: Double, width: Double)? {
    var low = 0
    var high = moments.count
    while low < high {
      let middle = (low + high) / 2
      if moments[middle].timeMs < timeMs - Self.moveMs { low = middle + 1 } else { high = middle }
    }
    var (middle, width, count) = (0.0, 0.0, 0.0)
    func add(_ faces: [Int]) {
      guard let place = faces.firstIndex(of: identity) else { return }
      middle += (Double(place) + 0.5) / Double(faces.count)
      width += 1 / Double(faces.count)
      count += 1
    }
    for moment in moments[low...].prefix(while: { $0.timeMs <= timeMs + Self.moveMs }) {
      add(moment.faces)
    }
    // One that was lost a while ago stays until it has faded.
    if count == 0, let last = moments[..<low].last(where: { $0.faces.contains(identity) }) {
      add(last.faces)
    }
    return count > 0 ? (middle / count, width / count) : nil
  }

  /// The box about avatars, whichever way a head looks, in centimetres from the pivot.
  package static func box(
    of avatars: [MeasuredAvatar], _ options: PlacementOptions
  ) -> Rectangle<SceneSpace> {
    // What is nearer looks larger: the second look is from where a frame that is wider than high has it.
    let far = box(of: avatars, options, seenFrom: 100)
    return box(of: avatars, options, seenFrom: min(max(0.8 * far.height, 25), 100))
  }

  private static func box(
    of avatars: [MeasuredAvatar], _ options: PlacementOptions, seenFrom distance: Double
  ) -> Rectangle<SceneSpace> {
    let side = 4096
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

  /// The faces in their places; those whose pose is not known, or that have no place, are left out.
  ///
  /// - Parameters:
  ///   - scene: the way from the tracker's picture to the scene.
  ///   - output: the way to the frame, in whose part of the scene they stand.
  package func placed(
    _ faces: [TimedFace], atMs timeMs: Double, in scene: SceneMapping, _ output: OutputMapping
  ) -> [TimedFace] {
    let map = output.toComposite
    guard map.a != 0, map.d != 0 else { return [] }
    let window = Rectangle<SceneSpace>(
      Point2(-map.tx / map.a, -map.ty / map.d),
      Point2(
        (Double(output.output.width) - map.tx) / map.a,
        (Double(output.output.height) - map.ty) / map.d))
    return faces.compactMap { face in
      guard let place = place(of: face.identity, atMs: timeMs),
        let sample = placed(face.face, at: place, of: window, in: scene)
      else { return nil }
      var face = face
      face.face = sample
      return face
    }
  }

  private func placed(
    _ sample: FaceSample, at place: (middle: Double, width: Double),
    of window: Rectangle<SceneSpace>, in scene: SceneMapping
  ) -> FaceSample? {
    let mapping = scene.seen(with: sample.intrinsics)
    let camera = mapping.camera
    let map = mapping.toScene
    // Pixels of the scene a centimetre.
    let density =
      Self.part * min(place.width * window.width / box.width, window.height / box.height)
    let place = Point2<SceneSpace>(
      window.left + window.width * place.middle - density * box.center.x,
      window.center.y - density * box.center.y)
    guard let pose = mapping.mirrored ? sample.pose?.mirrored : sample.pose,
      density > 0, density.isFinite,
      let middle = Self.tracked(place, by: map), camera.project(pose(Self.pivot)) != nil
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
    let sides = mapping.mirrored ? -1.0 : 1.0
    func seen(_ number: Int, by pose: FacialTransform) -> Point2<TrackerSpace>? {
      let vertex = CanonicalFace.vertices[number]
      return camera.project(pose(Point3(sides * vertex.x, vertex.y, vertex.z))).map { point in
        mapping.mirrored ? Point2(Double(mapping.tracker.width) - point.x, point.y) : point
      }
    }
    // As far from where an average face has it as before. The irises go with corners of their eyes.
    result.landmarks = sample.landmarks.indices.map { index in
      let landmark = sample.landmarks[index]
      let number =
        index < CanonicalFace.vertices.count
        ? index : index < FaceTopology.meshCount + 5 ? Self.eyeCorners.right : Self.eyeCorners.left
      guard let old = seen(number, by: pose), let new = seen(number, by: moved) else {
        return landmark
      }
      return Point3(
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
