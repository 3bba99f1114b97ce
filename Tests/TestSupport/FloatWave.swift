/// Files of sound of two channels, 48,000 samples a second each, in floating point.
public enum FloatWave {
  /// A WAV file of samples, left and right in turn.
  public static func file(_ samples: [Float]) -> [UInt8] {
    func bytes(_ value: UInt32, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let data = samples.flatMap { bytes($0.bitPattern) }
    let format =
      bytes(3, 2) + bytes(2, 2) + bytes(48_000) + bytes(384_000) + bytes(8, 2) + bytes(32, 2)
    return Array("RIFF".utf8) + bytes(UInt32(36 + data.count)) + Array("WAVEfmt ".utf8) + bytes(16)
      + format + Array("data".utf8) + bytes(UInt32(data.count)) + data
  }

  /// Noise of so many samples of each channel, up to half of full scale.
  public static func noise(_ count: Int, _ seed: UInt64) -> [Float] {
    var random = SplitMix64(state: seed)
    return (0..<2 * count).map { _ in Float(Int32(truncatingIfNeeded: random.next() >> 32)) / 0x1p33
    }
  }
}
