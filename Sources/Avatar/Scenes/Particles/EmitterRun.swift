public import Geometry
import RandomNumbers

/// One run of an emitter: which particles live at an age of the run.
///
/// All is a function of the seed and of times, so that one frame alone shows what it shows in the clip.
public struct EmitterRun: Sendable {
  /// What a run's random numbers belong to.
  public struct Key: Hashable, Sendable {
    /// The scene's seed.
    public var seed: UInt64
    /// The card's identity.
    public var card: Int
    /// The item's place in its scene.
    public var item: Int
    /// The run's number, counted from 0.
    public var run: Int

    /// Makes a key.
    public init(seed: UInt64, card: Int, item: Int, run: Int) {
      (self.seed, self.card, self.item, self.run) = (seed, card, item, run)
    }
  }

  /// A living particle, of the emitter itself or born at the death of one of its own.
  public struct Living: Sendable {
    /// The particle.
    public var particle: Particle
    /// Whether it was born at another one's death.
    public var isSuccessor: Bool
    /// Where it was and how it looked a while before, for its trail: the nearest first.
    public var trail: [Particle]
    /// Its birth, as an age of the run in milliseconds.
    public var birthMs: Double
    /// What its parent had fallen and swung; nil where it has none.
    public var departure: Departure?
  }

  private let emitter: Emitter
  private let durationMs: Double
  private let key: Key
  private let place: @Sendable (_ age: Double) -> Vector3<CardSpace>
  /// The numbers that the two emitters' particles are counted in.
  private let (own, after): (SplitMix64, SplitMix64)
  private let (longestMs, longestAfterMs): (Double, Double)

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - durationMs: until which age particles are born; 0 for no end.
  ///   - place: where the emitter is at an age of the run.
  public init(
    _ emitter: Emitter, durationMs: Double, key: Key,
    place: @escaping @Sendable (_ age: Double) -> Vector3<CardSpace>
  ) {
    (self.emitter, self.durationMs, self.key, self.place) = (emitter, durationMs, key, place)
    let card = SplitMix64(seed: key.seed).part(key.card)
    own = card.part(key.item).part(key.run)
    after = card.part(key.item + Self.successorOffset).part(key.run)
    longestMs = max(emitter.kind.life.from, emitter.kind.life.to)
    longestAfterMs = emitter.then.map { max($0.kind.life.from, $0.kind.life.to) } ?? 0
  }

  /// What is added to an item's number for the particles that are born at deaths: the most items.
  private static let successorOffset = 64

  /// Whether nothing of the run can live at an age or later.
  public func isOver(atAge age: Double) -> Bool {
    durationMs > 0 && age >= durationMs + longestMs + longestAfterMs
  }

  /// The particles that live at an age of the run in milliseconds, the oldest first: of more than
  /// `SceneLimits.particlesOfRun`, without the oldest.
  public func living(atAge age: Double) -> [Living] {
    guard age >= 0 else { return [] }
    var living = ownParticles(atAge: age)
    living += successors(atAge: age)
    return living
  }

  private func ownParticles(atAge age: Double) -> [Living] {
    var births: [(birthMs: Double, index: Int)] = []
    for birth in self.births(after: age - longestMs, upTo: age) {
      let life = ParticleDraw.life(emitter.kind, own.part(birth.index))
      if age < birth.birthMs + life { births.append(birth) }
    }
    return Self.newest(births).map { birth in
      let draw = ParticleDraw(emitter.kind, at: place(birth.birthMs), own.part(birth.index))
      return Self.living(
        draw, emitter.kind, atAge: age - birth.birthMs, bornMs: birth.birthMs, isSuccessor: false)
    }
  }

