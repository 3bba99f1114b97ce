import Avatars
import FaceModel
import Geometry
import Placement
import Skin
import Timelines
import Tracking

/// The faces of a recording as their skin is looked for: where a square on the eyes lies, as the tracker saw it and as
/// it is drawn.
struct SkinFaces {
  private var mapping: SceneMapping
  private var raw, smoothed: FaceTimeline
  private var placer: Placer

  init(_ timelines: TimelineBuilder, _ placement: PlacementOptions) throws {
    mapping = timelines.scene
    (raw, smoothed) = try timelines.facesAhead()
    placer = Placer(
      avatars: [.square(ofEyeDistances: SkinFinder.Face.side)], scene: mapping,
      output: OutputMapping(
        scene: mapping.scene, output: mapping.scene.retyped(as: OutputSpace.self)),
      options: placement)
  }

  /// The faces at a time; times must not go down.
  mutating func at(_ timeMs: Double) throws -> [SkinFinder.Face] {
    let (raw, smoothed) = try (raw.faces(atMs: timeMs), smoothed.faces(atMs: timeMs))
    mapping = mapping.seen(with: smoothed.lazy.compactMap(\.face.intrinsics).first)
    placer.scene = mapping
    let (seen, drawn) = (quads(of: raw), quads(of: smoothed))
    return smoothed.compactMap { face in
      guard let own = seen[face.identity], let shown = drawn[face.identity],
        let seeds = seeds(of: face.face)
      else { return nil }
      return SkinFinder.Face(
        identity: face.identity, raw: own, smoothed: shown, seeds: seeds,
        isSample: face.source == .exact)
    }
  }

  private mutating func quads(of faces: [TimedFace]) -> [Int: Quad<SceneSpace>] {
    Dictionary(
      placer.place(faces).map { placement in
        (placement.subject.identity, placement.corners.map { Point2<SceneSpace>($0.x, $0.y) })
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Where the points of the skin are: by the landmarks, or as the pose has them in an average face.
  private func seeds(of sample: FaceSample) -> [Point2<SceneSpace>]? {
    let face = SceneFace(sample, through: mapping)
    let points = SkinFinder.seeds.compactMap { number in
      if let landmark = face.landmark(number) { return landmark }
      guard let pose = face.pose, CanonicalFace.vertices.indices.contains(number) else {
        return nil
      }
      return mapping.camera.project(pose(CanonicalFace.vertices[number])).map {
        mapping.toScene($0)
      }
    }
    return points.count == SkinFinder.seeds.count ? points : nil
  }
}
