internal import Frames

/// What becomes of the sound that a clip was recorded with.
public enum VoiceChoice: String, CaseIterable, Hashable, Sendable {
  /// It stays.
  case keep
  /// It is not heard.
  case mute
  /// It is heard lower, so that voices are not known by their pitch.
  case shift

  /// A clip's sound as it is heard; nil for none.
  package func heard(_ sound: (any OwnSound)?) -> (any OwnSound)? {
    switch self {
    case .keep: sound
    case .mute: nil
    case .shift: sound.map(ShiftedSound.init)
    }
  }
}

/// Lowers sound by a major third (4 : 5), formants too, with as many samples as came.
///
/// It is played faster with its pitch kept (`TimeStretch`), and then slower with the pitch following.
struct VoiceShift {
  /// Samples that are made of so many of the faster ones.
  private static let made = 5, of = 4

  private let channels: Int
  private var stretch: TimeStretch
  /// Faster samples from `base` on, channels in turn.
  private var samples: [Float] = []
  private var base = 0
  private var (taken, given) = (0, 0)

  /// Makes a shift of sound at a rate; nil where the speed is none that there is.
  init?(channels: Int, rate: Int) {
    guard let speed = PlaybackSpeed(Double(Self.made) / Double(Self.of)) else { return nil }
    self.channels = max(channels, 1)
    stretch = TimeStretch(speed, channels: channels, rate: rate)
  }

  /// Takes samples, channels in turn, and gives those that are ready.
  mutating func take(_ new: [Float]) -> [Float] {
    taken += new.count / channels
    samples += stretch.take(new)
    let end = base + samples.count / channels
    // The curve through a place needs two samples behind it.
    return give(upTo: max(given, (end - 3) * Self.made / Self.of))
  }

  /// Gives what remains: in all, as many samples as came.
  mutating func finish() -> [Float] {
    samples += stretch.finish()
    return give(upTo: taken)
  }

  private mutating func give(upTo end: Int) -> [Float] {
    let end = min(end, taken)
    var made: [Float] = []
    made.reserveCapacity(max(0, end - given) * channels)
    let last = base + samples.count / channels - 1
    while given < end {
      let (place, phase) = (given * Self.of / Self.made, given * Self.of % Self.made)
      let t = Float(phase) / Float(Self.made)
      for channel in 0..<channels {
        func at(_ offset: Int) -> Float {
          let index = min(max(place + offset, base), last) - base
          return samples.isEmpty ? 0 : samples[index * channels + channel]
        }
        let (a, b, c, d) = (at(-1), at(0), at(1), at(2))
        // Catmull and Rom's cubic.
        let linear = (c - a) / 2
        let square = a - 2.5 * b + 2 * c - d / 2
        let cube = (d - a) / 2 + 1.5 * (b - c)
        made.append(((cube * t + square) * t + linear) * t + b)
      }
      given += 1
    }
    let unneeded = given * Self.of / Self.made - 2 - base
    // Now and then, as the rest has to move.
    if unneeded > 1 << 14 {
      samples.removeFirst(unneeded * channels)
      base += unneeded
    }
    return made
  }
}

/// A clip's sound, lowered.
private final class ShiftedSound: OwnSound {
  private static let piece = 4096

  private let own: any OwnSound
  private var shift = VoiceShift(channels: 2, rate: StereoSound.rate)
  /// Where the next sample of the clip's sound is, the next that was made, and where the sound ends.
  private var (pulled, next): (Int64, Int64) = (0, 0)
  private var end: Int64?
  private var hasBegun = false
  private var ready: [Float] = []

  init(_ own: any OwnSound) { self.own = own }

  func add(to samples: inout [Float], from start: Int64) throws(VideoError) -> Int64? {
    if !hasBegun { (hasBegun, pulled, next) = (true, start, start) }
    let last = start + Int64(samples.count / 2)
    while end == nil, next + Int64(ready.count / 2) < last { try pull() }
    let skipped = Int(min(max(0, start - next), Int64(ready.count / 2)))
    ready.removeFirst(2 * skipped)
    next += Int64(skipped)
    let count = min(samples.count, ready.count)
    for index in 0..<count { samples[index] += ready[index] }
    ready.removeFirst(count)
    next += Int64(count / 2)
    return end.flatMap { $0 <= last ? $0 : nil }
  }

  private func pull() throws(VideoError) {
    var piece = [Float](repeating: 0, count: 2 * Self.piece)
    let found = try own.add(to: &piece, from: pulled)
    if let found {
      piece.removeLast(piece.count - 2 * Int(min(max(0, found - pulled), Int64(Self.piece))))
    }
    pulled += Int64(piece.count / 2)
    ready += shift?.take(piece) ?? []
    if found != nil {
      ready += shift?.finish() ?? []
      end = pulled
    }
  }

  var damage: String? { own.damage }
}
