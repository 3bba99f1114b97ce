internal import Compositing

/// What a change of one more layer may come to, told at the coarsest level before finer ones are asked.
///
/// Where a face moved on, or another hand is there, no two layers explain the picture; to fit pairs of
/// them at all levels took most of the time until that was said.
struct RerenderProspect {
  private let fit: RerenderFit
  private let leastCost: Float

  /// The most of the difference that may be left where much is.
  ///
  /// Pairs of layers that did change leave 0.13 at most there, in 155 of them.
  private static let mostLeft: Float = 0.2
  /// What a pixel may cost though the change is the right one, in squares of levels.
  ///
  /// A composition drawn at a part of its size is not the picture made smaller. The same pairs left 9 at most,
  /// pictures in which the face had moved on 29 to 240, but for three of small faces.
  private static let costOfScale: Float = 16
  /// How many times the noise's square comes on top: meant to be lenient, what a codec leaves is no
  /// even noise.
  private static let costOfNoise: Float = 4

  /// Prepares to look at changes of some layers; nil where none of them is seen.
  init?(
    _ scene: EditableScene, _ level: RerenderLevel, layers: [Int], noise: Float,
    by compositor: Compositor
  ) {
    guard
      let fit = RerenderFit(
        scene, level, layers: layers, start: RerenderEdits(), noise: noise, reorders: true,
        by: compositor)
    else { return nil }
    self.fit = fit
    leastCost =
      Float(fit.pixelCount) * (Self.costOfScale + Self.costOfNoise * noise * noise)
  }

  /// Whether so much is left after a change that finer levels will not explain it.
  func isHopeless(_ change: RerenderHypothesis) -> Bool {
    let left = fit.result(of: change.edits).own
    return left > max(Self.mostLeft * fit.costBefore, leastCost)
  }
}
