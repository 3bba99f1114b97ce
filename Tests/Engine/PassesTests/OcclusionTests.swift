import ClipReading
import Foundation
import Frames
import Geometry
import Imaging
import Passes
import Recipe
import Rendering
import TestSupport
import Testing
import Text

/// A hand in front of the avatars.
@Suite struct OcclusionTests {
  private static let size = PassFixture.size
  private static let hand = SyntheticHand()

  /// The pixel in which a place of the hand lies.
  private static func pixel(_ millimetres: [Double]) -> SIMD2<Int> {
    let place = hand.place(
      millimetres, width: Double(size.width), height: Double(size.height))
    return SIMD2(Int(place.x), Int(place.y))
  }

  /// The avatar alone, with a hand in front or without.
  private func drawn(
    _ stage: PassFixture, _ occluders: Occluders, mirrored: Bool = false, atMs time: Double = 40,
    in guide: StraightRGBA8? = nil
  ) throws -> StraightRGBA8 {
    var list = try stage.passes(
      Combination(mirrored: mirrored, overlayOnly: true, occluders: occluders))
    var surface = PictureSurface(transparent: Self.size, guide: guide)
    try list.draw(stage.state(atMs: time, mirrored: mirrored), on: &surface)
    return surface.picture()
  }

  @Test(arguments: [false, true])
  func `leaves nothing of the avatar on the hand's bones`(mirrored: Bool) throws {
    let stage = try PassFixture()
    let (plain, cut) = try (
      drawn(stage, [], mirrored: mirrored), drawn(stage, .hands, mirrored: mirrored)
    )
    var covered = 0
    for number in SyntheticHand.joints.indices.dropFirst() {
      // A finger's first bone begins at the wrist.
      let bone = SyntheticHand.joints[number % 4 == 1 ? 0 : number - 1]
      let next = SyntheticHand.joints[number]
      for part in [0.0, 0.5, 1] {
        let place = Self.pixel((0...1).map { bone[$0] + part * (next[$0] - bone[$0]) })
        let x = mirrored ? Self.size.width - 1 - place.x : place.x
        covered += plain[x, place.y].alpha > 200 ? 1 : 0
        #expect(cut[x, place.y].alpha == 0)
      }
    }
    #expect(covered > 20)
  }

