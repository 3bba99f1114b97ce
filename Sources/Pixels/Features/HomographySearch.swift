internal import Foundation
package import Geometry
internal import RandomNumbers

/// Finds how a known flat picture lies in another, from corners that look alike, most of them wrongly.
///
/// One match tells a place, a turn and a size already. The matches that most others agree with begin
/// samples of four among those, each of which gives a homography; the one with the least truncated squared
/// errors (Torr and Zisserman, "MLESAC", 2000) is fitted again to all that agree with it (Chum and others,
/// "Locally optimized RANSAC", 2003). The same matches give the same result.
package struct HomographySearch {
  package struct Found: Sendable {
    /// From the known picture's plane to the picture.
    package var map: Homography<PrintSpace, TrackerSpace>
    /// The matches that agree with it, by their places in the list.
    package var inliers: [Int]
  }

  /// A match with its known place in the plane.
  private struct Pair {
    var x, y, u, v: Double
    /// Pixels to the plane's unit, and the turn, as this match sees them.
    var scale, turn: Double
    var tolerance: Double
  }

  private let pairs: [Pair]
  private var random = SplitMix64(seed: 4)

  /// How many matches have to agree.
  package static let fewestInliers = 8
  private static let mostPairs = 400
  private static let seeds = 14
  private static let samplesOfSeed = 40

  /// Begins a search.
  ///
  /// - Parameters:
  ///   - width, height: of the picture in which the known corners were found.
  ///   - flipped: whether that was the known picture flipped left to right.
  package init(_ matches: [FeatureMatch], width: Int, height: Int, flipped: Bool) {
    let (w, h) = (Double(width), Double(height))
    let nearest = matches.enumerated().sorted {
      ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset)
    }
    pairs = nearest.prefix(Self.mostPairs).map { _, match in
      // In a flipped picture all is as in the known one seen in a mirror; the map is flipped at the end.
      Pair(
        x: (match.known.x - w / 2) / w, y: (match.known.y - h / 2) / w, u: match.seen.x,
        v: match.seen.y, scale: match.seen.scale / match.known.scale * w,
        turn: match.seen.direction - match.known.direction,
        tolerance: 3 * max(match.seen.scale, 1))
    }
    isFlipped = flipped
  }

  private let isFlipped: Bool

  /// The best map of those matches that no earlier one has; nil where too few agree.
  ///
  /// - Parameter isFree: whether a match may be used, by its place in the picture.
  package mutating func best(
    where isFree: (Point2<TrackerSpace>) -> Bool
  ) -> Found? {
    let free = pairs.indices.filter { isFree(Point2(pairs[$0].u, pairs[$0].v)) }
    guard free.count >= Self.fewestInliers else { return nil }
    let groups = free.map { seed in (seed, free.filter { agrees(pairs[$0], with: pairs[seed]) }) }
      .filter { $0.1.count >= 6 }
      .sorted { ($1.1.count, $0.0) < ($0.1.count, $1.0) }
    var best: (map: Homography<PrintSpace, TrackerSpace>, cost: Double)?
    var taken: Set<Int> = []
    var begun = 0
    for (seed, group) in groups where !taken.contains(seed) {
      begun += 1
      if begun > Self.seeds { break }
      var found: (map: Homography<PrintSpace, TrackerSpace>, cost: Double)?
      for _ in 0..<Self.samplesOfSeed {
        var sample = [seed]
        while sample.count < 4 {
          let next = group[random.index(below: group.count)]
          if !sample.contains(next) { sample.append(next) }
        }
        guard let map = fitted(to: sample) else { continue }
        let cost = cost(of: map, free)
        if cost < found?.cost ?? .infinity { found = (map, cost) }
      }
      for _ in 0..<4 {
        guard let old = found else { break }
        let inliers = inliers(of: old.map, free)
        guard inliers.count >= 6, let map = fitted(to: inliers) else { break }
        let cost = cost(of: map, free)
        guard cost < old.cost else { break }
        found = (map, cost)
      }
      guard let found else { continue }
      if found.cost < best?.cost ?? .infinity { best = found }
      taken.formUnion(inliers(of: found.map, free))
    }
    guard let best else { return nil }
    let inliers = inliers(of: best.map, free)
    guard inliers.count >= Self.fewestInliers else { return nil }
    let map = isFlipped ? best.map.flippedFirst : best.map
    return Found(map: map, inliers: inliers)
  }

  private func agrees(_ pair: Pair, with seed: Pair) -> Bool {
    let ratio = pair.scale / seed.scale
    guard ratio > 0.5, ratio < 2 else { return false }
    let turn = (pair.turn - seed.turn).remainder(dividingBy: 2 * .pi)
    guard abs(turn) < 0.9 else { return false }
    let (dx, dy) = (pair.x - seed.x, pair.y - seed.y)
    let (c, s) = (cos(seed.turn) * seed.scale, sin(seed.turn) * seed.scale)
    let (du, dv) = (seed.u + c * dx - s * dy - pair.u, seed.v + s * dx + c * dy - pair.v)
    return du * du + dv * dv < 0.09 * seed.scale * seed.scale + 16
  }

  private func error(_ pair: Pair, _ m: Homography<PrintSpace, TrackerSpace>) -> Double {
    let w = m.h6 * pair.x + m.h7 * pair.y + m.h8
    guard w > 0.05 else { return .infinity }
    let du = (m.h0 * pair.x + m.h1 * pair.y + m.h2) / w - pair.u
    let dv = (m.h3 * pair.x + m.h4 * pair.y + m.h5) / w - pair.v
    return (du * du + dv * dv) / (pair.tolerance * pair.tolerance)
  }

  private func cost(of map: Homography<PrintSpace, TrackerSpace>, _ free: [Int]) -> Double {
    free.reduce(0) { $0 + min(error(pairs[$1], map), 1) }
  }

  private func inliers(of map: Homography<PrintSpace, TrackerSpace>, _ free: [Int]) -> [Int] {
    free.filter { error(pairs[$0], map) < 1 }
  }

  /// The map that fits four pairs or more in least squares, by the middle of the plane at weight 1.
  private func fitted(to places: [Int]) -> Homography<PrintSpace, TrackerSpace>? {
    // The picture's coordinates about their mean and by their spread, for the sake of digits.
    let n = Double(places.count)
    let mu = places.reduce(0) { $0 + pairs[$1].u } / n
    let mv = places.reduce(0) { $0 + pairs[$1].v } / n
    let spread = max(
      1, places.reduce(0) { $0 + abs(pairs[$1].u - mu) + abs(pairs[$1].v - mv) } / (2 * n))
    var (a, b) = ([Double](repeating: 0, count: 64), [Double](repeating: 0, count: 8))
    for place in places {
      let p = pairs[place]
      let (u, v) = ((p.u - mu) / spread, (p.v - mv) / spread)
      let weight = 1 / (p.tolerance * p.tolerance)
      let first = [p.x, p.y, 1, 0, 0, 0, -u * p.x, -u * p.y]
      let second = [0, 0, 0, p.x, p.y, 1, -v * p.x, -v * p.y]
      for row in 0..<8 {
        let (one, two) = (first[row] * weight, second[row] * weight)
        guard one != 0 || two != 0 else { continue }
        for column in 0..<8 {
          a[8 * row + column] += one * first[column] + two * second[column]
        }
        b[row] += one * u + two * v
      }
    }
    guard let h = LinearSystem.solution(a, b) else { return nil }
    let map = Homography<PrintSpace, TrackerSpace>(
      spread * h[0] + mu * h[6], spread * h[1] + mu * h[7], spread * h[2] + mu,
      spread * h[3] + mv * h[6], spread * h[4] + mv * h[7], spread * h[5] + mv, h[6], h[7], 1)
    // The same way round, and not edge on.
    let determinant = map.determinant
    return determinant > 0 && determinant.isFinite ? map : nil
  }
}

extension Homography where From == PrintSpace {
  /// The map of the print flipped left to right.
  package var flippedFirst: Homography { Homography(-h0, h1, h2, -h3, h4, h5, -h6, h7, h8) }
}
