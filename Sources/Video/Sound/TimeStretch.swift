package import Frames

/// Plays sound faster or slower with its pitch kept: waveform similarity overlap-add (WSOLA).
///
/// The output is made of pieces of 20 ms (12 ms below half the speed), each faded over into the next. Where a piece
/// lies in the input follows from the speed; within 8 ms of there it is moved to where it is most like what would
/// have come next, which finds the period of voices down to 62 Hz. So what is heard is never further off than that and
/// half a piece, however long the sound is. All sums are made in one order: the same samples come out on every machine.
package struct TimeStretch {
  private let speed: PlaybackSpeed
  private let channels: Int
  /// Samples of a piece, and how far a piece may be moved.
  private let hop, reach: Int
  /// Samples that have come and are still needed, channels in turn, and their sums over the channels.
  private var samples: [Float] = []
  private var sums: [Float] = []
  /// The places of the first of them, and of the piece that was made last.
  private var (base, last) = (0, 0)
  private var pieces = 0
  /// Samples of a channel that came, and that were given out.
  private var (taken, given) = (0, 0)

  /// Every so many samples count in the first search.
  private static let stride = 4

  /// Makes a stretch of sound at a rate.
  package init(_ speed: PlaybackSpeed, channels: Int, rate: Int) {
    (self.speed, self.channels) = (speed, max(channels, 1))
    hop = max(rate * (speed.value < 0.5 ? 12 : 20) / 1000, 8)
    reach = max(rate * 8 / 1000, Self.stride)
  }

  /// Takes samples, channels in turn, and gives those that are ready.
  package mutating func take(_ new: some Collection<Float>) -> [Float] {
    append(new)
    taken += new.count / channels
    var made: [Float] = []
    while reachedBy(next) <= taken { made += piece() }
    given += made.count / channels
    return made
  }

  /// Gives what remains: in all, as many samples as came at the speed.
  package mutating func finish() -> [Float] {
    let all = Int(speed.output(samples: Int64(taken)))
    var made: [Float] = []
    while given + made.count / channels < all {
      let missing = reachedBy(next) - (base + sums.count)
      if missing > 0 { append(repeatElement(0, count: missing * channels)) }
      made += piece()
    }
    // No piece is made before the sound that it stands for has come, so none is too many before.
    made.removeLast(min(made.count, max(0, given + made.count / channels - all) * channels))
    given = all
    return made
  }

  /// Where the next piece lies by the speed.
  ///
  /// A piece is heard as it comes, so its sound would be late at its end, or early in slow motion: by as much as the
  /// speed changes a piece, on average over the fade.
  private var next: Int {
    let speed = speed.value
    return max(0, Int((Double(hop) * (Double(pieces) * speed + speed - 1)).rounded()))
  }

  /// Up to where samples have to be there for a piece that lies at a place.
  private func reachedBy(_ place: Int) -> Int { max(last + 2 * hop, place + reach + hop) }

  private mutating func append(_ new: some Collection<Float>) {
    samples += new
    var (sum, channel) = (Float(0), 0)
    for sample in new {
      sum += sample
      channel += 1
      if channel == channels {
        sums.append(sum)
        (sum, channel) = (0, 0)
      }
    }
  }

  /// Makes the next piece, and drops what is no longer needed.
  private mutating func piece() -> [Float] {
    let place = pieces == 0 ? 0 : nearest(to: next)
    var made = [Float](repeating: 0, count: hop * channels)
    // The first one has none before it.
    let from = pieces == 0 ? 0 : (last + hop - base) * channels
    let to = (place - base) * channels
    for index in 0..<hop {
      let part = (Float(index) + 0.5) / Float(hop)
      let weight = part * part * (3 - 2 * part)
      for channel in 0..<channels {
        let at = index * channels + channel
        made[at] = samples[from + at] + (samples[to + at] - samples[from + at]) * weight
      }
    }
    (last, pieces) = (place, pieces + 1)
    let unneeded = min(last + hop, next - reach) - base
    // Now and then, as the rest has to move.
    if unneeded > 16 * hop {
      samples.removeFirst(unneeded * channels)
      sums.removeFirst(unneeded)
      base += unneeded
    }
    return made
  }

  /// The place near another one from which the sound is most like what follows the last piece.
  private func nearest(to place: Int) -> Int {
    let wanted = last + hop - base
    let allowed = max(place - reach, base) - base...place + reach - base
    let stride = Self.stride
    var best = (offset: place - base, score: -Float.infinity)
    func look(_ offset: Int, every step: Int) {
      guard allowed.contains(offset) else { return }
      var (product, energy) = (Float(0), Float(1e-9))
      var index = 0
      while index < hop {
        let sample = sums[offset + index]
        product += sample * sums[wanted + index]
        energy += sample * sample
        index += step
      }
      let score = product / energy.squareRoot()
      if score > best.score { best = (offset, score) }
    }
    // The nearest ones first: of those that are alike, as in silence, the nearest is taken.
    look(place - base, every: stride)
    for distance in Swift.stride(from: stride, through: reach, by: stride) {
      look(place - base - distance, every: stride)
      look(place - base + distance, every: stride)
    }
    let coarse = best.offset
    best.score = -.infinity
    look(coarse, every: 1)
    for distance in 1...stride {
      look(coarse - distance, every: 1)
      look(coarse + distance, every: 1)
    }
    return best.offset + base
  }
}
