internal import Geometry

/// Emitters that scenes take by name; an item's own members take the place of a preset's.
public enum EmitterPreset: String, CaseIterable, Sendable {
  /// Fine slanting rain.
  case rain
  /// Petals on the wind.
  case petals
  /// Rockets that rise from the card and burst.
  case fireworks
  /// Balloons that rise and swing.
  case balloons
  case snow
  /// Fireflies that wander and glow.
  case fireflies
  /// Sparks that fly up and fall.
  case sparks
  /// Sky lanterns that rise.
  case lanterns
  /// Grains that pour down.
  case grain

  /// The emitter.
  public var emitter: Emitter {
    switch self {
    case .rain: rain
    case .petals: petals
    case .fireworks: fireworks
    case .balloons: balloons
    case .snow: snow
    case .fireflies: fireflies
    case .sparks: sparks
    case .lanterns: lanterns
    case .grain: grain
    }
  }

  private typealias Range = ParticleKind.Range

  private static func colour(_ hexadecimal: String) -> SceneColour {
    SceneColour(hexadecimal: hexadecimal) ?? .white
  }

  private static func keys(_ keys: (Double, Double)...) -> Keys {
    Keys(keys.map { Keys.Key($0.0, $0.1) })
  }

  private var rain: Emitter {
    var drop = ParticleKind()
    drop.shape = .streak
    drop.source = .box(Vector3(115, 10, 60))
    (drop.life, drop.direction, drop.speed) = (Range(600, 900), Range(-98, -94), Range(150, 190))
    (drop.size, drop.spread) = (Range(5, 8), Range(-2, 2))
    drop.fade = Self.keys((0, 0), (0.15, 0.75), (0.8, 0.75), (1, 0))
    drop.colours = [.init(0, Self.colour("#dfeef5"))]
    return Emitter(kind: drop, rate: 70)
  }

  private var petals: Emitter {
    var petal = ParticleKind()
    petal.shape = .dot
    petal.source = .box(Vector3(30, 130, 50))
    (petal.life, petal.direction, petal.speed) = (Range(4000, 7000), Range(-35, -5), Range(10, 24))
    (petal.gravity, petal.drag, petal.spread) = (Range(4, 9), Range(0.4, 0.8), Range(-15, 30))
    (petal.sway, petal.swayHz, petal.spin) = (Range(3, 9), Range(0.2, 0.6), Range(-120, 120))
    petal.size = Range(3, 5)
    petal.fade = Self.keys((0, 0), (0.1, 1), (0.85, 1), (1, 0))
    petal.colours = [.init(0, Self.colour("#ffe3ea")), .init(1, Self.colour("#ffc4d4"))]
    return Emitter(kind: petal, rate: 9)
  }

  private var fireworks: Emitter {
    var rocket = ParticleKind()
    rocket.shape = .spark
    rocket.source = .box(Vector3(60, 4, 4))
    (rocket.life, rocket.direction, rocket.spread) = (
      Range(650, 900), Range(80, 100), Range(30, 70)
    )
    (rocket.speed, rocket.drag, rocket.size) = (Range(110, 150), Range(0.8), Range(2.5, 3.5))
    rocket.trailMs = 120
    rocket.colours = [.init(0, Self.colour("#fff3c4")), .init(1, Self.colour("#ffcf5a"))]
    var star = ParticleKind()
    star.shape = .spark
    (star.life, star.direction, star.spread) = (Range(700, 1300), Range(0, 360), Range(-90, 90))
    (star.speed, star.drag, star.gravity) = (Range(35, 62), Range(2, 2.6), Range(22, 30))
    star.size = Range(2, 3.6)
    star.trailMs = 90
    star.fade = Self.keys((0, 1), (0.55, 1), (1, 0))
    star.grow = Self.keys((0, 1), (1, 0.4))
    star.colours = [
      .init(0, Self.colour("#fffbe0")), .init(0.3, Self.colour("#ffd75e")),
      .init(1, Self.colour("#ff8a3c")),
    ]
    return Emitter(
      kind: rocket,
      bursts: [
        .init(age: 0, count: 1), .init(age: 350, count: 1), .init(age: 600, count: 1),
        .init(age: 1000, count: 1), .init(age: 1350, count: 1),
      ],
      then: Emitter.Successors(kind: star, count: 46))
  }

