internal import CFeatures

/// A corner of a picture and the corner of a known picture that it looks like.
package struct FeatureMatch: Sendable {
  package var known, seen: PictureFeatures.Corner
  /// How many comparisons differ.
  package var distance: Int
}

extension PictureFeatures {
  /// How many of the first half of the comparisons may differ; of a match there are hardly ever so many.
  private static let mostOfHalf: Int32 = 100

  /// The corners of a known picture that are like those of this one: near enough, and nearer than any other
  /// of the known picture's.
  ///
  /// - Parameters:
  ///   - most: comparisons that may differ.
  ///   - ratio: of the distance to that of the second nearest, at most.
  package func matches(
    with known: PictureFeatures, most: Int = 150, ratio: Double = 0.85
  ) -> [FeatureMatch] {
    let count = corners.count
    guard count > 0, known.corners.count > 1 else { return [] }
    var nearest = [Int32](repeating: -1, count: count)
    var distance = [UInt16](repeating: 0, count: count)
    var second = [UInt16](repeating: 0, count: count)
    _ = unsafe withKernel { list in
      unsafe known.withKernel { others in
        unsafe withUnsafePointer(to: list) { list in
          unsafe withUnsafePointer(to: others) { others in
            unsafe cf_nearest(list, others, Self.mostOfHalf, &nearest, &distance, &second)
          }
        }
      }
    }
    return (0..<count).compactMap { index in
      let place = Int(nearest[index])
      guard place >= 0, Int(distance[index]) <= most,
        Double(distance[index]) < ratio * Double(second[index])
      else { return nil }
      return FeatureMatch(
        known: known.corners[place], seen: corners[index], distance: Int(distance[index]))
    }
  }
}
