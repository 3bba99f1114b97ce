extension PixelMask {
  /// The pixels of a picture that are as good as opaque: their alpha is at least this.
  public init(_ picture: StraightRGBA8, fromAlpha least: UInt8) {
    self.init(width: picture.width, height: picture.height, filled: false)
    for y in 0..<height {
      for x in 0..<width where picture.bytes[4 * (y * width + x) + 3] >= least {
        self[x, y] = true
      }
    }
  }

  /// The squared distance of each pixel's middle from that of the nearest pixel that does not count,
  /// exactly; all pixels outside do not count.
  ///
  /// P. Felzenszwalb and D. Huttenlocher, "Distance Transforms of Sampled Functions" (2012), along
  /// columns and then rows; in whole numbers as A. Meijster and others have it (2000).
  public func squaredDistances() -> [Int] {
    var distances = bytes.map(Int.init)
    // Along the columns, from above and from below.
    for i in distances.indices.dropFirst(width) where distances[i] > 0 {
      distances[i] += distances[i - width]
    }
    for i in distances.indices.reversed() where distances[i] > 0 {
      let below = i + width < distances.count ? distances[i + width] : 0
      distances[i] = min(distances[i], below + 1)
    }
    // With a column outside on either hand.
    var squares = [Int](repeating: 0, count: width + 2)
    var envelope = LowerEnvelope()
    for start in stride(from: 0, to: distances.count, by: max(width, 1)) {
      for x in 0..<width { squares[x + 1] = distances[start + x] * distances[start + x] }
      envelope.find(under: squares)
      for (apex, range) in envelope.parts {
        for x in range where x > 0 && x <= width {
          distances[start + x - 1] = (x - apex) * (x - apex) + squares[apex]
        }
      }
    }
    return distances
  }
}

/// The lowest of the parabolas that stand on a row's samples, sample by sample.
private struct LowerEnvelope {
  /// The samples on which they stand, and where each is the lowest, from left to right.
  private(set) var parts: [(apex: Int, range: Range<Int>)] = []

  mutating func find(under heights: [Int]) {
    parts.removeAll(keepingCapacity: true)
    func height(of apex: Int, at x: Int) -> Int { (x - apex) * (x - apex) + heights[apex] }
    for apex in heights.indices {
      while let last = parts.last {
        let start = last.range.lowerBound
        guard height(of: last.apex, at: start) > height(of: apex, at: start) else { break }
        parts.removeLast()
      }
      var start = 0
      if let last = parts.last?.apex {
        // Where the two cross, not left of the last one's start.
        let crossing = apex * apex - last * last + heights[apex] - heights[last]
        start = crossing / (2 * (apex - last)) + 1
        guard start < heights.count else { continue }
        parts[parts.count - 1].range = parts[parts.count - 1].range.lowerBound..<start
      }
      parts.append((apex, start..<heights.count))
    }
  }
}
