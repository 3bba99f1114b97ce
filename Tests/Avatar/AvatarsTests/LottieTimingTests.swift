import Avatars
import FaceModel
import Geometry
import Testing

/// Which frame of an animation is shown when, by laws that hold whatever the numbers are.
@Suite struct LottieTimingTests {
  /// Numbers whose products are exact, so that no law breaks by rounding.
  private static let speeds = [0.25, 0.5, 1, 2, 4]

  private func frame(
    _ age: Double, _ play: Play, speed: Double = 1, _ segment: Range<Int>? = nil
  ) -> Int {
    LottieTiming(speed: speed, segment: segment).times(frames: 48, framesPerSecond: 32)
      .frame(atAge: age, play: play)
  }

  /// Ages at the middle of frames of 1/32 s, where no rounding decides.
  private func ages(_ count: Int) -> [Double] {
    (0..<count).map { (Double($0) + 0.5) * 1000 / 32 }
  }

  @Test(arguments: Play.allCases)
  func `speed s at the age t is speed 1 at the age s t`(play: Play) {
    for speed in Self.speeds {
      for age in ages(300) {
        #expect(frame(age, play, speed: speed) == frame(age * speed, play))
      }
    }
  }

  @Test(arguments: Play.allCases)
  func `a segment is the same course, begun at its first frame`(play: Play) {
    for age in ages(200) {
      let alone = LottieTiming().times(frames: 17, framesPerSecond: 32)
        .frame(atAge: age, play: play)
      #expect(frame(age, play, 9..<26) == 9 + alone)
    }
  }

  @Test func `a loop is the number of frames passed, modulo their number`() {
    for (index, age) in ages(200).enumerated() {
      #expect(frame(age, .loop) == index % 48)
      #expect(frame(age, .once) == min(index, 47))
      // There and back takes 2 (N - 1) frames, and is even about each end.
      let turn = index % 94
      #expect(frame(age, .pingPong) == min(turn, 94 - turn))
    }
  }

  @Test func `a frame begins 0.001 frames before its time, as those of a sheet do`() {
    #expect(frame(1000 / 32.0, .loop) == 1)
    #expect(frame(0.9995 * 1000 / 32, .loop) == 1)
    #expect(frame(0.998 * 1000 / 32, .loop) == 0)
    #expect(frame(-5000, .loop) == 0)
  }

  @Test func `a segment beyond the end is told, and never shown`() {
    let timing = LottieTiming(segment: 40..<60)
    #expect(timing.fits(frames: 60) && !timing.fits(frames: 59))
    let times = timing.times(frames: 48, framesPerSecond: 32)
    #expect(Set(ages(100).map { times.frame(atAge: $0, play: .loop) }) == Set(40..<48))
  }

  // MARK: - Beginning

  private func avatar(_ when: [Trigger]) throws -> MeasuredAvatar {
    let layer = Layer(name: "a", image: "a.json", scale: 1, when: when, play: .once)
    return try #require(
      MeasuredAvatar(
        Avatar(id: "a", layers: [layer]), pictureSizes: [.init(clamping: 10, 10)],
        frameTimes: [LottieTiming().times(frames: 48, framesPerSecond: 32)]))
  }

  @Test func `a layer with a condition begins when it is shown, one without with the clip`() throws
  {
    let signal = try #require(SignalRegistry.standard["jawOpen"])
    let shown = try avatar([Trigger(signal: signal, above: 0.3, below: 0.2)])
    let always = try avatar([])
    for age in ages(60) {
      #expect(shown.frame(ofLayer: 0, atMs: 4000 + age, shownMs: 4000) == frame(age, .once))
      #expect(always.frame(ofLayer: 0, atMs: age, shownMs: 4000) == frame(age, .once))
    }
    #expect(shown.frame(ofLayer: 0, atMs: -.infinity, shownMs: 4000) == 0)
  }

  @Test func `each showing begins anew, at the sample that begins it`() throws {
    let signal = try #require(SignalRegistry.standard["jawOpen"])
    let layers = try avatar([Trigger(signal: signal, above: 0.3, below: 0.2)]).avatar.layers
    var states = TriggerStates()
    let strengths = [0, 0.4, 0.25, 0.5, 0.1, 0, 0.35]
    let expected: [Double?] = [nil, 100, 100, 100, nil, nil, 600]
    for (index, strength) in strengths.enumerated() {
      states.observe(
        face: 3, layers: layers, state: FaceScores { $0 == .jawOpen ? strength : 0 },
        atMs: Double(100 * index))
      #expect(states.shownMs(layer: 0, face: 3) == expected[index])
    }
    #expect(states.shownMs(layer: 0, face: 4) == nil)
  }
}
