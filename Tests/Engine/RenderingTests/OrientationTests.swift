import Foundation
import Geometry
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing

/// A clip that is stored turned or flipped gives the picture of the upright clip.
@Suite struct OrientationTests {
  /// The eight display matrices (a, b, c, d) of `x' = a x + c y`, `y' = b x + d y`, each with the
  /// filters that turn an upright picture into the one to be stored.
  static let cases: [(matrix: [Int32], storing: String)] = [
    ([1, 0, 0, 1], "null"), ([0, 1, -1, 0], "transpose=cclock"),
    ([-1, 0, 0, -1], "hflip,vflip"), ([0, -1, 1, 0], "transpose=clock"),
    ([-1, 0, 0, 1], "hflip"), ([0, -1, -1, 0], "transpose=clock_flip"),
    ([1, 0, 0, -1], "vflip"), ([0, 1, 1, 0], "transpose=cclock_flip"),
  ]

  /// With lettering that has to be upright too.
  private func planes(of stage: Stage) throws -> [UInt8] {
    try stage.planes("ox") { $0.passes.annotations = [.quads, .hud] }
  }

  @Test func `a stored orientation of all eight kinds is undone before anything is drawn`() throws {
    let clip = SyntheticClip(width: 128, height: 96, frames: 3)
    let upright = try Stage(clip, as: "in.mp4")
    let pictures = try upright.pictures("ox")
    let planes = try planes(of: upright)
    let placements = try upright.sidecar("ox")
    for (matrix, storing) in Self.cases {
      // Stored as it must be for the matrix to bring it upright; the tracker saw it upright.
      var stage = upright
      stage.clip = upright.folder.path("stored.mp4")
      try Program.ffmpeg.succeed(
        ["-v", "error", "-y", "-i", upright.clip, "-vf", storing, "-pix_fmt", "yuv420p"]
          + clip.codec + [stage.clip], in: upright.folder)
      try SyntheticClip.setMatrix(matrix, in: stage.clip)
      #expect(try stage.pictures("ox") == pictures, "\(matrix)")
      #expect(try self.planes(of: stage) == planes, "\(matrix)")
      #expect(try stage.sidecar("ox") == placements, "\(matrix)")
    }
  }
}

/// A tracker that saw another picture than the clip's: turned, smaller, mirrored.
@Suite struct TrackerOrientationTests {
  @Test func `a tracker's picture that is turned gives the same placement as the upright one`()
    throws
  {
    let stage = try Stage(SyntheticClip(width: 160, height: 120, frames: 3))
    // Of the eyes' distance in the picture alone: a pose knows the camera, which is another one of a turned picture.
    let avatar = SharedData.packageRoot.appending(path: "Golden/avatars/letter-follow").path
    let tracking = SyntheticTracking(width: 160, height: 120, frames: 3)
    let expected = try stage.sidecar(avatar) { $0.placement.mode = .landmarks }

    // What a tracker says that was given the picture turned by 90 degrees counterclockwise:
    // (x, y) of the upright picture lies at (y, 1 - x).
    struct Line: Codable {
      struct Face: Codable {
        var landmarks: [[Double]]
        var blendshapes: [String: Double]
      }
      var timestampMs: Double
      var faces: [Face]
    }
    let header =
      #"{"format": "avatar-tracking/1", "width": 120, "height": 160, "rotationDegrees": 90}"#
    let lines = try tracking.text.split(separator: "\n").dropFirst().map { text in
      var line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
      for index in line.faces.indices {
        line.faces[index].landmarks = line.faces[index].landmarks.map { [$0[1], 1 - $0[0], $0[2]] }
      }
      return String(decoding: try JSONEncoder().encode(line), as: UTF8.self)
    }
    try stage.folder.write(([header] + lines).joined(separator: "\n"), to: "in.jsonl")
    let turned = try stage.sidecar(avatar) { $0.placement.mode = .landmarks }
    #expect(turned.count == 3)
    for (a, b) in zip(turned, expected) {
      #expect(a.placements.count == b.placements.count && !a.placements.isEmpty)
      for (p, q) in zip(a.placements, b.placements) {
        for (c, d) in zip(p.corners.corners, q.corners.corners) {
          #expect(c.distance(to: d) < 1e-3)
        }
      }
    }
  }

  @Test func `a tracker's picture that is smaller than the clip gives the same placement`() throws {
    let stage = try Stage(SyntheticClip(width: 160, height: 120, frames: 3))
    let expected = try stage.sidecar("monkey")
    // Parts of the picture and centimetres are the same whatever its size.
    let text = String(decoding: try stage.folder.bytes("in.jsonl"), as: UTF8.self)
    try stage.folder.write(
      text.replacing("\"width\": 160, \"height\": 120", with: "\"width\": 80, \"height\": 60"),
      to: "in.jsonl")
    for (a, b) in zip(try stage.sidecar("monkey"), expected) {
      for (p, q) in zip(a.placements, b.placements) {
        for (c, d) in zip(p.corners.corners, q.corners.corners) {
          #expect(c.distance(to: d) < 1e-3)
        }
      }
    }
  }
}