  /// The particles that were born at the deaths of others.
  private func successors(atAge age: Double) -> [Living] {
    guard let then = emitter.then else { return [] }
    var births: [(birthMs: Double, index: Int)] = []
    var parents: [Int: Double] = [:]
    for parent in self.births(after: age - longestMs - longestAfterMs, upTo: age) {
      let deathMs = parent.birthMs + ParticleDraw.life(emitter.kind, own.part(parent.index))
      guard deathMs <= age, age - deathMs < longestAfterMs else { continue }
      parents[parent.index] = parent.birthMs
      for number in 0..<then.count {
        let index = parent.index * then.count + number
        let life = ParticleDraw.life(then.kind, after.part(index))
        if age < deathMs + life { births.append((deathMs, index)) }
      }
    }
    return Self.newest(births).compactMap { birth in
      let parent = birth.index / then.count
      guard let bornMs = parents[parent] else { return nil }
      let draw = ParticleDraw(emitter.kind, at: place(bornMs), own.part(parent))
      let end = draw.particle(emitter.kind, atAge: draw.lifeMs)
      var living = Self.living(
        ParticleDraw(then.kind, at: end.place, after.part(birth.index)), then.kind,
        atAge: age - birth.birthMs, bornMs: birth.birthMs, isSuccessor: true)
      living.departure = Living.Departure(fall: end.fall, swing: end.swing, down: emitter.kind.down)
      return living
    }
  }

  private static func living(
    _ draw: ParticleDraw, _ kind: ParticleKind, atAge age: Double, bornMs: Double,
    isSuccessor: Bool
  ) -> Living {
    let copies = kind.trailMs > 0 ? ParticleKind.trailCopies : 0
    let trail = (0..<copies).compactMap { copy -> Particle? in
      let before = age - kind.trailMs * Double(copy + 1) / Double(copies)
      guard before >= 0 else { return nil }
      var particle = draw.particle(kind, atAge: before)
      particle.opacity *= 1 - Double(copy + 1) / Double(copies + 1)
      return particle
    }
    return Living(
      particle: draw.particle(kind, atAge: age), isSuccessor: isSuccessor, trail: trail,
      birthMs: bornMs)
  }

  /// Those that were born last, the oldest of them first.
  private static func newest(
    _ births: [(birthMs: Double, index: Int)]
  ) -> ArraySlice<(birthMs: Double, index: Int)> {
    births.sorted { ($0.birthMs, $0.index) < ($1.birthMs, $1.index) }
      .suffix(SceneLimits.particlesOfRun)
  }

  /// The particles that are born after an age, and at or before another one: those of bursts come first in
  /// the count, then those of the rate.
  private func births(
    after firstMs: Double, upTo lastMs: Double
  ) -> [(birthMs: Double, index: Int)] {
    var births: [(birthMs: Double, index: Int)] = []
    func isBorn(_ birthMs: Double) -> Bool {
      birthMs > firstMs && birthMs <= lastMs && (durationMs == 0 || birthMs < durationMs)
    }
    var first = 0
    for burst in emitter.bursts {
      if isBorn(burst.age) { births += (0..<burst.count).map { (burst.age, first + $0) } }
      first += burst.count
    }
    guard emitter.rate > 0 else { return births }
    // Beyond 2^53 whole numbers are not told apart, and no clip is so long.
    let firstNumber = (firstMs * emitter.rate / 1000).rounded(.down)
    var number = Int(min(max(firstNumber, 0), 0x1p53))
    while true {
      let birthMs = 1000 * Double(number) / emitter.rate
      guard birthMs <= lastMs, durationMs == 0 || birthMs < durationMs else { return births }
      if isBorn(birthMs) { births.append((birthMs, first + number)) }
      number += 1
    }
  }
}

extension EmitterRun.Living {
  /// What the parent had fallen and swung when it died, in the parent's own directions.
  ///
  /// A successor is born where the parent was; only `down` says where that is, which the camera may decide.
  public struct Departure: Sendable {
    /// How far the parent had fallen, and swung to the right.
    public var fall, swing: Double
    /// Which way its gravity pulled.
    public var down: ParticleKind.Down
  }
}
