import ClipReading
import Foundation
import Frames
import Problems
import TestSupport
import Testing

/// What a container's headers list is bounded by what the file is, before FFmpeg keeps it.
@Suite struct HeaderLimitTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  /// An element of Matroska with a length of eight bytes.
  static func element(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] {
    name + [0x01] + (0..<7).map { UInt8(truncatingIfNeeded: content.count >> (48 - 8 * $0)) }
      + content
  }

  static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    Array(repeatElement(bytes, count: count).joined())
  }

  /// A WebM clip whose segment has further elements in front; its length is that of a live stream.
  func webm(_ elements: [UInt8]) throws -> String {
    let source = try work.clip(
      "in.webm", frames: 3, ["-c:v", "libvpx", "-f", "webm", "-live", "1"])
    return try work.edited(source, as: "edited.webm") { bytes in
      let segment = try #require(bytes.firstRange(of: [0x18, 0x53, 0x80, 0x67]))
      bytes.insert(contentsOf: elements, at: segment.upperBound + 8)
    }
  }

  /// Tags that FFmpeg gives a clip, and more.
  static let own = 20
  static let tracks: [UInt8] = [0x16, 0x54, 0xAE, 0x6B]
  /// The elements, with what is counted in them, how they are called, and how many there may be.
  static let kinds:
    [(element: [UInt8], entry: [UInt8], inside: [UInt8]?, name: String, most: Int)] =
      [
        ([0x10, 0x43, 0xA7, 0x70], [0xB6, 0x80], [0x45, 0xB9], "chapters", 10_000),
        ([0x12, 0x54, 0xC3, 0x67], [0x67, 0xC8, 0x80], [0x73, 0x73], "tags", 10_000),
      ]

  @Test func `a box whose header reaches beyond its holder ends that`()
    throws
  {
    func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(8 + content.count)] + Array(name.utf8) + content
    }
    // The length of a long box would stand in the eight bytes behind its holder.
    let long: [UInt8] = [0, 0, 0, 1] + Array("trak".utf8)
    let file = box("ftyp", Array("isom".utf8) + [0, 0, 0, 0]) + box("moov", long)
    let path = work.path("long.mp4")
    try Data(file + box("free", [UInt8](repeating: 0, count: 64))).write(to: URL(filePath: path))
    #expect(videoError { _ = try ClipReader(path: path) }?.problemCode == .badRecording)
  }

  @Test(arguments: kinds.indices)
  func `lists of Matroska have a limit`(index: Int) throws {
    let (name, entry, inside, kind, most) = Self.kinds[index]
    func path(_ count: Int) throws -> String {
      let entries = Self.repeated(entry, count)
      return try webm(Self.element(name, inside.map { Self.element($0, entries) } ?? entries))
    }
    #expect(try readAll(ClipReader(path: path(most - Self.own))).times.count == 3)
    let beyond = try path(most + 1)
    let error = videoError { _ = try ClipReader(path: beyond) }
    #expect(error == .tooManyHeaders(path: beyond, kind: kind, maximum: most))
    #expect(error?.problemCode == .recordingTooLarge)
  }

  @Test func `empty tracks of Matroska are counted before they are kept`() throws {
    let path = try webm(Self.element(Self.tracks, Self.repeated([0xAE, 0x80], 1_000_000)))
    #expect(
      videoError { _ = try ClipReader(path: path) }
        == .tooManyStreams(path: path, maximum: VideoLimits().maximumStreams))
  }

  @Test func `tracks that a list of contents names elsewhere are counted`() throws {
    // The list of contents (RFC 9559, 5.1.1) names a place inside of an element that is passed over.
    let hidden = Self.element(Self.tracks, Self.repeated([0xAE, 0x80], 1000))
    let void = Self.element([0xEC], hidden)
    let position = [0x53, 0xAC, 0x84] + MovieFile.number(9)
    let seek = Self.element([0x4D, 0xBB], [0x53, 0xAB, 0x84] + Self.tracks + position)
    let path = try webm(void + Self.element([0x11, 0x4D, 0x9B, 0x74], seek))
    #expect(
      videoError { _ = try ClipReader(path: path) }
        == .tooManyStreams(path: path, maximum: VideoLimits().maximumStreams))
  }

  func movie() throws -> MovieFile {
    try MovieFile(
      work.clip("in.mp4", frames: 3, ["-c:v", "libx264", "-pix_fmt", "yuv420p"]))
  }

  @Test func `tracks of MP4 have a limit`() throws {
    let movie = try movie()
    let index = try #require(movie.boxes(["moov"]).first)
    let track = Array(movie.bytes[try #require(movie.boxes(["moov", "trak"]).first)])
    let most = VideoLimits().maximumStreams
    let content = Array(movie.bytes[index.lowerBound + 8..<index.upperBound])
    func path(_ count: Int) throws -> String {
      let grown = MovieFile.box("moov", content + Self.repeated(track, count - 1))
      var changed = movie
      changed.bytes.replaceSubrange(index, with: grown)
      return try changed.write(to: work.path("tracks-\(count).mp4"))
    }
    #expect(try readAll(ClipReader(path: path(most))).times.count == 3)
    let beyond = try path(most + 1)
    #expect(
      videoError { _ = try ClipReader(path: beyond) }
        == .tooManyStreams(path: beyond, maximum: most))
  }

  @Test func `an MP4 has no more samples than bytes`() throws {
    var movie = try movie()
    let table = try #require(
      movie.boxes(["moov", "trak", "mdia", "minf", "stbl", "stsz"]).first)
    // One size for all samples takes no room in the table (8.7.3.2).
    let numbers = MovieFile.number(0) + MovieFile.number(1) + MovieFile.number(100_000_000)
    movie.bytes.replaceSubrange(table.lowerBound + 8..<table.lowerBound + 20, with: numbers)
    let path = try movie.write(to: work.path("samples.mp4"))
    let reason = "it states 100000000 samples, and has \(movie.bytes.count) bytes"
    #expect(videoError { _ = try ClipReader(path: path) } == .notAClip(path: path, reason: reason))
  }

  @Test func `a fragment has no more samples than bytes`() throws {
    let source = try work.clip(
      "fragments.mp4", frames: 3,
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-movflags", "frag_keyframe+empty_moov"])
    var movie = try MovieFile(source)
    let run = try #require(movie.boxes(["moof", "traf", "trun"]).first)
    movie.bytes.replaceSubrange(
      run.lowerBound + 12..<run.lowerBound + 16, with: MovieFile.number(50_000_000))
    let path = try movie.write(to: work.path("samples.mp4"))
    let reason = "it states 50000000 samples, and has \(movie.bytes.count) bytes"
    #expect(videoError { _ = try ClipReader(path: path) } == .notAClip(path: path, reason: reason))
  }
}
