public import Imaging

extension Registrar {
  /// How alike two pictures of one size are in a region, or everywhere: 1 for the same pixels, less
  /// by the root mean square difference of their channels over 255. Cheap; 0 where the sizes differ,
  /// 1 for a region without pixels.
  ///
  /// Colours count as much as they are opaque.
  public func similarity(
    _ a: StraightRGBA8, _ b: StraightRGBA8, region: PixelMask? = nil
  ) -> Double {
    guard a.width == b.width, a.height == b.height else { return 0 }
    let mask = region.flatMap { $0.width == a.width && $0.height == a.height ? $0 : nil }
    if mask == nil, a.bytes == b.bytes { return 1 }
    let (first, second) = (a.bytes, b.bytes)
    var squares = 0
    var count = 0
    for pixel in 0..<(a.width * a.height) {
      if let mask, mask.bytes[pixel] == 0 { continue }
      count += 1
      let i = 4 * pixel
      let (alphaA, alphaB) = (Int(first[i + 3]), Int(second[i + 3]))
      for c in i..<(i + 3) {
        let d = Int(first[c]) * alphaA - Int(second[c]) * alphaB
        squares += d * d / (255 * 255)
      }
      squares += (alphaA - alphaB) * (alphaA - alphaB)
    }
    guard count > 0 else { return 1 }
    return 1 - (Double(squares) / Double(4 * count)).squareRoot() / 255
  }

  /// How many frames late a picture is, if it is another of the expected frames than the one of its
  /// own time: 1 is one late (it shows what should have been shown a frame before), -1 one early.
  ///
  /// `expected` are the frames around its time by their offset from it, negative for earlier ones.
  /// Nil where the frame of its own time is as like as any, or none is clearly liker: the difference
  /// has to fall to less than half.
  public func framesLate(
    _ picture: StraightRGBA8, among expected: [Int: StraightRGBA8], region: PixelMask? = nil
  ) -> Int? {
    guard let own = expected[0] else { return nil }
    let before = 1 - similarity(own, picture, region: region)
    guard before > 0 else { return nil }
    // The nearest of equally like frames: a clip that stands still is not late.
    let others = expected.filter { $0.key != 0 }.sorted { abs($0.key) < abs($1.key) }
    var best: (offset: Int, difference: Double)?
    for (offset, frame) in others {
      let difference = 1 - similarity(frame, picture, region: region)
      if let held = best, held.difference <= difference { continue }
      best = (offset, difference)
    }
    guard let best, best.difference < before / 2 else { return nil }
    return -best.offset
  }

  /// A number of frames late in words: "one frame late", "2 frames early".
  public static func words(framesLate frames: Int) -> String {
    let count = abs(frames) == 1 ? "one frame" : "\(frames.magnitude) frames"
    return frames == 0 ? "in time" : "\(count) \(frames > 0 ? "late" : "early")"
  }
}
