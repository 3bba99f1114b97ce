import Filters
import Foundation
import Imaging
import TestSupport
import Testing

/// Colours of files of type `.cube`.
@Suite struct TableTests {
  private func changed(
    _ picture: StraightRGBA8, by text: String, _ option: String = ""
  ) throws -> StraightRGBA8 {
    try Pictures.filtered(picture, "lut:\(Tables.write(text))\(option)")
  }

  /// The largest difference of a channel of two pictures.
  private func worst(_ a: StraightRGBA8, _ b: StraightRGBA8) -> Int {
    zip(a.bytes, b.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
  }

  /// Sizes whose entries are not parts of two, and few digits, as programs write them.
  @Test(arguments: [(2, 6), (3, 6), (16, 6), (17, 9), (25, 5), (33, 6), (36, 6), (65, 6)])
  func `an identity of any size keeps every bit`(size: Int, digits: Int) throws {
    let text = Tables.cube(size, digits: digits)
    let picture = Pictures.noise(64, 48, alpha: true)
    #expect(try changed(picture, by: text) == picture)
    let curve = Tables.curve(size * 7, digits: digits)
    #expect(try changed(picture, by: curve) == picture)
    let path = try Tables.write(text)
    for format in Pictures.formats {
      let frame = Frame(format, width: 34, height: 18, padding: 5)
      var random = SplitMix64(state: 5)
      // Beyond black and white of limited range, and colours outside of R'G'B'.
      frame.fill { _, _, _ in Double(random.next() % 1021) / 4 }
      let before = frame.bytes
      var painter = try Pictures.painter("lut:\(path)")
      try frame.withPicture { try painter.apply(to: $0, atMs: 40) }
      #expect(frame.bytes == before, "\(format)")
    }
  }

  @Test func `a table that hardly changes a colour hardly changes a picture`() throws {
    let picture = Pictures.noise(64, 48)
    let little = Tables.cube(17) { $0 * 0.999 + SIMD3(0.001, 0, 0.0005) }
    let after = try changed(picture, by: little)
    #expect(worst(after, picture) <= 1)
    // A change of two levels is one of two levels, whatever the entries between.
    let two = try changed(
      picture, by: Tables.cube(9) { $0 * (251.0 / 255) + SIMD3(repeating: 2 / 255) })
    for (was, now) in zip(picture.bytes, two.bytes) where was != now {
      let expected = (Double(was) * 251 / 255 + 2).rounded()
      #expect(abs(Double(now) - expected) <= 1)
    }
  }

  /// Tetrahedra between entries, by their definition in float64.
  private func lookedUp(_ c: SIMD3<Double>, _ size: Int) -> SIMD3<Double> {
    let place = c * Double(size - 1)
    let cell = SIMD3<Double>(
      min(place.x.rounded(.down), Double(size - 2)), min(place.y.rounded(.down), Double(size - 2)),
      min(place.z.rounded(.down), Double(size - 2)))
    let part = place - cell
    // Along the axes in the order of how far to go.
    let axes = [0, 1, 2].sorted { part[$0] > part[$1] }
    var corner = cell
    var sum = Tables.warmed(corner / Double(size - 1))
    for axis in axes {
      let before = Tables.warmed(corner / Double(size - 1))
      corner[axis] += 1
      sum += part[axis] * (Tables.warmed(corner / Double(size - 1)) - before)
    }
    return sum
  }

  @Test func `colours between entries are those of tetrahedra`() throws {
    let picture = Pictures.noise(64, 48)
    let after = try changed(picture, by: Tables.cube(5, Tables.warmed))
    for i in 0..<(64 * 48) {
      let c = SIMD3(
        Double(picture.bytes[4 * i]), Double(picture.bytes[4 * i + 1]),
        Double(picture.bytes[4 * i + 2]))
      let expected = 255 * lookedUp(c / 255, 5)
      for channel in 0..<3 {
        let held = max(0, min(255, expected[channel]))
        #expect(abs(Double(after.bytes[4 * i + channel]) - held) < 0.6)
      }
    }
  }

  /// FFmpeg's filters read the same files, and cut what is behind the point.
  @Test(arguments: [
    ("lut3d=t.cube:interp=tetrahedral", true, "DOMAIN_MAX 1 1 1\n"),
    ("lut3d=t.cube:interp=tetrahedral", true, "TITLE \"a b\"\n# comment\n\n"),
    ("lut1d=t.cube:interp=linear", false, "DOMAIN_MIN 0 0 0\n"),
  ])
  func `pictures are those of FFmpeg, to a level`(filter: String, isCube: Bool, head: String) throws
  {
    let folder = try ScratchFolder()
    let text =
      head + (isCube ? Tables.cube(17, Tables.warmed) : Tables.curve(33, Tables.warmed))
    let path = try folder.write(text, to: "t.cube")
    let (width, height) = (96, 64)
    let picture = Pictures.noise(width, height)
    let packed = picture.bytes.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
    try folder.write(packed, to: "in.rgb")
    let raw = ["-f", "rawvideo", "-pix_fmt", "rgb24"]
    try Program.ffmpeg.succeed(
      ["-nostdin", "-v", "error"] + raw + [
        "-s", "\(width)x\(height)", "-i", "in.rgb", "-vf", filter,
      ]
        + raw + ["out.rgb"], in: folder)
    let expected = try folder.bytes("out.rgb")
    let after = try Pictures.filtered(picture, "lut:\(path)")
    let found = after.bytes.enumerated().filter { $0.offset % 4 != 3 }.map(\.element)
    let differences = zip(found, expected).map { abs(Int($0) - Int($1)) }
    #expect(found.count == expected.count && differences.max() ?? 255 <= 1)
    #expect(found != packed)
  }

  @Test func `curves come before the cube, in a file of both`() throws {
    let curve = Tables.curve(64) { $0 * $0 }.replacing("LUT_1D_SIZE 64\n", with: "")
    let cube = Tables.cube(17, Tables.warmed).replacing("LUT_3D_SIZE 17\n", with: "")
    let both =
      "LUT_1D_SIZE 64\nLUT_1D_INPUT_RANGE 0.0 1.0\nLUT_3D_SIZE 17\nLUT_3D_INPUT_RANGE 0 1\n" + curve
      + cube
    let picture = Pictures.noise(40, 30)
    let first = try changed(picture, by: Tables.curve(64) { $0 * $0 })
    let then = try changed(first, by: Tables.cube(17, Tables.warmed))
    // Between the two steps a picture has whole levels, of which the second makes up to two.
    #expect(worst(try changed(picture, by: both), then) <= 2)
  }

  @Test func `a table for a part of the colours is that of its ends for the others`() throws {
    let half = "LUT_1D_SIZE 2\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 0.5 0.5 0.5\n0 0 0\n1 1 1\n"
    let after = try changed(Pictures.flat(RGBA8(200, 64, 0), 4, 4), by: half)
    #expect(abs(Int(after[0, 0].red) - 255) <= 1 && abs(Int(after[0, 0].green) - 128) <= 1)
    #expect(after[0, 0].blue <= 1)
    let range = half.replacing(
      "DOMAIN_MIN 0 0 0\nDOMAIN_MAX 0.5 0.5 0.5", with: "LUT_1D_INPUT_RANGE 0 0.5")
    #expect(try changed(Pictures.flat(RGBA8(200, 64, 0), 4, 4), by: range) == after)
  }

  @Test func `the amount goes from the picture to the table's`() throws {
    let grey = Pictures.flat(RGBA8(100, 100, 100), 8, 8)
    let white = Tables.cube(2) { _ in SIMD3(repeating: 1) }
    #expect(try changed(grey, by: white)[3, 3] == RGBA8(255, 255, 255))
    let half = try changed(grey, by: white, ",amount=0.5")[3, 3]
    #expect(abs(Int(half.red) - 178) <= 1)
  }

  /// Light beyond white is held at white, after what lies between entries was found.
  @Test func `entries beyond black and white are held at them`() throws {
    let ramp = Tables.curve(2) { $0 * 4 - 2 }
    let after = try changed(Pictures.flat(RGBA8(0, 128, 255), 4, 4), by: ramp)
    #expect(after[1, 1].red == 0 && after[1, 1].blue == 255)
    #expect(abs(Int(after[1, 1].green) - 2) <= 2)
  }

  @Test func `a filter whose file was not read is refused`() throws {
    var painter = FilterPainter(try PictureFilter(parsing: "lut:\(Tables.warm)"))
    var picture = Pictures.flat(RGBA8(1, 2, 3), 4, 4)
    #expect(throws: FilterError.notRead(file: Tables.warm)) { try painter.apply(to: &picture) }
  }
}
