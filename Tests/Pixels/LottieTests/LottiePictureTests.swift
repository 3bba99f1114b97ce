import Foundation
import Geometry
import Imaging
import Lottie
import Testing

/// Pictures within a file, against the pixels that they were made of.
@Suite struct LottiePictureTests {
  private static let red = RGBA8(230, 20, 20)
  private static let green = RGBA8(20, 200, 20)
  private static let blue = RGBA8(20, 20, 230)
  private static let white = RGBA8(255, 255, 255)

  /// Red and green above blue and white.
  private static func quarters(_ side: Int) -> StraightRGBA8 {
    var bytes: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        let (isLeft, isAbove) = (2 * x < side, 2 * y < side)
        let colour = isAbove ? isLeft ? red : green : isLeft ? blue : white
        bytes += [colour.red, colour.green, colour.blue, colour.alpha]
      }
    }
    return StraightRGBA8(width: side, height: side, bytes: bytes)
      ?? StraightRGBA8(size: PixelSize<ArtworkSpace>(clamping: 1, 1))
  }

  private func uri(_ bytes: [UInt8], _ type: String = "png") -> String {
    "data:image/\(type);base64,\(Data(bytes).base64EncodedString())"
  }

  /// An asset that holds a picture.
  private func asset(_ uri: String, _ members: String = "\"w\": 40, \"h\": 40") -> String {
    "{\"id\": \"p\", \"u\": \"\", \"p\": \"\(uri)\", \"e\": 1, \(members)}"
  }

  /// A layer that shows it, from 60, 30 on.
  private func layer(_ members: String = "\"ind\": 2", opacity: String = "100") -> String {
    "{\"ty\": 2, \"refId\": \"p\", \"ip\": 0, \"op\": 99, \(members),"
      + " \"ks\": {\"p\": {\"k\": [60, 30]}, \"o\": {\"k\": \(opacity)}}}"
  }

  private func file(_ asset: String, _ layers: String...) -> LottieMaker {
    var maker = LottieMaker()
    (maker.assets, maker.layers) = ([asset], layers)
    return maker
  }

  private func drawn(_ maker: LottieMaker, scale: Int = 1) throws -> StraightRGBA8 {
    try LottieDrawing.picture(
      of: maker.file, frame: 0, width: 200 * scale, height: 100 * scale)
  }

  /// The library takes up to 2 of 255 of what is opaque.
  private func expect(
    _ colour: RGBA8, at x: Int, _ y: Int, of picture: StraightRGBA8, within most: Int = 3,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = picture[x, y]
    let differences = [
      (found.red, colour.red), (found.green, colour.green), (found.blue, colour.blue),
      (found.alpha, colour.alpha),
    ].map { abs(Int($0) - Int($1)) }
    #expect(
      differences.max() ?? 0 <= most, "at \(x), \(y): \(found)", sourceLocation: sourceLocation)
  }

  @Test(arguments: [PictureFormat.png, .jpeg, .webp])
  func `a picture lies where its layer does, as large as its asset says`(
    format: PictureFormat
  ) throws {
    let bytes = try Self.quarters(40).encoded(as: PictureEncoding(format, quality: 95))
    // JPEG and WebP are off by some levels.
    let most = format == .png ? 3 : 12
    for (members, width, height) in [
      ("\"w\": 40, \"h\": 40", 40, 40), ("\"w\": 80, \"h\": 20", 80, 20), ("\"nm\": \"a\"", 40, 40),
      ("\"w\": 20, \"h\": 60", 20, 60),
    ] {
      let picture = try drawn(file(asset(uri(bytes), members), layer()))
      for (x, y, colour) in [
        (1, 1, Self.red), (3, 1, Self.green), (1, 3, Self.blue), (3, 3, Self.white),
      ] {
        expect(
          colour, at: 60 + x * width / 4, 30 + y * height / 4, of: picture, within: most)
      }
      for (x, y) in [(58, 50), (62 + width, 32), (62, 28), (62, 32 + height)] {
        #expect(picture[x, y].alpha == 0)
      }
    }
  }

  @Test func `a picture fades, and is masked and matted, as anything else`() throws {
    let asset = asset(uri(try PNG.encode(Self.quarters(40))))
    let half = RGBA8(20, 20, 230, 128)
    expect(half, at: 65, 60, of: try drawn(file(asset, layer(opacity: "50"))), within: 4)
    let corners = "[[0, 0], [20, 0], [20, 40], [0, 40]]"
    let none = "[[0, 0], [0, 0], [0, 0], [0, 0]]"
    for (opacity, colour) in [(100, Self.blue), (50, half)] {
      let mask =
        "\"ind\": 2, \"masksProperties\": [{\"mode\": \"a\", \"o\": {\"k\": \(opacity)}, \"pt\": {\"k\":"
        + " {\"v\": \(corners), \"i\": \(none), \"o\": \(none), \"c\": true}}}]"
      let masked = try drawn(file(asset, layer(mask)))
      expect(colour, at: 65, 60, of: masked, within: 6)
      #expect(masked[95, 60].alpha == 0)
    }
    let box = LottieMaker.rectangle(
      "[20, 40]", at: LottieMaker.still("[70, 50]"), colour: "[1, 1, 1, 1]")
    let matted = try drawn(file(asset, box, layer("\"ind\": 2, \"tt\": 1")))
    expect(Self.blue, at: 65, 60, of: matted, within: 6)
    #expect(matted[95, 60].alpha == 0)
    // By its brightness: of white all, of red a quarter.
    let source = try drawn(
      file(
        asset, layer("\"ind\": 1, \"td\": 1"),
        LottieMaker.rectangle(
          "[200, 100]", at: LottieMaker.still("[100, 50]"), colour: "[0, 1, 0, 1]",
          member: "\"ind\": 2, \"tt\": 3")))
    #expect(source[90, 60].alpha > 245)
    #expect((50...90).contains(source[65, 35].alpha))
    #expect(source[20, 20].alpha == 0)
  }

  @Test func `a picture that is drawn smaller is mixed, and not every second pixel of it`() throws {
    var bytes: [UInt8] = []
    for index in 0..<(400 * 200) {
      let level: UInt8 = (index % 400 + index / 400) % 2 == 0 ? 255 : 0
      bytes += [level, level, level, 255]
    }
    let checks = try #require(StraightRGBA8(width: 400, height: 200, bytes: bytes))
    let asset = asset(uri(try PNG.encode(checks)), "\"w\": 400, \"h\": 200")
    let picture = try drawn(
      file(
        asset,
        "{\"ty\": 2, \"refId\": \"p\", \"ip\": 0, \"op\": 9, \"ks\": {\"s\": {\"k\": [50, 50]}}}"))
    for x in 5..<195 { expect(RGBA8(128, 128, 128), at: x, 50, of: picture, within: 6) }
  }

  @Test func `the library decodes what was encoded here alone`() throws {
    for format in [PictureFormat.jpeg, .webp, .png] {
      let made = try Self.quarters(32).encoded(as: PictureEncoding(format))
      // Bytes after a picture's end are in no picture.
      let bytes = made + Array("a stranger's".utf8)
      let maker = file(asset(uri(bytes), "\"w\": 32, \"h\": 32"), layer())
      let text = String(decoding: try maker.file.text, as: UTF8.self)
      let given = try #require(
        text.components(separatedBy: "base64,").last?.components(separatedBy: "\"").first)
      let decoded = try PNG.decode([UInt8](try #require(Data(base64Encoded: given))))
      #expect(try decoded == PictureFormat.decode(bytes))
      #expect(!text.contains(Data(bytes).base64EncodedString().suffix(12)))
    }
  }

  @Test func `what no layer shows is not read, whatever it is`() throws {
    var maker = LottieMaker.movingRectangle
    let alone = try maker.file
    for uri in [
      "data:image/png;base64," + String(repeating: "A", count: 100_000),
      "data:image/svg+xml,<svg/>",
      "data:audio/mp3;base64,AAAA", uri(Array(try PNG.encode(Self.quarters(9)).prefix(30))),
    ] {
      maker.assets = [asset(uri, "\"w\": 65535, \"h\": 65535")]
      #expect(try maker.file.digest == alone.digest)
      #expect(try maker.file.missing.isEmpty)
    }
  }

  @Test func `a picture that is not there, or cannot be read, is left out and named`() throws {
    let box = LottieMaker.rectangle(
      "[20, 20]", at: LottieMaker.still("[20, 20]"), colour: "[1, 1, 1, 1]")
    for (uri, feature, path) in [
      ("a.png", "pictures", "layers[0]"),
      ("data:image/svg+xml,<svg/>", "pictures that cannot be read", "assets[0].p"),
      ("data:image/png;base64,AAAA", "pictures that cannot be read", "assets[0].p"),
      (
        uri(Array(try PNG.encode(Self.quarters(40)).dropLast(60))), "pictures that cannot be read",
        "assets[0].p"
      ),
    ] {
      let maker = file(asset(uri), layer(), layer(), box)
      #expect(try maker.file.missing.map(\.feature) == [feature])
      #expect(try maker.file.missing.map(\.path) == [path])
      #expect(try maker.file.missing[0].instead.hasPrefix("give "))
      let picture = try drawn(maker)
      #expect(picture[20, 20].alpha == 255 && picture[80, 50].alpha == 0)
    }
    #expect(try file(asset("a.png"), box).file.missing.isEmpty)
  }

  @Test func `large pictures are made smaller, and more than may be decoded are refused`() throws {
    func picture(_ width: Int, _ height: Int) throws -> String {
      let size = PixelSize<ArtworkSpace>(clamping: width, height)
      let members = "\"w\": \(width), \"h\": \(height)"
      return try asset(
        uri(PNG.encode(StraightRGBA8(size: size, filledWith: Self.red))), members)
    }
    var maker = file(try picture(4096, 1024), layer())
    let one = try maker.file
    #expect(one.text.count < 100_000)
    expect(Self.red, at: 199, 99, of: try drawn(maker))
    // Four of them are 16,777,216 pixels.
    func shown(_ count: Int) throws -> LottieMaker {
      var maker = LottieMaker()
      let asset = try picture(4096, 1024)
      for number in 0..<count {
        maker.assets.append(asset.replacingOccurrences(of: "\"p\",", with: "\"p\(number)\","))
        maker.layers.append(layer().replacingOccurrences(of: "\"p\",", with: "\"p\(number)\","))
      }
      return maker
    }
    maker = try shown(4)
    #expect(try maker.file.missing.isEmpty)
    let many = try #require(throws: LottieFault.self) { try shown(5).file }
    #expect("\(many.kind)".contains("the pixels of all pictures: 20971520 found, at most 16777216"))
    #expect(many.path == "assets[4].p")
    let wide = try #require(throws: LottieFault.self) { try file(picture(4097, 1), layer()).file }
    #expect("\(wide.kind)".contains("a picture: 4097 x 1 found, at most 4096 x 4096"))
    #expect(try file(picture(4096, 1), layer()).file.missing.isEmpty)
  }

  @Test func `decoding pictures counts`() throws {
    let asset = asset(uri(try PNG.encode(Self.quarters(1000))), "\"w\": 1000, \"h\": 1000")
    let (shown, hidden) = (try file(asset, layer()).file.cost, try file(asset).file.cost)
    #expect(shown.frameMs > hidden.frameMs + 10)
    #expect(shown.frameBytes > hidden.frameBytes + 8e6)
  }
}
