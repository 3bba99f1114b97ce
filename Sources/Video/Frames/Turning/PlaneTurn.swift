/// Moves the samples of one plane into another orientation, bit for bit.
///
/// Rows and columns change places in blocks of 8 x 8 bytes, transposed in eight 64-bit registers
/// by swapping halves, quarters and eighths (Warren, Hacker's Delight, 7-3); the blocks are walked
/// in tiles of 64 x 64 bytes, so that a cache line of the target is complete before it is left.
enum PlaneTurn {
  /// A plane to read or write: rows may run upwards (a negative stride).
  @unsafe struct View {
    var base: UnsafeMutablePointer<UInt8>
    var stride: Int

    /// The same plane seen from its last row.
    @unsafe func upsideDown(rows: Int) -> View {
      unsafe View(base: base + (rows - 1) * stride, stride: -stride)
    }
  }

  /// Writes `source` (`width` x `height` pixels of `step` bytes) into `target`, turned.
  @unsafe static func turn(
    _ source: View, into target: View, width: Int, height: Int, step: Int,
    orientation: DisplayOrientation
  ) {
    let axes = orientation.axes
    guard axes.transposed else {
      let target = unsafe axes.reversesY ? target.upsideDown(rows: height) : target
      for row in 0..<height {
        let from = unsafe source.base + row * source.stride
        let to = unsafe target.base + row * target.stride
        if axes.reversesX {
          unsafe reverse(from, into: to, count: width, step: step)
        } else {
          unsafe to.update(from: from, count: width * step)
        }
      }
      return
    }
    // The target's x runs along the source's rows: reading them upwards reverses x.
    let from = unsafe axes.reversesX ? source.upsideDown(rows: height) : source
    let to = unsafe axes.reversesY ? target.upsideDown(rows: width) : target
    switch step {
    case 1: unsafe transposeBytes(from, into: to, width: width, height: height)
    case 2:
      unsafe transpose(from, into: to, width: width, height: height, of: UInt16.self)
    case 4:
      unsafe transpose(from, into: to, width: width, height: height, of: UInt32.self)
    case 8:
      unsafe transpose(from, into: to, width: width, height: height, of: UInt64.self)
    default:
      unsafe transpose(from, into: to, width: width, height: height, step: step)
    }
  }

  // MARK: Rows

  /// Reverses the pixels of a row; `source` and `target` are the same row or do not overlap.
  @unsafe static func reverse(
    _ source: UnsafeMutablePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int,
    step: Int
  ) {
    if step == 1 {
      unsafe reverseBytes(source, into: target, count: count)
      return
    }
    switch step {
    case 2: unsafe reverse(source, into: target, count: count, of: UInt16.self)
    case 4: unsafe reverse(source, into: target, count: count, of: UInt32.self)
    default: unsafe reversePixels(source, into: target, count: count, step: step)
    }
  }

  /// From both ends at once, so that a row can be reversed in place; so do the other two.
  @unsafe private static func reversePixels(
    _ source: UnsafeMutablePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int,
    step: Int
  ) {
    var left = 0
    var right = count - 1
    while left <= right {
      for byte in 0..<step {
        let a = unsafe source[left * step + byte]
        let b = unsafe source[right * step + byte]
        unsafe target[left * step + byte] = b
        unsafe target[right * step + byte] = a
      }
      left += 1
      right -= 1
    }
  }

  /// Pixels of a whole word: 16-bit samples, pairs of Cb and Cr, packed RGBA.
  @unsafe private static func reverse<Pixel: FixedWidthInteger & BitwiseCopyable>(
    _ source: UnsafeMutablePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int,
    of: Pixel.Type
  ) {
    let (from, to) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
    let size = MemoryLayout<Pixel>.size
    var left = 0
    var right = (count - 1) * size
    while left <= right {
      let a = unsafe from.loadUnaligned(fromByteOffset: left, as: Pixel.self)
      let b = unsafe from.loadUnaligned(fromByteOffset: right, as: Pixel.self)
      unsafe to.storeBytes(of: b, toByteOffset: left, as: Pixel.self)
      unsafe to.storeBytes(of: a, toByteOffset: right, as: Pixel.self)
      left += size
      right -= size
    }
  }

  @unsafe private static func reverseBytes(
    _ source: UnsafeMutablePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let from = UnsafeMutableRawPointer(source)
    let to = UnsafeMutableRawPointer(target)
    var left = 0
    var right = count
    while right - left >= 16 {
      right -= 8
      let a = unsafe from.loadUnaligned(fromByteOffset: left, as: UInt64.self)
      let b = unsafe from.loadUnaligned(fromByteOffset: right, as: UInt64.self)
      unsafe to.storeBytes(of: b.byteSwapped, toByteOffset: left, as: UInt64.self)
      unsafe to.storeBytes(of: a.byteSwapped, toByteOffset: right, as: UInt64.self)
      left += 8
    }
    while left < right {
      right -= 1
      let a = unsafe source[left]
      let b = unsafe source[right]
      unsafe target[left] = b
      unsafe target[right] = a
      left += 1
    }
  }

