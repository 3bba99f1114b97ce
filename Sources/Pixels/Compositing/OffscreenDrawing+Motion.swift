package import Geometry

extension OffscreenDrawing {
  /// How what is drawn moves while a shutter is open.
  package struct Motion {
    /// From the picture to where in the drawing its pixels come from, when the shutter opens and when it closes.
    fileprivate let opened, closed: Homography<OutputSpace, OutputSpace>
    /// The longest way of a corner while the shutter is open, in pixels.
    private let length: Double
    /// How far the blur reaches along x and y, in pixels.
    package let reach: SIMD2<Double>

    /// The shortest way that blurs noticeably, and the longest one of something in a picture, in pixels.
    private static let lengths = 0.25...2048.0
    /// The fewest and the most moments that are drawn.
    private static let moments = 8.0...24.0

    /// Makes the motion of a quad; nil where it is none, or one that no face makes.
    ///
    /// - Parameters:
    ///   - corners: in the middle of the exposure, as it is drawn.
    ///   - from: when the shutter opens.
    ///   - to: when it closes.
    package init?(
      of corners: Quad<OutputSpace>, from: Quad<OutputSpace>, to: Quad<OutputSpace>
    ) {
      func way(_ quad: Quad<OutputSpace>) -> Homography<OutputSpace, OutputSpace>? {
        guard let here = Homography<ArtworkSpace, OutputSpace>(rectangle: 1, 1, to: corners)
        else { return nil }
        return Homography<ArtworkSpace, OutputSpace>(rectangle: 1, 1, to: quad)?.inverse?.then(here)
      }
      let steps = [from, to].map { end in
        zip(corners.corners, end.corners).map { SIMD2($1.x - $0.x, $1.y - $0.y) }
      }
      let length = zip(steps[0], steps[1]).map { ($1 - $0).length }.max() ?? 0
      reach = steps.joined().reduce(.zero) { reach, step in
        SIMD2(max(reach.x, abs(step.x)), max(reach.y, abs(step.y)))
      }
      guard Self.lengths.contains(length), reach.max() <= Self.lengths.upperBound,
        let opened = way(from), let closed = way(to)
      else { return nil }
      (self.opened, self.closed, self.length) = (opened, closed, length)
    }

    /// How many moments are drawn: two a pixel of the way.
    fileprivate var momentCount: Int {
      Int(min(max(2 * length, Self.moments.lowerBound), Self.moments.upperBound))
    }

    /// Where in the drawing the pixels about a point come from at each moment, in whole pixels from there.
    ///
    /// Moments that come from one pixel are joined, with the sum of their weights.
    fileprivate func find(_ steps: inout [Step], _ x: Double, _ y: Double) {
      steps.removeAll(keepingCapacity: true)
      let point = Point2<OutputSpace>(x, y)
      guard let from = opened(point), let to = closed(point) else { return }
      let (open, close) = (SIMD2(from.x - x, from.y - y), SIMD2(to.x - x, to.y - y))
      let count = momentCount
      for moment in 0..<count {
        // -1 when the shutter opens, 1 when it closes.
        let time = (2 * Double(moment) + 1) / Double(count) - 1
        let way = time < 0 ? open * -time : close * time
        let limited = way.clamped(lowerBound: -reach - 1, upperBound: reach + 1)
        let step = SIMD2<Int>(limited, rounding: .toNearestOrAwayFromZero)
        if let last = steps.indices.last, steps[last].way == step {
          steps[last].weight += 1
        } else {
          steps.append(Step(way: step, weight: 1))
        }
      }
    }

    fileprivate struct Step {
      var way: SIMD2<Int>
      var weight: UInt32
    }
  }

  /// Pixels whose motion is taken to be one, a side.
  private static let motionSide = 8

  /// Blurs the drawing along a motion.
  ///
  /// A pixel is the mean of moments, each of which shows the nearest pixel of the drawing; about eight pixels a side
  /// move alike, so the same steps are summed for all of them at once.
  package mutating func blur(along motion: Motion) {
    let (width, height, side) = (columns.count, rows.count, Self.motionSide)
    let source = words
    let half = Double(side) / 2
    let total = UInt32(motion.momentCount)
    unsafe source.withUnsafeBufferPointer { source in
      unsafe words.withUnsafeMutableBufferPointer { words in
        guard let source = source.baseAddress, let words = words.baseAddress else { return }
        var steps: [Motion.Step] = []
        for top in stride(from: 0, to: height, by: side) {
          for left in stride(from: 0, to: width, by: side) {
            motion.find(
              &steps, Double(columns.lowerBound + left) + half,
              Double(rows.lowerBound + top) + half)
            guard !steps.isEmpty else { continue }
            for row in top..<min(top + side, height) {
              let count = min(side, width - left)
              var (even, odd) = (SIMD8<UInt32>.zero, SIMD8<UInt32>.zero)
              for step in steps {
                let (x, y) = (left + step.way.x, row + step.way.y)
                guard y >= 0, y < height else { continue }
                var pixels = SIMD8<UInt32>.zero
                if x >= 0, x + side <= width {
                  pixels = unsafe UnsafeRawPointer(source + (y * width + x))
                    .loadUnaligned(as: SIMD8<UInt32>.self)
                } else {
                  for lane in 0..<count where x + lane >= 0 && x + lane < width {
                    pixels[lane] = unsafe source[y * width + x + lane]
                  }
                }
                even &+= (pixels & 0x00FF_00FF) &* step.weight
                odd &+= (pixels &>> 8 & 0x00FF_00FF) &* step.weight
              }
              for lane in 0..<count {
                unsafe words[row * width + left + lane] =
                  Self.mean(odd[lane], total) << 8 | Self.mean(even[lane], total)
              }
            }
          }
        }
      }
    }
  }

  /// Two sums of 16 bit by a number of at most 24, rounded.
  private static func mean(_ sums: UInt32, _ count: UInt32) -> UInt32 {
    (((sums >> 16) + count / 2) / count) << 16 | ((sums & 0xFFFF) + count / 2) / count
  }
}
