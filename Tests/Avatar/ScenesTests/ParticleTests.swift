import Foundation
import Geometry
import Scenes
import Testing

/// The motion itself is held against a reference of its own: `Benchmarks/Scenes`.
@Suite struct ParticleTests {
  private static func run(
    _ emitter: Emitter, duration: Double = 0, card: Int = 1, number: Int = 0
  ) -> EmitterRun {
    EmitterRun(
      emitter, durationMs: duration,
      key: EmitterRun.Key(seed: 7, card: card, item: 0, run: number)
    ) { _ in Vector3(1, 2, 3) }
  }

  private static var kind: ParticleKind {
    var kind = ParticleKind()
    kind.life = ParticleKind.Range(1000)
    kind.size = ParticleKind.Range(2)
    return kind
  }

  @Test func `particles are born at the emitter's place, and live as long as they do`() {
    let run = Self.run(Emitter(kind: Self.kind, rate: 10))
    #expect(run.living(atAge: 0).map(\.birthMs) == [0])
    #expect(run.living(atAge: 0).first?.particle.place == Vector3(1, 2, 3))
    #expect(run.living(atAge: 950).count == 10)
    #expect(run.living(atAge: 1000).map(\.birthMs) == (1...10).map { Double($0) * 100 })
  }

  @Test func `those born before the end of a run live on`() {
    let run = Self.run(Emitter(kind: Self.kind, rate: 10), duration: 250)
    #expect(run.living(atAge: 900).map(\.birthMs) == [0, 100, 200])
    #expect(run.living(atAge: 1150).map(\.birthMs) == [200])
    #expect(!run.isOver(atAge: 1199) && run.isOver(atAge: 1250))
  }

  @Test func `a burst counts before the rate, and its particles differ`() {
    var kind = Self.kind
    kind.direction = ParticleKind.Range(0, 360)
    kind.speed = ParticleKind.Range(10, 20)
    let run = Self.run(Emitter(kind: kind, bursts: [.init(age: 50, count: 5)]))
    let places = run.living(atAge: 300).map(\.particle.place)
    #expect(places.count == 5 && Set(places).count == 5)
    let speeds = places.map { ($0 + Vector3(-1, -2, -3)).length / 0.25 }
    #expect(speeds.allSatisfy { (10...20).contains($0) })
  }

  @Test func `of more than are drawn, the oldest go`() {
    let run = Self.run(Emitter(kind: Self.kind, rate: 1000))
    let living = run.living(atAge: 900)
    #expect(living.count == SceneLimits.particlesOfRun)
    #expect(living.first?.birthMs == 501 && living.last?.birthMs == 900)
  }

  @Test func `gravity without drag is a parabola, and drag comes close to it`() {
    var kind = Self.kind
    kind.gravity = ParticleKind.Range(100)
    let free = Self.run(Emitter(kind: kind, rate: 1)).living(atAge: 500)
    #expect(free.first.map { abs($0.particle.fall - 12.5) < 1e-12 } == true)
    kind.drag = ParticleKind.Range(1e-3)
    let slowed = Self.run(Emitter(kind: kind, rate: 1)).living(atAge: 500)
    #expect(slowed.first.map { abs($0.particle.fall - 12.5) < 0.01 } == true)
  }

  @Test func `cards, runs and items have numbers of their own, the same every time`() {
    var kind = Self.kind
    kind.direction = ParticleKind.Range(0, 360)
    kind.speed = ParticleKind.Range(5, 50)
    func place(_ card: Int, _ number: Int) -> Vector3<CardSpace>? {
      Self.run(Emitter(kind: kind, rate: 1), card: card, number: number).living(atAge: 400).first?
        .particle.place
    }
    #expect(place(1, 0) == place(1, 0))
    #expect(place(1, 0) != place(2, 0) && place(1, 0) != place(1, 1))
  }

  @Test func `at a particle's death others are born where it was`() throws {
    var parent = Self.kind
    (parent.speed, parent.direction) = (ParticleKind.Range(30), ParticleKind.Range(90))
    parent.gravity = ParticleKind.Range(40)
    let emitter = Emitter(
      kind: parent, bursts: [.init(age: 0, count: 1)],
      then: Emitter.Successors(kind: Self.kind, count: 3))
    let run = Self.run(emitter)
    #expect(run.living(atAge: 999).map(\.isSuccessor) == [false])
    let born = run.living(atAge: 1000)
    #expect(born.map(\.isSuccessor) == [true, true, true])
    let first = try #require(born.first)
    #expect(abs(first.particle.place.y - 32) < 1e-9)
    #expect(first.departure.map { abs($0.fall - 20) < 1e-9 } == true)
    #expect(run.living(atAge: 2000).isEmpty && run.isOver(atAge: 2000) == false)
  }

  @Test func `colours go from key to key`() {
    var kind = ParticleKind()
    #expect(kind.colour(at: 0.5) == .white)
    let (red, blue) = (
      SceneColour(red: 1, green: 0, blue: 0), SceneColour(red: 0, green: 0, blue: 1)
    )
    kind.colours = [.init(0.2, red), .init(0.6, blue)]
    #expect(kind.colour(at: 0) == red && kind.colour(at: 1) == blue)
    let between = kind.colour(at: 0.4)
    #expect(abs(between.red - 0.5) < 1e-12 && abs(between.blue - 0.5) < 1e-12)
  }
}
