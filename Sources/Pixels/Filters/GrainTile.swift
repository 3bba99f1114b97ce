import Foundation
import RandomNumbers
import Synchronization

/// Film grain: a square of noise that repeats without a seam and is laid elsewhere for every time.
struct GrainTile {
  /// Columns and rows: a power of two.
  static let side = 512
  /// The samples' standard deviation.
  static let deviation = 32.0

  /// The tiles that were made last: a service filters many pictures of a few sizes, and a tile takes
  /// longer than a frame.
  private static let made = Mutex<[GrainTile]>([])
  private static let kept = 8

  private let seed: UInt64
  private let clump: Double
  /// The noise, row by row.
  let tile: [Int8]

  /// The grain whose clumps have this deviation in pixels; made where it is not at hand.
  static func of(deviation: Double, seed: UInt64) -> GrainTile {
    func isIt(_ tile: GrainTile) -> Bool { tile.seed == seed && tile.clump == deviation }
    if let tile = made.withLock({ $0.first(where: isIt) }) { return tile }
    let tile = GrainTile(deviation: deviation, seed: seed)
    made.withLock { $0 = Array(([tile] + $0).prefix(kept)) }
    return tile
  }

  /// Makes grain whose clumps have this deviation in pixels.
  private init(deviation: Double, seed: UInt64) {
    self.seed = seed
    clump = deviation
    var random = SplitMix64(seed, 0x6772_6169_6E)
    // A sum of four even numbers is near enough to the normal distribution.
    var noise = (0..<Self.side * Self.side).map { _ -> Float in
      let bits = random.next()
      let low = Int(bits & 0xFFFF) + Int(bits >> 16 & 0xFFFF)
      let high = Int(bits >> 32 & 0xFFFF) + Int(bits >> 48)
      return Float(low + high - 131_070)
    }
    noise = Self.blurred(noise, deviation: deviation, step: 1)
    noise = Self.blurred(noise, deviation: deviation, step: Self.side)
    let power = noise.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(noise.count)
    let gain = Float(Self.deviation / max(power, 1e-9).squareRoot())
    tile = noise.map { Int8(max(-127, min(127, ($0 * gain).rounded()))) }
  }

  /// The tile filtered one way, around its end.
  private static func blurred(_ from: [Float], deviation: Double, step: Int) -> [Float] {
    let radius = min(Int((2.5 * deviation).rounded(.up)), side / 2)
    guard radius > 0, deviation > 0.2 else { return from }
    let taps = (0...radius).map { Float(exp(-Double($0 * $0) / (2 * deviation * deviation))) }
    let mask = side - 1
    return from.indices.map { i -> Float in
      let place = i / step & mask
      let start = i - place * step
      var sum = taps[0] * from[i]
      for k in 1...radius {
        let before = start + ((place - k) & mask) * step
        let after = start + ((place + k) & mask) * step
        sum += taps[k] * (from[before] + from[after])
      }
      return sum
    }
  }

  /// Where the tile starts at a time: elsewhere for every millisecond.
  func place(atMs time: Double) -> (x: Int, y: Int) {
    let tick = Int64(exactly: (time * 8).rounded()) ?? 0
    var random = SplitMix64(seed, 0x74_696D_65, UInt64(bitPattern: tick))
    let bits = random.next()
    return (Int(bits & 511), Int(bits >> 32 & 511))
  }
}
