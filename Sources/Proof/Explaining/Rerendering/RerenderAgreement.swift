internal import Compositing
internal import Foundation

/// How well the second picture agrees with a composition drawn anew.
struct RerenderAgreement {
  /// Pixels that changed and are determined in both compositions.
  private(set) var evidence = 0
  /// Those of them that agree with the composition drawn anew.
  private(set) var explained = 0
  /// Pixels that are determined and do not agree.
  private(set) var wrong = 0
  /// Pixels that are determined.
  private(set) var determined = 0
  /// The squares of what is left, of those pixels and before the change.
  private(set) var left: Float = 0
  private(set) var before: Float = 0
  /// How far a pixel may be off to agree, in levels.
  let tolerance: Float
  private let noise: Float

  /// The least tolerance, in levels: a background of which a fifth shone through is known to 2.5 levels.
  private static let leastTolerance: Float = 6
  /// The alpha from which a pixel counts as determined.
  private static let leastAlpha: UInt8 = 250
  /// The evidence below which nothing is told, in pixels.
  private static let leastEvidence = 6
  /// The evidence from which on a few stray pixels do not matter.
  private static let muchEvidence = 50
  /// The share of the evidence that may not agree.
  private static let mostWrong = 0.04
  /// The share of the evidence that may not agree where noise throws pixels out of the tolerance.
  private static let mostUnexplained = 0.2
  /// The share of all pixels that noise throws out of the tolerance.
  private static let strayShare = 0.003
  /// The share of the squares that may be left.
  private static let mostLeft: Float = 0.06
  /// Noise from which on a picture came through an encoder, in levels.
  static let encoderNoise: Float = 1.2

  init(
    _ scene: EditableScene, _ level: RerenderLevel, after edits: RerenderEdits, tolerance: Float,
    noise: Float, by compositor: Compositor
  ) {
    (self.tolerance, self.noise) = (tolerance, noise)
    let first = level.draw(
      scene, scene.order(after: RerenderEdits()), RerenderEdits(), on: level.background,
      by: compositor)
    let anew = level.draw(
      scene, scene.order(after: edits), edits, on: level.background, by: compositor)
    for i in first.pixels.indices {
      let (a, b) = (first.pixels[i], anew.pixels[i])
      guard b.w >= Self.leastAlpha else { continue }
      determined += 1
      let rest = RerenderColour.square(level.target[i] - RerenderColour.of(b, on: level.guess[i]))
      let isRight = rest <= tolerance * tolerance
      if !isRight {
        wrong += 1
        left += rest
      }
      guard a.w >= Self.leastAlpha else { continue }
      let change = RerenderColour.square(level.target[i] - RerenderColour.of(a, on: level.guess[i]))
      guard change > tolerance * tolerance else { continue }
      evidence += 1
      before += change
      if isRight {
        explained += 1
        left += rest
      }
    }
  }

  /// How far pixels of the first picture itself are off its composition, with room for the second's: 99.5 %
  /// of those that are determined stay within two thirds of it.
  static func tolerance(
    of picture: ByteRaster, _ scene: EditableScene, _ level: RerenderLevel,
    by compositor: Compositor
  ) -> Float {
    let drawn = level.draw(
      scene, Array(scene.layers.indices), RerenderEdits(), on: level.background, by: compositor)
    var squares: [Float] = []
    for i in drawn.pixels.indices where drawn.pixels[i].w >= leastAlpha {
      // Where no layer is, the background is the picture itself and says nothing.
      guard drawn.pixels[i] != level.background.pixels[i] else { continue }
      squares.append(
        RerenderColour.square(
          RerenderColour.of(picture.pixels[i])
            - RerenderColour.of(drawn.pixels[i], on: level.guess[i])))
    }
    guard !squares.isEmpty else { return leastTolerance }
    squares.sort()
    return max(leastTolerance, 1.5 * squares[squares.count * 995 / 1000].squareRoot())
  }

  /// Whether so few pixels disagree that nothing else can have changed.
  var isFull: Bool { wrong <= stray + Int(0.0005 * Double(evidence)) + 1 }

  /// How many pixels noise may throw out of the tolerance.
  private var stray: Int {
    noise >= Self.encoderNoise ? Int(Self.strayShare * Double(determined)) : 0
  }

  /// How well it agrees, in words.
  var words: String {
    let share = 100 * Double(explained) / Double(max(1, evidence))
    return String(
      format: "drawn anew so, %.1f %% of %d changed pixels agree (within %.0f levels)", share,
      evidence, tolerance)
  }

  /// Whether the change explains what is seen.
  var isGood: Bool {
    let few = evidence >= Self.muchEvidence ? 2 : 0
    let noisy =
      noise >= Self.encoderNoise ? 2 * noise * noise * Float(evidence + stray) : 0
    return evidence >= Self.leastEvidence
      && Double(evidence - explained) <= Self.mostUnexplained * Double(evidence)
      && Double(wrong - stray - few) <= Self.mostWrong * Double(evidence)
      && left <= Self.mostLeft * before + noisy
  }
}
