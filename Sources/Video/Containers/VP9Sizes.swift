/// The sizes of VP9's pictures (VP9 bitstream specification, 6.2 and 7.2), which may change without a key
/// picture: a picture says its size, or that it is that of one that it is predicted from.
package struct VP9Sizes {
  package typealias Size = (width: Int, height: Int)

  /// The sizes of the eight pictures that others are predicted from.
  private var kept = [Size?](repeating: nil, count: 8)

  /// Makes the sizes of a stream of which no picture was read.
  package init() {}

  /// The size of a packet's first picture; nil where it has none of its own.
  @unsafe package mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Size? {
    var bits = Bits(bytes: unsafe Array(bytes.prefix(32)))
    guard bits.take(2) == 2 else { return nil }
    let profile = bits.take(1) | bits.take(1) << 1
    if profile == 3 { _ = bits.take(1) }
    // One that is shown again.
    if bits.take(1) == 1 { return kept[bits.take(3)] }
    let isKey = bits.take(1) == 0
    let isShown = bits.take(1) == 1
    let isResilient = bits.take(1) == 1
    if isKey {
      guard bits.take(24) == 0x498342 else { return nil }
      skipColours(&bits, profile)
      let size = size(&bits)
      kept = Array(repeating: size, count: 8)
      return size
    }
    let isAlone = isShown ? false : bits.take(1) == 1
    if !isResilient { _ = bits.take(2) }
    if isAlone {
      guard bits.take(24) == 0x498342 else { return nil }
      if profile > 0 { skipColours(&bits, profile) }
      let refreshed = bits.take(8)
      return keep(size(&bits), refreshed)
    }
    let refreshed = bits.take(8)
    var references: [Int] = []
    for _ in 0..<3 {
      references.append(bits.take(3))
      _ = bits.take(1)
    }
    for reference in references where bits.take(1) == 1 {
      return keep(kept[reference], refreshed)
    }
    return keep(size(&bits), refreshed)
  }

  private mutating func keep(_ size: Size?, _ refreshed: Int) -> Size? {
    for place in 0..<8 where refreshed >> place & 1 == 1 { kept[place] = size }
    return size
  }

  private func size(_ bits: inout Bits) -> Size? {
    let size = (width: bits.take(16) + 1, height: bits.take(16) + 1)
    return bits.isBeyond ? nil : size
  }

  private func skipColours(_ bits: inout Bits, _ profile: Int) {
    if profile >= 2 { _ = bits.take(1) }
    let isRGB = bits.take(3) == 7
    if !isRGB { _ = bits.take(1) }
    if profile & 1 == 1 { _ = bits.take(isRGB ? 1 : 3) }
  }

  /// Bits, the highest first; zeros past the end.
  private struct Bits {
    let bytes: [UInt8]
    var place = 0
    var isBeyond: Bool { place > 8 * bytes.count }

    mutating func take(_ count: Int) -> Int {
      var value = 0
      for _ in 0..<count {
        let byte = place / 8 < bytes.count ? bytes[place / 8] : 0
        value = value << 1 | Int(byte >> (7 - place % 8) & 1)
        place += 1
      }
      return value
    }
  }
}
