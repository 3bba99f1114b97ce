import Foundation
import Geometry
import Imaging
import Problems
import TestSupport
import Testing

/// HEIC and AVIF, made by libheif's encoder or put together here, against the picture they were made of and
/// against FFmpeg's own decoder of HEVC.
@Suite struct HEIFTests {
  let work: ScratchFolder

  init() throws { work = try ScratchFolder() }

  private func run(_ program: String, _ arguments: [String]) throws {
    _ = try Program(named: program).succeed(arguments)
  }

  /// A picture as a PNG, and as pixels.
  private func source(
    _ filter: String = "testsrc2=size=96x64", format: String = "rgb24"
  ) throws -> (path: String, picture: StraightRGBA8) {
    let path = work.path("source.png")
    try run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", filter, "-frames:v", "1", "-pix_fmt",
        format,
        path,
      ])
    return (path, try PNG.read(path: path))
  }

  private func encoded(_ arguments: [String], _ name: String, of path: String) throws -> [UInt8] {
    let output = work.path(name)
    // Without loss: of red, green and blue, and chroma of full size.
    let lossless = ["-p", "chroma=444", "--matrix_coefficients=0"]
    try run(
      "heif-enc", arguments + (arguments.contains("-L") ? lossless : []) + ["-o", output, path])
    return [UInt8](try Data(contentsOf: URL(filePath: output)))
  }

  private func furthest(_ one: StraightRGBA8, _ other: StraightRGBA8) -> Int {
    guard one.width == other.width, one.height == other.height else { return 255 }
    return zip(one.bytes, other.bytes).map { abs(Int($0) - Int($1)) }.max() ?? 255
  }

  @Test(arguments: [
    ("photo.heic", ["-L"]), ("photo.avif", ["-A", "-L"]), ("deep.heic", ["-L", "-b", "10"]),
    ("deep.avif", ["-A", "-L", "-b", "10"]),
  ])
  func `a picture without loss comes back`(name: String, arguments: [String]) throws {
    let (path, picture) = try source()
    let bytes = try encoded(arguments, name, of: path)
    #expect(PictureFormat(magic: bytes) == .heif)
    let size = try PictureFormat.size(of: bytes)
    #expect((size.width, size.height) == (96, 64))
    #expect(furthest(try PictureFormat.decode(bytes), picture) <= 3)
  }

  @Test func `transparency is kept`() throws {
    let filter = "testsrc2=size=96x64,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='X*2'"
    let (path, picture) = try source(filter, format: "rgba")
    for (name, arguments) in [("clear.heic", ["-L"]), ("clear.avif", ["-A", "-L"])] {
      let decoded = try PictureFormat.decode(try encoded(arguments, name, of: path))
      #expect(!decoded.isOpaque)
      let alphas = stride(from: 3, to: decoded.bytes.count, by: 4).map {
        abs(Int(decoded.bytes[$0]) - Int(picture.bytes[$0]))
      }
      #expect((alphas.max() ?? 255) <= 2)
    }
  }

  @Test func `pixels are those that FFmpeg decodes of the same HEVC`() throws {
    let (path, _) = try source()
    let file = HEIFFile(try encoded(["-q", "60", "-p", "chroma=420"], "lossy.heic", of: path))
    let (raw, png) = (work.path("picture.hevc"), work.path("picture.png"))
    try Data(file.annexB).write(to: URL(filePath: raw))
    try run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-y", "-f", "hevc", "-i", raw, "-frames:v", "1", "-sws_flags",
        "neighbor+full_chroma_int+accurate_rnd", png,
      ])
    let decoded = try PictureFormat.decode(file.bytes)
    let reference = try PNG.read(path: png)
    // Chroma is brought to full size in another way.
    let near = zip(decoded.bytes, reference.bytes).filter { abs(Int($0) - Int($1)) <= 6 }
    #expect(near.count * 100 >= decoded.bytes.count * 95)
  }

  /// How `irot` and `imir` (ISO/IEC 23008-12, 6.5.10 and 6.5.12) are written for each of EXIF's orientations:
  /// quarter turns counterclockwise, then a flip about an axis.
  static let turns: [(EXIFOrientation, quarters: UInt8?, axis: UInt8?)] = [
    (.upright, nil, nil), (.flipped, nil, 1), (.half, 2, nil), (.flippedVertically, nil, 0),
    (.transposed, 1, 0), (.clockwise, 3, nil), (.transversed, 3, 0), (.counterclockwise, 1, nil),
  ]

  @Test(arguments: turns)
  func `all eight turns come upright`(
    orientation: EXIFOrientation, quarters: UInt8?, axis: UInt8?
  ) throws {
    let (path, picture) = try source()
    for arguments in [["-L"], ["-A", "-L"]] {
      var file = HEIFFile(try encoded(arguments, "plain.heif", of: path))
      if let quarters { file.add(HEIFFile.box("irot", [quarters])) }
      if let axis { file.add(HEIFFile.box("imir", [axis])) }
      let decoded = try PictureFormat.decode(file.bytes)
      #expect(
        furthest(decoded, picture.turned(by: orientation)) <= 3, "\(orientation) \(arguments)")
      let size = try PictureFormat.size(of: file.bytes)
      #expect((size.width, size.height) == (decoded.width, decoded.height))
    }
  }

  /// What iOS 18 writes for two pictures at once; libheif before 1.18 takes it of one alone.
  @Test(arguments: [
    ("auxl", ["-L"], false), ("auxl", ["-A", "-L"], true), ("thmb", ["-L", "-t", "32"], false),
  ])
  func `what belongs to a further picture too is the main one's`(
    name: String, arguments: [String], isOpenEnded: Bool
  ) throws {
    let filter = "testsrc2=size=96x64,format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='X*2'"
    let (path, _) = try source(filter, format: "rgba")
    var file = HEIFFile(try encoded(arguments, "one.heif", of: path))
    let (length, expected) = (file.bytes.count, try PictureFormat.decode(file.bytes))
    #expect(!expected.isOpaque)
    file.share(name)
    #expect(file.bytes.count == length + 2)
    if isOpenEnded { file.openEnd() }
    #expect(try PictureFormat.decode(file.bytes) == expected)
    #expect(try PictureFormat.size(of: file.bytes).width == 96)
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absent)))
  func `a photo of iOS 18 is that of iOS 17`() throws {
    let photos = try ["17", "18"].map { version in
      let file = SharedData.file("cases/round4/heic/ios\(version).heic")
      return try PictureFormat.decode([UInt8](try Data(contentsOf: file)))
    }
    #expect(photos[0].width == 320 && photos[0].bytes == photos[1].bytes)
  }

  @Test func `what is cut off or damaged is refused, and nothing crashes`() throws {
    let (path, _) = try source()
    let bytes = try encoded(["-q", "50"], "whole.heic", of: path)
    for count in stride(from: 12, to: bytes.count, by: max(bytes.count / 40, 1)) {
      #expect(throws: ImagingError.self) {
        _ = try PictureFormat.decode(Array(bytes.prefix(count)))
      }
    }
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<60 {
      var wrong = bytes
      for _ in 0..<4 {
        let place = Int.random(in: 12..<wrong.count, using: &generator)
        wrong[place] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = try? PictureFormat.decode(wrong)
    }
  }

  @Test func `a size over the limit is refused before pixels are decoded`() throws {
    let (path, _) = try source()
    let bytes = try encoded(["-q", "50"], "whole.heic", of: path)
    #expect(throws: ImagingError.self) {
      _ = try PictureFormat.decode(bytes, limits: ImageLimits(width: 95, height: 64))
    }
    #expect(try PictureFormat.decode(bytes, limits: ImageLimits(width: 96, height: 64)).width == 96)
  }

  @Test func `a picture of thousands of parts is refused`() throws {
    let (path, _) = try source()
    var file = HEIFFile(try encoded(["-q", "50"], "whole.heic", of: path))
    // One that is put together of the same picture, 5000 times.
    let count = 5000
    var references: [UInt8] = [0, 9, UInt8(count >> 8), UInt8(count & 255)]
    for _ in 0..<count { references += [0, 1] }
    file.addReferences(HEIFFile.box("dimg", references))
    let bytes = file.bytes
    let error = #expect(throws: ImagingError.self) { _ = try PictureFormat.size(of: bytes) }
    #expect(error == .tooManyParts(count, limit: 4096))
    #expect(error?.problemCode == .overLimit)
  }

  @Test func `a PNG that Xcode has made is named as such`() throws {
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let chunk: [UInt8] =
      [0, 0, 0, 4] + Array("CgBI".utf8) + [0x50, 0, 0x20, 0x06, 0x2C, 0xB8, 0x77, 0x66]
    let (path, _) = try source()
    let rest = [UInt8](try Data(contentsOf: URL(filePath: path))).dropFirst(8)
    let error = #expect(throws: ImagingError.self) {
      _ = try PictureFormat.decode(head + chunk + rest)
    }
    let words = error?.description ?? ""
    #expect(words.contains("CgBI") && words.contains("pngcrush"))
    #expect(error?.problemCode == .badPicture)
  }

  @Test func `HEIF is read only`() throws {
    #expect(!PictureFormat.allCases.contains(.heif))
    #expect(PictureFormat(rawValue: "heif") == nil)
    #expect(PictureFormat.heif.written == .jpeg)
    let (_, picture) = try source()
    #expect(throws: ImagingError.self) { _ = try picture.encoded(as: PictureEncoding(.heif)) }
  }
}

