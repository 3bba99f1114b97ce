package import Frames

/// A mix and the clip's own sound, at the loudness of the whole, piece by piece.
package final class MixedSound {
  /// Samples of a piece.
  private static let piece = 4096

  private let mix: SoundMix
  private let own: (any OwnSound)?
  private let origin: Int64
  private let factor: Float
  private let keepsOwnEnd: Bool
  private var place: Int64
  private var ownHasEnded: Bool
  /// What brings it to another speed than the clip's, and the music, which keeps its own.
  private var stretch: TimeStretch?
  private let isStretched: Bool
  private var music: SoundMix?
  /// Samples of the output that were given at that speed.
  private var given: Int64 = 0

  /// Finds the loudness of the whole, for which all of it is mixed once, and begins anew; a sound with which nothing is
  /// mixed is as loud as it is.
  ///
  /// - Parameters:
  ///   - origin: the sample of the clip's timeline that is 0 in the output.
  ///   - keepsOwnEnd: whether the clip's own sound is heard to its end where that is after the last frame's.
  ///   - speed: how fast it is heard, but for the music.
  ///   - own: opens the clip's own sound; gives nil where there is none.
  package static func levelled(
    _ mix: SoundMix, origin: Int64, keepsOwnEnd: Bool, speed: PlaybackSpeed = .own,
    own: () throws(VideoError) -> (any OwnSound)?
  ) throws(VideoError) -> MixedSound {
    if mix.isEmpty { return MixedSound(mix, origin, keepsOwnEnd, speed, 0, try own()) }
    let loudness = try Loudness()
    let first = MixedSound(mix, origin, keepsOwnEnd, speed, 0, try own())
    while !mix.isCancelled(), let samples = try first.next() { try loudness.add(samples) }
    return MixedSound(mix, origin, keepsOwnEnd, speed, loudness.gain(), try own())
  }

  private init(
    _ mix: SoundMix, _ origin: Int64, _ keepsOwnEnd: Bool, _ speed: PlaybackSpeed,
    _ gain: Double, _ own: (any OwnSound)?
  ) {
    (self.origin, self.keepsOwnEnd, self.own) = (origin, keepsOwnEnd, own)
    isStretched = !speed.isOwn
    if speed.isOwn {
      self.mix = mix
    } else {
      (self.mix, music) = mix.parted(at: speed, origin: origin)
      stretch = TimeStretch(speed, channels: 2, rate: StereoSound.rate)
    }
    factor = StereoSound.factor(ofDecibels: gain)
    (place, ownHasEnded) = (origin, own == nil)
  }

  /// The next samples, left and right in turn; nil at the end.
  package func next() throws(VideoError) -> [Float]? {
    guard var samples = try isStretched ? stretched() : atOwnSpeed() else { return nil }
    for index in samples.indices { samples[index] *= factor }
    return samples
  }

  /// The next samples at another speed than the clip's.
  private func stretched() throws(VideoError) -> [Float]? {
    while stretch != nil {
      let piece = try atOwnSpeed()
      var samples = piece.flatMap { stretch?.take($0) } ?? stretch?.finish() ?? []
      if piece == nil { stretch = nil }
      guard !samples.isEmpty else { continue }
      music?.add(to: &samples, at: given, origin: 0)
      given += Int64(samples.count / 2)
      return samples
    }
    return nil
  }

  /// The next samples as they are heard with the clip at its own speed.
  private func atOwnSpeed() throws(VideoError) -> [Float]? {
    let reachesOn = keepsOwnEnd && !ownHasEnded
    let count = reachesOn ? Self.piece : Int(min(Int64(Self.piece), max(0, mix.end - place)))
    guard count > 0 else { return nil }
    var samples = [Float](repeating: 0, count: 2 * count)
    if !ownHasEnded, let own, let end = try own.add(to: &samples, from: place - origin) {
      ownHasEnded = true
      let left = max(end + origin, mix.end) - place
      if left < Int64(count) { samples.removeLast(2 * (count - Int(max(0, left)))) }
      guard !samples.isEmpty else { return nil }
    }
    mix.add(to: &samples, at: place, origin: origin)
    place += Int64(samples.count / 2)
    return samples
  }

  /// What was lost of the clip's own sound, in a line; nil where it is whole.
  package var damage: String? { own?.damage }
}
