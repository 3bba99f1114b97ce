import Imaging
import Registration
import TestSupport
import Testing

@Suite struct WordTests {
  private func words(
    _ scene: Scene, _ a: StraightRGBA8, _ b: StraightRGBA8, ground: StraightRGBA8? = nil
  ) -> String {
    Registrar().change(from: a, to: b, region: scene.region(), ground: ground).words
  }

  @Test(arguments: [
    (
      Motion(dx: 3.1, rotationDegrees: 0.4, scale: 1.02),
      "3.1 px right, 0.4 deg clockwise, 1.02 x larger"
    ),
    (Motion(dx: -0.25, dy: -2), "0.25 px left, 2.0 px up"),
    (
      Motion(dy: 0.996, rotationDegrees: -12.34, scale: 0.98),
      "1.0 px down, 12.3 deg anticlockwise, 0.98 x, smaller"
    ),
    (Motion(scale: 1.004), "1.004 x larger"),
    (Motion(dx: 0.049, dy: -0.049, rotationDegrees: 0.049, scale: 1.0019), ""),
    (Motion(dx: 0.051), "0.05 px right"),
    (Motion(dx: .nan, dy: .infinity, rotationDegrees: 1, scale: .nan), "1.0 deg clockwise"),
  ])
  func `a motion in words leaves out what is not measured`(motion: Motion, words: String) {
    #expect(motion.words == words)
  }

  @Test func `the motion of the issue's example`() throws {
    let scene = Scene(artwork: .cartoon, centre: SIMD2(200, 150))
    let place = Scene.Place(x: 3.1, degrees: 0.4, scale: 1.02)
    let text = words(scene, try scene.picture(.init()), try scene.picture(place))
    #expect(text == "3.1 px right, 0.4 deg clockwise, 1.02 x larger")
  }

