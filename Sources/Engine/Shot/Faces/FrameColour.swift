/// The colour of the light in a frame: the mean of the brightest tenth of what is not burnt out.
enum FrameColour {
  /// How many places of the frame are looked at, on a grid as wide as the frame for its height.
  private static let count = 96 * 54
  /// A channel above that is burnt out.
  private static let burnt: Float = 250.0 / 255

  /// The colour, linear and of luminance 1; white where the frame is black or burnt out.
  static func colour(of picture: LightReader) -> SIMD3<Float> {
    let (width, height) = unsafe (picture.width, picture.height)
    let columns = (Float(count) * Float(width) / Float(height)).squareRoot()
    let across = min(max(Int(columns.rounded()), 1), width)
    let down = min(max(count / across, 1), height)
    var lights: [SIMD4<Float>] = []
    lights.reserveCapacity(across * down)
    for row in 0..<down {
      let y = (2 * row + 1) * height / (2 * down)
      for column in 0..<across {
        let signal = unsafe picture.signal((2 * column + 1) * width / (2 * across), y)
        guard max(signal.x, signal.y, signal.z) <= burnt else { continue }
        lights.append(unsafe picture.light(of: signal))
      }
    }
    guard let least = number(lights.count / 10, from: lights.map(\.w)) else { return .one }
    let sum = lights.reduce(SIMD4<Float>.zero) { $1.w >= least ? $0 + $1 : $0 }
    return sum.w > 1e-6 ? SIMD3(sum.x, sum.y, sum.z) / sum.w : .one
  }

  /// The number that so many are larger than at most; nil for none.
  ///
  /// By parts about a number of the middle (Hoare's selection, 1961): a fifth of the time of sorting.
  private static func number(_ rank: Int, from numbers: [Float]) -> Float? {
    var (part, rank) = (numbers, rank)
    while !part.isEmpty {
      let pivot = part[part.count / 2]
      let larger = part.filter { $0 > pivot }
      if rank < larger.count {
        part = larger
        continue
      }
      let smaller = part.filter { $0 < pivot }
      guard rank >= part.count - smaller.count else { return pivot }
      rank -= part.count - smaller.count
      part = smaller
    }
    return nil
  }
}
