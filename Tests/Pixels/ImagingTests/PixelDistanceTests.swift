import Imaging
import TestSupport
import Testing

@Suite struct PixelDistanceTests {
  /// The least of the squared distances from all pixels that do not count, one beyond each edge included.
  private static func searched(_ mask: PixelMask, _ x: Int, _ y: Int) -> Int {
    var least = Int.max
    for row in -1...mask.height {
      for column in -1...mask.width {
        let isInside = row >= 0 && row < mask.height && column >= 0 && column < mask.width
        if isInside && mask[column, row] { continue }
        least = min(least, (column - x) * (column - x) + (row - y) * (row - y))
      }
    }
    return least
  }

  @Test(arguments: 0..<12)
  func `distances are those that a search of all pixels finds`(seed: Int) {
    var random = SplitMix64(state: UInt64(seed))
    let (width, height) = (1 + Int(random.next() % 30), 1 + Int(random.next() % 30))
    var mask = PixelMask(width: width, height: height, filled: true)
    // None, few, or most of the pixels do not count.
    for y in 0..<height {
      for x in 0..<width where random.next() % 64 < [0, 1, 8, 40][seed % 4] { mask[x, y] = false }
    }
    let distances = mask.squaredDistances()
    #expect(distances.count == width * height)
    for y in 0..<height {
      for x in 0..<width {
        #expect(distances[y * width + x] == Self.searched(mask, x, y), "\(x), \(y)")
      }
    }
  }

  @Test func `a mask of alpha has the pixels from that alpha on`() throws {
    let picture = try SyntheticAvatar.drawn(3, 1) { x, _ in RGBA8(0, 0, 0, UInt8(126.5 + x)) }
    let mask = PixelMask(picture, fromAlpha: 128)
    #expect(mask.bytes == [0, 1, 1])
    #expect(mask.squaredDistances() == [0, 1, 1])
  }
}
