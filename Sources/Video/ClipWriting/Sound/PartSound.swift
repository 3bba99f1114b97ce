package import ClipReading
internal import Containers
package import Frames
internal import Sound

/// The sound of a clip from a time of it on, with what is mixed with it, piece by piece.
package final class PartSound {
  private let own: ClipSound?
  private let mixed: MixedSound?
  private var place: Int64 = 0
  /// That the clip's track cannot be decoded; nil where it can, or there is none.
  private let undecoded: String?
  /// Samples of the mix that were not asked for yet.
  private var ready: [Float] = []

  /// Opens the sound.
  ///
  /// - Parameters:
  ///   - startMs: the time that is 0, on the clip's timeline.
  package init(
    of clip: ClipReader, _ use: ClipSoundUse, startMs: Double
  ) throws(VideoError) {
    let (info, known, limits) = (clip.info, clip.demuxer, clip.limits)
    let ticks = info.ticks(atMs: startMs)
    func opened() throws(VideoError) -> ClipSound? {
      guard let known, info.hasFurtherTracks else { return nil }
      return try ClipSound(of: known, limits: limits, startTicks: ticks, info.timeBase.raw)
    }
    let first = known?.firstSound
    var isLost = false
    if first != nil { isLost = try opened() == nil }
    if isLost, let first, let stream = unsafe known?.stream(first) {
      undecoded =
        unsafe "\(LeftOutTrack.name(of: stream, first)) is not heard: no decoder takes its codec or its rate"
    } else {
      undecoded = nil
    }
    switch use {
    case .none: (own, mixed) = (nil, nil)
    case .copied: (own, mixed) = (try opened(), nil)
    case .mixed(let mix, _):
      own = nil
      mixed = try MixedSound.levelled(
        mix, origin: StereoSound.place(ofMs: startMs) ?? 0, keepsOwnEnd: false
      ) { () throws(VideoError) in mix.voice.heard(try opened()) }
    }
  }

  /// Adds the next samples to those of other sounds, left and right in turn; nothing after the end.
  ///
  /// - Parameter factor: tells what a sample is multiplied by, by its place from the first on.
  package func add(
    to samples: inout [Float], from first: Int, count: Int, factor: (Int64) -> Float
  ) throws(VideoError) {
    var piece = [Float](repeating: 0, count: 2 * count)
    if let own {
      _ = try own.add(to: &piece, from: place)
    } else if let mixed {
      while ready.count < piece.count, let more = try mixed.next() { ready += more }
      let taken = min(ready.count, piece.count)
      piece.replaceSubrange(0..<taken, with: ready[0..<taken])
      ready.removeFirst(taken)
    }
    for index in 0..<count {
      let factor = factor(place + Int64(index))
      samples[2 * (first + index)] += piece[2 * index] * factor
      samples[2 * (first + index) + 1] += piece[2 * index + 1] * factor
    }
    place += Int64(count)
  }

  /// What was lost of the clip's own sound, in a line; nil where it is whole.
  package var damage: String? { undecoded ?? own?.damage ?? mixed?.damage }

  /// Whether anything is heard of it.
  package var isHeard: Bool { own != nil || mixed != nil }
}