  // MARK: Transposing

  @unsafe private static func transposeBytes(
    _ source: View, into target: View, width: Int, height: Int
  ) {
    let tile = 64
    let blockWidth = width & ~7
    let blockHeight = height & ~7
    for top in stride(from: 0, to: blockHeight, by: tile) {
      let bottom = min(top + tile, blockHeight)
      for left in stride(from: 0, to: blockWidth, by: tile) {
        let right = min(left + tile, blockWidth)
        var y = top
        while y < bottom {
          var x = left
          while x < right {
            unsafe transposeBlock(
              source.base + y * source.stride + x, source.stride,
              target.base + x * target.stride + y, target.stride)
            x += 8
          }
          y += 8
        }
      }
    }
    // What is left of rows and columns when a side is not a multiple of eight.
    for y in 0..<height {
      let firstColumn = y < blockHeight ? blockWidth : 0
      for x in firstColumn..<width {
        unsafe target.base[x * target.stride + y] = unsafe source.base[y * source.stride + x]
      }
    }
  }

  @inline(__always)
  @unsafe private static func transposeBlock(
    _ source: UnsafeMutablePointer<UInt8>, _ sourceStride: Int,
    _ target: UnsafeMutablePointer<UInt8>, _ targetStride: Int
  ) {
    @inline(__always) func load(_ row: Int) -> UInt64 {
      unsafe UInt64(
        littleEndian: UnsafeRawPointer(source + row * sourceStride).loadUnaligned(as: UInt64.self))
    }
    @inline(__always) func store(_ value: UInt64, _ row: Int) {
      unsafe UnsafeMutableRawPointer(target + row * targetStride)
        .storeBytes(of: value.littleEndian, as: UInt64.self)
    }
    @inline(__always) func swapParts(
      _ a: inout UInt64, _ b: inout UInt64, _ shift: UInt64, _ mask: UInt64
    ) {
      let t = ((a &>> shift) ^ b) & mask
      b ^= t
      a ^= t &<< shift
    }
    var r0 = load(0)
    var r1 = load(1)
    var r2 = load(2)
    var r3 = load(3)
    var r4 = load(4)
    var r5 = load(5)
    var r6 = load(6)
    var r7 = load(7)
    let half: UInt64 = 0x0000_0000_FFFF_FFFF
    swapParts(&r0, &r4, 32, half)
    swapParts(&r1, &r5, 32, half)
    swapParts(&r2, &r6, 32, half)
    swapParts(&r3, &r7, 32, half)
    let quarter: UInt64 = 0x0000_FFFF_0000_FFFF
    swapParts(&r0, &r2, 16, quarter)
    swapParts(&r1, &r3, 16, quarter)
    swapParts(&r4, &r6, 16, quarter)
    swapParts(&r5, &r7, 16, quarter)
    let eighth: UInt64 = 0x00FF_00FF_00FF_00FF
    swapParts(&r0, &r1, 8, eighth)
    swapParts(&r2, &r3, 8, eighth)
    swapParts(&r4, &r5, 8, eighth)
    swapParts(&r6, &r7, 8, eighth)
    store(r0, 0)
    store(r1, 1)
    store(r2, 2)
    store(r3, 3)
    store(r4, 4)
    store(r5, 5)
    store(r6, 6)
    store(r7, 7)
  }

  /// Pixels of a whole word: 16-bit samples, packed RGBA.
  @unsafe private static func transpose<Pixel: FixedWidthInteger & BitwiseCopyable>(
    _ source: View, into target: View, width: Int, height: Int, of: Pixel.Type
  ) {
    let size = MemoryLayout<Pixel>.size
    let tile = 32
    for top in stride(from: 0, to: height, by: tile) {
      for left in stride(from: 0, to: width, by: tile) {
        for y in top..<min(top + tile, height) {
          let from = unsafe UnsafeRawPointer(source.base + y * source.stride)
          for x in left..<min(left + tile, width) {
            let pixel = unsafe from.loadUnaligned(fromByteOffset: x * size, as: Pixel.self)
            unsafe UnsafeMutableRawPointer(target.base + x * target.stride)
              .storeBytes(of: pixel, toByteOffset: y * size, as: Pixel.self)
          }
        }
      }
    }
  }

  /// Pixels of three or six bytes.
  @unsafe private static func transpose(
    _ source: View, into target: View, width: Int, height: Int, step: Int
  ) {
    for y in 0..<height {
      let from = unsafe source.base + y * source.stride
      for x in 0..<width {
        unsafe (target.base + x * target.stride + y * step)
          .update(from: from + x * step, count: step)
      }
    }
  }
}
