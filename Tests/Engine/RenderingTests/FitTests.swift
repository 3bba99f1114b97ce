import ClipReading
import Foundation
import Geometry
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import Snapshots
import TestSupport
import Testing

/// Clips whose shape is not that of the frames that are asked for.
@Suite struct FitTests {
  private static let (width, height) = (160, 120)

  private func stage() throws -> Stage { try Stage(SyntheticClip(frames: 5)) }

  private func asked(
    _ width: Int, _ height: Int, _ fit: OutputFit?, mirrored: Bool = false
  ) -> (inout RenderSettings) -> Void {
    {
      $0.output.size = OutputSize(width: width, height: height)
      $0.output.fit = fit
      $0.passes.mirrored = mirrored
    }
  }

  @Test(arguments: [false, true])
  func `padded frames are the frames of that size between black bars, and so are their placements`(
    mirrored: Bool
  ) throws {
    let stage = try stage()
    let plain = try stage.pictures("dragon", change: asked(200, 150, nil, mirrored: mirrored))
    let padded = try stage.pictures("dragon", change: asked(256, 150, .pad, mirrored: mirrored))
    #expect(padded.count == 5)
    for (plain, padded) in zip(plain, padded) {
      #expect((plain.width, padded.width, padded.height) == (200, 256, 150))
      #expect(padded.cropped(x: 28, y: 0, width: 200, height: 150) == plain)
      for column in [0, 27, 228, 255] {
        #expect((0..<150).allSatisfy { padded[column, $0] == RGBA8(0, 0, 0) })
      }
    }
    let places = try stage.sidecar("dragon", change: asked(200, 150, nil, mirrored: mirrored))
    let moved = try stage.sidecar("dragon", change: asked(256, 150, .pad, mirrored: mirrored))
    for (place, moved) in zip(places, moved) {
      #expect((moved.width, moved.height) == (256, 150) && !moved.placements.isEmpty)
      for (a, b) in zip(place.placements, moved.placements) {
        for (from, to) in zip(a.corners.corners, b.corners.corners) {
          #expect(abs(from.x + 28 - to.x) < 2e-3 && abs(from.y - to.y) < 2e-3)
        }
      }
    }
  }

  @Test func `padded planes of a clip are black beside the picture, in its own levels`() throws {
    let planes = try stage().planes("none", change: asked(Self.width, 200, .pad))
    // Black of limited range is 16, without colour 128; the picture has rows 40 to 159.
    let frame = 160 * 200 * 3 / 2
    #expect(planes.count == 5 * frame)
    #expect(planes[..<(160 * 40)].allSatisfy { $0 == 16 })
    #expect(planes[(160 * 160)..<(160 * 200)].allSatisfy { $0 == 16 })
    #expect(planes[(160 * 200)..<(160 * 200 + 80 * 20)].allSatisfy { $0 == 128 })
    let own = try stage().planes("none")
    #expect(Array(planes[(160 * 40)..<(160 * 160)]) == Array(own[..<(160 * 120)]))
  }

  @Test(arguments: [false, true])
  func `a cover of the clip's own scale is a cut of its frames`(mirrored: Bool) throws {
    let stage = try stage()
    let whole = try stage.planes("dragon")
    let cut = try stage.planes("dragon", change: asked(60, 120, .cover, mirrored: mirrored))
    let places = stride(from: 0, through: 100, by: 2).filter { column in
      let part = columns(column..<column + 60, of: whole)
      let expected = mirrored ? flipped(part, width: 60, height: 120) : part
      // Texels are weighed in 256ths, which a shifted place may round to the next one: at edges that is some
      // levels, where another column is a hundred.
      let apart = zip(expected, cut).map { abs(Int($0) - Int($1)) }
      return expected.count == cut.count && apart.count { $0 > 3 } * 100 < apart.count
        && apart.allSatisfy { $0 <= 16 }
    }
    #expect(places.count == 1)
  }

  /// Some columns of the planes of the stage's frames.
  private func columns(_ columns: Range<Int>, of frames: [UInt8]) -> [UInt8] {
    var part: [UInt8] = []
    var row = 0
    while row < frames.count {
      for (shift, rows) in [(0, Self.height), (1, Self.height)] {
        // Both planes of chroma have half of the columns, and as many rows together as luma.
        let (side, start) = (Self.width >> shift, row + (columns.lowerBound >> shift))
        for index in 0..<rows {
          part += frames[start + index * side..<start + index * side + (columns.count >> shift)]
        }
        row += side * rows
      }
    }
    return part
  }

  @Test func `a cut is one place for the whole clip, its parts, its snapshots and every avatar`()
    throws
  {
    let stage = try stage()
    let whole = try stage.pictures("dragon", change: asked(60, 120, .cover))
    for frame in [0, 3] {
      let part = try stage.pictures("dragon") {
        asked(60, 120, .cover)(&$0)
        $0.part = .frames(frame...frame + 1)
      }
      #expect(part == Array(whole[frame...frame + 1]))
    }
    var settings = try stage.settings("dragon", to: "unused.png")
    asked(60, 120, .cover)(&settings)
    settings.part = .frames(4...4)
    #expect(try SnapshotJob(settings).render().picture == whole[4])
  }

