internal import Compositing
internal import Placement
internal import Threads

/// Looks for the changes of a composition after which it looks as the second picture does.
struct RerenderSearch {
  let scene: EditableScene
  /// The finest first.
  let levels: [RerenderLevel]
  let compositor: Compositor
  let noise: Float
  /// The faces in which pixels changed.
  let faces: Set<Int>
  let wantsMore: @Sendable () -> Bool

  /// How many hypotheses are followed from the coarsest level to the next, and from there on.
  private static let followed = [6, 3, 2]
  /// How many are fitted side by side, on any number of cores, so that the outcome is the same.
  private static let together = 2
  /// How good a hypothesis must be against the best to be followed.
  private static let leastGain: Float = 0.6
  /// How good a change must look, against the best, to be fitted where it is no motion.
  private static let leastLook: Float = 0.2
  /// The share of the difference that may be left of what is determined, and that must have been
  /// explained, for no better motion to be looked for.
  private static let mostLeft: Float = 0.03
  private static let leastFull: Float = 0.3
  /// Steps of a fit at the coarsest level, and at finer ones.
  private static let firstSteps = 3
  private static let coarseSteps = 12
  private static let fineSteps = 6
  private static let lastSteps = 8

  /// The hypotheses that lessen the difference most, the best first, fitted at the finest level.
  func best(from start: RerenderEdits) -> [RerenderHypothesis] {
    guard let coarsest = levels.last else { return [] }
    let prospect = prospect(at: coarsest, from: start)
    var kept = ranked(
      coarse(at: levels.count > 1 ? coarsest.sketched : coarsest, from: start, prospect), step: 0)
    if let prospect { kept.removeAll(where: prospect.isHopeless) }
    for (step, level) in levels.dropLast().reversed().enumerated() {
      guard wantsMore() else { return [] }
      kept = ranked(
        Parallel.map(kept) { fitted($0, at: level, from: start, steps: Self.fineSteps) }
          .compactMap(\.self),
        step: step + 1)
    }
    return kept
  }

  /// What tells which changes are hopeless; nil of a first one, which may be one of two.
  private func prospect(at level: RerenderLevel, from start: RerenderEdits) -> RerenderProspect? {
    start == RerenderEdits()
      ? nil
      : RerenderProspect(
        scene, level, layers: faces.flatMap(scene.layers(of:)).sorted(), noise: noise,
        by: compositor)
  }

  /// All hypotheses, fitted at the coarsest level where they may be worth it.
  ///
  /// A layer that moved lessens the difference by itself; for others a first look decides, since
  /// each fit costs as much as a hundred drawings. Where no fit from the composition as it was explains
  /// nearly all, fits start from further away.
  private func coarse(
    at level: RerenderLevel, from start: RerenderEdits, _ prospect: RerenderProspect?
  ) -> [RerenderHypothesis] {
    let all = scene.hypotheses(of: faces, from: start)
    let fits = fits(of: all, at: level, from: start)
    let looked = Parallel.map(all) { hypothesis in
      fits[FitKey(hypothesis)].map { hypothesis.with($0.result(of: hypothesis.edits), of: $0) }
    }.compactMap(\.self)
    let others = looked.filter { $0.edits != start && $0.edits.faces.isEmpty }
    let moves = moved(
      looked.filter { $0.edits == start || !$0.edits.faces.isEmpty }, of: looked, by: fits,
      from: start, prospect)
    let best = (moves + others).map(\.gain).max() ?? 0
    return moves
      + Parallel.map(others.filter { $0.gain > Self.leastLook * best }) { other in
        guard !other.free.isEmpty, let fit = fits[FitKey(other)] else { return other }
        return refitted(other, by: fit, steps: Self.coarseSteps)
      }
  }

