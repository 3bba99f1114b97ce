import Geometry
import Hud
import Imaging
import Session
import Testing

@Suite struct HudPainterTests {
  private func painter(
    _ width: Int, _ height: Int, _ language: HudLanguage = .en, _ theme: HudThemeChoice = .game
  ) throws -> HudPainter {
    try HudPainter(HudStrings(language), theme.load(), on: PixelSize(clamping: width, height))
  }

  /// A moment of the game, some time after it began.
  private func moment(
    _ state: SessionState, _ outcome: SessionOutcome? = nil, ageMs: Double = 2500,
    change: (inout SessionMoment) -> Void = { _ in }
  ) -> SessionMoment {
    var moment = SessionMoment(atMs: 10_000, .init(state, outcome))
    moment.sinceMs = 10_000 - ageMs
    moment.earlierScore = 10
    change(&moment)
    return moment
  }

  /// Everything that there is to see at once.
  private var busy: [SessionMoment] {
    [
      moment(.selectAvatar), moment(.promptTeeth) { $0.teethHeld = 0.4 },
      moment(.promptTeeth, ageMs: 100) { $0.hint = .init(.openMouth, atMs: 9900) },
      moment(.teethConfirmed, ageMs: 300) {
        $0.successes = [.init($0.phase, atMs: 9700)]
        $0.gains = [.init(10, atMs: 9700)]
      },
      moment(.promptBrushGesture) { ($0.isFist, $0.fastShare, $0.turnsAsked) = (true, 0.3, 2) },
      moment(.brushGestureConfirmed, .completed, ageMs: 600) {
        $0.successes = [.init($0.phase, atMs: 9400)]
      },
      moment(.promptTeeth, .abandoned),
    ]
  }

  private func drawn(
    _ moment: SessionMoment, by painter: inout HudPainter, _ width: Int, _ height: Int,
    isMirrored: Bool = false, grey: UInt8? = nil
  ) throws -> StraightRGBA8 {
    var ground = StraightRGBA8(size: PixelSize<OutputSpace>(clamping: width, height))
    if let grey {
      for index in ground.bytes.indices { ground.bytes[index] = index % 4 == 3 ? 255 : grey }
    }
    var picture = PremultipliedRGBA8(ground)
    _ = try unsafe picture.withMutablePicture {
      try unsafe painter.draw(moment, isMirrored: isMirrored, on: $0)
    }
    return StraightRGBA8(picture)
  }

  @Test(arguments: HudLanguage.allCases)
  func `is the same in a mirror, and no mirror image of itself`(language: HudLanguage) throws {
    var painter = try painter(320, 240, language)
    for moment in busy {
      let plain = try drawn(moment, by: &painter, 320, 240)
      #expect(try drawn(moment, by: &painter, 320, 240, isMirrored: true) == plain)
      #expect(plain != plain.flippedHorizontally())
    }
  }

  @Test func `is a function of the moment, whatever was drawn before`() throws {
    var painter = try painter(320, 240)
    let once = try busy.map { try drawn($0, by: &painter, 320, 240) }
    for (moment, expected) in zip(busy, once).reversed() {
      #expect(try drawn(moment, by: &painter, 320, 240) == expected)
      var fresh = try self.painter(320, 240)
      #expect(try drawn(moment, by: &fresh, 320, 240) == expected)
    }
    #expect(Set(once.map(\.bytes)).count == once.count)
  }

  @Test func `a ring fills by what is held`() throws {
    var painter = try painter(480, 480, .en, .plain)
    func filled(_ part: Double) throws -> Int {
      func picture(_ part: Double) throws -> StraightRGBA8 {
        try drawn(moment(.promptTeeth) { $0.teethHeld = part }, by: &painter, 480, 480, grey: 40)
      }
      // The upper left corner, without what breathes in the ring's middle.
      let (empty, now) = (try picture(0), try picture(part))
      return (0..<110).reduce(0) { sum, y in
        sum
          + (0..<110).count { x in
            let far = (x - 53) * (x - 53) + (y - 53) * (y - 53) > 29 * 29
            return far && Int(now[x, y].red) > Int(empty[x, y].red) + 40
          }
      }
    }
    let whole = Double(try filled(1))
    #expect(whole > 500)
    // Ends are round, so that a little more is seen than is held: every quarter adds one.
    let seen = try [0.25, 0.5, 0.75].map { Double(try filled($0)) }
    for (one, next) in zip(seen, seen.dropFirst()) {
      #expect(abs((next - one) / whole - 0.25) < 0.02, "\(seen) of \(whole)")
    }
  }

