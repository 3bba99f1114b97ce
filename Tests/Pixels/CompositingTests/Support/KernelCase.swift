import CKernels

/// One call of a kernel, and all that it reads.
enum KernelCase {
  case sample(SamplerCase)
  case over(OverCase)

  func result(by kernels: ck_kernels) -> [UInt8] {
    switch self {
    case .sample(let sampler): sampler.samples(by: kernels).flatMap(Self.bytes)
    case .over(let over): over.planes(by: kernels).flatMap { $0 }
    }
  }

  /// The case as `Checks/kernel_cases.c` reads it: 32-bit words, little-endian.
  var encoded: [UInt8] {
    switch self {
    case .sample(let sampler): sampler.encoded
    case .over(let over): over.encoded
    }
  }

  static func bytes<T: FixedWidthInteger>(_ number: T) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { [UInt8]($0) }
  }

  /// Fills up to a whole word.
  static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }
}

/// A run of samples of one level.
struct SamplerCase {
  let texels: [Int16]
  let isQuad: Bool
  let map: Map
  let taps: [ck_tap]
  var run: ck_run

  /// The fields of a `ck_sampler`.
  struct Map {
    var stride: Int32
    var limits: SIMD2<Int32>
    /// The pixel and the texel that the map is measured from.
    var pixel, texel: SIMD2<Int32>
    /// What the coordinates gain for a pixel to the right, for one below, and at the pixel.
    var u = SIMD3<Float>()
    var v = SIMD3<Float>()
    var w = SIMD2<Float>()
    var gain: Float
  }

  func samples(by kernels: ck_kernels) -> [Int16] {
    let count = Int(run.count * run.rows) * (isQuad ? 4 : 2)
    var samples = [Int16](repeating: -1, count: count)
    withSampler { sampler in
      (isQuad ? kernels.sample_quad : kernels.sample_pair)(sampler, run, &samples)
    }
    return samples
  }

  /// Lends the map as kernels take it.
  func withSampler(_ body: (UnsafePointer<ck_sampler>) -> Void) {
    texels.withUnsafeBufferPointer { texels in
      taps.withUnsafeBufferPointer { taps in
        guard let first = texels.baseAddress, let tap = taps.baseAddress else { return }
        var sampler = ck_sampler(
          texels: first, stride: map.stride, limit_u: map.limits.x, limit_v: map.limits.y,
          x: map.pixel.x, y: map.pixel.y, u: map.texel.x, v: map.texel.y,
          ux: map.u.x, uy: map.u.y, u1: map.u.z, vx: map.v.x, vy: map.v.y, v1: map.v.z,
          wx: map.w.x, wy: map.w.y, taps: tap, tap_count: Int32(taps.count), gain: map.gain)
        body(&sampler)
      }
    }
  }

  var encoded: [UInt8] {
    var words: [Int32] = [
      isQuad ? 1 : 0, map.stride, map.limits.x, map.limits.y, map.pixel.x, map.pixel.y,
      map.texel.x, map.texel.y,
    ]
    for row in [map.u, map.v, SIMD3(map.w, map.gain)] {
      for i in row.indices { words.append(Int32(bitPattern: row[i].bitPattern)) }
    }
    words += [run.x, run.y, run.count, run.rows, run.is_inside ? 1 : 0]
    words.append(Int32(taps.count))
    words += taps.flatMap { [$0.u, $0.v] }
    words.append(Int32(texels.count))
    return words.flatMap(KernelCase.bytes)
      + KernelCase.padded(texels.flatMap(KernelCase.bytes))
  }
}

/// Samples over planes.
struct OverCase {
  /// The kernels, in the order of `ck_kernels`.
  enum Kernel: Int32, CaseIterable {
    case plane8, plane10, planes8, planes10, interleaved8, interleaved10, packed8

    var components: Int { self == .plane8 || self == .plane10 ? 2 : 4 }
    var bits: Int { [.plane10, .planes10, .interleaved10].contains(self) ? 10 : 8 }
    /// Words of the target to a sample.
    var words: Int {
      switch self {
      case .interleaved8, .interleaved10: 2
      case .packed8: 4
      default: 1
      }
    }
    /// Bytes of the target to a sample.
    var bytes: Int { words * (bits == 10 ? 2 : 1) }
  }

  let kernel: Kernel
  let count: Int
  let padding: Int32
  let isOpaque: Bool
  /// `CK_SLACK` more than are used.
  let samples: [Int16]
  /// Some words longer than what is written.
  let planes: [[UInt8]]

  func planes(by kernels: ck_kernels) -> [[UInt8]] {
    var result = planes
    var first = result[0]
    var second = result.count > 1 ? result[1] : []
    first.withUnsafeMutableBufferPointer { first in
      second.withUnsafeMutableBufferPointer { second in
        var target = ck_target(
          planes: (first.baseAddress, second.baseAddress), plane_count: Int32(planes.count),
          count: Int32(count), padding_bits: padding, is_opaque: isOpaque)
        function(of: kernels)(samples, &target)
      }
    }
    result[0] = first
    if result.count > 1 { result[1] = second }
    return result
  }

  private func function(of kernels: ck_kernels) -> ck_over {
    switch kernel {
    case .plane8: kernels.over_plane8
    case .plane10: kernels.over_plane10
    case .planes8: kernels.over_planes8
    case .planes10: kernels.over_planes10
    case .interleaved8: kernels.over_interleaved8
    case .interleaved10: kernels.over_interleaved10
    case .packed8: kernels.over_packed8
    }
  }

  var encoded: [UInt8] {
    let words: [Int32] = [
      2 + kernel.rawValue, Int32(count), padding, isOpaque ? 1 : 0, Int32(samples.count),
      Int32(planes.count), Int32(planes[0].count),
    ]
    return words.flatMap(KernelCase.bytes)
      + KernelCase.padded(samples.flatMap(KernelCase.bytes))
      + planes.flatMap(KernelCase.padded)
  }
}
