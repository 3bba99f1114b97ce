import AvatarFiles
import ClipReading
import Foundation
import Geometry
import Imaging
import Passes
import Placement
import Recipe
import Recordings
import Rendering
import ShareCards
import Snapshots
import TestSupport
import Testing

@Suite struct SnapshotTests {
  /// A square of one colour in the face's middle, upright and half an eye distance wide, so that a
  /// picture says where it is.
  private static let green = RGBA8(0, 255, 0)

  private func stage(_ change: (inout SyntheticFace) -> Void = { _ in }) throws -> Stage {
    var clip = SyntheticClip(width: 320, height: 240, frames: 3)
    clip.filter = "drawbox=color=gray:t=fill"
    let stage = try Stage(clip) {
      ($0.yaw, $0.pitch, $0.roll, $0.unlikeness) = (0, 0, 0, 0)
      change(&$0)
    }
    try SyntheticAvatar().adding("\"scale\": 1", SyntheticAvatar.solid(32, 32, Self.green))
      .write("square", in: stage.folder)
    return stage
  }

  private func settings(_ stage: Stage) throws -> SnapshotSettings {
    var settings = SnapshotSettings(try stage.settings(stage.folder.path("square"), to: ""))
    settings.render.part = .frames(1...1)
    settings.render.placement.mode = .landmarks
    return settings
  }

  /// The box of the pixels that are the avatar's.
  private func greenBox(_ picture: StraightRGBA8) throws -> Rectangle<OutputSpace> {
    var points: [Point2<OutputSpace>] = []
    for y in 0..<picture.height {
      for x in 0..<picture.width where picture[x, y].green > 200 && picture[x, y].red < 100 {
        points += [Point2(Double(x), Double(y)), Point2(Double(x + 1), Double(y + 1))]
      }
    }
    return try #require(Rectangle(around: points))
  }

  @Test(arguments: [false, true])
  func `a snapshot says where its layers are after it was cut and scaled`(mirrored: Bool) throws {
    let stage = try stage { $0.x += 6 }
    for (crop, bounds, size) in [
      ("1:1", nil, (240, 240)), ("9:16", nil, (135, 240)), ("1:1", 120, (120, 120)),
      (nil, 160, (160, 120)), (nil, nil, (320, 240)),
    ] as [(String?, Int?, (Int, Int))] {
      var settings = try settings(stage)
      settings.render.passes.mirrored = mirrored
      settings.crop = crop.flatMap { AspectRatio($0) }.map { .ratio($0) }
      settings.bounds = bounds.map { PixelSize(clamping: $0, $0) }
      let result = try SnapshotJob(settings).render()
      #expect((result.picture.width, result.picture.height) == size)
      #expect((result.placements.width, result.placements.height) == size)
      let box = try greenBox(result.picture)
      let entry = try #require(result.placements.placements.first)
      let quad = try #require(Rectangle(around: entry.corners.corners))
      for (a, b) in [
        (box.left, quad.left), (box.right, quad.right), (box.top, quad.top),
        (box.bottom, quad.bottom),
      ] {
        #expect(abs(a - b) <= 1.01, "\(crop ?? "-") \(bounds ?? 0): \(box), \(quad)")
      }
    }
  }

