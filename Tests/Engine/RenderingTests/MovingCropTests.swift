import ClipReading
import Foundation
import Frames
import Geometry
import Imaging
import Placement
import Recipe
import Recordings
import Rendering
import TestSupport
import Testing

/// `render --crop`: a crop that follows faces over a clip.
@Suite struct MovingCropTests {
  private static let (width, height, frames) = (320, 180, 60)

  /// A recording with faces whose middles are at these columns.
  private static func stage(_ columns: @Sendable (Double) -> [Double]) throws -> Stage {
    let clip = SyntheticClip(width: width, height: height, frames: frames)
    let stage = try Stage(clip)
    let samples = (0..<frames).map { index in
      let faces = columns(Double(index) / Double(frames - 1)).enumerated().map { place, column in
        // The camera looks 63 degrees down over the picture's height.
        let z = -60.0
        let pixel = 2 * -z * tan(63.0 / 2 * .pi / 180) / Double(height)
        return SyntheticFace(id: place + 1, x: (column - Double(width) / 2) * pixel, z: z)
      }
      return (timestampMs: Double(index) * 40, faces: faces)
    }
    try stage.folder.write(
      SyntheticTracking(width: width, height: height, samples: samples).text, to: "in.jsonl")
    return stage
  }

  private static func crop(_ text: String) throws -> CropShape {
    .ratio(try #require(AspectRatio(text)))
  }

  /// The boxes of a sample's faces, by the file's own numbers.
  private static func boxes(_ stage: Stage) throws -> [[Rectangle<OutputSpace>]] {
    let text = String(decoding: try stage.folder.bytes("in.jsonl"), as: UTF8.self)
    return try text.split(separator: "\n").dropFirst().map { line in
      let sample = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let faces = try #require(sample["faces"] as? [[String: Any]])
      return try faces.map { face in
        let points = try #require(face["landmarks"] as? [[Double]])
        return try #require(
          Rectangle(
            around: points.map {
              Point2($0[0] * Double(width), $0[1] * Double(height))
            }))
      }
    }
  }

  private static func accelerations(_ places: [Double]) -> [Double] {
    zip(places, zip(places.dropFirst(), places.dropFirst(2))).map { abs($0 - 2 * $1.0 + $1.1) }
  }

