internal import Tracking

/// What the pictures of a clip say of a tracking file.
package enum TrustVerdict: Equatable, Sendable {
  /// Faces hardly move, or too little is seen of them.
  case unknown
  /// The pictures move as the landmarks do.
  case agrees
  /// They move as the landmarks would if the tracker's picture had lain like this.
  case otherView(TrackerView, isSure: Bool)
  /// They move as the landmarks did some milliseconds later, or earlier where it is negative; without what MediaPipe's
  /// filter delays.
  case late(ms: Double, isSure: Bool)
  /// They move as by no reading of the file.
  case apart

  /// The agreements (`PictureAgreement.Sums`) that tell another reading from the file's own: how much the file's own
  /// has at most, the other at least, and by how much that has more than the file's own at any lag.
  ///
  /// Of the real recordings, files as they are have 0.3 to 1.1 where faces move; read wrongly they have -0.8 to 0.25.
  private static let sure = (own: 0.1, other: 0.4, lead: 0.35)
  /// What a sure word of another view needs besides: by how much it is better than any other view, as pictures that move
  /// as a whole agree with several, and the share and the number of faces in runs of frames that agree at all.
  private static let (sureLead, sureShare, sureRuns) = (0.3, 0.75, 2)
  /// The same where very much is seen and all of it agrees.
  private static let (wideLead, wideRuns, widePairs) = (0.1, 5, 100)
  private static let likely = [
    (own: 0.0, other: 0.25, lead: 0.3), (own: -0.3, other: 0.15, lead: 0.5),
    (own: 0.3, other: 0.5, lead: 0.3),
  ]
  /// What a file has that agrees.
  private static let agreeing = 0.25
  /// What landmarks have that move as nothing in the picture.
  private static let apartMost = -0.2
  /// What the best lag has at least, and by how much it is better than none; and for a sure word.
  private static let lagged = [(own: 0.4, lead: 0.15), (own: 0.2, lead: 0.3)]
  private static let sureLag = (own: 0.4, lead: 0.3)
  /// The pairs of frames that tell something, those that a sure word needs, and those for a word of no reading.
  private static let (fewestPairs, surePairs, apartPairs) = (8, 16, 40)
  /// How far a face has to move between two frames, in eye distances, on average: beside it a tracker's
  /// noise is small.
  private static let leastMotion = 0.02
  /// A lag of less intervals of frames or samples is none.
  private static let lagIntervals = 1.5
  /// Filters of apps delay faces by less than this, in milliseconds, and those that a header tells of by less than the
  /// second: no clock is known to be wrong by less.
  private static let (mostDelay, mostToldDelay) = (180.0, 300.0)
  /// The share of a lag that every run of frames has to show for itself.
  private static let ownShare = 0.7

  /// Judges.
  ///
  /// - Parameter intervalMs: how often the tracker looked, in milliseconds; nil where that is unknown.
  package init(_ pictures: PictureAgreement, intervalMs: Double?) {
    let blocks = pictures.blocks.filter { $0.motion >= Self.leastMotion * Double($0.pairs) }
    let pairs = blocks.reduce(0) { $0 + $1.pairs }
    let lags = PictureAgreement.lags.indices.map { index in
      Self.mean(blocks) { $0.lags[index] }
    }
    guard let own = lags[PictureAgreement.noLag] else {
      self = .unknown
      return
    }
    let best = lags.compactMap(\.self).max() ?? own
    let views = pictures.views.indices.compactMap { index in
      PictureAgreement.viewLags.indices.compactMap { lag in
        Self.mean(blocks) { $0.views[index][lag] }
      }.max().map { (index, $0) }
    }.sorted { $0.1 > $1.1 }
    if let (view, found) = views.first {
      func exceeds(_ rule: (own: Double, other: Double, lead: Double)) -> Bool {
        own <= rule.own && found >= rule.other && found - best >= rule.lead
      }
      let agreeing = blocks.count { block in
        block.views[view].compactMap { $0.agreement(of: 1) }.max() ?? -1 >= 0
      }
      let isWide =
        agreeing == blocks.count && agreeing >= Self.wideRuns && pairs >= Self.widePairs
      let isSure =
        exceeds(Self.sure) && pairs >= Self.surePairs && agreeing >= Self.sureRuns
        && Double(agreeing) >= Self.sureShare * Double(blocks.count)
        && views.dropFirst().allSatisfy { found - $0.1 >= (isWide ? Self.wideLead : Self.sureLead) }
      if isSure || Self.likely.contains(where: exceeds) || exceeds(Self.sure) {
        self = .otherView(pictures.views[view], isSure: isSure)
        return
      }
    }
    let limits = Self.limits(blocks, pictures, intervalMs)
    if let lag = Self.peak(lags),
      Self.lagged.contains(where: { lag.agreement >= $0.own && lag.agreement - own >= $0.lead }),
      lag.ms < -limits.early || lag.ms > limits.late
    {
      let alone = blocks.compactMap { block in
        Self.peak(block.lags.map { $0.agreement(of: Self.fewestPairs) })?.ms
      }
      let agreeing = alone.count { $0 * lag.ms > 0 && abs($0) >= Self.ownShare * abs(lag.ms) }
      let delay: Double =
        switch pictures.points.header.isSmoothed {
        case false: 0
        case nil: Self.mostDelay
        case true: Self.mostToldDelay
        }
      self = .late(
        ms: lag.ms > 0 ? lag.ms - min(limits.filter, Self.mostFilter) : lag.ms,
        isSure: agreeing >= 2 && agreeing == alone.count && pairs >= Self.surePairs
          && lag.agreement >= Self.sureLag.own && lag.agreement - own >= Self.sureLag.lead
          && (lag.ms < 0 || lag.ms > delay))
      return
    }
    self =
      own >= Self.agreeing
      ? .agrees : best <= Self.apartMost && pairs >= Self.apartPairs ? .apart : .unknown
  }

  /// The mean agreement of a reading over runs of frames; nil where too little is known.
  ///
  /// Runs count by the square of what their best reading has: where a face is covered or turns away, none has much.
  private static func mean(
    _ blocks: [PictureAgreement.Block], _ sums: (PictureAgreement.Block) -> PictureAgreement.Sums
  ) -> Double? {
    var (mean, weights, all) = (0.0, 0.0, 0.0)
    for block in blocks {
      let best = max(block.best(of: fewestPairs), leastBest)
      all += best * best
      guard let found = sums(block).agreement(of: fewestPairs) else { continue }
      mean += found * best * best
      weights += best * best
    }
    return weights >= leastShare * all && weights > 0 ? mean / weights : nil
  }

  /// A best agreement that counts as much as less does.
  private static let leastBest = 0.05
  /// The share of the runs in which a reading has to be known.
  private static let leastShare = 0.6

  /// How far landmarks may come early and late, in milliseconds.
  ///
  /// MediaPipe's filter (One Euro, beta 80 of face sizes a second) makes them late by itself, the more the
  /// slower a face moves.
  private static func limits(
    _ blocks: [PictureAgreement.Block], _ pictures: PictureAgreement, _ intervalMs: Double?
  ) -> (early: Double, late: Double, filter: Double) {
    let looks = max(intervalMs ?? 0, pictures.points.intervalMs ?? 0)
    let early = lagIntervals * max(pictures.frameMs, looks)
    guard pictures.points.header.isSmoothed != false else { return (early, early, 0) }
    let motion = blocks.reduce(0) { $0 + $1.motion }
    let seconds = blocks.reduce(0) { $0 + $1.seconds }
    let cutoff = filterRate * motion / max(seconds, 1e-3)
    let filter = 1000 / (2 * .pi * max(cutoff, 1e-3))
    return (early, early + filter, filter)
  }

  /// The cutoff of MediaPipe's filter, in Hz, for a face that moves by its eye distance in a second.
  private static let filterRate = 30.0
  /// What is taken off a lag for that filter at most, in milliseconds.
  private static let mostFilter = 100.0

  /// The lag with the highest agreement, refined by a parabola through three; nil where it is the first or the
  /// last one.
  private static func peak(_ lags: [Double?]) -> (ms: Double, agreement: Double)? {
    let best = lags.indices.max { (lags[$0] ?? -.infinity) < (lags[$1] ?? -.infinity) }
    guard let best, best > 0, best + 1 < lags.count, let here = lags[best],
      let before = lags[best - 1], let after = lags[best + 1]
    else { return nil }
    let bend = before - 2 * here + after
    let shift = bend < 0 ? 0.5 * (before - after) / bend : 0
    let step = PictureAgreement.lags[1] - PictureAgreement.lags[0]
    return (PictureAgreement.lags[best] + shift * step, here)
  }
}