  private var balloons: Emitter {
    var balloon = ParticleKind()
    balloon.source = .box(Vector3(90, 20, 30))
    (balloon.life, balloon.direction, balloon.spread) = (
      Range(4500, 6500), Range(80, 100), Range(5, 35)
    )
    (balloon.speed, balloon.sway, balloon.swayHz) = (Range(26, 38), Range(2, 5), Range(0.15, 0.35))
    balloon.size = Range(9, 14)
    balloon.fade = Self.keys((0, 0), (0.08, 1), (0.85, 1), (1, 0))
    balloon.grow = Self.keys((0, 0.4), (0.15, 1))
    balloon.colours = [.init(0, Self.colour("#ff7a6b")), .init(1, Self.colour("#ffc857"))]
    return Emitter(kind: balloon, rate: 3)
  }

  private var snow: Emitter {
    var flake = ParticleKind()
    flake.source = .box(Vector3(120, 10, 60))
    (flake.life, flake.direction, flake.speed) = (Range(4500, 7000), Range(-95, -85), Range(18, 28))
    (flake.sway, flake.swayHz, flake.size) = (Range(2, 7), Range(0.15, 0.4), Range(1.6, 3.6))
    flake.fade = Self.keys((0, 0), (0.1, 0.95), (0.85, 0.95), (1, 0))
    return Emitter(kind: flake, rate: 26)
  }

  private var fireflies: Emitter {
    var firefly = ParticleKind()
    firefly.source = .box(Vector3(110, 110, 40))
    (firefly.life, firefly.direction, firefly.spread) = (
      Range(3000, 5500), Range(0, 360), Range(-20, 60)
    )
    (firefly.speed, firefly.sway, firefly.swayHz) = (Range(3, 9), Range(3, 8), Range(0.1, 0.4))
    firefly.size = Range(2.4, 4)
    firefly.fade = Self.keys((0, 0), (0.2, 1), (0.4, 0.35), (0.6, 1), (0.8, 0.4), (1, 0))
    firefly.colours = [.init(0, Self.colour("#f4ff9a")), .init(1, Self.colour("#c9f25a"))]
    return Emitter(kind: firefly, rate: 5)
  }

  private var sparks: Emitter {
    var spark = ParticleKind()
    spark.shape = .spark
    spark.source = .ellipse(SIMD2(6, 6))
    (spark.life, spark.direction, spark.spread) = (Range(500, 1100), Range(50, 130), Range(10, 75))
    (spark.speed, spark.gravity, spark.drag) = (Range(45, 95), Range(80, 120), Range(0.8, 1.6))
    spark.size = Range(1.6, 3)
    spark.trailMs = 70
    spark.fade = Self.keys((0, 1), (0.6, 1), (1, 0))
    spark.colours = [
      .init(0, Self.colour("#fffbe0")), .init(0.5, Self.colour("#ffd75e")),
      .init(1, Self.colour("#ff8a3c")),
    ]
    return Emitter(kind: spark, rate: 45)
  }

  private var lanterns: Emitter {
    var lantern = ParticleKind()
    lantern.source = .box(Vector3(90, 60, 40))
    (lantern.life, lantern.direction, lantern.spread) = (
      Range(6000, 9000), Range(82, 98), Range(5, 30)
    )
    (lantern.speed, lantern.sway, lantern.swayHz) = (Range(9, 16), Range(1, 4), Range(0.08, 0.2))
    lantern.size = Range(6, 10)
    lantern.fade = Self.keys((0, 0), (0.12, 1), (0.8, 1), (1, 0))
    lantern.colours = [.init(0, Self.colour("#ffd08a")), .init(1, Self.colour("#ff9c4a"))]
    return Emitter(kind: lantern, rate: 2)
  }

  private var grain: Emitter {
    var kernel = ParticleKind()
    kernel.source = .box(Vector3(100, 6, 30))
    (kernel.life, kernel.direction, kernel.speed) = (
      Range(1400, 2200), Range(-100, -80), Range(15, 30)
    )
    (kernel.gravity, kernel.spin, kernel.size) = (Range(60, 90), Range(-360, 360), Range(1.6, 2.8))
    kernel.spread = Range(-20, 20)
    kernel.fade = Self.keys((0, 0), (0.08, 1), (0.85, 1), (1, 0))
    kernel.colours = [.init(0, Self.colour("#ffe08a")), .init(1, Self.colour("#d9a53c"))]
    return Emitter(kind: kernel, rate: 60)
  }
}
