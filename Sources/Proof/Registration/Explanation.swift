/// Weighs the hypotheses of what happened to a region against each other.
///
/// The simplest is tried first, and a richer one must beat it clearly: a symmetric thing that is
/// mirrored is the same, and a disc that is turned is not turned.
struct Explanation {
  private(set) var change: RegionChange

  /// The share of the change that a motion has to explain to be told.
  static let leastMotion = 0.6
  /// A motion that explains this much needs no rival.
  static let plainMotion = 0.97
  /// How many times smaller a mirrored or turned guess' difference must be than the plain motion's.
  static let mirrorMargin = 2.0
  /// The share of the change that a mirrored or turned guess from afar has to explain: among many
  /// places one is always somewhat alike.
  static let leastFar = 0.8

  private struct Candidate {
    var map: PlaneMotion
    var determinacy: Determinacy
    var verdict: Judge.Verdict
  }

  /// Weighs them.
  ///
  /// - Parameter fromAfar: whether a motion from afar is told; where not, it is only looked for as the
  ///   rival of a change of colours.
  init(_ pair: RegionPair, fromAfar: Bool) {
    let judge = Judge(pair)
    change = Self.plain(pair, judge)
    guard !Self.isNoise(pair) else {
      change.kind = .same
      return
    }
    let presence = Presence.overBackground(pair)
    if presence != .both, !Self.isElsewhere(pair) {
      change.kind = presence == .onlyFirst ? .notThere : .appeared
      return
    }
    let near = Self.nearby(pair, judge)
    if let near, near.verdict.explained >= Self.plainMotion {
      tell(near, pair)
      return
    }
    var colours = ColourChange.opacity(pair) ?? ColourChange.mistake(pair)
    if colours == nil, (near?.verdict.explained ?? 0) < Self.leastMotion {
      let seen = presence == .both ? Presence.acrossOutline(pair) : presence
      if seen != .both, !Self.isElsewhere(pair) {
        change.kind = seen == .onlyFirst ? .notThere : .appeared
        return
      }
    }
    colours = colours ?? ColourChange.fitted(pair)
    let isOpen = (colours?.explained ?? 0) < 0.9 && (fromAfar || colours != nil)
    let best = Self.richer(than: near, pair, judge, isNeeded: isOpen)
    let moved = best.flatMap { $0.verdict.explained >= Self.leastMotion ? $0 : nil }
    if let colours, colours.after * Self.colourMargin < moved?.verdict.after ?? .infinity {
      change.kind = .recoloured
      change.colours = colours.words
      change.differenceAfter = colours.after.squareRoot()
    } else if let moved {
      tell(moved, pair)
    } else if presence != .both {
      change.kind = presence == .onlyFirst ? .notThere : .appeared
    }
  }

  /// How many times smaller a colour change's difference must be than a motion's.
  static let colourMargin = 1.2

  /// Something else is there, in numbers: what is told unless more is known.
  private static func plain(_ pair: RegionPair, _ judge: Judge) -> RegionChange {
    let still = judge.verdict(.identity).plainBefore.squareRoot()
    var change = RegionChange(kind: .different, differenceBefore: still, differenceAfter: still)
    change.changedShare =
      Double(pair.levels[0].changed.count) / Double(max(1, pair.region.count))
    change.centreX = pair.centre.x + Double(pair.window.x)
    change.centreY = pair.centre.y + Double(pair.window.y)
    return change
  }

  private mutating func tell(_ found: Candidate, _ pair: RegionPair) {
    (change.kind, change.motion) = found.map.explained(about: pair.centre)
    change.determinacy = found.determinacy
    change.differenceAfter = found.verdict.plainAfter.squareRoot()
  }

  /// Whether nothing differs by more than thrice what is taken for noise; between lossy pictures
  /// one pixel in 500 may.
  private static func isNoise(_ pair: RegionPair) -> Bool {
    let level = pair.levels[0]
    let limit = min(3 * pair.threshold, 18)
    let allowed = pair.threshold > RegionDifference.leastNoise ? pair.region.count / 500 : 0
    var beyond = 0
    for i in level.changed.bytes.indices where level.changed.bytes[i] != 0 {
      let d = level.a.pixels[i] - level.b.pixels[i]
      if max(d.max(), -d.min()) > limit { beyond += 1 }
    }
    return beyond <= allowed
  }

