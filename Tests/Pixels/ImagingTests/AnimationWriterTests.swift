import Foundation
import Geometry
import Imaging
import TestSupport
import Testing

/// Animations that are written, as Pillow and FFmpeg's tool read them.
@Suite struct AnimationWriterTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  /// A ground of slow colours that stands still, and a disc that goes over it.
  private func frame(_ number: Int, width: Int = 96, height: Int = 64) -> StraightRGBA8 {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    let (centreX, centreY) = (8 + 5 * number, height / 2)
    for y in 0..<height {
      for x in 0..<width {
        let isInDisc = (x - centreX) * (x - centreX) + (y - centreY) * (y - centreY) < 100
        bytes +=
          isInDisc
          ? [230, 40, 60, 255]
          : [
            UInt8(150 + 60 * x / width), UInt8(110 + 60 * y / height), UInt8(100 + 30 * x / width),
            255,
          ]
      }
    }
    return StraightRGBA8(width: width, height: height, bytes: bytes)
      ?? StraightRGBA8(
        size: PixelSize<OutputSpace>(clamping: 1, 1), filledWith: RGBA8(0, 0, 0))
  }

  private func write(
    _ format: AnimationFormat, _ frames: [StraightRGBA8], startsMs: [Double], endMs: Double,
    quality: Int? = nil, keepsTransparency: Bool = false
  ) throws -> [UInt8] {
    let first = try #require(frames.first)
    let writer = try AnimationWriter(
      format, size: PixelSize(clamping: first.width, first.height),
      quality: AnimationQuality(quality ?? format.usualQuality),
      keepsTransparency: keepsTransparency)
    var bytes: [UInt8] = []
    for (frame, startMs) in zip(frames, startsMs) {
      bytes += try writer.add(frame, startMs: startMs)
    }
    return bytes + (try writer.finish(endMs: endMs))
  }

  /// The frames as Pillow shows them, R, G, B, A, and the milliseconds of each.
  private func seen(
    _ bytes: [UInt8]
  ) throws -> (frames: [[UInt8]], durations: [Double], loops: String) {
    let path = try folder.write(bytes, to: "moving")
    let script = """
      import sys
      from PIL import Image, ImageSequence
      moving = Image.open(sys.argv[1])
      frames, times = [], []
      for number in range(moving.n_frames):
          moving.seek(number); moving.load()
          frames.append(moving.convert("RGBA").tobytes()); times.append(str(moving.info["duration"]))
      open(sys.argv[1] + ".raw", "wb").write(b"".join(frames))
      print(" ".join(times) + "," + str(moving.info.get("loop")))
      """
    let told = String(
      decoding: try Program.python.succeed(["-c", script, path], in: folder), as: UTF8.self
    ).trimmingCharacters(in: .newlines).split(separator: ",")
    let durations = told[0].split(separator: " ").compactMap { Double($0) }
    let raw = try folder.bytes("moving.raw")
    let size = raw.count / max(durations.count, 1)
    let frames = durations.indices.map { Array(raw[$0 * size..<($0 + 1) * size]) }
    return (frames, durations, String(told[1]))
  }

  /// Of colours averaged over squares of 4 x 4, as the eye does over a dithered ground.
  private func psnr(_ one: [UInt8], _ other: [UInt8], width: Int) -> Double {
    let (side, height) = (4, one.count / 4 / width)
    var (sum, count) = (0.0, 0.0)
    for y in stride(from: 0, to: height - side + 1, by: side) {
      for x in stride(from: 0, to: width - side + 1, by: side) {
        for channel in 0..<3 {
          var difference = 0
          for row in 0..<side {
            for column in 0..<side {
              let place = 4 * ((y + row) * width + x + column) + channel
              difference += Int(one[place]) - Int(other[place])
            }
          }
          let mean = Double(difference) / Double(side * side)
          sum += mean * mean
          count += 1
        }
      }
    }
    return 10 * log10(255 * 255 * count / max(sum, 1e-9))
  }

  @Test(arguments: AnimationFormat.allCases)
  func `the frames and their times are what another program reads`(format: AnimationFormat) throws {
    let frames = (0..<12).map { frame($0) }
    let startsMs = (0..<12).map { Double($0) * 1000 / 30 }
    let bytes = try write(format, frames, startsMs: startsMs, endMs: 400)
    let seen = try seen(bytes)
    #expect(seen.frames.count == 12)
    #expect(seen.loops == "0")
    // Each is rounded by itself, so that no sum is off by more than half a tick.
    var endMs = 0.0
    for (number, duration) in seen.durations.enumerated() {
      endMs += duration
      let expected = number == 11 ? 400 : startsMs[number + 1]
      #expect(abs(endMs - expected) <= (format == .gif ? 5 : 0.5))
    }
    for (seen, frame) in zip(seen.frames, frames) {
      #expect(psnr(seen, frame.bytes, width: 96) > (format == .gif ? 36 : 32))
    }
    #expect(try write(format, frames, startsMs: startsMs, endMs: 400) == bytes)
    let lower = try write(format, frames, startsMs: startsMs, endMs: 400, quality: 20)
    #expect(lower.count < bytes.count)
  }

  @Test func `what stands still in a GIF keeps its pixels, and is not stored again`() throws {
    let frames = (0..<12).map { frame($0) }
    let bytes = try write(
      .gif, frames, startsMs: (0..<12).map { Double($0) * 40 }, endMs: 480)
    let seen = try seen(bytes).frames
    var moved = 0
    for number in 1..<12 {
      for place in stride(from: 0, to: seen[number].count, by: 4) {
        let isStill =
          frames[number].bytes[place..<place + 3] == frames[number - 1].bytes[place..<place + 3]
        let isSame = seen[number][place..<place + 3] == seen[number - 1][place..<place + 3]
        if isStill, !isSame { moved += 1 }
      }
    }
    #expect(moved == 0)
    let lone = try write(.gif, [frames[0]], startsMs: [0], endMs: 480)
    #expect(bytes.count < 3 * lone.count)
  }

  @Test func `frames of a GIF that would be shorter than 1-50 s are left out`() throws {
    let writer = try AnimationWriter(
      .gif, size: PixelSize(clamping: 96, 64), quality: AnimationQuality(90),
      keepsTransparency: false)
    var bytes: [UInt8] = []
    for number in 0..<24 {
      bytes += try writer.add(frame(number % 12), startMs: Double(number) * 1000 / 120)
    }
    bytes += try writer.finish(endMs: 200)
    #expect(writer.droppedFrames + writer.frameCount == 24 && writer.droppedFrames > 10)
    let seen = try seen(bytes)
    #expect(seen.durations.allSatisfy { $0 >= 20 })
    #expect(seen.durations.reduce(0, +) == 200)
    // At 50 a second none is.
    let even = try write(
      .gif, (0..<8).map { frame($0) }, startsMs: (0..<8).map { Double($0) * 20 }, endMs: 160)
    #expect(try self.seen(even).frames.count == 8)
  }

  @Test func `a frame that is shown for longer than a GIF can say is stored as several`() throws {
    let bytes = try write(
      .gif, [frame(0), frame(1)], startsMs: [0, 800_000], endMs: 801_000)
    #expect(try seen(bytes).durations.reduce(0, +) == 801_000)
  }

  @Test func `alpha is kept by WebP, and all or nothing of it by GIF`() throws {
    let frames = try (0..<6).map { number in
      var bytes = frame(number).bytes
      for place in stride(from: 0, to: bytes.count, by: 4) where bytes[place] != 230 {
        bytes[place + 3] = UInt8(2 * (place / 4 % 96))
      }
      return try #require(StraightRGBA8(width: 96, height: 64, bytes: bytes))
    }
    let startsMs = (0..<6).map { Double($0) * 40 }
    let webp = try seen(
      write(.webp, frames, startsMs: startsMs, endMs: 240, keepsTransparency: true))
    let gif = try seen(write(.gif, frames, startsMs: startsMs, endMs: 240, keepsTransparency: true))
    #expect(webp.frames.count == 6 && gif.frames.count == 6)
    for number in 0..<6 {
      let wanted = frames[number].bytes
      #expect(
        stride(from: 3, to: wanted.count, by: 4).allSatisfy {
          webp.frames[number][$0] == wanted[$0]
            && gif.frames[number][$0] == (wanted[$0] < 128 ? 0 : 255)
        })
    }
  }

  @Test func `an animated WebP has its most frames, and no more`() throws {
    let most = try #require(AnimationFormat.webp.mostFrames)
    let writer = try AnimationWriter(
      .webp, size: PixelSize(clamping: 1, 1), quality: AnimationQuality(75),
      keepsTransparency: false)
    let dot = StraightRGBA8(
      size: PixelSize<OutputSpace>(clamping: 1, 1), filledWith: RGBA8(9, 9, 9))
    for number in 0..<most { _ = try writer.add(dot, startMs: Double(number)) }
    #expect(throws: ImagingError.tooManyFrames(.webp, limit: most)) {
      try writer.add(dot, startMs: Double(most))
    }
  }

  @Test(arguments: [(AnimationFormat.gif, 65_535), (.webp, 16_383)])
  func `a side has at most the pixels that the format has`(
    format: AnimationFormat, most: Int
  ) throws {
    func writer(_ width: Int, _ height: Int) throws(ImagingError) -> AnimationWriter {
      try AnimationWriter(
        format, size: PixelSize(clamping: width, height), quality: AnimationQuality(75),
        keepsTransparency: false)
    }
    for (width, height) in [(most, 1), (1, most)] {
      _ = try writer(width, height)
      let error = #expect(throws: ImagingError.self) { try writer(width + 1, height + 1) }
      #expect(error?.description.contains("a side has at most \(most)") == true)
    }
  }

  @Test(arguments: [(1, 1), (3, 5), (17, 1)], AnimationFormat.allCases)
  func `small and odd sizes are written`(size: (Int, Int), format: AnimationFormat) throws {
    let frames = (0..<3).map { frame($0, width: size.0, height: size.1) }
    let seen = try seen(write(format, frames, startsMs: [0, 100, 200], endMs: 300))
    #expect(seen.durations.reduce(0, +) == 300 || seen.frames.count == 1)
    #expect(seen.frames.allSatisfy { $0.count == 4 * size.0 * size.1 })
  }
}
