import Geometry
import Imaging
import Registration
import TestSupport
import Testing

@Suite struct EdgeCaseTests {
  @Test func `a symmetric thing that is mirrored has only moved`() throws {
    let scene = Scene(artwork: .crown)
    let first = try scene.picture(.init())
    let change = Registrar().change(
      from: first, to: try scene.picture(.init(x: 3, y: -2, mirrored: true)),
      region: scene.region())
    #expect(change.words == "3.0 px right, 2.0 px up")
  }

  @Test func `a disc says where it is and how large, and not how it is turned`() throws {
    let scene = Scene(artwork: .disc, centre: SIMD2(200, 150))
    let change = Registrar().change(
      from: try scene.picture(.init()),
      to: try scene.picture(.init(x: 6, y: -4, degrees: 25, scale: 1.1)), region: scene.region())
    let motion = try #require(change.motion)
    #expect(change.kind == .moved)
    #expect(!change.determinacy.rotation && change.determinacy.scale)
    #expect(change.determinacy.shiftDirections == 2)
    #expect(motion.rotationDegrees == 0)
    #expect(abs(motion.dx - 6) < 0.1 && abs(motion.dy + 4) < 0.1)
    #expect(abs(motion.scale - 1.1) < 0.005)
    #expect(change.words.hasSuffix("(the turn cannot be measured)"))
  }

  @Test func `a straight edge says how far it moved across, and no more`() throws {
    var scene = Scene(artwork: .edge, centre: SIMD2(200, 150))
    scene.isAlone = true
    let change = Registrar().change(
      from: try scene.picture(.init()), to: try scene.picture(.init(x: 3, y: 40)),
      region: scene.region())
    let motion = try #require(change.motion)
    #expect(change.determinacy.shiftDirections == 1)
    #expect(!change.determinacy.scale)
    #expect(abs(motion.dx - 3) < 0.1 && abs(motion.dy) < 0.1)
    #expect(change.words.contains("the shift along its straight edges"))
  }

  @Test func `a region at the border, and a thing that leaves the picture`() throws {
    var scene = Scene(artwork: .cartoon, width: 200, height: 160)
    scene.centre = SIMD2(38, 44)
    let place = Scene.Place(x: -9, y: -7, degrees: 3)
    let region = scene.region()
    let change = Registrar().change(
      from: try scene.picture(.init()), to: try scene.picture(place), region: region)
    try expectClose(change.motion, expectedMotion(scene, place, of: region))
  }

  @Test func `a region of one pixel or none, or of another size, gives no figures made up`() throws
  {
    let scene = Scene(artwork: .cartoon)
    let (a, b) = (try scene.picture(.init()), try scene.picture(.init(x: 5)))
    var mask = PixelMask(width: a.width, height: a.height, filled: false)
    #expect(Registrar().change(from: a, to: b, region: mask).kind == .same)
    mask[152, 150] = true
    let one = Registrar().change(from: a, to: b, region: mask)
    #expect(one.motion?.words.contains("nan") != true)
    #expect(one.kind != .recoloured)
    let wrong = PixelMask(width: 3, height: 3, filled: true)
    let change = Registrar().change(from: a, to: b, region: wrong)
    try expectClose(change.motion, Motion(dx: 5))
  }

  @Test func `pictures of two sizes are different`() throws {
    let a = try Scene(artwork: .disc, width: 60, height: 40).picture(nil)
    let b = try Scene(artwork: .disc, width: 40, height: 60).picture(nil)
    #expect(Registrar().change(from: a, to: b, region: nil).kind == .different)
  }

  @Test(arguments: [1, 2, 3, 5, 17])
  func `small pictures of anything give finite figures`(side: Int) throws {
    var generator = SplitMix64(state: UInt64(side))
    for height in [1, 2, side] {
      func random() throws -> StraightRGBA8 {
        let bytes = (0..<(4 * side * height)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
        return try #require(StraightRGBA8(width: side, height: height, bytes: bytes))
      }
      for _ in 0..<5 {
        let change = Registrar().change(from: try random(), to: try random(), region: nil)
        #expect(change.differenceBefore.isFinite && change.differenceAfter.isFinite)
        if let motion = change.motion {
          let sum = motion.dx + motion.dy + motion.rotationDegrees + motion.scale
          #expect(sum.isFinite)
        }
      }
    }
  }

  @Test func `transparent pictures do not differ whatever colour they hide`() throws {
    let a = try #require(
      StraightRGBA8(width: 40, height: 30, bytes: [UInt8](repeating: 0, count: 4800)))
    var bytes = a.bytes
    for i in stride(from: 0, to: bytes.count, by: 4) { bytes[i] = 200 }
    let b = try #require(StraightRGBA8(width: 40, height: 30, bytes: bytes))
    #expect(Registrar().change(from: a, to: b, region: nil).kind == .same)
  }

  @Test func `a region beyond the limit is measured at a reduced size`() throws {
    var scene = Scene(artwork: .cartoon, width: 1300, height: 1100, size: 700)
    scene.centre = SIMD2(650, 550)
    scene.samples = 16
    let place = Scene.Place(x: 9, y: -6, degrees: 2)
    let region = scene.region()
    let change = Registrar().change(
      from: try scene.picture(.init()), to: try scene.picture(place), region: region)
    try expectClose(change.motion, expectedMotion(scene, place, of: region))
  }
}