  /// Of a square that is worn, as much is seen on a card as in the picture: none of it is cut or covered.
  @Test(arguments: ["plain", "brushing", "zodiac"], ShareCardRatio.allCases)
  func `a card shows all of what a face wears`(id: String, ratio: ShareCardRatio) throws {
    var clip = SyntheticClip(width: 240, height: 320, frames: 1)
    clip.filter = "drawbox=color=gray:t=fill"
    let stage = try Stage(clip) {
      ($0.yaw, $0.pitch, $0.roll, $0.unlikeness) = (0, 0, 0, 0)
    }
    try SyntheticAvatar().adding("\"scale\": 4", SyntheticAvatar.solid(32, 32, Self.green))
      .write("square", in: stage.folder)
    var settings = try settings(stage)
    settings.render.part = .frames(0...0)
    func quad(_ result: SnapshotResult) throws -> Rectangle<OutputSpace> {
      try #require(
        Rectangle(around: result.placements.placements.first?.corners.corners ?? []))
    }
    let plain = try quad(SnapshotJob(settings).render())
    let seen = try #require(
      plain.intersection(Rectangle(PixelSize<OutputSpace>(clamping: 240, 320))))
    let cards = ShareCardLibrary(folder: SharedData.packageRoot.appending(path: "Cards").path)
    settings.card = ShareCardStage(try cards.load(id), ratio: ratio, fields: ShareCardFields())
    let result = try SnapshotJob(settings).render()
    let scale = try quad(result).width / plain.width
    let green = stride(from: 0, to: result.picture.bytes.count, by: 4).count { place in
      result.picture.bytes[place] < 60 && result.picture.bytes[place + 1] > 200
        && result.picture.bytes[place + 2] < 60
    }
    let share = Double(green) / (seen.width * seen.height * scale * scale)
    // The border of a window, at most 16 pixels wide, lies on the picture's edge.
    #expect((0.94...1.03).contains(share), "\(share) of \(seen)")
    #expect(seen.width > 40)
  }

  @Test func `a snapshot by a size has that size, up to twice its pixels`() throws {
    let stage = try stage()
    for (wanted, size) in [
      ((200, 200), (200, 200)), ((480, 480), (480, 480)), ((600, 600), (480, 480)),
      ((77, 131), (77, 131)),
    ] {
      var settings = try settings(stage)
      settings.crop = .size(PixelSize(clamping: wanted.0, wanted.1))
      let result = try SnapshotJob(settings).render()
      #expect((result.picture.width, result.picture.height) == size)
      #expect(result.summary.notes.isEmpty == (size == wanted))
    }
  }

  @Test func `a snapshot that cannot hold the avatar is continued beyond the picture, and says so`()
    throws
  {
    let stage = try stage()
    try SyntheticAvatar().adding("\"scale\": 6", SyntheticAvatar.solid(64, 16, Self.green))
      .write("wide", in: stage.folder)
    var settings = try settings(stage)
    settings.render.avatars.names = [stage.folder.path("wide")]
    settings.crop = .ratio(try #require(AspectRatio("1:4")))
    let result = try SnapshotJob(settings).render()
    #expect(result.picture.height == 4 * result.picture.width)
    #expect(result.picture.height > 240)
    #expect(result.picture.isOpaque)
    #expect(result.summary.notes.contains { $0.contains("beyond its edges") })
    let whole = try greenBox(try SnapshotJob(uncut(settings)).render().picture)
    let box = try greenBox(result.picture)
    #expect((box.width, box.height) == (whole.width, whole.height))
    // Alone, the avatar stays on a transparent background.
    settings.render.passes.overlayOnly = true
    let alone = try SnapshotJob(settings).render().picture
    #expect(alone[0, 0].alpha == 0)
  }

  private func uncut(_ settings: SnapshotSettings) -> SnapshotSettings {
    var settings = settings
    settings.crop = nil
    return settings
  }

  @Test func `a snapshot is described`() throws {
    let stage = try stage()
    var settings = SnapshotSettings(try stage.settings("dragon", to: ""))
    settings.render.part = .frames(0...0)
    #expect(try SnapshotJob(settings).render().alternativeText == "a face with a dragon mask")
    settings.render.avatars.names = ["none"]
    let bare = try SnapshotJob(settings).render()
    #expect(bare.alternativeText == "a face")
    #expect(bare.faceCount == 1)
    settings.render.recording.tracking = nil
    let untracked = try SnapshotJob(settings).render()
    #expect(untracked.alternativeText == "a picture without a tracked face")
  }

  @Test(arguments: PictureFormat.allCases)
  func `a snapshot is the same bytes every time, on any number of threads`(format: PictureFormat)
    throws
  {
    let stage = try stage()
    func bytes(threads: Int) throws -> [UInt8] {
      var settings = try settings(stage)
      (settings.choice, settings.render.part) = (.best, .whole)
      settings.render.threads = threads
      settings.crop = .size(PixelSize(clamping: 90, 160))
      settings.encoding = PictureEncoding(format)
      let result = try SnapshotJob(settings).render()
      return try #require(result.bytes)
    }
    let first = try bytes(threads: 1)
    #expect(
      format == .jxl
        ? first.starts(with: [0xFF, 0x0A])
        : PictureFormat(magic: first) == (format == .avif ? .heif : format))
    for threads in [1, 4] { #expect(try bytes(threads: threads) == first) }
  }

  /// A still as a phone writes it: on its side, with its author, place and camera.
  @Test func `a snapshot of a still stands upright and keeps nothing of its metadata`() throws {
    let folder = try ScratchFolder()
    let upright = try SyntheticAvatar.drawn(96, 64) { x, y in
      RGBA8(x < 48 ? 230 : 20, y < 32 ? 230 : 20, 60)
    }
    // Stored a quarter turn counterclockwise; orientation 6 turns it back.
    let stored = try SyntheticAvatar.drawn(64, 96) { x, y in
      upright[95 - Int(y), Int(x)]
    }
    let jpeg = try stored.encoded(as: PictureEncoding(.jpeg, quality: 95))
    try folder.write(Data(Self.withEXIF(jpeg)), to: "in.jpg")
    let tracking = SyntheticTracking(
      width: 96, height: 64, samples: [(timestampMs: 0, faces: [SyntheticFace()])])
    try folder.write(tracking.text, to: "in.jsonl")
    try folder.write(
      "{\"image\": \"in.jpg\", \"tracking\": \"in.jsonl\"}", to: "recording.json")
    for format in PictureFormat.allCases {
      var settings = SnapshotSettings(
        RenderSettings(
          recording: try RecordingLocation(finding: folder.path(""), tracking: nil),
          avatars: AvatarSelection(names: ["none"], library: Stage.shipped),
          output: OutputSettings(path: "")))
      (settings.choice, settings.render.part) = (.best, .whole)
      settings.encoding = PictureEncoding(format)
      let result = try SnapshotJob(settings).render()
      #expect((result.picture.width, result.picture.height) == (96, 64))
      #expect(result.picture[10, 10].red > 180 && result.picture[10, 10].green > 180)
      #expect(result.picture[85, 10].red < 80 && result.picture[85, 10].green > 180)
      #expect(result.choice?.best.faces.count == 1)
      let bytes = try #require(result.bytes)
      for secret in ["Exif", "Secret", "EXIF", "http"] {
        #expect(Data(bytes).range(of: Data(secret.utf8)) == nil, "\(format): \(secret)")
      }
    }
  }

  /// A JPEG with EXIF that says that it lies on its side, and names its maker.
  private static func withEXIF(_ jpeg: [UInt8]) -> [UInt8] {
    let make = Array("SecretMaker\0".utf8)
    func entry(_ tag: UInt8, _ kind: UInt8, _ count: UInt8, _ value: [UInt8]) -> [UInt8] {
      [1, tag, 0, kind, 0, 0, 0, count] + value
    }
    var tiff: [UInt8] = Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 2]
    tiff += entry(0x0F, 2, UInt8(make.count), [0, 0, 0, 38])
    tiff += entry(0x12, 3, 1, [0, 6, 0, 0])
    tiff += [0, 0, 0, 0] + make
    let payload = Array("Exif\0\0".utf8) + tiff
    let length = payload.count + 2
    return jpeg[..<2] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + payload + jpeg[2...]
  }
}
