internal import Geometry

/// Gives each run of a card its identity: that of an earlier run of the same name which ended not long ago,
/// the nearest of them, or the next free one.
enum CardIdentities {
  /// The identity of each run, from 1.
  static func of(_ runs: [CardRun], timesMs: [Double], resetMs: Double) -> [Int] {
    var identities = [Int](repeating: 0, count: runs.count)
    var last: [Int: Int] = [:]
    var count = 0
    let starts = Dictionary(grouping: runs.indices.filter { !runs[$0].views.isEmpty }) {
      runs[$0].firstFrame
    }
    for frame in starts.keys.sorted() {
      let begun = starts[frame] ?? []
      let pairs = begun.flatMap { run in
        last.compactMap { identity, earlier -> (run: Int, identity: Int, distance: Double)? in
          guard runs[earlier].card == runs[run].card, runs[earlier].lastFrame < frame,
            timesMs[frame] - timesMs[runs[earlier].lastFrame] <= resetMs,
            let one = runs[run].views.first, let other = runs[earlier].views.last
          else { return nil }
          return (run, identity, middle(one).distance(to: middle(other)))
        }
      }.sorted { ($0.distance, $0.run, $0.identity) < ($1.distance, $1.run, $1.identity) }
      var taken: Set<Int> = []
      for pair in pairs where identities[pair.run] == 0 && !taken.contains(pair.identity) {
        identities[pair.run] = pair.identity
        taken.insert(pair.identity)
      }
      for run in begun {
        if identities[run] == 0 {
          count += 1
          identities[run] = count
        }
        last[identities[run]] = run
      }
    }
    return identities
  }

  private static func middle(_ view: CardView) -> Point2<TrackerSpace> {
    Point2.mean(of: view.corners.corners) ?? Point2(0, 0)
  }
}