  /// Motions, the likeliest first fitted more closely, until one of them explains all there is.
  private func moved(
    _ moves: [RerenderHypothesis], of looked: [RerenderHypothesis], by fits: [FitKey: RerenderFit],
    from start: RerenderEdits, _ prospect: RerenderProspect?
  ) -> [RerenderHypothesis] {
    let room = looked.map(\.room).max() ?? 0
    var best = looked.map(\.gain).max() ?? 0
    var (moves, isFull) = (moves.filter { $0.room > Self.leastGain * best }, false)
    func refine(
      whilst isPromising: () -> Bool = { true },
      _ change: @Sendable (RerenderHypothesis, RerenderFit) -> RerenderHypothesis
    ) {
      var places = moves.indices.sorted { moves[$0].gain > moves[$1].gain }[...]
      while wantsMore() && !isFull && !places.isEmpty {
        let next = places.prefix(Self.together)
          .filter { moves[$0].room > Self.leastGain * best }
        places = places.dropFirst(Self.together)
        let changed = Parallel.map(next.map { moves[$0] }) { move in
          fits[FitKey(move)].map { change(move, $0) } ?? move
        }
        for (place, move) in zip(next, changed) where !isFull {
          moves[place] = move
          best = max(best, move.gain)
          isFull = explainsAll(move, of: room)
        }
        if !isPromising() { break }
      }
    }
    refine { refitted($0, by: $1, steps: Self.firstSteps) }
    refine { refitted($0, by: $1, steps: Self.coarseSteps) }
    func isPromising() -> Bool {
      guard let prospect, let likeliest = (moves + looked).max(by: { $0.gain < $1.gain }) else {
        return true
      }
      return !prospect.isHopeless(likeliest)
    }
    // Asked after the likeliest ones only: near fits say nothing of a layer that went further.
    refine(whilst: isPromising) { searched($0, by: $1, from: start) }
    return moves
  }

  /// Whether next to nothing is left for another motion to explain.
  private func explainsAll(_ move: RerenderHypothesis, of room: Float) -> Bool {
    move.room >= (1 - Self.mostLeft) * room && move.left <= Self.mostLeft * room
      && move.gain >= Self.leastFull * room
  }

  /// What fits have in common that start from one composition.
  private struct FitKey: Hashable {
    let layers: [Int]
    let reorders: Bool

    init(_ hypothesis: RerenderHypothesis) {
      (layers, reorders) = (hypothesis.layers, hypothesis.reorders)
    }
  }

  /// A fit for each hypothesis whose layers are seen; those of the same layers share it.
  private func fits(
    of hypotheses: [RerenderHypothesis], at level: RerenderLevel, from start: RerenderEdits
  ) -> [FitKey: RerenderFit] {
    let first = Dictionary(hypotheses.map { (FitKey($0), $0) }) { first, _ in first }
    let made = Parallel.map(Array(first)) { key, hypothesis in
      (key, fit(hypothesis, at: level, from: start))
    }
    return Dictionary(made.compactMap { key, fit in fit.map { (key, $0) } }) { first, _ in first }
  }

  private func fit(
    _ hypothesis: RerenderHypothesis, at level: RerenderLevel, from start: RerenderEdits
  ) -> RerenderFit? {
    RerenderFit(
      scene, level, layers: hypothesis.layers, start: start, noise: noise,
      reorders: hypothesis.reorders, by: compositor)
  }

  private func refitted(
    _ hypothesis: RerenderHypothesis, by fit: RerenderFit, steps: Int
  ) -> RerenderHypothesis {
    let start = fit.result(of: hypothesis.edits)
    return hypothesis.with(fit.fit(hypothesis.free, from: start, steps: steps), of: fit)
  }

  /// A motion, fitted from starts further away too.
  ///
  /// Of the starts the likeliest after a few steps is followed to the end: to follow all of them takes
  /// longer, and named no layer more.
  private func searched(
    _ move: RerenderHypothesis, by fit: RerenderFit, from start: RerenderEdits
  ) -> RerenderHypothesis {
    var from = start
    // A face's motion begins at a change of its own, which moves nothing.
    from.faces = move.edits.faces.mapValues { FaceEdit(centre: $0.centre) }
    let likeliest = fit.starts(move.free, from: fit.result(of: from))
      .map { fit.fit(move.free, from: $0, steps: Self.firstSteps) }
      .min { $0.cost < $1.cost }
    guard let likeliest else { return move }
    let other = move.with(fit.fit(move.free, from: likeliest, steps: Self.coarseSteps), of: fit)
    return other.gain > move.gain ? other : move
  }

  private func ranked(_ found: [RerenderHypothesis], step: Int) -> [RerenderHypothesis] {
    let sorted = found.sorted { $0.gain > $1.gain }
    let least = Self.leastGain * (sorted.first?.gain ?? 0)
    let count = Self.followed[min(step, Self.followed.count - 1)]
    return Array(sorted.prefix(count).filter { $0.gain > 0 && $0.gain >= least })
  }

