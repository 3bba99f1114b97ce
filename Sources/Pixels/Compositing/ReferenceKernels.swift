package import CKernels

/// The kernels in plain Swift: the definition of what every other set must equal byte for byte, and
/// what processors run that have no set of their own.
///
/// They are written to be read, ask nothing of `is_inside` and `is_opaque`, which only spare work,
/// and take 25 to 30 times as long as those for AVX2. Swift contracts no product and sum to a fused
/// operation, which the equality rests on.
package enum ReferenceKernels {
  package static var kernels: ck_kernels {
    unsafe ck_kernels(
      name: UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
      sample_pair: { unsafe ReferenceKernels.sample($0, $1, into: $2, components: 2) },
      sample_quad: { unsafe ReferenceKernels.sample($0, $1, into: $2, components: 4) },
      over_plane8: { unsafe ReferenceKernels.over($0, $1.pointee, components: 2, Levels8.self) },
      over_plane10: { unsafe ReferenceKernels.over($0, $1.pointee, components: 2, Levels10.self) },
      over_planes8: { unsafe ReferenceKernels.over($0, $1.pointee, components: 4, Levels8.self) },
      over_planes10: { unsafe ReferenceKernels.over($0, $1.pointee, components: 4, Levels10.self) },
      over_interleaved8: { unsafe ReferenceKernels.overInterleaved($0, $1.pointee, Levels8.self) },
      over_interleaved10: {
        unsafe ReferenceKernels.overInterleaved($0, $1.pointee, Levels10.self)
      },
      over_packed8: { unsafe ReferenceKernels.overPacked($0, $1.pointee) })
  }

  private static let name: StaticString = "scalar"
}

// MARK: Sampling

extension ReferenceKernels {
  private static let subtexels = Int32(1) << CK_SUBTEXEL_BITS

  private static func sample(
    _ sampler: UnsafePointer<ck_sampler>, _ run: ck_run, into samples: UnsafeMutablePointer<Int16>,
    components: Int
  ) {
    let s = unsafe sampler.pointee
    for i in 0..<Int(run.count * run.rows) {
      let (row, column) = Int32(i).quotientAndRemainder(dividingBy: run.count)
      let middle = unsafe place(s, x: run.x + column, y: run.y + row)
      var sums = SIMD4<Int32>()
      for t in unsafe 0..<Int(s.tap_count) {
        let tap = unsafe s.taps[t]
        unsafe sums &+= bilinear(
          s, u: middle.u + tap.u, v: middle.v + tap.v, components: components)
      }
      for c in 0..<components {
        unsafe samples[i * components + c] = Int16(Float(sums[c]) * s.gain + 0.5)
      }
    }
  }

  /// Where the middle of a pixel lies in the texture.
  private static func place(_ s: ck_sampler, x: Int32, y: Int32) -> (u: Int32, v: Int32) {
    let (dx, dy) = unsafe (Float(x - s.x), Float(y - s.y))
    // Behind the horizon coordinates become so large that the clamp puts them on the border.
    let w = unsafe larger(s.wx * dx + (s.wy * dy + 1), 1e-20)
    let r = 1 / w
    let u = unsafe (s.ux * dx + (s.uy * dy + s.u1)) * r
    let v = unsafe (s.vx * dx + (s.vy * dy + s.v1)) * r
    return unsafe (fixed(u) + s.u, fixed(v) + s.v)
  }

  /// The larger number; the second where the first is NaN, as the instructions have it.
  private static func larger(_ a: Float, _ b: Float) -> Float { a > b ? a : b }

  /// The nearest whole number, ties to even.
  private static func fixed(_ t: Float) -> Int32 {
    let least = larger(t, -Float(CK_FARTHEST))
    let held = least < Float(CK_FARTHEST) ? least : Float(CK_FARTHEST)
    return Int32(held.rounded(.toNearestOrEven))
  }

  /// The bilinear sample at a point: down first, then to the right.
  private static func bilinear(
    _ s: ck_sampler, u: Int32, v: Int32, components: Int
  ) -> SIMD4<Int32> {
    let u = unsafe min(max(u, 0), s.limit_u)
    let v = unsafe min(max(v, 0), s.limit_v)
    let (right, below) = (u & (subtexels - 1), v & (subtexels - 1))
    let stride = unsafe Int(s.stride)
    let index = Int(v >> CK_SUBTEXEL_BITS) * stride + Int(u >> CK_SUBTEXEL_BITS)
    let upper = unsafe s.texels + index * components
    let lower = unsafe upper + stride * components
    var result = SIMD4<Int32>()
    for c in 0..<components {
      let left = unsafe between(upper[c], lower[c], part: below)
      let next = unsafe between(upper[c + components], lower[c + components], part: below)
      result[c] = Int32(between(left, next, part: right))
    }
    return result
  }

