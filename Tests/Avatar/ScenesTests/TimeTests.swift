import Avatars
import Geometry
import Scenes
import Testing

@Suite struct TimeTests {
  @Test func `eases begin at 0, end at 1, and go half way as their formulas say`() {
    for ease in Ease.allCases where ease != .step {
      #expect(ease(0) == 0 && abs(ease(1) - 1) < 1e-15)
    }
    #expect(Ease.linear(0.25) == 0.25 && abs(Ease.sine(0.5) - 0.5) < 1e-15)
    #expect(Ease.in(0.5) == 0.125 && Ease.out(0.5) == 0.875 && Ease.step(0.999) == 0)
  }

  @Test func `a course stands, begins anew or runs back at its end`() {
    #expect([0, 3, 4, 9].map { Play.once.place(at: $0, length: 4) } == [0, 3, 4, 4])
    #expect([0, 3, 4, 9].map { Play.loop.place(at: $0, length: 4) } == [0, 3, 0, 1])
    #expect(
      [0, 3, 4, 5, 8, 9].map { Play.pingPong.place(at: $0, length: 4) } == [0, 3, 4, 3, 0, 1])
    #expect(Play.loop.place(at: 5, length: 0) == 0)
  }

  @Test func `keys are constant outside, and exact at each`() {
    let keys = Keys([Keys.Key(100, 2), Keys.Key(200, 4), Keys.Key(400, 0)])
    #expect([0, 100, 150, 200, 300, 400, 999].map { keys.value(at: $0) } == [2, 2, 3, 4, 2, 0, 0])
    #expect(keys.value(at: 199.9, ease: .step) == 2)
  }

  @Test func `the frames of a sheet follow its rate and its play`() {
    func frames(_ play: Play) -> [Int] {
      let sheet = SpriteSheet(columns: 4, rows: 1, fps: 10, play: play)
      return stride(from: 0.0, to: 800, by: 100).map { sheet.frame(atAge: $0) }
    }
    #expect(frames(.loop) == [0, 1, 2, 3, 0, 1, 2, 3])
    #expect(frames(.once) == [0, 1, 2, 3, 3, 3, 3, 3])
    #expect(frames(.pingPong) == [0, 1, 2, 3, 2, 1, 0, 1])
    #expect(SpriteSheet(columns: 1, rows: 1, play: .pingPong).frame(atAge: 5000) == 0)
  }

  @Test func `a picture that moves by itself shows short frames as long as browsers do`() {
    let times = FrameTimes(durationsMs: [10, 11, 0])
    #expect(
      [0, 99, 100, 110, 111, 210].map { times.frame(atAge: $0, play: .loop) } == [0, 0, 1, 1, 2, 2])
    #expect(times.frame(atAge: 211, play: .loop) == 0)
    #expect(times.frame(atAge: 9999, play: .once) == 2)
  }

  private static func scene(_ items: [SceneItem]) -> SceneClock {
    SceneClock(
      Scene(
        id: "s", picture: ScenePicture(name: "c", image: "c.png", widthMm: 100), items: items))
  }

  private static func item(_ start: ItemStart, delay: Double = 0, duration: Double = 0) -> SceneItem
  {
    SceneItem(
      name: "i", .flash(SceneFlash(opacity: Keys([Keys.Key(0, 1)]))), start: start, delayMs: delay,
      durationMs: duration)
  }

  @Test func `an item begins at the end of each run of another, delays included`() {
    let clock = Self.scene([
      Self.item(.cue("tap"), delay: 100, duration: 200),
      Self.item(.after(0), delay: 50, duration: 10),
      Self.item(.after(1)),
    ])
    let events = SceneClock.Events(seenMs: 0, times: [.cue("tap"): [1000, 1500]])
    func ages(_ item: Int, _ time: Double) -> [Double] {
      clock.runs(of: item, atMs: time, events).map(\.age)
    }
    #expect(ages(0, 999) == [] && ages(0, 999.6) == [-100] && ages(0, 1600) == [500, 0])
    #expect(ages(1, 1299) == [] && ages(1, 1300) == [-50] && ages(1, 1350) == [0])
    #expect(ages(2, 1360) == [0] && ages(2, 1860) == [500, 0])
  }

  @Test func `the run after eight others hides the first`() {
    let clock = Self.scene([Self.item(.cue("tap"))])
    let events = SceneClock.Events(
      seenMs: 0, times: [.cue("tap"): (0..<10).map { Double($0) * 100 }])
    #expect(clock.runs(of: 0, atMs: 750, events).map(\.number) == Array(0..<8))
    #expect(clock.runs(of: 0, atMs: 800, events).map(\.number) == Array(1..<9))
  }

  @Test func `a still shows what begins with the card, two seconds old`() {
    let clock = Self.scene([
      Self.item(.seen, delay: 400), Self.item(.cue("tap")), Self.item(.after(1)),
    ])
    let events = SceneClock.Events(seenMs: 5000, isStill: true)
    #expect(clock.runs(of: 0, atMs: 5000, events).map(\.age) == [1600])
    #expect(clock.runs(of: 1, atMs: 5000, events).isEmpty)
    #expect(clock.runs(of: 2, atMs: 5000, events).isEmpty)
  }

  @Test func `items that begin after each other have no runs`() {
    let clock = Self.scene([Self.item(.after(1), duration: 1), Self.item(.after(0), duration: 1)])
    #expect(clock.runs(of: 0, atMs: 100, SceneClock.Events(seenMs: 0)).isEmpty)
  }
}