  /// Whether so much changed around the region that the overlay may have gone there.
  private static func isElsewhere(_ pair: RegionPair) -> Bool {
    let all = pair.difference.count
    let around = all - pair.difference.and(pair.region.dilated(by: 3)).count
    return 4 * around > pair.levels[0].changed.count
  }

  /// The best of the motion near by and those all over, mirrored or not, by Occam's margins.
  private static func richer(
    than near: Candidate?, _ pair: RegionPair, _ judge: Judge, isNeeded: Bool
  ) -> Candidate? {
    guard isNeeded else { return near }
    var best = near
    guard let search = PlaceSearch(pair) else { return near }
    for mirrored in [false, true] {
      guard let rival = searched(pair, judge, search, mirrored: mirrored) else { continue }
      guard rival.verdict.explained >= leastFar else { continue }
      let margin = mirrored ? mirrorMargin : 1.1
      if let held = best, rival.verdict.after * margin + 1 > held.verdict.after { continue }
      best = mirrored ? unmirrored(rival, pair, judge) ?? rival : rival
    }
    return best
  }

  /// The motion that explains as much as a mirrored one, if there is one: that of a thing that is
  /// the same left and right, or top and bottom.
  private static func unmirrored(
    _ found: Candidate, _ pair: RegionPair, _ judge: Judge
  ) -> Candidate? {
    // The mirrored motion is exact, so only the finest levels are left to do.
    let level = min(1, pair.levels.count - 1)
    for turn in [0.0, .pi] {
      let flip = PlaneMotion(turn: turn, scale: 1, mirrored: true, about: pair.centre, move: .zero)
      guard let fit = SimilarityFit(pair, from: found.map.after(flip), coarsest: level)
      else { continue }
      let verdict = judge.verdict(fit.map)
      if verdict.after <= mirrorMargin * found.verdict.after + 1 {
        return Candidate(map: fit.map, determinacy: fit.determinacy, verdict: verdict)
      }
    }
    return nil
  }

  /// The motion near by: fitted from standing still, through all levels and at the finest alone.
  private static func nearby(_ pair: RegionPair, _ judge: Judge) -> Candidate? {
    var best: Candidate?
    for coarsest in [pair.levels.count - 1, 0] {
      guard let fit = SimilarityFit(pair, from: .identity, coarsest: coarsest) else { continue }
      let verdict = judge.verdict(fit.map)
      if let held = best, held.verdict.after <= verdict.after { continue }
      best = Candidate(map: fit.map, determinacy: fit.determinacy, verdict: verdict)
      let far = fit.map.apply(pair.centre) - pair.centre
      if verdict.explained > plainMotion, max(abs(far.x), abs(far.y)) > 1 { break }
    }
    return best
  }

  /// The motion found from guesses all over.
  private static func searched(
    _ pair: RegionPair, _ judge: Judge, _ search: PlaceSearch, mirrored: Bool
  ) -> Candidate? {
    let coarsest = pair.levels.count - 1
    let middle = max(0, coarsest - 1)
    var best: (map: PlaneMotion, verdict: Judge.Verdict)?
    for guess in search.guesses(mirrored: mirrored, most: 6) {
      guard
        let fit = SimilarityFit(pair, from: guess.map, coarsest: coarsest, finest: coarsest),
        fit.map.isMirrored == mirrored
      else { continue }
      let verdict = judge.verdict(fit.map, at: middle)
      if let held = best, held.verdict.after <= verdict.after { continue }
      best = (fit.map, verdict)
    }
    guard let best, let fit = SimilarityFit(pair, from: best.map, coarsest: middle)
    else { return nil }
    return Candidate(
      map: fit.map, determinacy: fit.determinacy,
      verdict: judge.verdict(fit.map))
  }
}
