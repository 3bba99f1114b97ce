internal import Compositing
internal import Geometry
internal import Imaging
internal import Placement

/// Looks for the changes of a scene after which it looks as the second picture does.
struct SceneSearch {
  let scene: EditableScene
  /// The finest first.
  let levels: [SceneLevel]
  let compositor: Compositor
  let noise: Float
  /// The faces in which pixels changed.
  let faces: Set<Int>
  let wantsMore: @Sendable () -> Bool

  /// How many hypotheses are followed from the coarsest level to the next, and from there on.
  private static let followed = [6, 3, 2]
  /// How good a hypothesis must be against the best to be followed.
  private static let leastGain: Float = 0.6
  /// How good a change must look, against the best, to be fitted where it is no motion.
  private static let leastLook: Float = 0.2
  /// Steps of a fit at the coarsest level, and at finer ones.
  private static let coarseSteps = 12
  private static let fineSteps = 6

  /// The hypotheses that lessen the difference most, the best first, fitted at the finest level.
  func best(from start: SceneEdits) -> [SceneHypothesis] {
    guard let coarsest = levels.last else { return [] }
    var kept = ranked(coarse(at: coarsest, from: start), step: 0)
    for (step, level) in levels.dropLast().reversed().enumerated() {
      guard wantsMore() else { return [] }
      kept = ranked(
        kept.compactMap { fitted($0, at: level, from: start, steps: Self.fineSteps) },
        step: step + 1)
    }
    return kept
  }

  /// All hypotheses, fitted at the coarsest level where they may be worth it.
  ///
  /// A layer that moved lessens the difference by itself; for others a first look decides, since
  /// each fit costs as much as a hundred drawings.
  private func coarse(at level: SceneLevel, from start: SceneEdits) -> [SceneHypothesis] {
    let looked = scene.hypotheses(of: faces, from: start).compactMap { hypothesis in
      fitted(hypothesis, at: level, from: start, steps: 0)
    }
    let moves = looked.filter { $0.edits == start || !$0.edits.faces.isEmpty }
      .sorted { $0.room > $1.room }
    let others = looked.filter { $0.edits != start && $0.edits.faces.isEmpty }
    var (found, best) = ([SceneHypothesis](), others.map(\.gain).max() ?? 0)
    for hypothesis in moves where hypothesis.room > Self.leastGain * best {
      guard wantsMore() else { return found }
      if let move = fitted(
        hypothesis, at: level, from: start, steps: Self.coarseSteps, searches: true)
      {
        found.append(move)
        best = max(best, move.gain)
      }
    }
    for other in others where other.gain > Self.leastLook * best {
      guard !other.free.isEmpty else {
        found.append(other)
        continue
      }
      if let fit = fitted(other, at: level, from: start, steps: Self.coarseSteps) {
        found.append(fit)
      }
    }
    return found
  }

  private func ranked(_ found: [SceneHypothesis], step: Int) -> [SceneHypothesis] {
    let sorted = found.sorted { $0.gain > $1.gain }
    let least = Self.leastGain * (sorted.first?.gain ?? 0)
    let count = Self.followed[min(step, Self.followed.count - 1)]
    return Array(sorted.prefix(count).filter { $0.gain > 0 && $0.gain >= least })
  }

  /// What the difference costs at the finest level, all changed faces together.
  var room: Float {
    let all = faces.flatMap(scene.layers(of:)).sorted()
    return levels.first.flatMap { level in
      SceneFit(scene, level, layers: all, start: SceneEdits(), noise: noise, by: compositor)
    }?.costBefore ?? 0
  }

  /// A hypothesis fitted at each level but the coarsest, from coarse to fine.
  func refined(_ hypothesis: SceneHypothesis) -> SceneHypothesis {
    levels.dropLast(levels.count > 1 ? 1 : 0).reversed().reduce(hypothesis) { found, level in
      fitted(found, at: level, from: SceneEdits(), steps: Self.fineSteps) ?? found
    }
  }

  /// A hypothesis fitted at a level; nil where its layers cannot be seen there.
  func fitted(
    _ hypothesis: SceneHypothesis, at level: SceneLevel, from start: SceneEdits, steps: Int,
    searches: Bool = false
  ) -> SceneHypothesis? {
    guard
      let fit = SceneFit(
        scene, level, layers: hypothesis.layers, start: start, noise: noise,
        reorders: hypothesis.reorders, by: compositor)
    else { return nil }
    var found = fit.fit(hypothesis.free, from: hypothesis.edits, steps: steps)
    if searches {
      let displaced = fit.displaced(hypothesis.free, from: hypothesis.edits)
      if displaced != hypothesis.edits, fit.cost(of: displaced) < found.cost {
        let other = fit.fit(hypothesis.free, from: displaced, steps: steps)
        if other.cost < found.cost { found = other }
      }
    }
    var fitted = hypothesis
    fitted.edits = found.edits
    (fitted.gain, fitted.room) = (fit.costBefore - found.cost, fit.costBefore)
    return fitted
  }

  /// A hypothesis without the numbers that are not needed.
  ///
  /// Mostly one number of a manifest was changed; so of the numbers that fit, the fewest are told that
  /// explain as much.
  func simplified(_ hypothesis: SceneHypothesis) -> SceneHypothesis {
    guard let level = levels.first else { return hypothesis }
    var simple = hypothesis
    let subjects = hypothesis.free.reduce(into: [EditParameter.Subject]()) { all, free in
      if !all.contains(free.subject) { all.append(free.subject) }
    }
    for case .layers(let layers) in subjects {
      for numbers in Self.simpler
      where hypothesis.free.contains(where: { $0.subject == .layers(layers) && $0.number == .x }) {
        var tried = simple
        tried.free = simple.free.filter {
          $0.subject != .layers(layers) || numbers.contains($0.number)
        }
        for number in EditParameter.Number.ofPlace where !numbers.contains(number) {
          tried.edits = EditParameter.removing(number, of: layers, from: tried.edits)
        }
        guard
          let found = fitted(tried, at: level, from: SceneEdits(), steps: Self.fineSteps)
        else { continue }
        if found.gain >= hypothesis.gain - slack(hypothesis.gain) {
          simple = found
          break
        }
      }
    }
    return simple
  }

  /// By how much a simpler hypothesis may explain less.
  private func slack(_ gain: Float) -> Float { 0.0005 * gain + 40 * noise * noise }

  /// The sets of numbers to try, the simplest first.
  private static let simpler: [[EditParameter.Number]] = [
    [.x], [.y], [.scale], [.rotation], [.x, .y], [.y, .scale], [.x, .rotation],
    [.x, .y, .scale], [.x, .y, .rotation],
  ]
}
