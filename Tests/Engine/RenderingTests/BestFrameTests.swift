import AvatarFiles
import ClipReading
import Foundation
import Geometry
import Imaging
import Placement
import Recipe
import Recordings
import Rendering
import Snapshots
import TestSupport
import Testing
import Tracking

/// Each test makes one frame better than the others in one way, and expects that one.
@Suite struct BestFrameTests {
  /// A face that does not move, but for what a test changes by the frame's number.
  private func best(
    filter: String? = nil, part: ClipPart = .whole, avatar: String = "none",
    header: String = "", hands: (Int) -> String? = { _ in nil },
    _ faces: (Int) -> [SyntheticFace]
  ) throws -> BestFrame.Report {
    let folder = try ScratchFolder()
    var clip = SyntheticClip(width: 160, height: 120, frames: 10)
    clip.filter = filter
    let path = try clip.make("in.mkv", in: folder)
    var tracking = SyntheticTracking(
      width: 160, height: 120,
      samples: (0..<10).map { (timestampMs: Double($0) * 40, faces: faces($0)) })
    tracking.headerFields = header
    var lines = tracking.text.split(separator: "\n").map(String.init)
    for frame in 0..<10 {
      if let hand = hands(frame) {
        lines[frame + 1] = lines[frame + 1].dropLast() + ", \"hands\": [\(hand)]}"
      }
    }
    try folder.write(lines.joined(separator: "\n"), to: "in.jsonl")
    var settings = RenderSettings(
      recording: try RecordingLocation(video: path, tracking: folder.path("in.jsonl")),
      avatars: AvatarSelection(names: [avatar], library: Stage.shipped),
      output: OutputSettings(path: ""))
    settings.part = part
    // Each frame is to be what its sample says, whatever its neighbours are.
    settings.smoothing = SmoothingOptions(.none)
    return try BestFrame(settings).find()
  }

  /// An even picture, in which nothing is sharper than anything else.
  private let even = "drawbox=color=gray:t=fill"

  private func face(_ id: Int = 1, change: (inout SyntheticFace) -> Void = { _ in })
    -> SyntheticFace
  {
    var face = SyntheticFace(id: id)
    face.blendshapes = ["eyeBlinkLeft": 0.1, "eyeBlinkRight": 0.1, "jawOpen": 0.1]
    change(&face)
    return face
  }

  @Test func `the best frame is the first of equal ones`() throws {
    let report = try best(filter: even) { _ in [face()] }
    #expect(report.best.frame == 0)
    #expect(report.samplesScored == 10)
    #expect(report.note == nil)
    #expect(report.runnersUp.map(\.frame) == Array(1...report.runnersUp.count))
  }

  @Test(arguments: [["eyeBlinkLeft", "eyeBlinkRight"], ["eyeBlinkLeft"]])
  func `the best frame has both eyes open`(closed: [String]) throws {
    let report = try best(filter: even) { frame in
      [face { for shape in closed where frame != 6 { $0.blendshapes[shape] = 0.7 } }]
    }
    #expect(report.best.frame == 6)
    #expect(try #require(report.best.faces.first?.parts.eyes) > 0.99)
    #expect(report.runnersUp.allSatisfy { ($0.faces.first?.parts.eyes ?? 1) < 0.01 })
  }

  @Test func `the best frame looks to us, wherever in the picture it is`() throws {
    let report = try best(filter: even) { frame in [face { $0.yaw = frame == 4 ? 3 : 35 }] }
    #expect(report.best.frame == 4)
    // 8 cm beside the axis and 40 before it, the way to the camera is 11.3 degrees aside.
    let aside = try best(filter: even) { frame in
      [
        face {
          ($0.x, $0.yaw) = (8, frame == 7 ? -atan2(8, 40) * 180 / .pi : 0)
        }
      ]
    }
    #expect(aside.best.frame == 7)
  }

  @Test func `the best frame is turned by what the landmarks tell where there is no matrix`() throws
  {
    let report = try best(filter: even) { frame in
      [
        face {
          ($0.yaw, $0.hasMatrix) = (frame == 8 ? 0 : 30, false)
        }
      ]
    }
    #expect(report.best.frame == 8)
    #expect(report.best.faces.first?.parts.fit == nil)
  }

  @Test func `the best frame is sharp`() throws {
    let report = try best(filter: "gblur=sigma=3:enable='not(eq(n,5))'") { _ in [face()] }
    #expect(report.best.frame == 5)
    #expect(report.best.faces.first?.parts.sharpness == 1)
  }

  @Test func `the best frame is of a face that is in the picture and large enough`() throws {
    let inside = try best(filter: even) { frame in [face { $0.x = frame == 3 ? 0 : 24 }] }
    #expect(inside.best.frame == 3)
    let large = try best(filter: even) { frame in [face { $0.z = frame == 2 ? -40 : -160 }] }
    #expect(large.best.frame == 2)
  }

  @Test func `the best frame has no hand over the face`() throws {
    let palm = (0..<21).map { point -> String in
      let angle = Double(point) / 21 * 2 * .pi
      return "[\(0.5 + 0.15 * cos(angle)), \(0.5 + 0.2 * sin(angle)), 0]"
    }
    let hand =
      "{\"handedness\": \"Left\", \"score\": 1, \"landmarks\": [\(palm.joined(separator: ","))]}"
    let report = try best(filter: even, hands: { $0 == 9 ? nil : hand }) { _ in [face()] }
    #expect(report.best.frame == 9)
    #expect(report.best.faces.first?.parts.hands == 1)
  }

  @Test func `the best frame shows the whole avatar`() throws {
    let report = try best(filter: even, avatar: "dragon") { frame in
      [face { $0.y = frame == 1 ? 0 : 9 }]
    }
    #expect(report.best.frame == 1)
  }

  @Test func `the best frame is as good as its worst face`() throws {
    let report = try best(filter: even) { frame in
      [
        face(1) { $0.x = -9 },
        face(2) {
          $0.x = 9
          if frame != 5 { $0.blendshapes["eyeBlinkLeft"] = 0.8 }
        },
      ]
    }
    #expect(report.best.frame == 5)
    #expect(report.best.faces.map(\.face) == [1, 2])
  }

  @Test func `the best frame has all the faces that are usually there`() throws {
    let report = try best(filter: even) { frame in
      // Alone, the first one has a better picture taken.
      frame == 2
        ? [face(1) { $0.yaw = 0 }] : [face(1) { $0.yaw = 25 }, face(2) { $0.x = 12 }]
    }
    #expect(report.best.faces.count == 2)
  }

  @Test func `the best frame lies in the part that is looked at`() throws {
    for (start, end) in [(0.0, 0.2), (0.12, 0.16), (0.2, 0.4)] {
      let report = try best(filter: even, part: .seconds(start: start, end: end)) { frame in
        [face { $0.yaw = Double(40 - 4 * frame) }]
      }
      #expect(report.best.frame == Int((end * 25).rounded()) - 1)
      #expect(report.samplesScored == Int(((end - start) * 25).rounded()))
    }
  }

  @Test func `the best frame without a face is the sharpest one, and that is said`() throws {
    let report = try best(filter: "gblur=sigma=3:enable='not(eq(n,6))'") { _ in [] }
    #expect(report.best.frame == 6)
    #expect(report.best.faces.isEmpty)
    #expect(report.note?.contains("no face") == true)
  }

  @Test func `the best frame past the end is an error, not a frame`() throws {
    #expect(throws: (any Error).self) {
      try best(part: .seconds(start: 90, end: 91)) { _ in [face()] }
    }
  }
}