  /// What the difference costs at the finest level, all changed faces together.
  var room: Float {
    let all = faces.flatMap(scene.layers(of:)).sorted()
    return levels.first.flatMap { level in
      RerenderFit(scene, level, layers: all, start: RerenderEdits(), noise: noise, by: compositor)
    }?.costBefore ?? 0
  }

  /// A hypothesis fitted at each level but the coarsest, from coarse to fine.
  func refined(_ hypothesis: RerenderHypothesis) -> RerenderHypothesis {
    levels.dropLast(levels.count > 1 ? 1 : 0).reversed().reduce(hypothesis) { found, level in
      fitted(found, at: level, from: RerenderEdits(), steps: Self.fineSteps) ?? found
    }
  }

  /// A hypothesis fitted at a level; nil where its layers cannot be seen there.
  private func fitted(
    _ hypothesis: RerenderHypothesis, at level: RerenderLevel, from start: RerenderEdits, steps: Int
  ) -> RerenderHypothesis? {
    fit(hypothesis, at: level, from: start).map { refitted(hypothesis, by: $0, steps: steps) }
  }

  /// A hypothesis at the finest level, fitted to what is determined alone.
  func finished(_ hypothesis: RerenderHypothesis) -> RerenderHypothesis {
    guard !hypothesis.free.isEmpty, let level = levels.first,
      let fit = fit(hypothesis, at: level, from: RerenderEdits())
    else { return hypothesis }
    return finished(hypothesis, by: fit).0
  }

  private func finished(
    _ hypothesis: RerenderHypothesis, by fit: RerenderFit
  ) -> (RerenderHypothesis, RerenderFit.Result) {
    let found = fit.fit(
      hypothesis.free, from: fit.result(of: hypothesis.edits), steps: Self.lastSteps, isLast: true)
    return (hypothesis.with(found, of: fit), found)
  }

  /// A hypothesis without the numbers that are not needed.
  ///
  /// Mostly one number of a manifest was changed; so of the numbers that fit, the fewest are told that
  /// explain as much.
  func simplified(_ hypothesis: RerenderHypothesis) -> RerenderHypothesis {
    guard let level = levels.first, let fit = fit(hypothesis, at: level, from: RerenderEdits())
    else { return hypothesis }
    let whole = fit.result(of: hypothesis.edits)
    var simple = hypothesis
    // What is not seen is not shown.
    for (layer, edit) in simple.edits.layers where edit.opacity < LayerChange.leastOpacity {
      simple.edits[layer].opacity = 0
    }
    let subjects = hypothesis.free.reduce(into: [EditParameter.Subject]()) { all, free in
      if !all.contains(free.subject) { all.append(free.subject) }
    }
    for case .layers(let layers) in subjects {
      // Of what these layers explain: beside a large change a small one would be told as any other.
      let still = EditParameter.Number.ofPlace.reduce(hypothesis.edits) {
        EditParameter.removing($1, of: layers, from: $0)
      }
      let (least, most) = fit.common(whole, fit.result(of: still))
      let slack = slack(max(0, most - least))
      for numbers in Self.simpler
      where hypothesis.free.contains(where: { $0.subject == .layers(layers) && $0.number == .x }) {
        // The other layers stay where they are by now, which takes fewer drawings.
        var tried = simple
        tried.free = numbers.map { (.layers(layers), $0) }
        for number in EditParameter.Number.ofPlace where !numbers.contains(number) {
          tried.edits = EditParameter.removing(number, of: layers, from: tried.edits)
        }
        let (found, result) = finished(tried, by: fit)
        let costs = fit.common(whole, result)
        if costs.b <= costs.a + slack {
          let others = simple.free.filter { $0.subject != .layers(layers) }
          simple = found
          simple.free = others + found.free
          break
        }
      }
    }
    return simple
  }

  /// By how much a simpler hypothesis may explain less than one of a gain.
  private func slack(_ gain: Float) -> Float { 0.0005 * gain + 40 * noise * noise }

  /// The sets of numbers to try, the simplest first.
  private static let simpler: [[EditParameter.Number]] = [
    [.x], [.y], [.scale], [.rotation], [.x, .y], [.y, .scale], [.x, .rotation],
    [.x, .y, .scale], [.x, .y, .rotation],
  ]
}
