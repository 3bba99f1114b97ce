import Foundation
import Geometry
import Session
import Tracking

/// The figures of hands and windows, written out from the rules on their own and without any
/// cleverness, for a recording that is upright, un-mirrored and has one face at most.
struct NaiveHands {
  /// What is known of a hand at one time.
  struct Moment {
    var t, x, y, spread: Double
    var k: Double
    var isFist: Bool
  }

  /// What the trace says of a hand, and what only the gate asks for.
  struct Figures {
    var isFist: Bool
    var speed: Double?
    var fastShare, energy: Double
    var changes: Int
  }

  private var tracks: [[Moment]] = []

  /// The figures of a sample's hands, in their order.
  mutating func add(_ sample: TrackingSample) -> [Figures] {
    let t = sample.timestampMs
    tracks.removeAll { t - ($0.last?.t ?? 0) > 300.01 }
    let hands = sample.hands.filter { $0.landmarks.count == 21 }.map { Self.measured($0, t) }
    var pairs: [(Double, Int, Int)] = []
    for (i, track) in tracks.enumerated() {
      for (j, hand) in hands.enumerated() {
        guard let last = track.last else { continue }
        let d = hypot(hand.0.x - last.x, hand.0.y - last.y)
        if d <= 4 * max(hand.0.spread, last.spread) { pairs.append((d, i, j)) }
      }
    }
    var owner = [Int?](repeating: nil, count: hands.count)
    for (_, i, j) in pairs.sorted(by: <) where owner[j] == nil && !owner.contains(i) {
      owner[j] = i
    }
    return hands.indices.map { j in
      var moment = hands[j].0
      let curls = hands[j].1
      let before = owner[j].map { tracks[$0].last?.isFist ?? false } ?? false
      moment.isFist = curls.filter { before ? $0 <= 1.05 : $0 < 0.95 }.count >= 4
      let place = owner[j] ?? tracks.count
      if owner[j] == nil { tracks.append([]) }
      tracks[place].append(moment)
      return Self.figures(tracks[place])
    }
  }

  private static func measured(_ hand: HandSample, _ t: Double) -> (Moment, [Double]) {
    let p = hand.landmarks.map { SIMD3($0.x, $0.y, $0.z) }
    let w = hand.worldLandmarks
    func d(_ q: [SIMD3<Double>], _ a: Int, _ b: Int) -> Double {
      sqrt(pow(q[a].x - q[b].x, 2) + pow(q[a].y - q[b].y, 2) + pow(q[a].z - q[b].z, 2))
    }
    func spread(_ q: [SIMD3<Double>]) -> Double {
      let mx = q.map(\.x).reduce(0, +) / 21, my = q.map(\.y).reduce(0, +) / 21
      return sqrt(q.map { pow($0.x - mx, 2) + pow($0.y - my, 2) }.reduce(0, +) / 21)
    }
    let palm = [0, 5, 9, 13, 17]
    let x = palm.map { p[$0].x }.reduce(0, +) / 5, y = palm.map { p[$0].y }.reduce(0, +) / 5
    let k: Double
    let curls: [Double]
    if w.isEmpty {
      k =
        [0.077 / d(p, 0, 9), 0.050 / d(p, 5, 17), 0.079 / d(p, 0, 5), 0.072 / d(p, 0, 17)].min()
        ?? 0
      curls = [5, 9, 13, 17].map { a in
        1.25 * d(p, a + 3, a) / (d(p, a, a + 1) + d(p, a + 1, a + 2) + d(p, a + 2, a + 3))
      }
    } else {
      k = spread(w) / spread(p)
      curls = [5, 9, 13, 17].map { a in d(w, a + 3, 0) / d(w, a + 1, 0) }
    }
    return (Moment(t: t, x: x, y: y, spread: spread(p), k: k, isFist: false), curls)
  }

  private static func figures(_ track: [Moment]) -> Figures {
    let last = track[track.count - 1]
    let t = last.t, s = max(t - 800, track[0].t)
    let ks = track.filter { $0.t >= s - 0.01 }.map(\.k).sorted()
    let k = (ks[(ks.count - 1) / 2] + ks[ks.count / 2]) / 2
    func c(_ u: Double) -> (Double, Double) {
      for (a, b) in zip(track, track.dropFirst()) where a.t <= u && u <= b.t {
        let f = (u - a.t) / (b.t - a.t)
        return (a.x + f * (b.x - a.x), a.y + f * (b.y - a.y))
      }
      return u <= track[0].t ? (track[0].x, track[0].y) : (last.x, last.y)
    }
    let times = (0...80).map { t - 10 * Double($0) }.filter { $0 >= s - 0.01 }
    let v = times.filter { $0 - 90 >= s - 0.01 }.map { u in
      let (a, b) = (c(u), c(u - 90))
      return hypot(a.0 - b.0, a.1 - b.1) * k / 0.09
    }
    let path = times.reversed().map(c)
    let n = Double(path.count)
    let mx = path.map(\.0).reduce(0, +) / n, my = path.map(\.1).reduce(0, +) / n
    let xx = path.map { pow($0.0 - mx, 2) }.reduce(0, +)
    let yy = path.map { pow($0.1 - my, 2) }.reduce(0, +)
    let xy = path.map { ($0.0 - mx) * ($0.1 - my) }.reduce(0, +)
    let angle = 0.5 * atan2(2 * xy, xx - yy)
    let along = path.map { ($0.0 * cos(angle) + $0.1 * sin(angle)) * k }
    // Extremes one after the other: the farthest place before the path comes back by a centimetre.
    var way = 0, extreme = along[0], low = along[0], high = along[0], changes = 0
    for place in along {
      (low, high) = (min(low, place), max(high, place))
      if way == 0 {
        if place - low >= 0.01 { (way, extreme) = (1, place) }
        if high - place >= 0.01 { (way, extreme) = (-1, place) }
      } else if (place - extreme) * Double(way) > 0 {
        extreme = place
      } else if (extreme - place) * Double(way) >= 0.01 {
        (way, extreme, changes) = (-way, place, changes + 1)
      }
    }
    return Figures(
      isFist: last.isFist, speed: v.first,
      fastShare: v.isEmpty ? 0 : Double(v.filter { $0 > 0.2 }.count) / Double(v.count),
      energy: v.isEmpty ? 0 : v.map { $0 * $0 }.reduce(0, +) / Double(v.count), changes: changes)
  }
}
