import Foundation
import Geometry
import Imaging
import Templates
import TestSupport
import Testing

/// Eyes of masks, against what the manifests of the included masks say, which were measured on their drawings.
@Suite struct EyePlaceTests {
  private struct Known {
    var picture: StraightRGBA8
    var scale, x, y: Double
  }

  private static let names = ["dragon", "ox", "monkey", "sheep", "pig"]

  private static func known(_ name: String) throws -> Known {
    let folder = SharedData.packageRoot.appending(path: "Avatars/\(name)")
    let text = try Data(contentsOf: folder.appending(path: "avatar.json"))
    let manifest = try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
    let layers = try #require(manifest["layers"] as? [[String: Any]])
    let mask = try #require(layers.first { $0["name"] as? String == "mask" })
    let pivot = mask["pivot"] as? [String: Double] ?? [:]
    return Known(
      picture: try PNG.read(path: folder.appending(path: "mask.png").path),
      scale: try #require(mask["scale"] as? Double), x: pivot["x"] ?? 0.5, y: pivot["y"] ?? 0.5)
  }

  /// The picture with its holes filled, each pixel that the outside does not reach.
  private static func filled(_ picture: StraightRGBA8, with colour: RGBA8) -> StraightRGBA8 {
    var (picture, outside) = (picture, Set<Int>())
    let (width, height) = (picture.width, picture.height)
    var waiting = (0..<width).flatMap { [($0, 0), ($0, height - 1)] }
    waiting += (0..<height).flatMap { [(0, $0), (width - 1, $0)] }
    while let (x, y) = waiting.popLast() {
      guard x >= 0, y >= 0, x < width, y < height, picture[x, y].alpha < 128,
        outside.insert(y * width + x).inserted
      else { continue }
      waiting += [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    }
    for y in 0..<height {
      for x in 0..<width where !outside.contains(y * width + x) && picture[x, y].alpha < 128 {
        picture[x, y] = colour
      }
    }
    return picture
  }

  private static func mirrored(_ picture: StraightRGBA8) -> StraightRGBA8 {
    var mirrored = picture
    for y in 0..<picture.height {
      for x in 0..<picture.width { mirrored[x, y] = picture[picture.width - 1 - x, y] }
    }
    return mirrored
  }

  private func expect(_ place: EyePlace?, _ known: Known, within: Double, scale part: Double) throws
  {
    let place = try #require(place)
    let (width, height) = (Double(known.picture.width), Double(known.picture.height))
    #expect(abs(place.middle.x / width - known.x) < within, "x \(place.middle.x / width)")
    #expect(abs(place.middle.y / height - known.y) < within, "y \(place.middle.y / height)")
    let scale = width / place.distance
    #expect(abs(scale / known.scale - 1) < part, "\(scale), \(known.scale)")
    #expect(place.turned == 0)
  }

  @Test(arguments: names)
  func `the holes of an included mask are where its manifest has the eyes`(name: String) throws {
    let known = try Self.known(name)
    let place = EyePlace(in: known.picture)
    #expect(place?.way == .holes)
    try expect(place, known, within: 0.03, scale: 0.1)
  }

  @Test(arguments: names, [RGBA8(30, 20, 20), RGBA8(250, 250, 250)])
  func `eyes that are painted are found near those of the manifest`(
    name: String, colour: RGBA8
  ) throws {
    let known = try Self.known(name)
    let picture = Self.filled(known.picture, with: colour)
    let place = try #require(EyePlace(in: picture))
    guard case .spots = place.way else {
      Issue.record("\(place.words)")
      return
    }
    #expect(try #require(place.symmetry) > 0.9)
    try expect(place, known, within: 0.06, scale: 0.3)
    let other = try #require(EyePlace(in: Self.mirrored(picture)))
    #expect(abs(other.middle.x + place.middle.x - Double(picture.width)) < 6)
    #expect(abs(other.middle.y - place.middle.y) < 6)
  }

  /// An oval with two dark discs 80 pixels apart and 20 above its middle, turned.
  private static func made(turned degrees: Double) throws -> StraightRGBA8 {
    let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return try SyntheticAvatar.drawn(300, 300) { x, y in
      let (right, down) = (x - 160, y - 140)
      let (u, v) = (right * cosine + down * sine, down * cosine - right * sine)
      let isEye = (abs(u) - 40) * (abs(u) - 40) + (v + 20) * (v + 20) < 14 * 14
      let isMouth = abs(u) < 30 && abs(v - 60) < 8
      let isInside = u * u / 100 / 100 + v * v / 120 / 120 < 1
      return isEye || isMouth ? RGBA8(40, 20, 20) : RGBA8(230, 180, 140, isInside ? 255 : 0)
    }
  }

  @Test(arguments: [0.0, 12, -20])
  func `a mask that is turned is levelled`(degrees: Double) throws {
    let place = try #require(EyePlace(in: Self.made(turned: degrees)))
    #expect(abs(place.turned - degrees) < 1.5, "\(place.turned)")
    let turn = degrees * .pi / 180
    #expect(abs(place.middle.x - (160 + 20 * sin(turn))) < 5, "\(place.middle)")
    #expect(abs(place.middle.y - (140 - 20 * cos(turn))) < 5, "\(place.middle)")
    #expect(abs(place.distance - 80) < 8, "\(place.distance)")
  }

  @Test func `a picture without anything has no eyes, and a tiny or opaque one has some in it`()
    throws
  {
    #expect(EyePlace(in: try SyntheticAvatar.solid(8, 8, RGBA8(0, 0, 0, 0))) == nil)
    for (width, height) in [(1, 1), (2, 1), (3, 3), (1, 200), (400, 2), (64, 64)] {
      let place = try #require(EyePlace(in: SyntheticAvatar.solid(width, height)))
      #expect(place.way == .outline && place.turned == 0, "\(width) x \(height): \(place)")
      #expect((0...Double(width)).contains(place.middle.x), "\(place.middle)")
      #expect((0...Double(height)).contains(place.middle.y), "\(place.middle)")
      #expect(place.distance > 0 && Double(width) / place.distance <= 100)
    }
  }

  @Test func `a drawing in thin lines is placed by its outline`() throws {
    let picture = try SyntheticAvatar.drawn(800, 800) { x, y in
      let far = ((x - 400) * (x - 400) / 90_000 + (y - 400) * (y - 400) / 122_500).squareRoot()
      return abs(far - 1) < 0.008 ? RGBA8(0, 0, 0) : RGBA8(0, 0, 0, 0)
    }
    let place = try #require(EyePlace(in: picture))
    #expect(abs(place.middle.x - 400) < 20)
    // Somewhat above the middle of what is drawn, which reaches from 50 to 750.
    #expect((250.0...420).contains(place.middle.y), "\(place.middle)")
    #expect((100.0...400).contains(place.distance), "\(place.distance)")
  }
}
