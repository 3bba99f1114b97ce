public import Geometry

/// The points of one face over time, without a gap: row i holds the points at `times[i]`.
public struct Trajectory: Sendable {
  /// Rising times, in milliseconds.
  public private(set) var times: [Double] = []
  /// As many points in each row.
  public private(set) var rows: [[Point2<SceneSpace>]] = []

  /// Makes an empty one.
  public init() {}

  /// Makes a trajectory; rows and times are paired as far as both go.
  public init(times: [Double], rows: [[Point2<SceneSpace>]]) {
    for (time, row) in zip(times, rows) { append(row, atMs: time) }
  }

  /// Adds a row; one that is not later than the last, or has another number of points, is left
  /// out.
  public mutating func append(_ row: [Point2<SceneSpace>], atMs time: Double) {
    if let last = times.last, time <= last { return }
    if let first = rows.first, first.count != row.count { return }
    times.append(time)
    rows.append(row)
  }

  /// How many rows there are.
  public var count: Int { times.count }

  /// The places whose window of the local fit is whole.
  var inner: Range<Int> {
    let aside = LocalReference.aside
    return count > 2 * aside ? aside..<(count - aside) : 0..<0
  }

  /// The local fits of the inner rows, `inner.lowerBound` first; nil where there is none.
  func fitted(leavingOutCentre: Bool) -> [[Point2<SceneSpace>]]? {
    guard !inner.isEmpty else { return nil }
    var result: [[Point2<SceneSpace>]] = []
    for centre in inner {
      let window = (centre - LocalReference.aside)...(centre + LocalReference.aside)
      guard
        let fit = LocalReference(
          times: times[window], centre: centre, leavingOutCentre: leavingOutCentre)
      else { return nil }
      var row = [Point2<SceneSpace>](repeating: Point2(0, 0), count: rows[centre].count)
      for (place, weight) in zip(window, fit.weights) where weight != 0 {
        for index in row.indices {
          row[index].x += weight * rows[place][index].x
          row[index].y += weight * rows[place][index].y
        }
      }
      result.append(row)
    }
    return result
  }
}
