import ClipReading
import Foundation
import Frames
import Geometry
import Imaging
import Problems
import TestSupport
import Testing

/// What is hidden of frames: all of an ellipse, nothing beside it, and nothing that tells what was there.
@Suite struct FrameCoverTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static let size = (width: 64, height: 48)
  private static let region = FrameCover.Region(
    centre: SIMD2(0.45, 0.5), first: SIMD2(0.2, 0.05), second: SIMD2(-0.05, 0.3))

  private static func cover(
    _ style: FrameCover.Style, times: [Double] = [0], _ regions: [FrameCover.Region] = [region]
  ) throws -> FrameCover {
    try #require(
      FrameCover(style, times: times, regions: times.map { _ in regions }))
  }

  /// A clip of noise in a pixel format, without loss.
  private func noise(_ format: String, frames: Int = 1) throws -> String {
    let path = folder.path("\(format).mkv")
    try Program.ffmpeg.succeed([
      "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
      "nullsrc=size=\(Self.size.width)x\(Self.size.height):rate=25,geq=random(1)*255:128+random(2)*90:128-random(3)*90",
      "-frames:v", "\(frames)", "-pix_fmt", format, "-c:v",
      format == "nv12" ? "rawvideo" : "ffv1", path,
    ])
    return path
  }

  /// The bytes of a clip's first frame, plane after plane, and its format.
  private func frame(
    _ path: String, _ cover: FrameCover?
  ) throws -> (bytes: [UInt8], name: String, format: PixelFormat?) {
    var options = ReadingOptions()
    options.keepsTransparency = true
    options.nativeFormats.formUnion(["rgb24", "rgba"])
    options.cover = cover
    guard let frame = try ClipReader(path: path, options: options).nextFrame() else {
      throw VideoError.emptyFile(path: path)
    }
    return (frame.packedBytes(), frame.pixelFormatName, frame.pixelFormat)
  }

  /// The part of the ellipse's radius at which a pixel of a plane lies.
  private static func radius(_ x: Int, _ y: Int, width: Int, height: Int) -> Double {
    let size = SIMD2(Double(width), Double(height))
    let way = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - region.centre * size
    let (u, v) = (region.first * size, region.second * size)
    let area = u.x * v.y - u.y * v.x
    let (a, b) = ((way.x * v.y - way.y * v.x) / area, (u.x * way.y - u.y * way.x) / area)
    return (a * a + b * b).squareRoot()
  }

  @Test(
    arguments: [
      "yuv420p", "yuv422p", "yuv444p", "nv12", "yuv420p10le", "yuv422p10le", "rgb24",
    ], FrameCover.Style.allCases)
  func `the ellipse is hidden and what lies beside it keeps its values`(
    _ format: String, _ style: FrameCover.Style
  ) throws {
    let path = try noise(format)
    let (plain, covered) = try (frame(path, nil), frame(path, Self.cover(style)))
    #expect(plain.name == covered.name && plain.bytes.count == covered.bytes.count)
    let layout = try #require(plain.format)
    var start = 0
    for plane in 0..<layout.planeCount {
      let shape = layout.shape(ofPlane: plane, width: Self.size.width, height: Self.size.height)
      // A sample more on each side is hidden, and none beyond: the shorter radius is 0.2 of the plane's sides.
      let reach = 1 + 2.5 / Double(min(shape.width, shape.height)) / 0.2
      var (hidden, changed) = (0, 0)
      for y in 0..<shape.height {
        for x in 0..<shape.width {
          let at = start + (y * shape.width + x) * shape.bytes
          let isSame = plain.bytes[at..<at + shape.bytes] == covered.bytes[at..<at + shape.bytes]
          let radius = Self.radius(x, y, width: shape.width, height: shape.height)
          if radius > reach { #expect(isSame, "plane \(plane) at \(x), \(y)") }
          if radius < 1 {
            hidden += 1
            if !isSame { changed += 1 }
          }
        }
      }
      // Noise has its own average now and then.
      #expect(hidden > 20 && Double(changed) > 0.9 * Double(hidden), "plane \(plane)")
      start += shape.width * shape.height * shape.bytes
    }
    #expect(start == plain.bytes.count)
  }

  @Test(arguments: [FrameCover.Style.blur, .pixelate])
  func `what is left depends on the averages of at most six by six cells`(
    _ style: FrameCover.Style
  ) throws {
    // A sharp pattern that has the same averages turned round: the covered pictures are the same bytes.
    let region = FrameCover.Region(
      centre: SIMD2(0.5, 0.5), first: SIMD2(0.375, 0), second: SIMD2(0, 0.5))
    func picture(_ inverted: Bool) throws -> [UInt8] {
      let path = folder.path("pattern-\(inverted).mkv")
      let sign = inverted ? "1-" : ""
      // Four by four pixels hold as much of each colour, and a cell of 8 x 8 is four of them.
      try Program.ffmpeg.succeed([
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
        "nullsrc=size=64x48:rate=25,format=gray,geq=40+160*(\(sign)mod(floor(X/2)+floor(Y/2)\\,2))",
        "-frames:v", "1", "-pix_fmt", "yuv444p", "-c:v", "ffv1", path,
      ])
      let bytes = try frame(path, try Self.cover(style, [region])).bytes
      // Well within the ellipse.
      return (16..<32).flatMap { y in (20..<44).map { bytes[y * 64 + $0] } }
    }
    let (one, other) = try (picture(false), picture(true))
    #expect(zip(one, other).allSatisfy { abs(Int($0) - Int($1)) <= 8 })
    // The pattern's own values are 40 and 200.
    #expect(one.allSatisfy { (105...135).contains($0) })
  }

  @Test func `transparency stays, and a frame that no look saw is refused`() throws {
    let path = try noise("rgba")
    let (plain, covered) = try (frame(path, nil), frame(path, Self.cover(.solid)))
    #expect(covered.name == "rgba")
    let (a, b) = (plain.bytes, covered.bytes)
    #expect(a != b)
    #expect(stride(from: 3, to: a.count, by: 4).allSatisfy { a[$0] == b[$0] })
    let clip = try noise("yuv420p", frames: 3)
    var options = ReadingOptions()
    options.cover = try Self.cover(.blur, times: [0, 40])
    let reader = try ClipReader(path: clip, options: options)
    _ = try reader.nextFrame()
    _ = try reader.nextFrame()
    let error = #expect(throws: VideoError.self) { _ = try reader.nextFrame() }
    #expect(error?.problemCode == .coverUnsure)
    #expect(error.map { "\($0)" }?.contains("at 80.0 ms") == true)
  }

  @Test func `times that do not ascend, and frames without regions, make no cover`() {
    #expect(FrameCover(.blur, times: [0, 0], regions: [[], []]) == nil)
    #expect(FrameCover(.blur, times: [0, 1], regions: [[]]) == nil)
    #expect(FrameCover(.blur, times: [], regions: []) != nil)
  }
}