  @Test func `changes nothing far from the hand`() throws {
    let stage = try PassFixture()
    let (plain, cut) = try (drawn(stage, []), drawn(stage, .hands))
    // Without colours to follow, the forearm is a stub of 50 millimetres.
    let near = SyntheticHand.joints + [[0, 50]]
    let reach = 60 * Double(Self.size.height) / Self.hand.millimetres
    var changed = 0
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width where plain[x, y] != cut[x, y] {
        changed += 1
        let away = near.map { place -> Double in
          let pixel = Self.pixel(place)
          return hypot(Double(x - pixel.x), Double(y - pixel.y))
        }
        #expect(try #require(away.min()) < reach)
      }
    }
    #expect(changed > 300)
  }

  /// A hand whose glove is wider than its bones: where the picture tells it from what is behind.
  @Test func `follows the colours of the picture where they are clear`() throws {
    let stage = try PassFixture(change: { $0.z = -60 })
    // A line 10 millimetres beside the little finger's bones, which have a radius of 10 to 7.
    let beside = (17...19).flatMap { joint in
      [0.0, 0.25, 0.5, 0.75].map { part in
        let (from, to) = (SyntheticHand.joints[joint], SyntheticHand.joints[joint + 1])
        return Self.pixel([
          from[0] + part * (to[0] - from[0]) + 10, from[1] + part * (to[1] - from[1]),
        ])
      }
    }
    func guide(_ isClear: Bool) throws -> StraightRGBA8 {
      try SyntheticAvatar.drawn(Self.size.width, Self.size.height) { x, y in
        let isGlove = SyntheticHand.joints.indices.dropFirst().contains { index in
          let b = SyntheticHand.joints[index]
          let base = SyntheticHand.joints[index % 4 == 1 ? 0 : index - 1]
          return (0...20).contains { step in
            let part = Double(step) / 20
            let place = Self.pixel((0...1).map { base[$0] + part * (b[$0] - base[$0]) })
            return hypot(x - Double(place.x), y - Double(place.y)) < 17 * 0.24
          }
        }
        return isGlove && isClear ? RGBA8(230, 180, 150) : RGBA8(40, 60, 90)
      }
    }
    let (plain, clear, unclear) = try (
      drawn(stage, []), drawn(stage, .hands, in: guide(true)),
      drawn(stage, .hands, in: guide(false))
    )
    let covered = beside.filter { plain[$0.x, $0.y].alpha > 200 }
    #expect(covered.count >= 3)
    for pixel in covered {
      // A finger is some four pixels wide here, so the edge goes through some of these pixels.
      let (free, kept) = (clear[pixel.x, pixel.y].alpha, unclear[pixel.x, pixel.y].alpha)
      #expect(kept > 90)
      // The outline counts as well, and beyond 5 millimetres it alone.
      #expect(Int(free) < Int(kept) - 15)
    }
  }

  @Test func `fades with a hand that is lost`() throws {
    // Seen once; 150 ms later half of it has faded.
    let stage = try PassFixture(hand: { $0 < 20 ? Self.hand : nil })
    let (plain, cut) = try (
      drawn(stage, [], atMs: 150), drawn(stage, .hands, atMs: 150)
    )
    var covered = 0
    for joint in SyntheticHand.joints.dropFirst() {
      let place = Self.pixel(joint)
      let (before, after) = (plain[place.x, place.y].alpha, cut[place.x, place.y].alpha)
      guard before > 0 else { continue }
      covered += 1
      #expect(abs(Double(after) - Double(before) * 127 / 255) <= 1)
    }
    #expect(covered > 5)
    let gone = try (drawn(stage, [], atMs: 215), drawn(stage, .hands, atMs: 215))
    #expect(gone.0 == gone.1)
  }

  @Test func `is as nothing where there is no hand, and where nothing is drawn behind it`() throws {
    let bare = try PassFixture(hand: { _ in nil })
    #expect(try drawn(bare, []) == drawn(bare, .hands))
    // Below the avatar.
    let apart = try PassFixture(hand: { _ in SyntheticHand(x: 0.1, y: 0.95) })
    #expect(try drawn(apart, []) == drawn(apart, .hands))
  }

  @Test(arguments: [1e-2, 1, 1e7, 1e300], [0.5, -40, 1000])
  func `is drawn whatever the tracker says of a hand`(millimetres: Double, x: Double) throws {
    let stage = try PassFixture(hand: { _ in
      var hand = SyntheticHand(x: x)
      hand.millimetres = millimetres
      return hand
    })
    #expect(try drawn(stage, .hands).width == Self.size.width)
  }

  /// How large a hand is, how far its joints lie from the frame's corner, and how far behind each other.
  @Test func `takes hands within limits, and no others`() throws {
    func isCut(_ change: @escaping @Sendable (inout SyntheticHand) -> Void) throws -> Bool {
      let stage = try PassFixture(hand: { _ in
        var hand = SyntheticHand(x: 0.5, y: 0.5)
        change(&hand)
        return hand
      })
      return try drawn(stage, []) != drawn(stage, .hands)
    }
    // 0.0513 and 0.0491 pixels to a millimetre of the palm, by its knuckles, which are 65.5 apart.
    #expect(try isCut { $0.millimetres = 240 / 0.047 })
    #expect(try !isCut { $0.millimetres = 240 / 0.045 })
    // The middle finger's tip 29,980 and 30,170 pixels above the frame.
    #expect(try isCut { $0.millimetres = 240 / 158.4 })
    #expect(try !isCut { $0.millimetres = 240 / 159.4 })
    // A tip 298 and 302 millimetres from the wrist, by the same knuckles.
    #expect(try isCut { $0.reach = 298 * 65.5 / 60 })
    #expect(try !isCut { $0.reach = 302 * 65.5 / 60 })
    // A knuckle 29,900 and 30,100 pixels behind the wrist.
    #expect(try isCut { $0.depth = 29_900.0 / 320 })
    #expect(try !isCut { $0.depth = 30_100.0 / 320 })
  }

  /// Planes keep what was decoded, under the hand and beside the avatar alike.
  @Test(arguments: ["yuv420p", "yuv422p", "yuv444p", "nv12", "yuv420p10le", "p010le"])
  func `keeps a clip's decoded values on the hand and beside the avatar`(format: String) throws {
    let stage = try PassFixture()
    var frame = try PassFixture.frame(format)
    let known = frame.pixelFormat
    let layout = try #require(known)
    let before = frame.packedBytes()
    var list = try stage.passes(Combination(occluders: .hands))
    try list.draw(stage.state(atMs: 40, mirrored: false), on: &frame)
    let after = frame.packedBytes()
    #expect(before != after)
    let bytes = layout.shape(ofPlane: 0, width: 1, height: 1).bytes
    let bones = SyntheticHand.joints.map(Self.pixel)
    let corners = [SIMD2(0, 0), SIMD2(319, 0), SIMD2(0, 239), SIMD2(319, 239)]
    for place in bones + corners {
      let at = (place.y * Self.size.width + place.x) * bytes
      #expect(before[at..<at + bytes] == after[at..<at + bytes])
    }
  }

  /// Laid over the picture, the avatar alone is what is drawn on it.
  @Test func `cuts the avatar alone as it cuts it over the picture`() throws {
    let stage = try PassFixture()
    let picture = try PassFixture.picture(opaque: true)
    let alone = try drawn(stage, .hands, in: picture)
    var surface = PictureSurface(picture, matrix: .bt709)
    var list = try stage.passes(Combination(occluders: .hands))
    try list.draw(stage.state(atMs: 40, mirrored: false), on: &surface)
    let whole = surface.picture()
    var most = 0.0
    for y in 0..<Self.size.height {
      for x in 0..<Self.size.width {
        let (over, under, found) = (alone[x, y], picture[x, y], whole[x, y])
        let alpha = Double(over.alpha) / 255
        let expected = Double(over.green) * alpha + Double(under.green) * (1 - alpha)
        most = max(most, abs(expected - Double(found.green)))
      }
    }
    #expect(most <= 2)
  }

  @Test func `is asked for by words that are known`() throws {
    #expect(try Occluders(parsing: "none") == [])
    #expect(try Occluders(parsing: "hands") == .hands)
    #expect(try Occluders(parsing: "hands, hands") == .hands)
    for (text, nearest) in [("hand", "hands"), ("non", "none"), ("", nil), ("hair", nil)] {
      let error = #expect(throws: UnknownNameError.self) { try Occluders(parsing: text) }
      #expect(error?.nearest == nearest, "\(text)")
      #expect("\(try #require(error))".contains(nearest ?? "expected none, or a list of hands"))
    }
    for occluders: Occluders in [[], .hands] {
      #expect(try Occluders(parsing: "\(occluders)") == occluders)
    }
  }
}
