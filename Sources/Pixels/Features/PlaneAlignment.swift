internal import CFeatures
internal import Foundation
package import Geometry

/// Lays a known flat picture exactly on what another shows of it, from a place that is nearly right.
///
/// Gauss-Newton over the eight numbers of the homography, on the differences of brightness, with the roles of
/// the pictures exchanged (Baker and Matthews, "Lucas-Kanade 20 years on", 2004). Brightness and contrast of
/// each block are free; blocks count by how well they agree, so that a hand or a highlight does not pull.
package struct PlaneAlignment {
  /// The map from the print to the picture.
  package var map: Homography<PrintSpace, TrackerSpace>
  /// How well each block agrees with what is seen: the correlation, -1 to 1; nil where it is not all in the
  /// picture, or plain.
  package private(set) var agreements: [Double?] = []

  /// Begins at a map.
  package init(_ map: Homography<PrintSpace, TrackerSpace>) { self.map = map }

  /// Betters the map.
  ///
  /// - Parameters:
  ///   - level: of the pyramid that is looked at.
  ///   - perspective: how freely the perspective may change, in parts of the width: the smaller the more
  ///     evidence it takes.
  ///   - isCounted: whether a block counts; nil for all.
  /// - Returns: whether a next step would change no corner by more than a tiny part of a pixel.
  package mutating func refine(
    _ template: PlaneTemplate, in pyramid: GreyPyramid, level: Int, steps: Int,
    perspective: Double = 1, isCounted: [Bool]? = nil
  ) -> Bool {
    let scale = pow(0.5, Double(level))
    for _ in 0..<steps {
      let sums = sums(template, in: pyramid, level: level)
      guard let change = step(template, sums, perspective, isCounted) else { return false }
      guard let next = Self.applied(change, to: map) else { return false }
      let moved = Self.largestMove(template, map, next) * scale
      map = next
      if moved < 0.01 { return true }
    }
    return false
  }

  /// Looks how well each block agrees where the map is.
  package mutating func look(
    _ template: PlaneTemplate, in pyramid: GreyPyramid, level: Int
  ) {
    let sums = sums(template, in: pyramid, level: level)
    agreements = sums.indices.map { block in
      guard template.deviations[block] > 0.5 else { return nil }
      return Self.agreement(sums[block])?.correlation
    }
  }

  private func sums(
    _ template: PlaneTemplate, in pyramid: GreyPyramid, level: Int
  ) -> [cf_sums] {
    let scale = pow(0.5, Double(level))
    let h = [
      Float(map.h0 * scale), Float(map.h1 * scale), Float(map.h2 * scale),
      Float(map.h3 * scale), Float(map.h4 * scale), Float(map.h5 * scale),
      Float(map.h6), Float(map.h7), Float(map.h8),
    ]
    return unsafe template.withKernel { kernel in
      var memory = unsafe [Float](repeating: 0, count: Int(kernel.stride) + 8)
      var sums = [cf_sums](
        repeating: cf_sums(), count: PlaneTemplate.columns * PlaneTemplate.rows)
      unsafe pyramid.levels[level].withKernel { grey in
        unsafe withUnsafePointer(to: kernel) { unsafe cf_align($0, grey, h, &memory, &sums) }
      }
      return sums
    }
  }

  private static func agreement(
    _ sums: cf_sums
  ) -> (mean: Double, deviation: Double, correlation: Double)? {
    let n = Double(sums.count)
    guard n > 0 else { return nil }
    let mean = Double(sums.seen) / n
    let deviation = max(Double(sums.squares) / n - mean * mean, 0).squareRoot()
    guard deviation > 0.3 else { return (mean, 0, 0) }
    return (mean, deviation, Double(sums.product) / (n * deviation))
  }

  private func step(
    _ template: PlaneTemplate, _ sums: [cf_sums], _ perspective: Double, _ isCounted: [Bool]?
  ) -> [Double]? {
    var (a, b) = ([Double](repeating: 0, count: 64), [Double](repeating: 0, count: 8))
    var cells = 0.0
    for block in sums.indices where isCounted?[block] ?? true {
      guard template.deviations[block] > 0.5,
        let (mean, deviation, correlation) = Self.agreement(sums[block]), deviation > 0
      else { continue }
      let own = template.own[block]
      // The less a block's brightness is explained, the less it says.
      let trust = max(correlation, 0.02)
      let weight = trust * trust / (0.06 + 1 - min(correlation, 1))
      cells += weight * own.count
      let seen: [Double] = unsafe withUnsafeBytes(of: sums[block].slopes) {
        unsafe $0.bindMemory(to: Float.self).map(Double.init)
      }
      var index = 0
      for row in 0..<8 {
        b[row] +=
          weight
          * ((seen[row] - mean * own.slopes[row]) / deviation - correlation * own.products[row])
        for column in row..<8 {
          a[8 * row + column] +=
            weight
            * (own.normal[index]
              - (own.slopes[row] * own.slopes[column] + own.products[row] * own.products[column])
                / own.count)
          index += 1
        }
      }
    }
    guard cells > 0 else { return nil }
    for row in 0..<8 {
      for column in 0..<row { a[8 * row + column] = a[8 * column + row] }
      let largest = row < 6 ? 1 : perspective
      a[9 * row] += cells * 1e-3 / (largest * largest) + 1e-9
    }
    return LinearSystem.solution(a, b)
  }

  /// The map after the plane was changed: `map` times the inverse of the change.
  private static func applied(
    _ p: [Double], to map: Homography<PrintSpace, TrackerSpace>
  ) -> Homography<PrintSpace, TrackerSpace>? {
    let change = Homography<PrintSpace, PrintSpace>(
      1 + p[0], p[1], p[2], p[3], 1 + p[4], p[5], p[6], p[7], 1)
    guard change.determinant > 0.05, let back = change.inverse else { return nil }
    let next = back.then(map)
    guard next.isFinite, next.h8 > 0 else { return nil }
    // The scale has no meaning; the middle's weight is 1.
    return Homography(
      next.h0 / next.h8, next.h1 / next.h8, next.h2 / next.h8, next.h3 / next.h8,
      next.h4 / next.h8, next.h5 / next.h8, next.h6 / next.h8, next.h7 / next.h8, 1)
  }

  private static func largestMove(
    _ template: PlaneTemplate, _ one: Homography<PrintSpace, TrackerSpace>,
    _ other: Homography<PrintSpace, TrackerSpace>
  ) -> Double {
    let middles = template.middles
    return [0, PlaneTemplate.columns - 1, middles.count - PlaneTemplate.columns, middles.count - 1]
      .reduce(0) { largest, block in
        let point = Point2<PrintSpace>(middles[block].x, middles[block].y)
        guard let a = one(point), let b = other(point) else { return .infinity }
        return max(largest, a.distance(to: b))
      }
  }
}
