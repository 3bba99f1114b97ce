import Foundation
package import Sound

/// The beats of music: a tempo, and where the first one is.
///
/// The tempo is that at which the rises of loudness repeat themselves most, by their autocorrelation; the first beat is
/// where a comb of that tempo meets the most of them (Scheirer, "Tempo and beat analysis of acoustic musical signals",
/// 1998, in a plainer form).
package struct Beats {
  package let firstMs: Double
  package let periodMs: Double

  /// Samples a step of the loudness: 5 ms.
  private static let hop = StereoSound.rate / 200
  private static let stepMs = 5.0
  /// The tempi that are looked for, as periods: 180 to 60 beats a minute.
  private static let periods = (1000.0 / 3)...1000.0
  /// How much stronger than the mean the repetition has to be.
  private static let clearness = 1.5
  /// What a rise takes at least, in natural logarithms of the power: the ripple of a tone is none.
  private static let leastRise = 0.25
  /// The music that is listened to, in seconds.
  private static let mostSeconds = 120

  /// Finds the beats; nil where none are clear.
  package init?(_ music: StereoSound) {
    let rises = Self.rises(music)
    let (low, high) = (
      Int(Self.periods.lowerBound / Self.stepMs), Int(Self.periods.upperBound / Self.stepMs)
    )
    guard rises.count > 4 * high else { return nil }
    let repetition = (low...high).map { lag in
      zip(rises, rises.dropFirst(lag)).reduce(0) { $0 + $1.0 * $1.1 }
        / Double(rises.count - lag)
    }
    let mean = repetition.reduce(0, +) / Double(repetition.count)
    // Half and double tempi repeat as well: that nearest to 120 beats a minute is felt.
    let felt = repetition.indices.max { a, b in
      repetition[a] * Self.liking(low + a) < repetition[b] * Self.liking(low + b)
    }
    guard let felt, mean > 0, repetition[felt] > Self.clearness * mean else { return nil }
    // Many periods tell their length more finely than one.
    let coarse = Double(low + felt)
    var best = (period: coarse, first: 0.0, sum: -Double.infinity)
    for fine in stride(from: coarse - 1, through: coarse + 1, by: 0.02) {
      for first in stride(from: 0.0, to: fine, by: 1) {
        var (sum, place) = (0.0, first)
        while Int(place) < rises.count {
          sum += rises[Int(place)]
          place += fine
        }
        if sum > best.sum { best = (fine, first, sum) }
      }
    }
    (firstMs, periodMs) = (best.first * Self.stepMs, best.period * Self.stepMs)
  }

  /// The last beat that is not after a time; the first one where that is before it.
  package func last(atOrBeforeMs timeMs: Double) -> Double {
    firstMs + max(0, ((timeMs - firstMs) / periodMs + 1e-9).rounded(.down)) * periodMs
  }

  private static func liking(_ lag: Int) -> Double {
    let octaves = log2(Double(lag) * stepMs / 500)
    return exp(-octaves * octaves / 2)
  }

  /// How much louder each step is than the one before, in parts of a logarithm; 0 where it is softer.
  private static func rises(_ music: StereoSound) -> [Double] {
    let steps = min(music.count / hop, mostSeconds * 200)
    let loudness = (0..<steps).map { step -> Double in
      var power = 1e-6
      for sample in (2 * step * hop)..<(2 * (step + 1) * hop) {
        power += Double(music.samples[sample] * music.samples[sample])
      }
      return log(power)
    }
    return [0] + zip(loudness, loudness.dropFirst()).map { max(0, $1 - $0 - leastRise) }
  }
}