  @Test(arguments: [Scene.Artwork.textured, .cartoon], [false, true])
  func `mirrored, upside down and turned by quarters`(
    artwork: Scene.Artwork, isAlone: Bool
  ) throws {
    var scene = Scene(artwork: artwork, centre: SIMD2(200, 150))
    scene.isAlone = isAlone
    let first = try scene.picture(.init())
    func told(_ place: Scene.Place) throws -> String {
      words(scene, first, try scene.picture(place))
    }
    #expect(try told(.init(y: -2, mirrored: true)) == "mirrored left to right, then 2.0 px up")
    #expect(
      try told(.init(x: 3, degrees: 180, mirrored: true))
        == "upside down (mirrored top to bottom), then 3.0 px right")
    #expect(try told(.init(degrees: 90)) == "turned by 90 deg clockwise")
    #expect(try told(.init(x: 4, degrees: 180)) == "turned by 180 deg, then 4.0 px right")
    #expect(
      try told(.init(y: 5, degrees: 270)) == "turned by 90 deg anticlockwise, then 5.0 px down")
  }

  @Test(
    arguments: [Scene.Artwork.textured, .cartoon, .crown, .disc],
    Thorough.isAsked ? [false, true] : [false])
  func `not there, there only now, and something else`(
    artwork: Scene.Artwork, isAlone: Bool
  ) throws {
    var scene = Scene(artwork: artwork)
    scene.isAlone = isAlone
    var other = Scene(artwork: .other)
    other.isAlone = isAlone
    let (there, gone) = (try scene.picture(.init()), try scene.picture(nil))
    #expect(words(scene, there, gone) == "not there")
    #expect(words(scene, gone, there) == "not there before")
    #expect(words(scene, there, gone, ground: gone) == "not there")
    #expect(words(scene, gone, there, ground: gone) == "not there before")
    #expect(words(scene, there, try other.picture(.init())).hasPrefix("something else is there"))
  }

  @Test func `not there on a transparent background`() throws {
    var scene = Scene(artwork: .cartoon)
    scene.isAlone = true
    let (there, gone) = (try scene.picture(.init()), try scene.picture(nil))
    #expect(words(scene, there, gone) == "not there")
    #expect(words(scene, gone, there) == "not there before")
  }

  @Test func `no difference, and none that can be seen`() throws {
    let scene = Scene(artwork: .cartoon)
    let picture = try scene.picture(.init())
    #expect(words(scene, picture, picture) == "no difference")
    let change = Registrar().change(
      from: noisy(picture, deviation: 2, seed: 5), to: noisy(picture, deviation: 2, seed: 6),
      region: scene.region())
    #expect(change.kind == .same)
    #expect(change.words.hasPrefix("no difference in place; "))
  }

  @Test(arguments: [
    ("range: limited range is shown as full, or was converted twice", 0),
    ("range: full range was taken for limited", 1),
    ("red and blue are swapped", 2),
    ("matrix: written with BT.601, read with BT.709", 3),
    ("matrix: written with BT.709, read with BT.601", 4),
    ("darker by", 5), ("brighter by", 6), ("other colours", 7),
  ])
  func `colours differ and the place does not`(cause: String, number: Int) throws {
    let both = [Scene.Artwork.textured, .cartoon]
    for artwork in Thorough.isAsked ? both : [both[number % 2]] {
      let scene = Scene(artwork: artwork)
      let picture = try scene.picture(.init())
      let changed = recoloured(picture) { c in
        switch number {
        case 0: return c * (219.0 / 255) + 16
        case 1: return (c - 16) * (255.0 / 219)
        case 2: return SIMD3(c.z, c.y, c.x)
        case 3: return Self.passed(c, SIMD2(0.299, 0.114), SIMD2(0.2126, 0.0722))
        case 4: return Self.passed(c, SIMD2(0.2126, 0.0722), SIMD2(0.299, 0.114))
        case 5: return c * 0.8
        case 6: return c * 0.8 + 50
        default: return SIMD3(0.3 * c.x + 0.6 * c.y, 0.8 * c.z + 20, 0.9 * c.x)
        }
      }
      let change = Registrar().change(from: picture, to: changed, region: scene.region())
      #expect(change.kind == .recoloured)
      #expect(change.words.hasPrefix("colours differ, place does not (\(cause)"))
      #expect(change.differenceAfter < change.differenceBefore / 2)
    }
  }

  /// A colour to Y'CbCr with one pair of (kr, kb) and back with another.
  private static func passed(
    _ c: SIMD3<Double>, _ written: SIMD2<Double>, _ read: SIMD2<Double>
  ) -> SIMD3<Double> {
    let y = written.x * c.x + (1 - written.x - written.y) * c.y + written.y * c.z
    let cb = (c.z - y) / (2 * (1 - written.y))
    let cr = (c.x - y) / (2 * (1 - written.x))
    let (r, b) = (y + 2 * (1 - read.x) * cr, y + 2 * (1 - read.y) * cb)
    return SIMD3(r, (y - read.x * r - read.y * b) / (1 - read.x - read.y), b)
  }

  private func recoloured(
    _ picture: StraightRGBA8, _ map: (SIMD3<Double>) -> SIMD3<Double>
  ) -> StraightRGBA8 {
    var bytes = picture.bytes
    for i in stride(from: 0, to: bytes.count, by: 4) {
      let c = map(SIMD3(Double(bytes[i]), Double(bytes[i + 1]), Double(bytes[i + 2])))
      for k in 0..<3 { bytes[i + k] = UInt8(min(max(c[k], 0), 255) + 0.5) }
    }
    return StraightRGBA8(width: picture.width, height: picture.height, bytes: bytes) ?? picture
  }

  @Test(arguments: [false, true])
  func `less opaque is told over a known background`(isAlone: Bool) throws {
    var scene = Scene(artwork: .cartoon)
    scene.isAlone = isAlone
    let first = try scene.picture(.init())
    let ground = try scene.picture(nil)
    scene.opacity = 0.6
    let text = words(scene, first, try scene.picture(.init()), ground: isAlone ? nil : ground)
    #expect(text == "colours differ, place does not (less opaque: 60 % of it)")
  }
}
