import CKernels
import TestSupport

extension SamplerCase {
  private static let one = Int32(1) << CK_SUBTEXEL_BITS

  /// A level of random texels; maps that go through it, far away, or behind the horizon.
  init(using generator: inout some RandomNumberGenerator) {
    let columns = Int.random(in: 3...60, using: &generator)
    let rows = Int.random(in: 3...60, using: &generator)
    isQuad = Bool.random(using: &generator)
    texels = (0..<columns * rows * (isQuad ? 4 : 2)).map { _ in
      Int.random(in: 0..<4, using: &generator) == 0
        ? Int16(CK_OPAQUE) : Int16.random(in: 0...Int16(CK_OPAQUE), using: &generator)
    }
    let count = [1, 1, 2, 3, 4, 9, 16, 33, 64].randomElement(using: &generator) ?? 1
    let isInside = Bool.random(using: &generator)
    let limits = SIMD2(Int32(columns - 2), Int32(rows - 2)) &* Self.one
    let reach =
      isInside ? limits / 16 : SIMD2(repeating: 1 << Int32.random(in: 0...29, using: &generator))
    func offset(_ reach: Int32) -> Int32 { Int32.random(in: -reach...reach, using: &generator) }
    taps = (0..<count).map { _ in ck_tap(u: offset(reach.x), v: offset(reach.y)) }
    run = ck_run(
      x: offset(5000), y: offset(5000), count: 8 * Int32.random(in: 1...17, using: &generator),
      rows: Int32.random(in: 1...8, using: &generator), is_inside: isInside)
    let opacity = Bool.random(using: &generator) ? 1 : Float.random(in: 0...1, using: &generator)
    // Measured from a pixel near the run's first.
    let before = SIMD2(Int32.random(in: 0...8, using: &generator), offset(8))
    var map = Map(
      stride: Int32(columns), limits: limits, pixel: SIMD2(run.x, run.y) &- before,
      texel: limits / 2, gain: opacity / Float(count))
    if isInside {
      map.setInside(columns: run.count + 8, using: &generator)
    } else {
      map.setAnywhere(using: &generator)
    }
    self.map = map
  }
}

extension SamplerCase.Map {
  /// A map that stays within the inner three quarters of a level for so many columns and 16 rows.
  fileprivate mutating func setInside(
    columns: Int32, using generator: inout some RandomNumberGenerator
  ) {
    func number(_ reach: Float) -> Float { Float.random(in: -reach...reach, using: &generator) }
    // The weight is 0.5 at least, so the numerators may reach half of three eighths.
    let reach = SIMD2<Float>(limits) * 0.18
    let (right, down) = (Float(columns), Float(16))
    u = SIMD3(number(reach.x / 3 / right), number(reach.x / 3 / down), number(reach.x / 3))
    v = SIMD3(number(reach.y / 3 / right), number(reach.y / 3 / down), number(reach.y / 3))
    w = SIMD2(number(0.25 / right), number(0.25 / down))
  }

  /// Any map, also one that is not finite.
  fileprivate mutating func setAnywhere(using generator: inout some RandomNumberGenerator) {
    texel = SIMD2(
      Int32.random(in: 0...limits.x, using: &generator),
      Int32.random(in: 0...limits.y, using: &generator))
    func number(_ exponents: ClosedRange<Int>) -> Float {
      let special: [Float] = [.nan, .infinity, -.infinity, 0, -0, .greatestFiniteMagnitude]
      if Int.random(in: 0..<40, using: &generator) == 0 {
        return special.randomElement(using: &generator) ?? 0
      }
      let exponent = Int.random(in: exponents, using: &generator)
      return Float(sign: .plus, exponent: exponent, significand: 1)
        * Float.random(in: -2...2, using: &generator)
    }
    u = SIMD3(number(0...18), number(0...18), number(0...22))
    v = SIMD3(number(0...18), number(0...18), number(0...22))
    w = SIMD2(number(-20...1), number(-20...1))
  }
}

extension OverCase {
  /// Random premultiplied samples, with clear and opaque stretches, over random levels.
  init(
    _ kernel: Kernel, count: Int, isOpaque: Bool, using generator: inout some RandomNumberGenerator
  ) {
    (self.kernel, self.count, self.isOpaque) = (kernel, count, isOpaque)
    padding = kernel.bits == 10 && Bool.random(using: &generator) ? 6 : 0
    let opaque = Int16(CK_OPAQUE)
    var samples: [Int16] = []
    var stretch: (length: Int, alpha: Int16?) = (0, nil)
    for _ in 0..<(count + Int(CK_SLACK)) {
      if stretch.length == 0 {
        stretch.length = Int.random(in: 1...20, using: &generator)
        stretch.alpha = [0, opaque, nil].randomElement(using: &generator) ?? nil
      }
      stretch.length -= 1
      let alpha =
        isOpaque ? opaque : stretch.alpha ?? Int16.random(in: 0...opaque, using: &generator)
      for _ in 1..<kernel.components {
        samples.append(
          Bool.random(using: &generator) ? alpha : Int16.random(in: 0...alpha, using: &generator))
      }
      samples.append(alpha)
    }
    self.samples = samples
    let planeCount =
      [.planes8, .planes10].contains(kernel) ? Int.random(in: 1...2, using: &generator) : 1
    var planes: [[UInt8]] = []
    for _ in 0..<planeCount {
      planes.append(Self.ground(kernel, count: count + 3, using: &generator))
    }
    self.planes = planes
  }

  private static func ground(
    _ kernel: Kernel, count: Int, using generator: inout some RandomNumberGenerator
  ) -> [UInt8] {
    if kernel == .packed8 {
      return (0..<count).flatMap { _ in
        let alpha =
          Bool.random(using: &generator) ? 255 : UInt8.random(in: 0...255, using: &generator)
        return (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &generator) } + [alpha]
      }
    }
    let words = count * kernel.words
    if kernel.bits == 8 {
      return (0..<words).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    // Every word: raw video may hold more bits than count.
    return (0..<words).flatMap { _ in
      KernelCase.bytes(UInt16.random(in: 0...65535, using: &generator))
    }
  }
}

extension KernelCase {
  /// Cases of every kernel: all lengths of runs up to 40, and some up to 80.
  static func all(samplers: Int, seed: UInt64) -> [KernelCase] {
    var generator = SplitMix64(state: seed)
    var cases = (0..<samplers).map { _ in KernelCase.sample(SamplerCase(using: &generator)) }
    for kernel in OverCase.Kernel.allCases {
      for count in Array(1...40) + [47, 48, 63, 64, 80] {
        for isOpaque in [false, true, false] {
          cases.append(
            .over(OverCase(kernel, count: count, isOpaque: isOpaque, using: &generator)))
        }
      }
    }
    return cases
  }
}