/// A HEIF file of one picture, to which boxes are added.
struct HEIFFile {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let size = content.count + 8
    return [24, 16, 8, 0].map { UInt8(size >> $0 & 255) } + Array(name.utf8) + content
  }

  private func number(_ place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func set(_ value: Int, _ place: Int, _ count: Int) {
    for index in 0..<count {
      bytes[place + index] = UInt8(value >> (8 * (count - 1 - index)) & 255)
    }
  }

  /// Where a box begins, by its name.
  private func place(of name: String) -> Int? {
    let wanted = Array(name.utf8)
    return (4..<bytes.count - 4).first { Array(bytes[$0..<$0 + 4]) == wanted }.map { $0 - 4 }
  }

  /// Puts bytes at a place within boxes, the outermost first, and moves where the picture's data lies.
  private mutating func insert(_ added: [UInt8], at place: Int, within names: [String]) {
    for name in names {
      guard let start = self.place(of: name) else { continue }
      set(number(start, 4) + added.count, start, 4)
    }
    shiftData(by: added.count)
    bytes.insert(contentsOf: added, at: place)
  }

  /// `iloc` (ISO/IEC 14496-12, 8.11.3) of one extent a picture, with offsets of the file.
  private mutating func shiftData(by count: Int) {
    guard let start = place(of: "iloc") else { return }
    let version = Int(bytes[start + 8])
    let (offsetSize, lengthSize) = (Int(bytes[start + 12] >> 4), Int(bytes[start + 12] & 15))
    let (baseSize, indexSize) = (
      Int(bytes[start + 13] >> 4), version > 0 ? Int(bytes[start + 13] & 15) : 0
    )
    var place = start + 14
    let items = number(place, version < 2 ? 2 : 4)
    place += version < 2 ? 2 : 4
    for _ in 0..<items {
      place += version < 2 ? 2 : 4
      if version > 0 { place += 2 }
      place += 2
      if baseSize > 0 { set(number(place, baseSize) + count, place, baseSize) }
      place += baseSize
      let extents = number(place, 2)
      place += 2
      for _ in 0..<extents {
        place += indexSize
        if baseSize == 0 { set(number(place, offsetSize) + count, place, offsetSize) }
        place += offsetSize + lengthSize
      }
    }
  }

  /// Adds a property, and gives it to the first picture.
  mutating func add(_ property: [UInt8]) {
    guard let container = place(of: "ipco") else { return }
    var (place, end, count) = (container + 8, container + number(container, 4), 0)
    while place < end { (place, count) = (place + number(place, 4), count + 1) }
    insert(property, at: end, within: ["meta", "iprp", "ipco"])
    guard let association = self.place(of: "ipma") else { return }
    // Version 0: after the number of pictures, the first one's number and its number of properties.
    let first = association + 16
    let properties = Int(bytes[first + 2])
    end = first + 3 + properties
    bytes[first + 2] += 1
    insert([0x80 | UInt8(count + 1)], at: end, within: ["meta", "iprp", "ipma"])
  }

  /// Adds references between pictures.
  mutating func addReferences(_ references: [UInt8]) {
    guard let meta = place(of: "meta") else { return }
    let end = meta + number(meta, 4)
    insert(Self.box("iref", [0, 0, 0, 0] + references), at: end, within: ["meta"])
  }

  /// Names a further picture, which is not there, as the one that has what the first one has.
  mutating func share(_ name: String) {
    guard let start = place(of: name) else { return }
    let count = number(start + 10, 2)
    set(count + 1, start + 10, 2)
    insert([0, 99], at: start + 12 + 2 * count, within: ["meta", "iref", name])
  }

  /// Lets the last box go on to the file's end, wherever that is.
  mutating func openEnd() {
    if let start = place(of: "mdat") { set(0, start, 4) }
  }

  /// The first picture's HEVC with start codes.
  var annexB: [UInt8] {
    guard let parameters = place(of: "hvcC"), let data = place(of: "mdat") else { return [] }
    var stream: [UInt8] = []
    var place = parameters + 8 + 23
    for _ in 0..<Int(bytes[parameters + 8 + 22]) {
      let units = number(place + 1, 2)
      place += 3
      for _ in 0..<units {
        let length = number(place, 2)
        stream += [0, 0, 0, 1] + bytes[place + 2..<place + 2 + length]
        place += 2 + length
      }
    }
    place = data + 8
    while place + 4 <= data + number(data, 4) {
      let length = number(place, 4)
      guard length > 0, place + 4 + length <= bytes.count else { break }
      stream += [0, 0, 0, 1] + bytes[place + 4..<place + 4 + length]
      place += 4 + length
    }
    return stream
  }
}
