import AvatarFiles
import Avatars
import ClipReading
import Foundation
import Frames
import Geometry
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing
import Tracking
import TrackingFiles

/// Real clips, tracked by the real tracker, at a third of their size to be quick.
@Suite(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
struct RealRecordingTests {
  static let names = ["phone-portrait", "gesture", "two-faces", "signing", "portrait-still"]

  /// A frame from which on faces are tracked.
  static func firstFrame(_ name: String) -> Int { name == "signing" ? 15 : 0 }

  /// Renders a few frames of a recording as pictures; gives them with their placements.
  private func render(
    _ name: String, _ avatar: String, mode: PlacementOptions.Mode, mirrored: Bool,
    part: ClipPart? = nil, change: (inout RenderSettings) -> Void = { _ in }
  ) throws -> (pictures: [StraightRGBA8], records: [PlacementRecord]) {
    let folder = try ScratchFolder()
    try folder.folder("out")
    var settings = RenderSettings(
      recording: try RecordingLocation(finding: SharedData.file("recordings/\(name)").path),
      avatars: AvatarSelection(names: [avatar], library: Stage.shipped),
      output: OutputSettings(path: folder.path("out/%03d.png")))
    let first = Self.firstFrame(name)
    settings.part = part ?? (name == "portrait-still" ? .whole : .frames(first...first + 1))
    settings.placement.mode = mode
    settings.passes.mirrored = mirrored
    settings.output.placements = folder.path("p.jsonl")
    let sizes = [
      "phone-portrait": (160, 214), "gesture": (320, 180), "two-faces": (240, 136),
      "signing": (214, 160), "portrait-still": (170, 170), "winks": (170, 170),
    ]
    let (width, height) = try #require(sizes[name])
    settings.output.size = OutputSize(width: width, height: height)
    // The clips' sides are no multiples of these; a pixel more or less is no matter here.
    settings.output.fit = .stretch
    change(&settings)
    _ = try RenderJob(settings).run()
    let lines = try folder.bytes("p.jsonl").split(separator: UInt8(ascii: "\n"))
    return (
      try folder.names(in: "out").map { try PNG.read(path: folder.path("out/\($0)")) },
      try lines.map { try JSONDecoder().decode(PlacementRecord.self, from: Data($0)) }
    )
  }

  /// A window of the look for skin ends between the frames, and its motion goes over into the next one's.
  @Test(arguments: [(228...232, 200), (262...266, 226)])
  func `a part has the faces of the whole where the clip's motion steadies them`(
    frames: ClosedRange<Int>, begin: Int
  ) throws {
    func records(_ first: Int) throws -> ArraySlice<PlacementRecord> {
      try render(
        "winks", "ox", mode: .auto, mirrored: false, part: .frames(first...frames.upperBound)
      ).records.suffix(frames.count)
    }
    let (part, more) = try (records(frames.lowerBound), records(begin))
    #expect(Array(part) == Array(more))
    #expect(part.allSatisfy { $0.placements.contains { ($0.stuckPx ?? 0) > 0.1 } })
  }

  @Test(arguments: names)
  func `real recordings render with every avatar, by landmarks and by matrix, plain and mirrored`(
    name: String
  ) throws {
    let ids = Stage.shipped.ids
    #expect(ids.count >= 8)
    let faces = name == "two-faces" ? 2 : 1
    for (index, id) in ids.enumerated() {
      // Every avatar in two of the four ways, every way with half of the avatars; or in one.
      for mode in [PlacementOptions.Mode.landmarks, .matrix]
      where Thorough.isAsked || (mode == .matrix) == (index % 4 < 2) {
        let mirrored = (index + (mode == .matrix ? 1 : 0)) % 2 == 0
        let (pictures, records) = try render(name, id, mode: mode, mirrored: mirrored)
        #expect(pictures.count == (name == "portrait-still" ? 1 : 2))
        for record in records {
          let comment = Comment(rawValue: "\(name), \(id), \(mode), frame \(record.frame)")
          #expect(Set(record.placements.map(\.face)).count == faces, comment)
          for entry in record.placements { try check(entry, in: record, mode, comment) }
        }
      }
    }
  }

  /// A layer must lie near the picture, have a size that a part of a head has, and not be folded.
  private func check(
    _ entry: PlacementRecord.Entry, in record: PlacementRecord, _ mode: PlacementOptions.Mode,
    _ comment: Comment
  ) throws {
    let (width, height) = (Double(record.width), Double(record.height))
    let corners = entry.corners.corners
    for corner in corners {
      #expect(corner.x > -width && corner.x < 2 * width, comment)
      #expect(corner.y > -1.5 * height && corner.y < 2.5 * height, comment)
    }
    let sides = zip(corners, corners[1...] + corners[..<1]).map { $0.distance(to: $1) }
    #expect(sides.allSatisfy { $0 < 2 * max(width, height) }, comment)
    // Opposite sides of a flat layer differ by perspective, not wildly; those of a bent one may be seen from the side.
    if entry.surface == nil {
      #expect(sides.allSatisfy { $0 > 1 }, comment)
      #expect(max(sides[0], sides[2]) < 2 * min(sides[0], sides[2]), comment)
    }
    for point in entry.points {
      #expect(point.x > -width && point.x < 2 * width, comment)
      #expect(point.y > -1.5 * height && point.y < 2.5 * height, comment)
    }
    #expect(entry.mode == (mode == .matrix ? .matrix : .landmarks), comment)
    #expect((0...1).contains(entry.opacity), comment)
    if mode == .matrix, entry.surface != .face {
      // In pixels of the scene: up to 2 at the eyes of these faces, up to 14 at a forehead.
      let residual = try #require(entry.residualPx, comment)
      #expect(residual > 0.05 && residual < 20, comment)
    }
  }

  @Test(arguments: names)
  func `real recordings mirrored are the plain ones flipped`(name: String) throws {
    let plain = try render(name, "sheep", mode: .auto, mirrored: false)
    let mirrored = try render(name, "sheep", mode: .auto, mirrored: true)
    // Shrinking a frame of odd sums is not symmetric, so the flip is that of the finished frame.
    #expect(mirrored.pictures == plain.pictures.map { $0.flippedHorizontally() })
    for (a, b) in zip(mirrored.records, plain.records) {
      for (p, q) in zip(a.placements, b.placements) {
        for (c, d) in zip(p.corners.corners, q.corners.corners) {
          #expect(abs(c.x - (Double(a.width) - d.x)) < 1e-3 && abs(c.y - d.y) < 1e-3)
        }
      }
    }
  }

  @Test(arguments: ["phone-portrait", "gesture", "two-faces", "signing"])
  func `real recordings have every tracked face drawn in every frame, and no other`(name: String)
    throws
  {
    let reader = try TrackingReader(
      path: SharedData.file("recordings/\(name)/tracking.jsonl").path)
    var faces: [(timestampMs: Double, count: Int)] = []
    while let sample = try reader.next() { faces.append((sample.timestampMs, sample.faces.count)) }
    let (_, records) = try render(name, "crown", mode: .auto, mirrored: false, part: .whole) {
      $0.output.size = OutputSize(width: 16, height: 16)
    }
    #expect(records.count == faces.count)
    for (record, sample) in zip(records, faces) {
      #expect(abs(record.timestampMs - sample.timestampMs) < 1)
      #expect(Set(record.placements.map(\.face)).count == sample.count, "frame \(record.frame)")
    }
  }

  @Test func `real recordings are untouched before the first face is seen`() throws {
    let part = ClipPart.frames(0...20)
    let (pictures, records) = try render(
      "signing", "crown", mode: .auto, mirrored: false, part: part)
    #expect(records.filter { $0.placements.isEmpty }.map(\.frame) == Array(0..<15))
    let (bare, _) = try render("signing", "none", mode: .auto, mirrored: false, part: part)
    // In its first frame nothing is seen yet of what fades in.
    #expect(records[15].placements.allSatisfy { $0.opacity == 0 })
    for frame in 0...20 { #expect((pictures[frame] == bare[frame]) == (frame <= 15), "\(frame)") }
  }

  /// 15 frames without a face at the end of the clip, by the times of the clip itself.
  @Test(arguments: GapOptions.Policy.allCases)
  func `real recordings hold, fade or hide a face that is lost for 15 frames`(
    policy: GapOptions.Policy
  ) throws {
    let folder = try ScratchFolder()
    let file = SharedData.file("recordings/signing/tracking.jsonl")
    let lines = String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n")
    try folder.write(lines.dropLast(15).joined(separator: "\n"), to: "cut.jsonl")
    let (_, records) = try render(
      "signing", "ox", mode: .auto, mirrored: false, part: .frames(30...50)
    ) {
      $0.recording.tracking = folder.path("cut.jsonl")
      $0.gaps.policy = policy
      $0.output.size = OutputSize(width: 16, height: 16)
    }
    let last = try #require(records.first { $0.frame == 35 }).timestampMs
    for record in records {
      let age = record.timestampMs - last
      let fade = min(1, max(0, 1 - (age - 100) / 100))
      let expected =
        switch policy {
        case .fade: fade
        case .hold: age <= 100 ? 1.0 : 0
        case .hide: age <= 0 ? 1.0 : 0
        }
      let opacity = record.placements.first { $0.layer == "mask" }?.opacity ?? 0
      #expect(abs(opacity - expected) < 1e-6, "frame \(record.frame)")
    }
    #expect(records.count == 21)
  }

  /// The snap's length against the formula, worked out from the file.
  @Test(arguments: names)
  func `real recordings tell the residual that the formula gives`(name: String) throws {
    let folder = try ScratchFolder()
    let avatar = try SyntheticAvatar().adding("\"scale\": 1", SyntheticAvatar.solid(20, 20))
      .write("avatar", in: folder)
    let (_, records) = try render(name, avatar, mode: .matrix, mirrored: false) {
      $0.smoothing = SmoothingOptions(.none)
    }
    let record = try #require(records.first)
    let file = SharedData.file("recordings/\(name)/tracking.jsonl")
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let expected = try SpecificationFormula.residual(text: text, frame: record.frame)
    let residuals = record.placements.compactMap(\.residualPx)
    // Of two faces, one is the file's first; the sidecar is written to a thousandth.
    #expect(residuals.contains { abs($0 - expected) < 0.002 }, "\(residuals), not \(expected)")
  }

  /// Six results of two faces, as each of MediaPipe's bindings writes them.
  @Test(arguments: ["web.jsonl", "python.json", "ios.jsonl"])
  func `real recordings are placed by a dump as by the project's own file`(dump: String) throws {
    let folder = try ScratchFolder()
    func records(_ tracking: URL) throws -> [PlacementRecord] {
      let clip = SharedData.file("recordings/two-faces/clip.mp4").path
      let name = UUID().uuidString
      var settings = RenderSettings(
        recording: try RecordingLocation(video: clip, tracking: tracking.path),
        avatars: AvatarSelection(names: ["ox"], library: Stage.shipped),
        output: OutputSettings(path: folder.path("\(name)-%d.png")))
      settings.part = .frames(0...5)
      settings.smoothing = SmoothingOptions(.none)
      settings.output.size = OutputSize(width: 48, height: 27)
      settings.output.fit = .stretch
      settings.output.placements = folder.path("\(name).jsonl")
      _ = try RenderJob(settings).run()
      return try folder.bytes("\(name).jsonl").split(separator: UInt8(ascii: "\n")).map {
        try JSONDecoder().decode(PlacementRecord.self, from: Data($0))
      }
    }
    let own = try records(SharedData.file("recordings/two-faces/tracking.jsonl"))
    let other = try records(SharedData.file("data/dumps/\(dump)"))
    #expect(own.count == 6 && own.allSatisfy { Set($0.placements.map(\.face)).count == 2 })
    for (a, b) in zip(other, own) {
      #expect(a.placements.map(\.layer) == b.placements.map(\.layer))
      #expect(a.placements.map(\.face) == b.placements.map(\.face))
      for (p, q) in zip(a.placements, b.placements) {
        #expect(p.mode == q.mode)
        // Pixels of a picture that is a tenth of the clip's.
        for (c, d) in zip(p.corners.corners, q.corners.corners) {
          #expect(c.distance(to: d) < 0.01)
        }
      }
    }
  }
}