  @Test func `a crop holds a face that crosses the picture, and never changes its size`() throws {
    // It hurries across in a fifth of the time.
    let stage = try Self.stage { [60 + 200 * min(max(5 * $0 - 2, 0), 1)] }
    let shape = try Self.crop("9:16")
    let records = try stage.sidecar("none") { $0.output.crop = shape }
    let boxes = try Self.boxes(stage)
    let crops = try records.map { try #require($0.crop) }
    #expect(crops.count == Self.frames && boxes.count == Self.frames)
    #expect(Set(crops.map { [$0.width.rounded(), $0.height.rounded()] }) == [[102, 180]])
    #expect(records.allSatisfy { $0.width == 102 && $0.height == 180 })
    for (crop, faces) in zip(crops, boxes) {
      for face in faces {
        #expect(crop.left <= face.left + 0.1 && crop.right >= face.right - 0.1)
      }
    }
    let path = crops.map(\.left)
    #expect(path.first.map { $0 < 40 } == true && path.last.map { $0 > 180 } == true)
    // The face starts and stops at once; the crop eases in and out, and rests before and after.
    let face = boxes.map { $0[0].center.x }
    let (own, its) = (Self.accelerations(path), Self.accelerations(face))
    #expect(try #require(own.max()) < #require(its.max()) / 4)
    #expect(path.prefix(8).allSatisfy { abs($0 - path[0]) < 0.5 })
    #expect(path.suffix(8).allSatisfy { abs($0 - path[Self.frames - 1]) < 0.5 })
    #expect(zip(path, path.dropFirst()).allSatisfy { $1 >= $0 - 0.05 })
  }

  @Test func `a crop rests where it may, and is FFmpeg's crop of the clip to the bit`() throws {
    let stage = try Self.stage { [150 + 8 * sin(20 * $0)] }
    let shape = try Self.crop("9:16")
    let records = try stage.sidecar("none") { $0.output.crop = shape }
    let crop = try #require(records.first?.crop)
    #expect(records.allSatisfy { $0.crop == crop })
    #expect(abs(crop.center.x - 150) < 14)
    let planes = try stage.planes("none") { $0.output.crop = shape }
    try Program.ffmpeg.succeed([
      "-nostdin", "-v", "error", "-i", stage.clip, "-vf",
      "crop=\(Int(crop.width)):\(Int(crop.height)):\(Int(crop.left)):\(Int(crop.top))",
      "-c:v", "ffv1", stage.folder.path("cut.mkv"),
    ])
    let expected = try SyntheticClip.rawFrames(of: stage.folder.path("cut.mkv"), in: stage.folder)
    #expect(planes == expected)
  }

  @Test func `parts and a mirrored clip are cut as the whole is`() throws {
    let stage = try Self.stage { [80 + 160 * $0] }
    let shape = try Self.crop("1:1")
    let whole = try stage.pictures("ox") { $0.output.crop = shape }
    #expect(whole.count == Self.frames)
    let parts = try [0...20, 21...59].flatMap { range in
      try stage.pictures("ox") {
        $0.output.crop = shape
        $0.part = .frames(range)
      }
    }
    #expect(parts == whole)
    let mirrored = try stage.pictures("none") {
      $0.output.crop = shape
      $0.passes.mirrored = true
    }
    let plain = try stage.pictures("none") { $0.output.crop = shape }
    #expect(mirrored == plain.map { $0.flippedHorizontally() })
  }

  @Test func `layers lie in the crop where they lie in the whole picture`() throws {
    let stage = try Self.stage { [100 + 120 * $0] }
    let shape = try Self.crop("1:1")
    let whole = try stage.sidecar("ox")
    let cut = try stage.sidecar("ox") { $0.output.crop = shape }
    for (before, after) in zip(whole, cut) {
      let crop = try #require(after.crop)
      let scale = Double(after.height) / crop.height
      for (a, b) in zip(before.placements, after.placements) {
        for (p, q) in zip(a.corners.corners, b.corners.corners) {
          #expect(abs((p.x - crop.left) * scale - q.x) < 0.01)
          #expect(abs((p.y - crop.top) * scale - q.y) < 0.01)
        }
      }
    }
  }

  @Test func `two faces that no crop holds are whole between bars, and a note says so`() throws {
    let stage = try Self.stage { _ in [50, 270] }
    var settings = try stage.settings("none", to: "out.mkv")
    settings.output.crop = try Self.crop("9:16")
    settings.output.placements = stage.folder.path("out.jsonl")
    let summary = try RenderJob(settings).run()
    #expect(summary.notes.contains { $0.contains("bars") && $0.contains("9:16") })
    let info = try ClipReader(path: stage.folder.path("out.mkv")).info
    #expect(info.uprightSize.height > 2 * Self.height)
    #expect(abs(info.uprightSize.width * 16 - info.uprightSize.height * 9) <= 32)
  }

  @Test func `pixels that are not square cut no face`() throws {
    // Twice as wide as stored: the faces are, too.
    var clip = SyntheticClip(width: 160, height: 180, frames: 12)
    clip.filter = "setsar=2"
    let stage = try Stage(clip)
    let face = SyntheticFace(id: 1, x: 6, z: -48)
    let samples = (0..<12).map { (timestampMs: Double($0) * 40, faces: [face]) }
    try stage.folder.write(
      SyntheticTracking(width: 320, height: 180, samples: samples).text, to: "in.jsonl")
    let boxes = try Self.boxes(stage)
    let shape = try Self.crop("1:2")
    let records = try stage.sidecar("none") { $0.output.crop = shape }
    #expect(records.count == 12)
    for (record, faces) in zip(records, boxes) {
      let crop = try #require(record.crop)
      // The sidecar counts stored columns.
      #expect(2 * crop.left <= faces[0].left + 0.1 && 2 * crop.right >= faces[0].right - 0.1)
    }
  }

  @Test func `a size is the frame's to the pixel, and a clip without faces shows its middle`()
    throws
  {
    let stage = try Self.stage { _ in [] }
    var settings = try stage.settings("none", to: "out.mkv")
    settings.output.crop = .size(PixelSize(clamping: 108, 192))
    let summary = try RenderJob(settings).run()
    #expect(summary.notes.contains { $0.contains("middle of the picture") })
    let info = try ClipReader(path: stage.folder.path("out.mkv")).info
    #expect(info.uprightSize == PixelSize(clamping: 108, 192))
  }
}

/// Pictures that are moved by parts of a pixel.
@Suite struct ShiftedCropTests {
  private static func value(_ x: Double, _ y: Double) -> Double {
    128 + 60 * sin(0.21 * x + 0.4) + 50 * cos(0.17 * y + 0.11 * x)
  }

  private static func picture(_ width: Int, _ height: Int) -> StraightRGBA8 {
    var picture = StraightRGBA8(size: PixelSize<OutputSpace>(clamping: width, height))
    for y in 0..<height {
      for x in 0..<width {
        let level = UInt8(value(Double(x), Double(y)).rounded())
        picture[x, y] = RGBA8(level, 255 - level, level / 2)
      }
    }
    return picture
  }

  @Test(arguments: [SIMD2(0.5, 0), SIMD2(0, 1.25), SIMD2(1.75, 0.3125)])
  func `a smooth picture is what it is between its pixels`(shift: SIMD2<Double>) throws {
    let frame = try VideoFrame(Self.picture(64, 48), memory: FrameMemory())
    let cut = try frame.cropped(columns: 10..<40, rows: 8..<32, shift: shift).toStraightRGBA8()
    #expect(cut.width == 30 && cut.height == 24)
    for y in 0..<24 {
      for x in 0..<30 {
        let expected = Self.value(Double(x) + 10 + shift.x, Double(y) + 8 + shift.y)
        #expect(abs(Double(cut[x, y].red) - expected) < 1.6)
        #expect(abs(255 - Double(cut[x, y].green) - expected) < 1.6)
      }
    }
  }

  @Test func `a whole pixel is moved to the bit, and an edge is repeated`() throws {
    let picture = Self.picture(40, 30)
    let moved = try VideoFrame(picture, memory: FrameMemory())
      .cropped(columns: 4..<34, rows: 6..<26, shift: SIMD2(1, 1)).toStraightRGBA8()
    let plain = picture.cropped(x: 5, y: 7, width: 30, height: 20)
    #expect(moved == plain)
    let flat = StraightRGBA8(
      size: PixelSize<OutputSpace>(clamping: 12, 12), filledWith: RGBA8(255, 0, 77))
    let edge = try VideoFrame(flat, memory: FrameMemory())
      .cropped(columns: 0..<10, rows: 2..<12, shift: SIMD2(0.5, 0.5)).toStraightRGBA8()
    #expect(edge.bytes.enumerated().allSatisfy { $1 == [255, 0, 77, 255][$0 % 4] })
  }
}