  /// From one value to another, part of the way: part is in subtexels.
  ///
  /// Between equal values nothing is rounded: opaque stays opaque.
  private static func between(_ from: Int16, _ to: Int16, part: Int32) -> Int16 {
    from + highProduct(to - from, Int16(2 * part))
  }

  /// The product of two fractions in 1 / 32768, rounded: pmulhrsw, sqrdmulh.
  private static func highProduct(_ a: Int16, _ b: Int16) -> Int16 {
    Int16((Int32(a) * Int32(b) + 1 << 14) >> 15)
  }
}

// MARK: Source-over

/// How words of a target stand for levels.
private protocol Levels {
  associatedtype Word: FixedWidthInteger & UnsignedInteger
  /// 1 << levelBits of a sample's unit is one level.
  static var levelBits: Int16 { get }
  static var largest: Int16 { get }
}

private enum Levels8: Levels {
  typealias Word = UInt8
  static let levelBits = Int16(CK_LEVEL_BITS)
  static let largest: Int16 = 255
}

private enum Levels10: Levels {
  typealias Word = UInt16
  static let levelBits = Int16(CK_LEVEL_BITS - 2)
  static let largest: Int16 = 1023
}

extension ReferenceKernels {
  /// What a colour and what shows through it add up to, as a level.
  private static func level<L: Levels>(
    _ colour: Int16, alpha: Int16, over level: Int16, _: L.Type
  ) -> Int16 {
    let ground = level << L.levelBits
    // Alpha of 0...32640 as 0...-32768: only the negative range holds a whole 1.
    let factor = 0 &- (alpha &+ highProduct(alpha, 128))
    let shown = ground + highProduct(ground, factor)
    let (sum, overflows) = colour.addingReportingOverflow(shown)
    let rounded = highProduct(overflows ? .max : sum, 1 << (15 - L.levelBits))
    return min(rounded, L.largest)
  }

  /// Puts one colour over one word.
  private static func over<L: Levels>(
    _ colour: Int16, alpha: Int16, at to: UnsafeMutablePointer<UInt8>, padding: Int32, _: L.Type
  ) {
    if alpha == 0 { return }  // where there is no alpha, there is no premultiplied colour
    let raw = UnsafeMutableRawPointer(to)
    let word = unsafe L.Word(littleEndian: raw.loadUnaligned(as: L.Word.self))
    let ground = Int16(truncatingIfNeeded: word >> L.Word(padding)) & L.largest
    let level = level(colour, alpha: alpha, over: ground, L.self)
    let result = L.Word(truncatingIfNeeded: level) << L.Word(padding)
    unsafe raw.storeBytes(of: result.littleEndian, as: L.Word.self)
  }

  /// Samples over planes: each plane takes the number of its place.
  private static func over<L: Levels>(
    _ samples: UnsafePointer<Int16>, _ target: ck_target, components: Int, _: L.Type
  ) {
    for c in 0..<Int(target.plane_count) {
      guard let to = unsafe c == 0 ? target.planes.0 : target.planes.1 else { continue }
      for i in 0..<Int(target.count) {
        let sample = unsafe samples + components * i
        unsafe over(
          sample[c], alpha: sample[components - 1], at: to + i * MemoryLayout<L.Word>.size,
          padding: target.padding_bits, L.self)
      }
    }
  }

  /// The first two colours of quads over one plane, in turn.
  private static func overInterleaved<L: Levels>(
    _ samples: UnsafePointer<Int16>, _ target: ck_target, _: L.Type
  ) {
    guard let to = unsafe target.planes.0 else { return }
    for i in 0..<(2 * Int(target.count)) {
      let quad = unsafe samples + i / 2 * 4
      unsafe over(
        quad[i % 2], alpha: quad[3], at: to + i * MemoryLayout<L.Word>.size,
        padding: target.padding_bits, L.self)
    }
  }

  /// Quads over packed premultiplied pixels.
  private static func overPacked(_ samples: UnsafePointer<Int16>, _ target: ck_target) {
    guard let to = unsafe target.planes.0 else { return }
    for i in 0..<Int(target.count) {
      let quad = unsafe samples + 4 * i
      let pixel = unsafe to + 4 * i
      let alpha = unsafe quad[3]
      let covered = unsafe level(alpha, alpha: alpha, over: Int16(pixel[3]), Levels8.self)
      for c in 0..<3 {
        // Colour and alpha are rounded apart; a premultiplied colour must not exceed its alpha.
        let colour = unsafe level(quad[c], alpha: alpha, over: Int16(pixel[c]), Levels8.self)
        unsafe pixel[c] = UInt8(min(colour, covered))
      }
      unsafe pixel[3] = UInt8(covered)
    }
  }
}
