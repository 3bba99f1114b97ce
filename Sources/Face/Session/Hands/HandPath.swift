internal import Foundation

/// The way of a palm through the picture, a straight line between samples.
struct HandPath {
  private let moments: [HandTrack.Moment]
  private let metresPerPixel: Double

  /// Takes a track's samples, of which there is at least one, by rising time.
  init(_ moments: [HandTrack.Moment], metresPerPixel: Double) {
    self.moments = moments
    self.metresPerPixel = metresPerPixel
  }

  /// Where the palm is at a time, in pixels; before and after all samples it stands still.
  private func palm(atMs timeMs: Double) -> SIMD2<Double> {
    var (low, high) = (0, moments.count - 1)
    guard timeMs > moments[low].timeMs else { return moments[low].palm }
    guard timeMs < moments[high].timeMs else { return moments[high].palm }
    while high - low > 1 {
      let middle = (low + high) / 2
      if moments[middle].timeMs <= timeMs { low = middle } else { high = middle }
    }
    let (before, after) = (moments[low], moments[high])
    let part = (timeMs - before.timeMs) / (after.timeMs - before.timeMs)
    return before.palm + (after.palm - before.palm) * part
  }

  /// How far the palm is from where it was, in metres.
  func distance(fromMs startMs: Double, toMs endMs: Double) -> Double {
    let move = palm(atMs: endMs) - palm(atMs: startMs)
    return (move * move).sum().squareRoot() * metresPerPixel
  }

  /// How often the stroke turns: it came back from an extreme by the dead band.
  ///
  /// Strokes are looked at along the axis on which the path is longest. The first move only sets the
  /// way.
  ///
  /// - Parameter times: rising.
  func turns(atMs times: [Double], deadBand: Double) -> Int {
    let palms = times.map(palm(atMs:))
    let axis = Self.principalAxis(palms)
    let places = palms.map { ($0 * axis).sum() * metresPerPixel }
    guard let first = places.first else { return 0 }
    var (lowest, highest, way, turns) = (first, first, 0, 0)
    for place in places {
      lowest = min(lowest, place)
      highest = max(highest, place)
      if way <= 0, place - lowest >= deadBand {
        turns += way == 0 ? 0 : 1
        (way, highest) = (1, place)
      } else if way >= 0, highest - place >= deadBand {
        turns += way == 0 ? 0 : 1
        (way, lowest) = (-1, place)
      }
    }
    return turns
  }

  /// Where the palm is on its stroke, from one end of it (-1) to the other (1); 0 where it stands still.
  ///
  /// - Parameter times: falling, from now on.
  func stroke(atMs times: [Double]) -> Double {
    let palms = times.map(palm(atMs:))
    var axis = Self.principalAxis(palms)
    // An axis has two ways. They change places where strokes are rare, between upright and slanted.
    if (axis * Self.forwards).sum() < 0 { axis = -axis }
    let places = palms.map { ($0 * axis).sum() }
    guard let now = places.first, let low = places.min(), let high = places.max(), high > low
    else { return 0 }
    return 2 * (now - low) / (high - low) - 1
  }

  /// A quarter of the way from rightwards to downwards.
  private static let forwards = SIMD2(cos(Double.pi / 8), sin(Double.pi / 8))

  /// The direction of a path's greatest extent.
  private static func principalAxis(_ points: [SIMD2<Double>]) -> SIMD2<Double> {
    let mean = points.reduce(.zero, +) / Double(points.count)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for point in points {
      let move = point - mean
      xx += move.x * move.x
      xy += move.x * move.y
      yy += move.y * move.y
    }
    let angle = 0.5 * atan2(2 * xy, xx - yy)
    return SIMD2(cos(angle), sin(angle))
  }
}