  @Test func `a score counts up and stays`() throws {
    var painter = try painter(320, 240)
    func at(_ ageMs: Double, earlier: Int, gain: Int) throws -> StraightRGBA8 {
      let moment = moment(.teethConfirmed, ageMs: 60_000) {
        $0.earlierScore = earlier
        $0.gains = gain > 0 ? [.init(gain, atMs: $0.timeMs - ageMs)] : []
      }
      return try drawn(moment, by: &painter, 320, 240)
    }
    #expect(try at(2900, earlier: 10, gain: 20) == at(0, earlier: 30, gain: 0))
    #expect(try at(50, earlier: 10, gain: 1) != at(0, earlier: 11, gain: 0))
  }

  @Test(arguments: [0, 128, 255] as [UInt8])
  func `lettering is brighter than its halo on every background`(grey: UInt8) throws {
    var painter = try painter(854, 480)
    let picture = try drawn(moment(.promptTeeth), by: &painter, 854, 480, grey: grey)
    var (bright, dark) = (0, 0)
    for y in 400..<460 {
      for x in 200..<654 {
        let pixel = picture[x, y]
        bright += min(pixel.red, pixel.green, pixel.blue) > 245 ? 1 : 0
        dark += Int(pixel.red) + Int(pixel.green) + Int(pixel.blue) < 300 ? 1 : 0
      }
    }
    #expect(bright > 1000 && dark > 1500, "\(bright), \(dark)")
  }

  @Test func `sizes follow the picture`() throws {
    func box(_ width: Int, _ height: Int) throws -> Rectangle<OutputSpace>? {
      var painter = try painter(width, height)
      var picture = PremultipliedRGBA8(size: PixelSize<OutputSpace>(clamping: width, height))
      var box: Rectangle<OutputSpace>?
      _ = try unsafe picture.withMutablePicture {
        box = try unsafe painter.draw(moment(.promptTeeth), isMirrored: false, on: $0)
      }
      return box
    }
    let (small, large) = (try #require(try box(854, 480)), try #require(try box(1708, 960)))
    for (a, b) in [
      (small.left, large.left), (small.top, large.top), (small.right, large.right),
      (small.bottom, large.bottom),
    ] { #expect(abs(2 * a - b) <= 8) }
  }

  @Test(arguments: [(16, 16), (1, 1), (8192, 32), (32, 8192)])
  func `pictures of any size are drawn on`(width: Int, height: Int) throws {
    var painter = try painter(width, height)
    for moment in busy {
      let picture = try drawn(moment, by: &painter, width, height)
      #expect(picture.width == width && picture.height == height)
    }
  }

  @Test func `the mouth's quadrants lie as they are seen`() throws {
    var painter = try painter(320, 240, .en, .plain)
    // The subject's upper right is brushed: at the picture's left, in a mirror at its right.
    let moment = moment(.brushGestureConfirmed) {
      $0.quadrants = ["upperRight", "upperLeft", "lowerLeft", "lowerRight"].enumerated().map {
        .init($1, part: $0 == 0 ? 1 : 0)
      }
      ($0.quadrant, $0.leftMs) = (.init(1, atMs: 0), 5000)
    }
    /// How green the halves of the ring are.
    func green(isMirrored: Bool) throws -> (left: Int, right: Int) {
      let picture = try drawn(moment, by: &painter, 320, 240, isMirrored: isMirrored)
      var sums = (left: 0, right: 0)
      for y in 0..<50 {
        for x in 0..<50 {
          let pixel = picture[x, y]
          let isGreen = pixel.alpha > 200 && Int(pixel.green) > Int(pixel.red) + 40
          if isGreen, x < 24 { sums.left += 1 } else if isGreen { sums.right += 1 }
        }
      }
      return sums
    }
    let (plain, mirrored) = (try green(isMirrored: false), try green(isMirrored: true))
    #expect(plain.left > 20 && plain.right < plain.left / 4, "\(plain)")
    #expect(mirrored.right > 20 && mirrored.left < mirrored.right / 4, "\(mirrored)")
  }

  @Test func `a quadrant of a session's own has its own name, in letters that there are`() throws {
    var painter = try painter(320, 240)
    func asked(_ name: String) -> SessionMoment {
      moment(.brushGestureConfirmed) {
        $0.quadrants = [.init(name, part: 0)]
        $0.quadrant = .init(0, atMs: 0)
      }
    }
    let molars = try drawn(asked("molars"), by: &painter, 320, 240)
    #expect(try drawn(asked("incisors"), by: &painter, 320, 240) != molars)
    #expect(throws: HudError.self) {
      try drawn(asked("\u{10FFFD}"), by: &painter, 320, 240)
    }
  }
}