  /// Where the head stands before a camera, in centimetres, and how the frame is cut.
  @Test(arguments: [(-9.0, 0.0, 60, 120), (9, 0, 60, 120), (0, 7, 160, 50), (0, -7, 160, 50)])
  func `a cut shows the face, wherever it stands`(x: Double, y: Double, width: Int, height: Int)
    throws
  {
    let stage = try Stage(SyntheticClip(frames: 3)) {
      ($0.x, $0.y, $0.z, $0.yaw, $0.roll, $0.pitch, $0.unlikeness) = (x, y, -60, 0, 0, 0, 0)
    }
    var settings = try stage.settings("none", to: "unused.png")
    asked(width, height, .cover)(&settings)
    var faces = 0
    let summary = try PicturesJob(settings).run { picture in
      faces += picture.faces.count
      for point in picture.landmarks {
        #expect(point.x > 0 && point.x < Double(width) && point.y > 0 && point.y < Double(height))
      }
    }
    #expect(faces == 3 && summary.notes.isEmpty)
  }

  @Test func `what a cut takes off the faces is said`() throws {
    let folder = try ScratchFolder()
    try SyntheticClip(frames: 2).make("in.mkv", in: folder)
    // One at each edge: no part of 40 columns has both.
    let faces = [SyntheticFace(id: 1, x: -18, z: -60), SyntheticFace(id: 2, x: 18, z: -60)]
    let tracking = SyntheticTracking(
      width: 160, height: 120, samples: [(0, faces), (40, [faces[0]])])
    try folder.write(tracking.text, to: "in.jsonl")
    var settings = RenderSettings(
      recording: try RecordingLocation(finding: folder.path("in.mkv")),
      avatars: AvatarSelection(names: ["none"], library: Stage.shipped),
      output: OutputSettings(path: ""))
    asked(40, 120, .cover)(&settings)
    var seen: [Int] = []
    let summary = try PicturesJob(settings).run { picture in
      for face in picture.faces where (0..<40).contains(face.middle.x) {
        seen.append(face.identity)
      }
    }
    // The first is there in two of three.
    #expect(seen == [1, 1])
    #expect(summary.notes.count == 1 && summary.notes[0].contains("cover cuts 33 %"))
  }

  @Test func `a clip that keeps its shape is told where another was asked for`() throws {
    let stage = try stage()
    var settings = try stage.settings("none", to: "out.mkv")
    asked(160, 60, nil)(&settings)
    let notes = try RenderJob(settings).run().notes
    #expect(notes.count == 1 && notes[0].contains("80 x 60, not 160 x 60"), "\(notes)")
    asked(160, 60, .stretch)(&settings)
    settings.output.overwrites = true
    #expect(try RenderJob(settings).run().notes.isEmpty)
    let size = try Program(named: "ffprobe").succeed(
      ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", "out.mkv"],
      in: stage.folder)
    #expect(String(decoding: size, as: UTF8.self).hasPrefix("160,60"))
  }

  @Test func `avatars alone are transparent in their bars, and where the picture's are`() throws {
    let stage = try stage()
    let alone = try stage.pictures("dragon") {
      asked(200, 150, nil)(&$0)
      $0.passes.overlayOnly = true
    }
    let padded = try stage.pictures("dragon") {
      asked(200, 250, .pad)(&$0)
      $0.passes.overlayOnly = true
    }
    for (alone, padded) in zip(alone, padded) {
      #expect(padded.cropped(x: 0, y: 50, width: 200, height: 150) == alone)
      #expect((0..<50).allSatisfy { padded[100, $0].alpha == 0 })
    }
  }

  @Test func `a single picture fits as the snapshot of it does`() throws {
    let still = SharedData.packageRoot.appending(path: "Golden/recordings/speaking-head").path
    let bytes = { (name: String) in [UInt8](try Data(contentsOf: URL(filePath: "\(still)/\(name)")))
    }
    let renderer = FrameRenderer(library: Stage.shipped)
    for (width, height, fit) in [
      (150, 300, OutputFit?.none), (150, 300, .pad), (150, 300, .cover), (300, 150, .cover),
    ] {
      var request = FrameRequest(
        picture: try bytes("picture.png"), tracking: try bytes("tracking.jsonl"),
        avatars: ["none"])
      (request.size, request.fit) = (OutputSize(width: width, height: height), fit)
      let result = try renderer.render(request)
      var settings = RenderSettings(
        recording: try RecordingLocation(
          video: "\(still)/picture.png", tracking: "\(still)/tracking.jsonl"),
        avatars: AvatarSelection(names: ["none"], library: Stage.shipped),
        output: OutputSettings(path: ""))
      asked(width, height, fit)(&settings)
      let snapshot = try SnapshotJob(settings).render()
      let picture = try PNG.decode(result.bytes)
      #expect((picture.width, picture.height) == (snapshot.picture.width, snapshot.picture.height))
      #expect(result.notes == snapshot.summary.notes)
      #expect(result.notes.isEmpty == (fit != nil))
      // The same filter, here with an alpha beside it.
      let largest = zip(picture.bytes, snapshot.picture.bytes).map { abs(Int($0) - Int($1)) }.max()
      #expect(try #require(largest) <= 2)
    }
  }
}
