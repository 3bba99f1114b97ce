extension StraightRGBA8 {
  /// The picture flipped left to right.
  public func flippedHorizontally() -> StraightRGBA8 {
    var flipped = self
    let row = 4 * width
    for y in 0..<height {
      for x in 0..<width {
        let (from, to) = (y * row + 4 * x, y * row + 4 * (width - 1 - x))
        for channel in 0..<4 { flipped.bytes[to + channel] = bytes[from + channel] }
      }
    }
    return flipped
  }
}
