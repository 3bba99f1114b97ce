import ClipReading
import Foundation
import Frames
import Imaging
import Problems
import TestSupport
import Testing

/// Files of other kinds in the place of a clip, and TIFFs whose first picture is not the one that is meant.
@Suite struct OtherKindTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  private func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: work.path(name)))
    return work.path(name)
  }

  @Test(arguments: [
    ("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "run git lfs pull"),
    ("<!DOCTYPE html><html></html>", "this is a web page; expected a clip or a picture"),
    ("{\"fr\": 1, \"layers\": []}", "this is a Lottie animation; expected a clip or a picture"),
    (String(repeating: "\0", count: 9000), "copy or download it again"), ("%PDF-1.7\n", "a PDF"),
    ("{\0\"\0a\0\"\0:\0", "UTF-16 text"), ("FUJIFILMCCD-RAW 0201", "a raw photo (RAF)"),
  ])
  func `a file of another kind is named`(text: String, words: String) throws {
    let path = try write(Array(text.utf8), "in.mp4")
    let error = try #require(videoError { _ = try ClipReader(path: path) })
    #expect("\(error)".hasPrefix(path) && "\(error)".contains(words), "\(error)")
    #expect(error.problemCode == .badRecording)
  }

  /// A TIFF of uncompressed pages.
  struct MadeTIFF {
    var isLittle: Bool
    var bytes: [UInt8]

    init(isLittle: Bool) {
      self.isLittle = isLittle
      bytes = Array((isLittle ? "II*\0" : "MM\0*").utf8) + [0, 0, 0, 0]
    }

    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isLittle ? bytes : bytes.reversed()
    }

    mutating func link(_ place: Int, to target: Int) {
      bytes.replaceSubrange(place..<place + 4, with: number(target, 4))
    }

    /// Adds a page of one colour, and gives where it lies and where it names the next one.
    mutating func page(
      _ width: Int, _ height: Int, _ colour: [UInt8], photometric: Int = 2,
      _ more: [(Int, Int)] = []
    ) -> (place: Int, next: Int) {
      let pixels = bytes.count
      bytes += (0..<width * height).flatMap { _ in colour }
      let depths = bytes.count
      bytes += (0..<3).flatMap { _ in number(8, 2) }
      let tags =
        [
          (256, width), (257, height), (258, colour.count == 3 ? depths : 8), (259, 1),
          (262, photometric), (273, pixels), (277, colour.count), (278, height),
          (279, width * height * colour.count),
        ] + more
      let place = bytes.count
      bytes += number(tags.count, 2)
      for (tag, value) in tags.sorted(by: { $0.0 < $1.0 }) {
        let isLong = [273, 279, 330, 254].contains(tag) || tag == 258 && colour.count == 3
        let count = tag == 258 ? colour.count : 1
        bytes += number(tag, 2) + number(tag == 258 || !isLong ? 3 : 4, 2) + number(count, 4)
        bytes += isLong ? number(value, 4) : number(value, 2) + [0, 0]
      }
      bytes += [0, 0, 0, 0]
      return (place, bytes.count - 4)
    }
  }

  @Test(arguments: [true, false])
  func `the whole picture is shown, not the preview before it`(isLittle: Bool) throws {
    var file = MadeTIFF(isLittle: isLittle)
    let preview = file.page(16, 12, [250, 0, 0], [(254, 1)])
    let whole = file.page(64, 48, [0, 200, 0], [(274, 6)])
    file.link(4, to: preview.place)
    file.link(preview.next, to: whole.place)
    let path = try write(file.bytes, "in.tif")
    let picture = try nextFrame(of: ClipReader(path: path)).toStraightRGBA8()
    // Upright by the whole picture's own tag.
    #expect(picture.width == 48 && picture.height == 64)
    #expect(picture[20, 20].green > 190 && picture[20, 20].red < 10)

    // The same pages the other way round.
    file.link(4, to: whole.place)
    file.link(whole.next, to: preview.place)
    file.link(preview.next, to: whole.place)
    let other = try write(file.bytes, "other.tif")
    #expect(try nextFrame(of: ClipReader(path: other)).toStraightRGBA8() == picture)
  }

  @Test(arguments: [true, false])
  func `a raw photo is refused, with or without a preview`(isLittle: Bool) throws {
    var file = MadeTIFF(isLittle: isLittle)
    let mosaic = file.page(64, 48, [90], photometric: 32803)
    let preview = file.page(16, 12, [250, 0, 0], [(254, 1), (330, mosaic.place)])
    for (name, place) in [("in.dng", mosaic.place), ("in.nef", preview.place)] {
      file.link(4, to: place)
      let path = try write(file.bytes, name)
      let error = try #require(videoError { _ = try ClipReader(path: path) })
      #expect("\(error)".contains("a raw photo") && "\(error)".contains("JPEG or PNG"), "\(error)")
    }
  }

  @Test func `directories that lead in circles or out of the file end`() throws {
    var file = MadeTIFF(isLittle: true)
    let page = file.page(64, 48, [0, 200, 0])
    file.link(4, to: page.place)
    for target in [page.place, Int(UInt32.max), 4] {
      file.link(page.next, to: target)
      let path = try write(file.bytes, "in.tif")
      #expect(try nextFrame(of: ClipReader(path: path)).toStraightRGBA8()[9, 9].green > 190)
    }
  }
}
