import Imaging

/// Weighs the hypotheses of what happened to a region against each other.
///
/// The simplest is tried first, and a richer one must beat it clearly: a symmetric thing that is
/// mirrored is the same, and a disc that is turned is not turned.
struct Explanation {
  /// What was found.
  private(set) var change: RegionChange

  /// The share of the change that a motion has to explain to be told.
  static let leastMotion = 0.6
  /// A motion that explains this much needs no rival.
  static let plainMotion = 0.97
  /// How many times smaller a mirrored or turned guess' difference must be than the plain motion's.
  static let mirrorMargin = 1.5

  private struct Candidate {
    var map: PlaneMap
    var determinacy: Determinacy
    var verdict: Judge.Verdict
  }

  init(_ pair: RegionPair) {
    let judge = Judge(pair)
    var best = Self.nearby(pair, judge)
    if (best?.verdict.explained ?? 0) < Self.plainMotion {
      for mirrored in [false, true] {
        guard let rival = Self.searched(pair, judge, mirrored: mirrored) else { continue }
        let margin = mirrored ? Self.mirrorMargin : 1.1
        if let held = best, rival.verdict.after * margin + 1 > held.verdict.after { continue }
        best = rival
      }
    }
    change = RegionChange(kind: .different)
    let still = judge.verdict(.identity, at: 0)
    change.differenceBefore = still.plainBefore.squareRoot()
    change.differenceAfter = change.differenceBefore
    change.changedShare =
      Double(pair.levels[0].changed.count) / Double(max(1, pair.region.count))
    (change.centreX, change.centreY) = (
      pair.centre.x + Double(pair.window.x), pair.centre.y + Double(pair.window.y)
    )
    if let best, best.verdict.explained >= Self.leastMotion {
      let (kind, motion) = best.map.explained(about: pair.centre)
      change.kind = kind
      change.motion = motion
      change.determinacy = best.determinacy
      change.differenceAfter = best.verdict.plainAfter.squareRoot()
    }
  }

  /// The motion near by: fitted from standing still, through all levels and at the finest alone.
  private static func nearby(_ pair: RegionPair, _ judge: Judge) -> Candidate? {
    var best: Candidate?
    for coarsest in [pair.levels.count - 1, 0] {
      guard let fit = SimilarityFit(pair, from: .identity, coarsest: coarsest) else { continue }
      let verdict = judge.verdict(fit.map, at: judge.level(for: fit.map))
      if let held = best, held.verdict.after <= verdict.after { continue }
      best = Candidate(map: fit.map, determinacy: fit.determinacy, verdict: verdict)
      if verdict.explained > plainMotion { break }
    }
    return best
  }

  /// The motion found from guesses all over.
  private static func searched(
    _ pair: RegionPair, _ judge: Judge, mirrored: Bool
  ) -> Candidate? {
    let coarsest = pair.levels.count - 1
    let middle = max(0, coarsest - 1)
    var best: (map: PlaneMap, verdict: Judge.Verdict)?
    for guess in PlaceSearch.guesses(pair, mirrored: mirrored, most: 8) {
      guard
        let fit = SimilarityFit(pair, from: guess.map, coarsest: coarsest, finest: middle),
        fit.map.isMirrored == mirrored
      else { continue }
      let verdict = judge.verdict(fit.map, at: max(middle, judge.level(for: fit.map)))
      if let held = best, held.verdict.after <= verdict.after { continue }
      best = (fit.map, verdict)
    }
    guard let best, let fit = SimilarityFit(pair, from: best.map, coarsest: middle)
    else { return nil }
    return Candidate(
      map: fit.map, determinacy: fit.determinacy,
      verdict: judge.verdict(fit.map, at: judge.level(for: fit.map)))
  }
}
