import Avatars
import Foundation
import Geometry
import Placement
import TestSupport
import Testing
import Tracking
import TrackingFiles

@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct RecordingTests {
  /// A recording, how many faces its samples have in all, and how far the matrix puts three anchors
  /// from their landmarks on average, in pixels; computed with NumPy from the files.
  static let recordings: [(String, faces: Int, eyes: Double, nose: Double, chin: Double)] = [
    ("gesture", 195, 3.751, 6.4324, 13.6385),
    ("phone-portrait", 25, 0.989, 15.7168, 13.6752),
    ("portrait-still", 1, 1.444, 6.3225, 1.7803),
    ("signing", 36, 0.438, 5.3232, 1.7316),
    ("two-faces", 112, 2.3892, 12.2824, 8.8725),
  ]

  @Test(arguments: recordings)
  func
    `real recordings have every layer on its landmark, as far from the matrix as the face is from the average`(
      name: String, faces: Int, eyes: Double, nose: Double, chin: Double
    ) throws
  {
    let anchors: [Anchor] = [.eyes, .nose, .chin]
    // The artwork's origin of face space: the pivot, without an offset.
    let layers = anchors.map { Layer(name: "\($0)", image: "a.png", anchor: $0, scale: 0.8) }
    let avatar = try avatar(layers[0], layers[1], layers[2])
    let reader = try TrackingReader(path: SharedData.file("recordings/\(name)/tracking.jsonl").path)
    let (w, h) = (reader.header.size.width, reader.header.size.height)
    let scene = try sceneSize(w, h)
    var placer = Placer(
      avatars: [avatar], scene: SceneMapping(header: reader.header, scene: scene),
      output: OutputMapping(scene: scene, output: try outputSize(w, h)))

    var residuals: [String: [Double]] = [:]
    while let sample = try reader.next() {
      for face in sample.faces {
        // Each face of each sample stands for itself here, so identities do not matter.
        for placement in placer.place(face) {
          let points = anchors[placement.layerIndex].landmarks.map { face.landmarks[$0].xy }
          let target = try #require(Point2.mean(of: points))
          let middle = try #require(placement.homography(Point2(200, 150)))
          #expect(middle.distance(to: Point2(target.x, target.y)) < 1e-9)
          #expect(placement.mode == .matrix)
          residuals[placement.layer, default: []].append(try #require(placement.residualPx))
        }
      }
    }
    for (anchor, expected) in zip(["eyes", "nose", "chin"], [eyes, nose, chin]) {
      let all = try #require(residuals[anchor])
      #expect(all.count == faces)
      #expect(abs(all.reduce(0, +) / Double(all.count) - expected) < 1e-3)
    }
  }

  @Test(arguments: recordings.map(\.0), [PlacementOptions.Mode.landmarks, .matrix])
  func `real recordings have layers at the times of the video, from end to end`(
    name: String, mode: PlacementOptions.Mode
  ) throws {
    let reader = try TrackingReader(path: SharedData.file("recordings/\(name)/tracking.jsonl").path)
    let scene = try sceneSize(reader.header.size.width, reader.header.size.height)
    var placer = Placer(
      avatars: [
        try avatar(Layer(name: "a", image: "a.png", scale: 2)),
        try avatar(Layer(name: "b", image: "a.png", scale: 2)),
      ],
      scene: SceneMapping(header: reader.header, scene: scene),
      output: OutputMapping(
        scene: scene, output: try outputSize(scene.width, scene.height), mirrored: true),
      options: PlacementOptions(mode: mode))
    var timeline = FaceTimeline(header: reader.header) { try reader.next() }
    var worn: [Int: Set<Int>] = [:]
    for frame in 0..<100 {
      let time = Double(frame) * 40
      let faces = try timeline.faces(atMs: time) { placer.observe($0) }
      let placements = placer.place(faces)
      #expect(placements.count == faces.count)
      for placement in placements {
        worn[placement.subject.identity, default: []].insert(placement.avatarIndex)
        // A layer two eye distances wide, on a face in the picture.
        #expect(abs(placement.corners.signedArea) > 100)
        #expect(placement.corners.signedArea < 0)
      }
    }
    #expect(worn.values.allSatisfy { $0.count == 1 }, "a face keeps its avatar")
    if name == "two-faces" {
      #expect(worn.values.reduce(into: Set()) { $0.formUnion($1) } == [0, 1])
    }
  }
}
