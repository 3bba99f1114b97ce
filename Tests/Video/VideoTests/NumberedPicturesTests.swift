import ClipReading
import Foundation
import Frames
import Imaging
import TestSupport
import Testing

/// Pictures whose names are numbered are a clip, each of whose frames is what the file is by itself.
@Suite struct NumberedPicturesTests {
  private let work: ScratchFolder
  private let rate = FrameRate(30)

  init() throws {
    work = try ScratchFolder()
    try work.folder("frames")
  }

  /// Twelve pictures from number 7 on.
  private func pictures(_ name: String = "frames/%05d.png") throws -> String {
    try Tools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25", "-frames:v", "12"]
        + ["-start_number", "7", work.path(name)])
    return work.path(name)
  }

  private func reader(
    _ path: String, _ part: ClipPart = .whole, at rate: FrameRate? = FrameRate(30),
    allowsDamage: Bool = false
  ) throws -> ClipReader {
    var options = ReadingOptions()
    options.nativeFormats.formUnion(["rgb24", "rgba"])
    options.picturesRate = rate
    options.allowsDamagedStill = allowsDamage
    return try ClipReader(path: path, part: part, options: options)
  }

  private func frames(
    _ reader: ClipReader
  ) throws -> [(index: Int, timeMs: Double, picture: StraightRGBA8)] {
    var frames: [(index: Int, timeMs: Double, picture: StraightRGBA8)] = []
    while let frame = try reader.nextFrame() {
      frames.append((frame.index, frame.timestampMs, try frame.toStraightRGBA8()))
    }
    return frames
  }

  private func file(_ number: Int) throws -> StraightRGBA8 {
    try PNG.decode(work.bytes(String(format: "frames/%05d.png", number)))
  }

  @Test func `each picture is a frame, at the rate that is asked for`() throws {
    let reader = try reader(pictures())
    let (info, read) = (reader.info, try frames(reader))
    #expect(info.frameCount == 12 && info.averageFrameRate?.value == 30)
    #expect(info.duration == 0.4)
    #expect(try reader.countFrames() == 12)
    #expect(read.map(\.index) == Array(0..<12))
    for (place, frame) in read.enumerated() {
      #expect(abs(frame.timeMs - Double(place) * 1000 / 30) < 1e-9)
      #expect(try frame.picture == file(7 + place))
    }
    #expect(reader.damage.isClean)
  }

  /// FFmpeg's own reading of numbered pictures, kept without loss.
  @Test func `they are the frames that FFmpeg makes a clip of`() throws {
    let path = try pictures()
    try Tools.ffmpeg(
      ["-framerate", "29.97", "-start_number", "7", "-i", path, "-c:v", "ffv1"]
        + ["-pix_fmt", "bgr0", work.path("clip.mkv")])
    let (clip, own) = try (
      frames(reader(work.path("clip.mkv"))), frames(reader(path, at: FrameRate(29.97)))
    )
    #expect(clip.count == own.count)
    for (one, other) in zip(clip, own) {
      // Matroska rounds to milliseconds.
      #expect(abs(one.timeMs - other.timeMs) <= 0.5)
      #expect(one.picture == other.picture)
    }
  }

  @Test(arguments: [
    (ClipPart.frames(3...5), [3, 4, 5]), (.frames(0...0), [0]), (.frames(10...99), [10, 11]),
    (.seconds(start: 0.1, end: 0.2), [3, 4, 5]), (.seconds(start: nil, end: 0.05), [0, 1]),
    (.moment(0.15), [4]), (.moment(0), [0]), (.moment(0.38), [11]),
  ])
  func `a part is what the whole has there`(part: ClipPart, places: [Int]) throws {
    let path = try pictures()
    let (whole, read) = try (frames(reader(path)), frames(reader(path, part)))
    #expect(read.map(\.index) == places)
    for frame in read {
      #expect(frame.timeMs == whole[frame.index].timeMs)
      #expect(frame.picture == whole[frame.index].picture)
    }
  }

  @Test(arguments: [ClipPart.frames(12...13), .seconds(start: 0.5, end: nil), .moment(1)])
  func `a part past the end has no frame`(part: ClipPart) throws {
    let path = try pictures()
    #expect { try frames(reader(path, part)) } throws: { error in
      guard case .emptyRange? = error as? VideoError else { return false }
      return true
    }
  }

  /// Cameras turn pictures by a note, and any format that is a still's will do.
  @Test func `JPEGs are read and turned as stills are`() throws {
    let path = try pictures("frames/%d.jpg")
    let read = try frames(reader(path))
    #expect(read.count == 12)
    for (place, frame) in read.enumerated() {
      let still = try frames(reader(work.path("frames/\(7 + place).jpg"), at: nil))
      #expect(still.count == 1 && still[0].picture == frame.picture)
    }
  }

  @Test func `transparency is kept where it is asked for`() throws {
    try Tools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=size=32x32,format=rgba,geq=r='X*5':g='Y*7':b='X*Y':a='X*8'"]
        + ["-frames:v", "3", work.path("frames/%05d.png")])
    var options = ReadingOptions()
    options.keepsTransparency = true
    options.picturesRate = rate
    let clip = try ClipReader(path: work.path("frames/%05d.png"), options: options)
    #expect(clip.info.hasTransparency)
    for (place, frame) in try frames(clip).enumerated() {
      #expect(try frame.picture == file(1 + place))
    }
  }

  @Test func `what is amiss is named`() throws {
    func fault(_ path: String, at rate: FrameRate? = FrameRate(30)) -> VideoError? {
      #expect(throws: VideoError.self) { try frames(reader(path, at: rate)) }
    }
    let path = try pictures()
    #expect(fault(path, at: nil) == .rateUnknown(path: path))
    #expect(
      fault(work.path("none/%05d.png")) == .inputNotFound(path: work.path("none/%05d.png")))
    #expect(
      fault(work.path("%d/00007.png")) == .inputNotFound(path: work.path("%d/00007.png")))

    try FileManager.default.removeItem(atPath: work.path("frames/00010.png"))
    #expect(
      fault(path)
        == .pictureMissing(
          path: work.path("frames/00010.png"), next: work.path("frames/00011.png")))
    try work.write("no picture", to: "frames/00010.png")
    guard case .notAClip(work.path("frames/00010.png"), _)? = fault(path) else {
      Issue.record("a text among the pictures is not named")
      return
    }
    try Tools.ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=size=64x64", "-frames:v", "1", "-update", "1"]
        + [work.path("frames/00010.png")])
    #expect(
      fault(path)
        == .pictureSizeChanged(path: path, from: "96 x 64", to: "64 x 64", atMs: 100))
  }

  @Test func `a damaged picture is refused, or kept and counted`() throws {
    let path = try pictures()
    let bytes = try work.bytes("frames/00009.png")
    try work.write(Array(bytes.prefix(bytes.count * 2 / 3)), to: "frames/00009.png")
    #expect(throws: VideoError.self) { try frames(reader(path)) }
    let clip = try reader(path, allowsDamage: true)
    #expect(try frames(clip).count == 12)
    #expect(clip.damage.framesDamaged == 1)
    #expect(abs((clip.damage.firstDamageMs ?? 0) - 2000.0 / 30) < 1e-9)
  }

  @Test func `other names are not counted, and a file of that very name is one picture`() throws {
    let path = try pictures()
    for name in ["frames/0008.png", "frames/00020.jpg", "frames/a0021.png", "frames/-0022.png"] {
      try work.write("another file", to: name)
    }
    #expect(try frames(reader(path)).count == 12)
    try work.write(work.bytes("frames/00007.png"), to: "frames/%05d.png")
    let still = try reader(path, at: nil)
    #expect(still.info.frameCount == 1)
    #expect(try frames(still).count == 1)
  }
}
