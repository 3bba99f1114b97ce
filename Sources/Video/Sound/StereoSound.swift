internal import Foundation

/// Sound of two channels, 48,000 samples a second each, in floating point: what is mixed.
package struct StereoSound: Hashable, Sendable {
  /// Samples a second of a channel.
  package static let rate = 48_000

  /// Left and right in turn; 1 is full scale.
  package var samples: [Float]

  /// Makes sound.
  package init(_ samples: [Float] = []) { self.samples = samples }

  /// How many samples each channel has.
  package var count: Int { samples.count / 2 }

  /// How long it is, in milliseconds.
  package var milliseconds: Double { Double(count) * 1000 / Double(Self.rate) }

  /// The largest sample, without its sign; over 1 it is over full scale.
  package var peak: Float { samples.reduce(0) { max($0, abs($1)) } }

  /// The sample of a time in milliseconds; nil for a time that has none.
  package static func place(ofMs ms: Double) -> Int64? {
    Int64(exactly: (ms * Double(rate) / 1000).rounded(.toNearestOrAwayFromZero))
  }

  /// What decibels multiply samples by.
  package static func factor(ofDecibels decibels: Double) -> Float {
    Float(pow(10, decibels / 20))
  }
}
